"""What regulations do to others is read from title, considerations and closing articles."""

import datetime

import pytest

from documents.relations import Regulation, Relation, read_relations

OWN = Regulation("qanun", "5", 2020, "Aceh")
OPENING = "QANUN ACEH\nNOMOR 5 TAHUN 2020\nTENTANG\nPERTANAHAN\nDENGAN NAMA ALLAH\nGUBERNUR ACEH,\n"
BODY = "Menimbang : a. bahwa tanah;\nMengingat : 1. Pasal 18;\nMEMUTUSKAN:\nPasal 1\nTanah.\n"


def read(text: str, own: Regulation | None = OWN) -> list[str]:
    return [told(relation) for relation in read_relations(text, own=own)]


def told(relation: Relation) -> str:
    actor = f"{relation.actor.citation} " if relation.actor else ""
    of = f" {', '.join(relation.provisions)}" if relation.provisions else ""
    return f"{actor}{relation.verb} {relation.target.citation}{of}"


def closing(article: str) -> str:
    return f"{OPENING}{BODY}Pasal 2\n{article}\nPasal 3\nQanun ini mulai berlaku."


def titled(title: str, form: str = "UNDANG-UNDANG REPUBLIK INDONESIA\nNOMOR 9 TAHUN 2020") -> str:
    return f"{form}\nTENTANG\n{title}\nDENGAN RAHMAT TUHAN YANG MAHA ESA\nMenimbang : a. bahwa"


def considered(words: str) -> str:
    return (
        f"{OPENING}Menimbang : a. bahwa {words}\nMengingat : 1. Pasal 18;\nMEMUTUSKAN:\nPasal 1\n"
    )


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        (
            "PERUBAHAN ATAS UNDANG-UNDANG NOMOR 2 TAHUN 2008 TENTANG PARTAI POLITIK",
            ["amends UU 2/2008"],
        ),
        (
            "PERUBAHAN KEDUA ATAS PERATURAN PEMERINTAH NOMOR 29 TAHUN 2006 TENTANG HAK KEUANGAN",
            ["amends PP 29/2006"],
        ),
        (
            "PERUBAHAN PASAL 18 UNDANG-UNDANG NOMOR 62 TAHUN 1958 TENTANG KEWARGANEGARAAN",
            ["amends UU 62/1958 Pasal 18"],
        ),
        (
            "PERUBAHAN ATAS UNDANG.UNDANG NOMOR 34 TAHUN 2OO4 TENTANG TENTARA NASIONAL",
            ["amends UU 34/2004"],
        ),
        ("PENCABUTAN PERATURAN PRESIDEN NOMOR 3 TAHUN 2010 TENTANG X", ["repeals Perpres 3/2010"]),
        (
            "PENETAPAN PERATURAN PEMERINTAH PENGGANTI UNDANG-UNDANG NOMOR 2 TAHUN 2007 TENTANG X "
            "MENJADI UNDANG-UNDANG",
            ["enacts Perppu 2/2007"],
        ),
        ("PELAKSANAAN UNDANG-UNDANG NOMOR 14 TAHUN 2008 TENTANG X", ["implements UU 14/2008"]),
        (
            "PENGESAHAN CONVENTION ON NUCLEAR SAFETY (KONVENSI TENTANG KESELAMATAN NUKLIR)",
            ["ratifies Convention on Nuclear Safety (Konvensi tentang Keselamatan Nuklir)"],
        ),
        ("PEMBENTUKAN KABUPATEN PIDIE JAYA", ["establishes Kabupaten Pidie Jaya"]),
        (
            "PEMBENTUKAN KOTAPRAJA SABANG DENGAN MENGUBAH UNDANG-UNDANG NO. 7 DRT TAHUN 1956",
            ["amends UU 7 Drt/1956", "establishes Kotapraja Sabang"],
        ),
        ("PEMBENTUKAN PERATURAN PERUNDANG-UNDANGAN", []),
        ("PERUBAHAN BATAS-BATAS KOTAPRAJA MADIUN", []),
        ("PELAKSANAAN KEISTIMEWAAN ACEH", []),
    ],
)
def test_titles(title: str, expected: list[str]) -> None:
    assert read(titled(title), own=Regulation("uu", "9", 2020)) == expected


@pytest.mark.parametrize(
    ("article", "expected"),
    [
        (
            "Pada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 tentang Tanah "
            "(Lembaran Daerah Aceh Tahun 2010 Nomor 3) dicabut dan dinyatakan tidak berlaku.",
            ["repeals Qanun Aceh 3/2010"],
        ),
        (
            "Dengan berlakunya Qanun ini, Undang-Undang Nomor 18 Tahun 2001 tentang Otonomi "
            "dicabut dan dinyatakan tidak berlaku.",
            ["repeals UU 18/2001"],
        ),
        (
            "Pada saat Qanun ini mulai berlaku:\na. Qanun Aceh Nomor 3 Tahun 2010 tentang "
            "Pelaksanaan Undang-Undang Nomor 5 Tahun 1960;\nb. Qanun Aceh Nomor 4 Tahun 2011; dan\n"
            "c. Peraturan Gubernur Aceh Nomor 9 Tahun 2012 tentang X,\n"
            "dicabut dan dinyatakan tidak berlaku.",
            [
                "repeals Qanun Aceh 3/2010",
                "repeals Qanun Aceh 4/2011",
                "repeals Pergub Aceh 9/2012",
            ],
        ),
        (
            "Pada saat Qanun ini mulai berlaku, Pasal 5 sampai dengan Pasal 7 Qanun Aceh Nomor 3 "
            "Tahun 2010 dicabut dan dinyatakan tidak berlaku.",
            ["partially_repeals Qanun Aceh 3/2010 Pasal 5, Pasal 6, Pasal 7"],
        ),
        (
            "Pada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 sepanjang mengatur "
            "retribusi dicabut dan dinyatakan tidak berlaku.",
            ["partially_repeals Qanun Aceh 3/2010"],
        ),
        (
            "Pada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 sebagaimana telah "
            "diubah dengan Qanun Aceh Nomor 8 Tahun 2012 dicabut dan dinyatakan tidak berlaku.",
            ["repeals Qanun Aceh 3/2010"],
        ),
        (
            "Pada saat Qanun ini mulai berlaku:\na. semua peraturan pelaksanaan Qanun Aceh Nomor 3 "
            "Tahun 2010 dinyatakan masih tetap berlaku sepanjang tidak bertentangan; dan\n"
            "b. Qanun Aceh Nomor 4 Tahun 2011 dicabut dan dinyatakan tidak berlaku.",
            ["repeals Qanun Aceh 4/2011"],
        ),
        (
            "Dengan dibubarkannya perusahaan sebagaimana dimaksud dalam Pasal 1, Peraturan "
            "Pemerintah Nomor 27 Tahun 1968 dinyatakan tidak berlaku.",
            ["repeals PP 27/1968"],
        ),
        (
            "Pada saat Qanun ini mulai berlaku, semua peraturan pelaksanaan Qanun Aceh Nomor 3 "
            "Tahun 2010 dinyatakan masih tetap berlaku sepanjang tidak bertentangan.",
            [],
        ),
        (
            "Pada saat Qanun ini mulai berlaku, peraturan pelaksanaan Qanun Aceh Nomor 3 Tahun "
            "2010 dicabut dan dinyatakan tidak berlaku.",
            [],
        ),
        ("Izin menurut Qanun Aceh Nomor 3 Tahun 2010 dapat dicabut.", []),
        ("Apabila Undang-Undang Nomor 5 Tahun 1960 dinyatakan tidak berlaku, izin gugur.", []),
        ("Tanah menurut Qanun Aceh Nomor 3 Tahun 2010 yang telah dicabut tetap sah.", []),
        ("Ketentuan Pasal 7 dicabut dan dinyatakan tidak berlaku.", []),
        ("Qanun ini dapat dicabut.", []),
        (
            "Pada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 5 Tahun 2020 dicabut dan "
            "dinyatakan tidak berlaku.",
            [],
        ),
    ],
)
def test_closing_articles(article: str, expected: list[str]) -> None:
    assert read(closing(article)) == expected


def test_a_repeal_in_elucidation_or_history_is_none() -> None:
    words = "Qanun Aceh Nomor 3 Tahun 2010 dicabut dan dinyatakan tidak berlaku."
    text = closing("Cukup.") + f"\nPENJELASAN\nATAS\nQANUN ACEH\nI. UMUM\nDahulu {words}"
    assert read(text) == []
    assert read(considered(f"{words[:-1]};")) == []


def test_an_old_law_repeals_in_its_decision() -> None:
    text = closing("x").replace(
        "MEMUTUSKAN:", "Memutuskan I. Menetapkan : Qanun. II. Mencabut Qanun Aceh No. 1 tahun 2001."
    )
    assert "repeals Qanun Aceh 1/2001" in read(text)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "untuk melaksanakan ketentuan Pasal 12 ayat (3) Undang-Undang Nomor 11 Tahun 2006 "
            "tentang Pemerintahan Aceh, perlu membentuk Qanun;",
            ["implements UU 11/2006 Pasal 12 ayat (3)"],
        ),
        (
            "untuk melaksanakan Pasal 15 Undang-Undang Nomor 31 Tahun 2000 tentang X, Pasal 13 "
            "Undang-Undang Nomor 32 Tahun 2000 tentang Tata Letak, perlu menetapkan Qanun;",
            ["implements UU 31/2000 Pasal 15", "implements UU 32/2000 Pasal 13"],
        ),
        (
            "berdasarkan ketentuan Pasal 72 ayat (4) Undang-Undang Nomor 5 Tahun 1974, pembentukan "
            "kota perlu ditetapkan dengan Qanun;",
            ["implements UU 5/1974 Pasal 72 ayat (4)"],
        ),
        (
            "sesuai dengan ketentuan Pasal 75 Undang-Undang Nomor 5 Tahun 1974 tentang X, "
            "pembentukan kecamatan harus ditetapkan dengan Qanun;",
            ["implements UU 5/1974 Pasal 75"],
        ),
        ("berdasarkan Undang-Undang Nomor 5 Tahun 1974 tanah dikuasai negara;", []),
        ("sesuai dengan Pasal 2 Undang-Undang Nomor 5 Tahun 1974 tanah dikuasai negara;", []),
        (
            "pelaksanaan Undang-Undang Nomor 44 Tahun 1999 perlu diselaraskan dengan keadaan;",
            [],
        ),
    ],
)
def test_considerations(words: str, expected: list[str]) -> None:
    assert read(considered(words)) == expected


def test_considerations_in_the_middle_of_a_line_are_read() -> None:
    text = considered("untuk melaksanakan Pasal 5 Undang-Undang Nomor 1 Tahun 2008, perlu x;")
    text = text.replace(",\nMenimbang", ", Menimbang").replace("\nMengingat : 1.", " Mengingat 1.")
    assert read(text) == ["implements UU 1/2008 Pasal 5"]


def test_the_mengingat_tells_of_an_amendment_by_another() -> None:
    text = OPENING + (
        "Menimbang : a. bahwa tanah;\nMengingat : \n1. Undang-Undang Nomor 32 Tahun 2004 tentang "
        "Pemerintahan Daerah (LN Tahun 2004 Nomor 125) sebagaimana telah beberapa kali "
        "diubah, terakhir dengan Undang-Undang Nomor 12 Tahun 2008 tentang Perubahan Kedua;\n"
        "MEMUTUSKAN:\nPasal 1\n"
    )
    assert read(text) == ["UU 12/2008 amends UU 32/2004"]


def test_the_body_of_an_omnibus_law_amends_many() -> None:
    article = (
        "Beberapa ketentuan dalam Undang-Undang Nomor 26 Tahun 2007 tentang Penataan Ruang "
        "(Lembaran Negara Tahun 2007 Nomor 68) diubah sebagai berikut:"
    )
    assert read(closing(article)) == ["amends UU 26/2007"]


def test_the_quoted_words_the_article_and_the_date_of_effect_are_kept() -> None:
    text = closing(
        "Pada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 dicabut dan dinyatakan "
        "tidak berlaku."
    ).replace("mulai berlaku.", "mulai berlaku pada tanggal 1 Januari 2021.")
    (relation,) = read_relations(text, own=OWN)
    assert text[relation.start : relation.end] == (
        "Qanun Aceh Nomor 3 Tahun 2010 dicabut dan dinyatakan tidak berlaku"
    )
    assert relation.stated_in == "Pasal 2"
    assert relation.effective_on == datetime.date(2021, 1, 1)


def test_what_holds_before_is_no_date_of_effect() -> None:
    text = closing(
        "Pada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 dicabut dan dinyatakan "
        "tidak berlaku.\nPasal 3\nTanah yang ada sebelum Qanun ini berlaku ditetapkan lagi."
    ).replace("Qanun ini mulai berlaku.", "Qanun ini mulai berlaku pada tanggal diundangkan.")
    text += (
        "\nDitetapkan di Banda Aceh\npada tanggal 30 September 2020\n"
        "Diundangkan di Banda Aceh\npada tanggal 2 Oktober 2020"
    )
    (relation,) = read_relations(text, own=OWN)
    assert relation.effective_on == datetime.date(2020, 10, 2)


def test_one_fact_is_told_once() -> None:
    title = "PERUBAHAN ATAS UNDANG-UNDANG NOMOR 2 TAHUN 2008 TENTANG PARTAI POLITIK"
    text = titled(title) + (
        " x;\nMEMUTUSKAN:\nPasal I\nBeberapa ketentuan dalam Undang-Undang Nomor 2 Tahun 2008 "
        "diubah sebagai berikut:"
    )
    assert read(text, own=Regulation("uu", "9", 2020)) == ["amends UU 2/2008"]


def test_facts_are_the_same_however_the_area_is_written() -> None:
    one = Regulation("qanun", "3", 2010, "Kabupaten Pidie")
    assert one.key == Regulation("qanun", "3", 2010, "PIDIE").key
    assert one.key != Regulation("qanun", "3", 2010, "Aceh").key
    assert Regulation("uu", "3", 2010).key == Regulation("uu", "3", 2010, "Indonesia").key


def test_a_text_without_law_states_nothing() -> None:
    assert read_relations("# Laporan\nTahun 2020.") == []
    assert read_relations("") == []
