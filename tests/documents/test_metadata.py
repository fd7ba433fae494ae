"""Documents are named as their title blocks name them, or as people would."""

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from documents.metadata import Conflict, read_metadata

OPENINGS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "title_openings.jsonl").read_text().splitlines()
]
SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection"

QANUN = """QANUN ACEH
NOMOR 9 TAHUN 2013

TENTANG
PERUBAHAN ATAS QANUN ACEH NOMOR 8 TAHUN 2012
TENTANG LEMBAGA WALI NANGGROE
BISMILLAHIRRAHMANIRRAHIM
GUBERNUR ACEH,
Menimbang : a. bahwa"""


def test_an_amending_qanun_names_itself_and_what_it_amends() -> None:
    metadata = read_metadata(QANUN)
    assert (metadata.kind, metadata.number, metadata.year) == ("qanun", "9", 2013)
    assert metadata.about == (
        "Perubahan atas Qanun Aceh Nomor 8 Tahun 2012 tentang Lembaga Wali Nanggroe"
    )
    assert metadata.region == "Aceh"
    assert metadata.amends == ("qanun 8/2012",)
    assert metadata.short_name == "Qanun Aceh 9/2013"


@pytest.mark.parametrize(
    ("text", "title", "short_name"),
    [
        (
            "UNDANG UNDANG REPUBLIK INDONESIA UNDANG UNDANG REPUBLIK INDONESIA NOMOR 11 TAHUN 2006 "
            "TENTANG PEMERINTAHAN ACEH\nDENGAN RAHMAT TUHAN YANG MAHA ESA\nMenimbang :",
            "Undang-Undang Nomor 11 Tahun 2006 tentang Pemerintahan Aceh",
            "UU 11/2006",
        ),
        (
            "Q A N U N A C E H\n\nNOMOR 4 TAHUN 2008 TENTANG ANGGARAN PENDAPATAN DAN BELANJA ACEH "
            "TAHUN ANGGARAN 2009 DENGAN RAHMAT TUHAN YANG MAHA ESA",
            "Qanun Aceh Nomor 4 Tahun 2008 tentang Anggaran Pendapatan dan Belanja Aceh Tahun "
            "Anggaran 2009",
            "Qanun Aceh 4/2008",
        ),
        (
            "BUPATI PIDIE\nPERATURAN BUPATI PIDIE\nNOMOR 3 TAHUN 2025\nTENTANG\nGAJI KETIGA\n"
            "BELAS\nDENGAN RAHMAT TUHAN YANG MAHA ESA\nBUPATI PIDIE,",
            "Peraturan Bupati Pidie Nomor 3 Tahun 2025 tentang Gaji Ketiga Belas",
            "Perbup Kabupaten Pidie 3/2025",
        ),
        (
            "PERATURAN OTORITAS JASA KEUANGAN\nNOMOR 22 /POJK.01/2015\nTENTANG\nPENYIDIKAN\n\n"
            "DENGAN RAHMAT TUHAN YANG MAHA ESA",
            "Peraturan Otoritas Jasa Keuangan Nomor 22/POJK.01/2015 tentang Penyidikan",
            "POJK 22/2015",
        ),
    ],
    ids=["words repeated", "spaced letters", "lines broken", "number with slashes"],
)
def test_it_reads_title_blocks(text: str, title: str, short_name: str) -> None:
    metadata = read_metadata(text)
    assert (metadata.title, metadata.short_name) == (title, short_name)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("corpus/**/*.md")), ids=lambda p: p.stem)
def test_it_reads_the_sample_laws(path: Path) -> None:
    metadata = read_metadata(path.read_text())
    kind, year, number = path.parts[-3], path.parts[-2], path.stem
    assert (metadata.kind, str(metadata.year), metadata.number) == (kind, year, number)
    assert metadata.issuer == "Presiden Republik Indonesia"
    assert metadata.date is not None
    assert metadata.date.year == metadata.year


def test_a_law_cited_in_a_text_does_not_name_the_text() -> None:
    text = "# Panduan layanan\nMenurut Undang-Undang Nomor 25 Tahun 2009 tentang Pelayanan Publik."
    metadata = read_metadata(text, filename="panduan.md")
    assert (metadata.title, metadata.kind, metadata.number) == ("Panduan layanan", "panduan", "")


def test_a_file_without_its_title_block_is_named_by_clause_and_path() -> None:
    text = "MEMUTUSKAN :\n Menetapkan : PERATURAN PEMERINTAH TENTANG BATAS KOTA. BAB I"
    metadata = read_metadata(text, filename="data/pp/1983/5.md")
    assert metadata.title == "Peraturan Pemerintah Nomor 5 Tahun 1983 tentang Batas Kota"


def test_a_misread_year_is_mended_by_the_file_name() -> None:
    text = (
        "PERATURAN PRESIDEN REPUBLIK INDONESIA\nNOMOR 72 TAHUN 2027\nTENTANG\nGIZI\nDENGAN RAHMAT"
    )
    metadata = read_metadata(text, filename="Perpres_Nomor_72_Tahun_2021.pdf")
    assert metadata.year == 2021


def test_the_date_is_that_of_enactment() -> None:
    text = QANUN + "\nDitetapkan di Banda Aceh pada tanggal 5 Nopember 2013"
    assert read_metadata(text).date == datetime.date(2013, 11, 5)


def test_a_table_is_named_by_its_file() -> None:
    name = "Indeks_Kemahalan_Konstruksi_Menurut_Kabupaten_Kota_Tahun_2014.csv"
    metadata = read_metadata("| Kabupaten/Kota | IKK |\n", filename=name)
    assert metadata.title == "Indeks Kemahalan Konstruksi menurut Kabupaten/Kota Tahun 2014"
    assert (metadata.kind, metadata.year, metadata.short_name) == ("statistik", 2014, "")


def test_an_english_text_is_known_as_such() -> None:
    text = (
        "The purpose of this guide is to inform the public of the services that are offered. " * 5
    )
    assert read_metadata(text).language == "en"


def test_an_empty_text_still_has_a_title() -> None:
    assert read_metadata("").title == "Dokumen"


@pytest.mark.parametrize("opening", OPENINGS, ids=[row["id"] for row in OPENINGS])
def test_it_reads_openings_of_all_kinds(opening: dict[str, Any]) -> None:
    metadata = read_metadata(opening["text"], filename=opening.get("filename", ""))
    read = {
        "kind": metadata.kind,
        "regulation_kind": metadata.regulation_kind,
        "number": metadata.number,
        "year": metadata.year,
        "about": metadata.about.lower(),
        "region": metadata.region,
        "issuer": metadata.issuer,
        "place": metadata.place,
        "date": str(metadata.date),
    }
    expected = {key: opening[key] for key in read if key in opening}
    if "about" in expected:
        expected["about"] = expected["about"].lower()
    assert {key: read[key] for key in expected} == expected


def test_promulgation_and_gazette_stand_below_the_enactment() -> None:
    metadata = read_metadata(next(row["text"] for row in OPENINGS if row["id"] == "enacted"))
    assert metadata.promulgated == datetime.date(2019, 3, 13)
    assert metadata.gazette == "Berita Daerah Aceh Tahun 2019 Nomor 9"


def test_the_year_of_enactment_decides_between_text_and_file_name() -> None:
    text = (
        "PERATURAN PRESIDEN REPUBLIK INDONESIA\nNOMOR 72 TAHUN 2021\nTENTANG\nGIZI\nDENGAN RAHMAT\n"
        "Ditetapkan di Jakarta\npada tanggal 5 Agustus 2021"
    )
    metadata = read_metadata(text, filename="Perpres_Nomor_72_Tahun_2012.pdf")
    assert metadata.year == 2021
    assert metadata.conflicts == (Conflict("year", "2021", "2012"),)


def test_another_number_in_the_file_name_is_a_conflict_and_the_text_wins() -> None:
    text = "PERATURAN PEMERINTAH\nNOMOR 70 TAHUN 2007\nTENTANG\nMODAL\nDENGAN RAHMAT"
    metadata = read_metadata(text, filename="pp/2007/7.md")
    assert (metadata.number, metadata.year) == ("70", 2007)
    assert metadata.conflicts == (Conflict("number", "70", "7"),)


def test_a_file_name_of_another_kind_is_no_conflict() -> None:
    metadata = read_metadata(QANUN, filename="Lampiran_UU_Nomor_11_Tahun_2006.pdf")
    assert metadata.conflicts == ()


def test_an_annex_is_named_as_such() -> None:
    text = "LAMPIRAN II\nPERATURAN GUBERNUR ACEH\nNOMOR 3 TAHUN 2020\nTENTANG\nTARIF\n\nDAFTAR"
    metadata = read_metadata(text)
    assert metadata.title == "Lampiran II Peraturan Gubernur Aceh Nomor 3 Tahun 2020 tentang Tarif"
