"""References of questions are read however they are typed."""

import pytest

from documents.question_references import question_references
from retrieval.glossary import STANDARD


def read(question: str) -> list[str]:
    found = question_references(question, names=STANDARD.names)
    return [f"{reference.regulation}|{reference.provision}" for reference in found]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("UU 11/2006", ["UU 11/2006|"]),
        ("UU no 11/2006", ["UU 11/2006|"]),
        ("UU No.11/2006", ["UU 11/2006|"]),
        ("UU nomor 11/2006", ["UU 11/2006|"]),
        ("UU nmr 11 thn 2006", ["UU 11/2006|"]),
        ("UU nr 11 th 2006", ["UU 11/2006|"]),
        ("UU No. 11 Th. 2006", ["UU 11/2006|"]),
        ("uu no. 11 tahun 2006", ["UU 11/2006|"]),
        ("uu11/2006", ["UU 11/2006|"]),
        ("UU-11/2006", ["UU 11/2006|"]),
        ("UU 11 2006", ["UU 11/2006|"]),
        ("UU 11 tahun 2006", ["UU 11/2006|"]),
        ("UU 11 - 2006", ["UU 11/2006|"]),
        ("UU 11-2006", ["UU 11/2006|"]),
        ("UU No 11, Tahun 2006", ["UU 11/2006|"]),
        ("UU Nomor: 11 Tahun 2006", ["UU 11/2006|"]),
        (
            "UU Nomor 11 Tahun 2006 Pasal 7 ayat (2) huruf b angka 1",
            ["UU 11/2006|Pasal 7 ayat (2) huruf b angka 1"],
        ),
        ("UU No. 11 tahun 06", ["UU 11/2006|"]),
        ("Undang2 no 11 th 2006", ["UU 11/2006|"]),
        ("undang-undang RI nomor 11 tahun 2006", ["UU 11/2006|"]),
        ("Undang-Undang Republik Indonesia Nomor 11 Tahun 2006", ["UU 11/2006|"]),
        ("UU RI No. 11 Tahun 2006", ["UU 11/2006|"]),
        ("UU R.I. No. 11/2006", ["UU 11/2006|"]),
        ("UU 2006/11", ["UU 11/2006|"]),
        ("UU Tahun 2006 Nomor 11", ["UU 11/2006|"]),
        ("UU Tahun 2006 No. 11", ["UU 11/2006|"]),
        ("UU No. 11 (2006)", ["UU 11/2006|"]),
        ("UUPA", ["UU 11/2006|"]),
        ("uupa pasal 12", ["UU 11/2006|Pasal 12"]),
        ("UU PA pasal 12", ["UU 11/2006|Pasal 12"]),
        ("UU Pemerintahan Aceh", ["UU 11/2006|"]),
        ("uu tentang pemerintahan aceh", ["UU 11/2006|"]),
        ("Undang-undang tentang Pemerintahan Aceh", ["UU 11/2006|"]),
        ("Pasal 160 ayat (5) UU Pemerintahan Aceh", ["UU 11/2006|Pasal 160 ayat (5)"]),
        ("PP 20 th 2007", ["PP 20/2007|"]),
        ("PP No 20/2007", ["PP 20/2007|"]),
        ("pp no.20 thn 2007", ["PP 20/2007|"]),
        ("pp20/2007", ["PP 20/2007|"]),
        ("PP nomor 20 tahun 2007 tentang partai politik lokal pasal 5", ["PP 20/2007|Pasal 5"]),
        ("Perpres 72/2021", ["Perpres 72/2021|"]),
        ("perpres no 72 th 2021", ["Perpres 72/2021|"]),
        ("Permendagri 77 2020", ["Permen Dalam Negeri 77/2020|"]),
        ("permendagri no.77/2020", ["Permen Dalam Negeri 77/2020|"]),
        ("Permendagri Nomor 77 Tahun 2020", ["Permen Dalam Negeri 77/2020|"]),
        ("Permen PAN-RB No. 10 Tahun 2020", ["Permen Pan-Rb 10/2020|"]),
        ("Permenkes 5/2020", ["Permen Kesehatan 5/2020|"]),
        ("Pergub Aceh 98/2009", ["Pergub Aceh 98/2009|"]),
        ("Pergub Aceh No. 98 Tahun 2009", ["Pergub Aceh 98/2009|"]),
        ("pergub 98/2009", ["Pergub 98/2009|"]),
        ("Qanun 6/2014", ["Qanun 6/2014|"]),
        ("qanun no 6/2014", ["Qanun 6/2014|"]),
        ("Qanun Aceh No 6 thn 2014", ["Qanun Aceh 6/2014|"]),
        ("Qanun Aceh 6/2014 pasal 33", ["Qanun Aceh 6/2014|Pasal 33"]),
        ("qanun nomor 6 thn 2014 ttg hukum jinayat", ["Qanun 6/2014|"]),
        ("Qanun Jinayat", ["Qanun Aceh 6/2014|"]),
        ("qanun jinayat pasal 33 ayat 1", ["Qanun Aceh 6/2014|Pasal 33 ayat (1)"]),
        ("Qanun Kota Banda Aceh Nomor 2 Tahun 2012", ["Qanun Kota Banda Aceh 2/2012|"]),
        ("Perda Kota Singkawang Nomor 5 Tahun 2013", ["Perda Kota Singkawang 5/2013|"]),
        ("perda singkawang no 5 th 2013", ["Perda Singkawang 5/2013|"]),
        ("UU Cipta Kerja", ["UU 6/2023|", "UU 11/2020|"]),
        ("UU Desa", ["UU 6/2014|"]),
        ("UU KIP", ["UU 14/2008|"]),
        ("UU Pelayanan Publik", ["UU 25/2009|"]),
        ("UU Keterbukaan Informasi Publik", ["UU 14/2008|"]),
        ("pasal 7 ayat 2 huruf b", ["|Pasal 7 ayat (2) huruf b"]),
        ("Pasal 7 ayat (2) huruf b angka 3", ["|Pasal 7 ayat (2) huruf b angka 3"]),
        ("psl 7 ay 2", ["|Pasal 7 ayat (2)"]),
        ("psl. 7 ayat 2", ["|Pasal 7 ayat (2)"]),
        ("ps. 96", ["|Pasal 96"]),
        ("ps 96 uupa", ["UU 11/2006|Pasal 96"]),
        ("Ps. 96 UU 11/2006", ["UU 11/2006|Pasal 96"]),
        ("pasal12ayat3", ["|Pasal 12 ayat (3)"]),
        ("pasal 12ayat 3", ["|Pasal 12 ayat (3)"]),
        ("Pasal12", ["|Pasal 12"]),
        ("pasal 12 ayat3", ["|Pasal 12 ayat (3)"]),
        ("pasal 7(2)", ["|Pasal 7 ayat (2)"]),
        ("Pasal 7 (2)", ["|Pasal 7 ayat (2)"]),
        ("pasal 7 s.d. 9", ["|Pasal 7", "|Pasal 8", "|Pasal 9"]),
        ("pasal 7 s/d 9", ["|Pasal 7", "|Pasal 8", "|Pasal 9"]),
        ("pasal 7 sd 9", ["|Pasal 7", "|Pasal 8", "|Pasal 9"]),
        ("Pasal 7, 8 dan 9", ["|Pasal 7", "|Pasal 8", "|Pasal 9"]),
        ("pasal 7 & 8", ["|Pasal 7", "|Pasal 8"]),
        ("Pasal 5 dan 7 UU 11/2006", ["UU 11/2006|Pasal 5", "UU 11/2006|Pasal 7"]),
        ("pasal 7 ayat dua", ["|Pasal 7 ayat (2)"]),
        ("pasal tujuh ayat dua", ["|Pasal 7 ayat (2)"]),
        ("pasal dua belas", ["|Pasal 12"]),
        ("Pasal II", ["|Pasal II"]),
        ("Pasal II UU 15/2003", ["UU 15/2003|Pasal II"]),
        ("pasal XII", ["|Pasal XII"]),
        ("BAB XIV", ["|BAB XIV"]),
        ("BAB XIV UU 11/2006", ["UU 11/2006|BAB XIV"]),
        ("bab 5 uu 25/2009", ["UU 25/2009|BAB V"]),
        ("Lampiran II", ["|Lampiran II"]),
        ("Lampiran II PP 20/2007", ["PP 20/2007|Lampiran II"]),
        ("article 7 paragraph (2) of Law No. 11 of 2006", ["UU 11/2006|Pasal 7 ayat (2)"]),
        ("Article 7 of Law 11/2006", ["UU 11/2006|Pasal 7"]),
        ("article 7(2) of Law 11 of 2006", ["UU 11/2006|Pasal 7 ayat (2)"]),
        ("Law 11/2006", ["UU 11/2006|"]),
        ("Law No. 11 of 2006", ["UU 11/2006|"]),
        ("Law Number 11 Year 2006", ["UU 11/2006|"]),
        ("Law 14 of 2008", ["UU 14/2008|"]),
        ("under Law 14 of 2008, article 37 paragraph 2", ["UU 14/2008|Pasal 37 ayat (2)"]),
        ("Government Regulation 20/2007", ["PP 20/2007|"]),
        ("Government Regulation No. 20 of 2007", ["PP 20/2007|"]),
        ("Presidential Regulation 72/2021", ["Perpres 72/2021|"]),
        ("Presidential Decree 3 of 2001", ["Keppres 3/2001|"]),
        ("Minister of Home Affairs Regulation 77/2020", ["Permen Dalam Negeri 77/2020|"]),
        ("Aceh Qanun No. 6 of 2014", ["Qanun Aceh 6/2014|"]),
        ("Qanun No. 6 of 2014", ["Qanun 6/2014|"]),
        ("Governor Regulation No. 98 of 2009", ["Pergub 98/2009|"]),
        ("the Law on Governing Aceh", ["UU 11/2006|"]),
        ("Law on the Governing of Aceh article 12", ["UU 11/2006|Pasal 12"]),
        ("LoGA", ["UU 11/2006|"]),
        ("art. 12 Law 11/2006", ["UU 11/2006|Pasal 12"]),
        ("bunyi pasal 18B UUD 1945", ["UUD 1945|Pasal 18B"]),
        ("pasal 18 b uud 45", ["UUD 1945|Pasal 18B"]),
        ("Perppu 2/2007", ["Perppu 2/2007|"]),
        ("PERPU No 2 th 2007", ["Perppu 2/2007|"]),
        ("Kepgub 100/2019", ["Kepgub 100/2019|"]),
        ("SE Gubernur 5/2020", ["SE Gubernur 5/2020|"]),
        ("Kepmen 5/2003", ["Kepmen 5/2003|"]),
        ("inpres 1/2005", ["Inpres 1/2005|"]),
        ("Tap MPR No. IV/MPR/1999", ["Tap MPR IV/1999|"]),
        ("ayat (2)", ["|ayat (2)"]),
        ("ayat 3 pasal 12 uu 11/2006", ["UU 11/2006|Pasal 12 ayat (3)"]),
        ("huruf b ayat 2 pasal 7", ["|Pasal 7 ayat (2) huruf b"]),
        ("angka 3 pasal 1", ["|Pasal 1 angka 3"]),
        ("penjelasan pasal 7 ayat 2", ["|Pasal 7 ayat (2)"]),
        ("Penjelasan Pasal 7 UU 11/2006", ["UU 11/2006|Pasal 7"]),
        ("uu nomor 11 tahun dua ribu enam", ["UU 11/2006|"]),
        (
            "PP 20/2007 Pasal 20 menyuruh Gubernur mengawasi larangan Pasal 82 ayat (3) UUPA",
            ["PP 20/2007|Pasal 20", "UU 11/2006|Pasal 82 ayat (3)"],
        ),
        ("SE 3 2020", ["SE 3/2020|"]),
        ("UU ITE", ["UU 11/2008|", "UU 1/2024|"]),
        ("UU Perkawinan", ["UU 1/1974|"]),
        ("uu no 1 tahun 1974 jo pp 9 tahun 1975", ["UU 1/1974|", "PP 9/1975|"]),
        ("KUHP pasal 362", ["|Pasal 362"]),
        ("Pasal 362 KUHP", ["|Pasal 362"]),
        ("uu 11 thn 2006 psl 7 ay 2 hrf b", ["UU 11/2006|Pasal 7 ayat (2) huruf b"]),
        ("uu no sebelas tahun 2006", ["UU 11/2006|"]),
        ("UU No. 11/2006 Ps. 7 (2)", ["UU 11/2006|Pasal 7 ayat (2)"]),
        ("pasal 7-9", ["|Pasal 7", "|Pasal 8", "|Pasal 9"]),
        ("Pasal 5A", ["|Pasal 5A"]),
        ("pasal 5 a", ["|Pasal 5A"]),
        ("pasal 5 huruf a", ["|Pasal 5 huruf a"]),
        ("UU Nomor 32 Tahun 2004 dan UU Nomor 11 Tahun 2006", ["UU 32/2004|", "UU 11/2006|"]),
        ("peraturan pemerintah no 20 thn 2007", ["PP 20/2007|"]),
        ("PERATURAN GUBERNUR ACEH NOMOR 98 TAHUN 2009", ["Pergub Aceh 98/2009|"]),
        ("keputusan gubernur aceh nomor 050/100/2019", ["Kepgub Aceh 50/100/2019|"]),
        ("Qanun Aceh tentang Hukum Jinayat", ["Qanun Aceh 6/2014|"]),
        ("Qanun Hukum Jinayat Pasal 33", ["Qanun Aceh 6/2014|Pasal 33"]),
        ("Law No.11/2006 Art.7", ["UU 11/2006|Pasal 7"]),
    ],
)
def test_it_reads(question: str, expected: list[str]) -> None:
    assert read(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "11 tahun penjara",
        "pasal karet",
        "pasal berapa",
        "pasal pasal pasal",
        "PP Muhammadiyah",
        "PP 10 hari",
        "ayat alquran",
        "ayat kursi",
        "huruf a sampai z",
        "BAB baru",
        "uu apa",
        "Law firm 2006",
        "law and order",
        "article about 7 people",
        "tahun 2006 ada 11 orang",
        "2006",
        "ada 7 ayat dan 3 bab",
        "para 2 orang itu",
        "hukum jinayat qanun",
        "SE Mendagri No. 440/5184/SJ",
        "",
    ],
)
def test_it_reads_no_reference_where_there_is_none(question: str) -> None:
    assert read(question) == []


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("isi psl 7 ay 2?", "psl 7 ay 2"),
        ("isi pasal12ayat3 ya", "pasal12ayat3"),
        ("ayat 3 pasal 12 itu apa", "ayat 3 pasal 12"),
        ("menurut Undang-Undang RI tentang Desa,", "Undang-Undang RI tentang Desa"),
        ("under Law No. 14 of 2008?", "Law No. 14 of 2008"),
    ],
)
def test_a_span_points_at_what_was_typed(question: str, written: str) -> None:
    (reference,) = question_references(question, names=STANDARD.names)
    assert question[slice(*reference.span)] == written


def test_a_chapter_beside_a_pasal_is_no_further_reference() -> None:
    assert read("BAB XIV Pasal 96 UU 11/2006") == ["UU 11/2006|Pasal 96"]


def test_a_loose_pasal_of_a_question_belongs_to_its_only_regulation() -> None:
    (reference,) = question_references("Menurut UU 11/2006 apa bunyi pasal 12 ayat 3?")
    assert (reference.regulation, reference.provision) == ("UU 11/2006", "Pasal 12 ayat (3)")


def test_a_loose_pasal_stays_loose_between_two_regulations() -> None:
    found = question_references("Beda UU 11/2006 dan UU 23/2014: apa isi pasal 9?")
    assert "" in {reference.kind for reference in found if reference.pasal}
