"""References to regulations are read as laws write them and as people type them."""

import pytest

from documents.references import legal_references


def read(text: str) -> list[str]:
    return [f"{r.regulation}|{r.provision}" for r in legal_references(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("UU 11/2006", ["UU 11/2006|"]),
        ("UU No. 11 Th. 2006", ["UU 11/2006|"]),
        ("Undang-Undang Nomor 11 Tahun 2006", ["UU 11/2006|"]),
        ("undang undang republik indonesia nomor 11 tahun 2006", ["UU 11/2006|"]),
        ("PP 20 th 2007", ["PP 20/2007|"]),
        ("Perpu Nomor 2 Tahun 2007", ["Perppu 2/2007|"]),
        ("Peraturan Pemerintah Pengganti Undang-Undang Nomor 2 Tahun 2007", ["Perppu 2/2007|"]),
        ("UU RI No. 11 Tahun 2006", ["UU 11/2006|"]),
        ("pasal 7 s/d 9", ["|Pasal 7", "|Pasal 8", "|Pasal 9"]),
        ("Perpres 72/2021", ["Perpres 72/2021|"]),
        ("Permendagri No. 13 Tahun 2006", ["Permen Dalam Negeri 13/2006|"]),
        ("Peraturan Menteri Dalam Negeri Nomor 20 Tahun 2018", ["Permen Dalam Negeri 20/2018|"]),
        ("Pergub Aceh 98/2009", ["Pergub Aceh 98/2009|"]),
        ("Qanun Aceh Nomor 6 Tahun 2014", ["Qanun Aceh 6/2014|"]),
        ("Qanun Kabupaten Pidie No 3 Tahun 2010", ["Qanun Kabupaten Pidie 3/2010|"]),
        ("POJK Nomor 13/POJK.05/2014", ["POJK 13/2014|"]),
        ("Undang-undang Nomor 7 Drt Tahun 1956", ["UU 7 Drt/1956|"]),
        ("Pasal 18B UUD 1945", ["UUD 1945|Pasal 18B"]),
        ("pasal 7 ayat 2 huruf b", ["|Pasal 7 ayat (2) huruf b"]),
        ("Pasal 12 ayat (3) Qanun Nomor 8 Tahun 2019", ["Qanun 8/2019|Pasal 12 ayat (3)"]),
        ("UU 11/2006 pasal 12", ["UU 11/2006|Pasal 12"]),
        (
            "UU Nomor 11 Tahun 2006 tentang Pemerintahan Aceh Pasal 12 ayat 3",
            ["UU 11/2006|Pasal 12 ayat (3)"],
        ),
        ("Menurut UUPA pasal 12?", ["UU 11/2006|Pasal 12"]),
        (
            "Pasal 5, Pasal 7 dan Pasal 9 UU 1/2008",
            ["UU 1/2008|Pasal 5", "UU 1/2008|Pasal 7", "UU 1/2008|Pasal 9"],
        ),
        (
            "Pasal 5, 7 dan 9 PP 20/2007",
            ["PP 20/2007|Pasal 5", "PP 20/2007|Pasal 7", "PP 20/2007|Pasal 9"],
        ),
        ("Pasal 5 sampai dengan Pasal 7", ["|Pasal 5", "|Pasal 6", "|Pasal 7"]),
        ("Pasal 12-14", ["|Pasal 12", "|Pasal 13", "|Pasal 14"]),
        (
            "Pasal 4 ayat (1), (2), dan (4)",
            ["|Pasal 4 ayat (1)", "|Pasal 4 ayat (2)", "|Pasal 4 ayat (4)"],
        ),
        (
            "Pasal 3 huruf a sampai dengan huruf c",
            ["|Pasal 3 huruf a", "|Pasal 3 huruf b", "|Pasal 3 huruf c"],
        ),
    ],
)
def test_it_reads(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Undang-Undang ini mulai berlaku",
        "pasal karet",
        "tahun 2006 ada 11 orang",
        "supp 20 th 2007",
        "huruf a",
        "SE Mendagri No. 440/5184/SJ",
        "",
    ],
)
def test_it_reads_no_reference_where_there_is_none(text: str) -> None:
    assert legal_references(text) == []


def test_a_number_of_days_is_no_further_pasal() -> None:
    assert read("dalam Pasal 5 dan 30 hari kemudian") == ["|Pasal 5"]


def test_a_span_points_at_the_words() -> None:
    text = "Lihat Pasal 12 ayat (3) UU 11/2006."
    (reference,) = legal_references(text)
    assert text[slice(*reference.span)] == "Pasal 12 ayat (3)"


def test_names_are_a_table_of_the_caller() -> None:
    (reference,) = legal_references("UU Desa", names={"uu desa": ("uu", "6", 2014, "")})
    assert (reference.regulation, reference.name) == ("UU 6/2014", "UU Desa")
