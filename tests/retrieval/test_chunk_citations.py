"""What chunks are cited as, and by which keys their provisions are found."""

import pytest

from documents.structure import sections
from retrieval.chunking import ChunkDraft, chunk
from retrieval.identifiers import mentions, provisions

AMENDING = """UNDANG-UNDANG REPUBLIK INDONESIA
NOMOR 3 TAHUN 2025
TENTANG
PERUBAHAN ATAS UNDANG-UNDANG NOMOR 34 TAHUN 2004 TENTANG TENTARA NASIONAL INDONESIA
MEMUTUSKAN:
Pasal I
Beberapa ketentuan dalam Undang-Undang Nomor 34 Tahun 2004 diubah sebagai berikut:
1. Ketentuan Pasal 7 diubah sehingga berbunyi sebagai berikut:
Pasal 7
(1) Tugas pokok adalah menegakkan kedaulatan negara.
2. Pasal 9 dihapus.
Pasal II
Undang-Undang ini mulai berlaku pada tanggal diundangkan.
PENJELASAN ATAS UNDANG-UNDANG REPUBLIK INDONESIA NOMOR 3 TAHUN 2025
II. PASAL DEMI PASAL
Pasal I
Angka 1
Pasal 7
Ayat (1) Yang dimaksud dengan menegakkan kedaulatan adalah mempertahankan kekuasaan negara untuk
melaksanakan pemerintahan sendiri yang bebas dari ancaman.
Pasal II
Cukup jelas.
"""


def cut(text: str, **options: object) -> list[ChunkDraft]:
    return chunk(text, sections(text), document_name="Dokumen", citation="UU 3/2025", **options)  # type: ignore[arg-type]


def holding(words: str, text: str) -> ChunkDraft:
    return next(each for each in cut(text) if words in each.text)


def keys(draft: ChunkDraft) -> list[str]:
    return provisions(draft.section_path, draft.legal_reference, amends=draft.amends)


def test_a_quoted_pasal_is_cited_as_what_it_changes() -> None:
    draft = holding("Tugas pokok", AMENDING)
    assert draft.legal_reference == "Pasal I angka 1 UU 3/2025 (mengubah Pasal 7 UU 34/2004)"
    assert draft.text.startswith("1. Ketentuan Pasal 7 diubah")
    assert keys(draft) == ["#i", "uu:34/2004#7"]


def test_a_point_that_repeals_a_pasal_names_the_amended_law() -> None:
    draft = holding("Pasal 9 dihapus", AMENDING)
    assert draft.legal_reference == "Pasal I angka 2 UU 3/2025"
    assert keys(draft) == ["#i"]
    assert "uu:34/2004#9" in mentions(draft.text, amends=draft.amends)


def test_the_amending_laws_own_pasal_is_its_own() -> None:
    draft = holding("mulai berlaku", AMENDING)
    assert (draft.legal_reference, draft.amends) == ("Pasal II UU 3/2025", "")
    assert keys(draft) == ["#ii"]


def test_an_elucidation_is_tied_to_the_pasal_that_it_explains() -> None:
    draft = holding("mempertahankan kekuasaan", AMENDING)
    assert draft.legal_reference == (
        "Penjelasan Pasal I angka 1 UU 3/2025 (mengubah Pasal 7 UU 34/2004)"
    )
    assert keys(draft) == ["penjelasan#7"]


def test_the_amended_law_may_stand_in_the_title_alone() -> None:
    text = AMENDING.replace("dalam Undang-Undang Nomor 34 Tahun 2004 diubah", "diubah")
    assert holding("Tugas pokok", text).amends == "uu:34/2004"


def test_a_pasal_of_a_lampiran_is_none_of_the_body() -> None:
    text = (
        "MEMUTUSKAN:\nPasal 1\nMenyetujui perjanjian.\nDitetapkan di Jakarta\n"
        "LAMPIRAN\nPERATURAN PRESIDEN\nPasal 1\nPara pihak bekerja sama.\n"
    )
    draft = holding("Para pihak", text)
    assert draft.legal_reference == "Lampiran, Pasal 1 UU 3/2025"
    assert keys(draft) == ["lampiran#1"]
    assert keys(holding("Menyetujui", text)) == ["#1"]


def elucidation(*numbers: str) -> str:
    return "MEMUTUSKAN:\nPasal 1\nBerlaku.\nPENJELASAN ATAS UNDANG-UNDANG\nPASAL DEMI PASAL\n" + (
        "".join(f"Pasal {number}\nCukup jelas.\n" for number in numbers)
    )


@pytest.mark.parametrize(
    ("numbers", "reference"),
    [
        (("1", "2", "3"), "Penjelasan Pasal 1 sampai dengan Pasal 3 UU 3/2025"),
        (("1", "2", "2A", "3"), "Penjelasan Pasal 1, Pasal 2, Pasal 2A, Pasal 3 UU 3/2025"),
        (("1", "2", "5"), "Penjelasan Pasal 1, Pasal 2, Pasal 5 UU 3/2025"),
    ],
)
def test_elucidations_that_say_nothing_are_found_by_each_number(
    numbers: tuple[str, ...], reference: str
) -> None:
    draft = cut(elucidation(*numbers))[-1]
    assert draft.legal_reference == reference
    assert keys(draft) == [f"penjelasan#{number.lower()}" for number in numbers]


def test_an_elucidation_of_several_pasal_is_found_by_each() -> None:
    text = elucidation() + "Pasal 1 sampai dengan Pasal 3\n" + "Uraian yang cukup panjang. " * 10
    assert keys(cut(text)[-1]) == ["penjelasan#1", "penjelasan#2", "penjelasan#3"]


def test_all_diktum_are_cited_by_their_word() -> None:
    text = "KEPUTUSAN\nMEMUTUSKAN:\nKESATU : Membentuk tim.\nKEDUA : Tim bertugas.\n"
    assert cut(text)[-1].legal_reference == "Diktum Kedua UU 3/2025"
