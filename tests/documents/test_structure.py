"""Parts of regulations are found, and cross-references are not taken for headings."""

from itertools import pairwise
from pathlib import Path

import pytest

from documents.structure import Section, sections

SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection" / "corpus"


def of_kind(text: str, kind: str) -> list[Section]:
    return [section for section in sections(text) if section.kind == kind]


LAW = """UNDANG-UNDANG REPUBLIK INDONESIA
NOMOR 1 TAHUN 2001
TENTANG
CONTOH

Menimbang : a. bahwa perlu;
Mengingat : 1. Pasal 5 ayat (1) UUD 1945;
MEMUTUSKAN:
Menetapkan : UNDANG-UNDANG TENTANG CONTOH.
BAB I
KETENTUAN UMUM
Pasal 1
Dalam Undang-Undang ini yang dimaksud dengan:
1. Aceh adalah daerah.
BAB II PELAKSANAAN
Bagian Kesatu
Umum
Pasal 2
(1) Pelaksanaan dilakukan sebagaimana dimaksud dalam
Pasal 7
ayat (2) dan ayat (3).
(2) Ketentuan ayat (1) berlaku.
Pasal 7 ayat (2) berlaku juga bagi daerah.
Pasal 2A
Disisipkan.
Agar setiap orang mengetahuinya, diundangkan. Disahkan di Jakarta
PENJELASAN ATAS UNDANG-UNDANG REPUBLIK INDONESIA NOMOR 1 TAHUN 2001
I. UMUM
Cukup panjang.
II. PASAL DEMI PASAL
Pasal 1
Cukup jelas.
Pasal 2
Ayat (1) Cukup jelas. Ayat (2) Yang dimaksud.
LAMPIRAN I
UNDANG-UNDANG NOMOR 1 TAHUN 2001
Daftar.
"""


def test_it_finds_every_part_of_a_law_in_order() -> None:
    kinds = [section.kind for section in sections(LAW) if section.kind != "ayat"]
    assert kinds == [
        "title_block",
        "menimbang",
        "mengingat",
        "memutuskan",
        "bab",
        "pasal",
        "bab",
        "bagian",
        "pasal",
        "pasal",
        "closing",
        "penjelasan",
        "penjelasan_umum",
        "penjelasan",
        "penjelasan_pasal",
        "penjelasan_pasal",
        "lampiran",
    ]


def test_a_title_stands_beside_or_below_its_heading() -> None:
    assert [bab.path[-1] for bab in of_kind(LAW, "bab")] == [
        "BAB I KETENTUAN UMUM",
        "BAB II PELAKSANAAN",
    ]


def test_a_path_leads_from_the_bab_to_the_pasal() -> None:
    pasal = of_kind(LAW, "pasal")[1]
    assert pasal.path == ("BAB II PELAKSANAAN", "Bagian Kesatu Umum", "Pasal 2")


def test_a_line_that_begins_with_a_reference_is_no_heading() -> None:
    assert [pasal.number for pasal in of_kind(LAW, "pasal")] == ["1", "2", "2A"]
    pasal = of_kind(LAW, "pasal")[1]
    assert "Pasal 7 ayat (2) berlaku juga" in LAW[pasal.start : pasal.end]


def test_ayat_lie_within_their_pasal() -> None:
    first, second = of_kind(LAW, "ayat")[:2]
    assert LAW[first.start : first.end].startswith("(1) Pelaksanaan")
    assert LAW[second.start : second.end].startswith("(2) Ketentuan")
    assert first.path[-2:] == ("Pasal 2", "ayat (1)")


def test_the_elucidation_has_its_own_pasal() -> None:
    found = of_kind(LAW, "penjelasan_pasal")
    assert [section.path for section in found] == [
        ("Penjelasan", "Pasal 1"),
        ("Penjelasan", "Pasal 2"),
    ]


def test_the_closing_is_no_part_of_the_last_pasal() -> None:
    last = of_kind(LAW, "pasal")[-1]
    assert "Agar setiap orang" not in LAW[last.start : last.end]


def test_headings_in_the_middle_of_a_line_are_found_by_their_sequence() -> None:
    text = (
        "MEMUTUSKAN : Menetapkan : PERATURAN TENTANG BATAS. BAB I KETENTUAN UMUM Pasal 1 Dalam ini "
        "dimaksud: a. Kabupaten sebagaimana Pasal 9 Undang-undang. BAB II PERUBAHAN Pasal 2 "
        "(1) Batas diubah. (2) Batas lama hapus. Pasal 3 Berlaku."
    )
    assert [pasal.number for pasal in of_kind(text, "pasal")] == ["1", "2", "3"]
    assert [bab.title for bab in of_kind(text, "bab")] == ["KETENTUAN UMUM", "PERUBAHAN"]
    assert [ayat.number for ayat in of_kind(text, "ayat")] == ["1", "2"]


def test_a_catchword_is_no_heading() -> None:
    text = (
        "Pasal 3\nCukup jelas Pasal 4...\nPasal 4\nAyat satu. BAB II...\nBAB II UMUM\nPasal 5\nIsi."
    )
    assert [pasal.number for pasal in of_kind(text, "pasal")] == ["3", "4", "5"]
    assert len(of_kind(text, "bab")) == 1


def test_contents_with_dot_leaders_are_no_headings() -> None:
    text = (
        "DAFTAR ISI\nBAB I PENDAHULUAN ........ 1\nBAB II ISI ........ 5\n\n"
        "BAB I PENDAHULUAN\nTeks."
    )
    assert [bab.title for bab in of_kind(text, "bab")] == ["PENDAHULUAN"]


def test_the_parts_of_an_annex_listed_in_a_pasal_are_no_headings() -> None:
    text = (
        "Pasal 3\n(1) RKPD disusun dengan sistematika sebagai berikut:\n"
        "a. BAB I : PENDAHULUAN;\nb. BAB II : EVALUASI HASIL; dan\nc. BAB III : PENUTUP.\n"
        "(2) RKPD tercantum dalam lampiran.\n\nPasal 4\nIsi.\n"
    )
    assert of_kind(text, "bab") == []
    assert "PENUTUP" in text[of_kind(text, "pasal")[0].start : of_kind(text, "pasal")[0].end]


def test_an_amending_law_nests_the_amended_pasal() -> None:
    text = (
        "MEMUTUSKAN:\nPasal I\nDiubah:\n1. Pasal 5 diubah sehingga berbunyi:\n"
        "Pasal 5\nIsi baru.\nPasal II\nBerlaku."
    )
    assert [pasal.path for pasal in of_kind(text, "pasal")] == [
        ("Pasal I",),
        ("Pasal I", "angka 1", "Pasal 5"),
        ("Pasal II",),
    ]


def test_markdown_headings_nest_by_their_level() -> None:
    text = "# Layanan\nTeks.\n## Syarat\nKTP.\n# Biaya\nGratis."
    assert [section.path for section in sections(text)] == [
        ("Layanan",),
        ("Layanan", "Syarat"),
        ("Biaya",),
    ]


@pytest.mark.parametrize("text", ["", "Hanya satu kalimat.", "\n\n  \n"])
def test_a_text_without_structure_is_one_section(text: str) -> None:
    (only,) = sections(text)
    assert (only.start, only.end, only.kind) == (0, len(text), "text")


@pytest.mark.parametrize(
    ("path", "pasal", "bab"),
    [
        ("data-peraturan/uu/2006/11.md", 273, 40),
        ("data-peraturan/uu/1999/44.md", 13, 5),
        ("data-peraturan/uu/1999/48.md", 21, 6),
        ("data-peraturan/pp/2007/20.md", 22, 9),
    ],
)
def test_it_finds_each_pasal_of_the_sample_laws_once(path: str, pasal: int, bab: int) -> None:
    text = (SAMPLES / path).read_text()
    numbers = [section.number for section in of_kind(text, "pasal")]
    assert numbers == [str(number) for number in range(1, pasal + 1)]
    assert len(of_kind(text, "bab")) == bab
    assert len(of_kind(text, "penjelasan_pasal")) == pasal


def test_sections_nest_and_follow_the_text() -> None:
    text = (SAMPLES / "data-peraturan/uu/2006/11.md").read_text()
    found = sections(text)
    assert found[0].start == 0
    assert all(a.start <= b.start for a, b in pairwise(found))
    assert all(s.start <= s.heading_end <= s.end <= len(text) for s in found)
