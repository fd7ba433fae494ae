"""Chunks cover the text, keep a pasal whole where it fits, and repeat what a reader needs."""

import hashlib
from itertools import pairwise
from pathlib import Path

import pytest

from documents.extraction.canonical import CanonicalText
from documents.extraction.tabular import write_grid
from documents.structure import sections
from retrieval.chunking import MAX_TOKENS, ChunkDraft, chunk, estimated_tokens

SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection"
LAWS = sorted(SAMPLES.glob("corpus/**/*.md"))


def cut(text: str, **options: object) -> list[ChunkDraft]:
    return chunk(text, sections(text), document_name="Dokumen", citation="UU 1/2001", **options)  # type: ignore[arg-type]


def uncovered(text: str, chunks: list[ChunkDraft]) -> str:
    covered = bytearray(len(text))
    for each in chunks:
        covered[each.start : each.end] = b"x" * (each.end - each.start)
    return "".join(c for c, mark in zip(text, covered, strict=True) if not mark).strip()


def pasal(number: int, words: int) -> str:
    return f"Pasal {number}\n" + "Setiap orang berhak atas layanan. " * (words // 5) + "\n"


@pytest.mark.parametrize("path", LAWS, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("size", [300, 1000, 2000])
def test_every_letter_of_a_law_lies_in_a_chunk(path: Path, size: int) -> None:
    text = path.read_text()
    chunks = cut(text, chunk_size=size, chunk_overlap=size // 5)
    assert uncovered(text, chunks) == ""
    assert all(each.text == text[each.start : each.end] != "" for each in chunks)
    assert [each.ordinal for each in chunks] == list(range(len(chunks)))
    assert max(estimated_tokens(each.indexed_text) for each in chunks) <= MAX_TOKENS


def test_the_sample_collection_stays_small() -> None:
    assert sum(len(cut(path.read_text())) for path in LAWS) < 600


def test_a_pasal_that_fits_is_one_chunk_with_its_heading_and_reference() -> None:
    text = "BAB I\nUMUM\n" + pasal(1, 50) + pasal(2, 50)
    first, second = cut(text)
    assert first.text.startswith("BAB I")  # a heading goes with what follows it
    assert first.section_path == ("BAB I UMUM", "Pasal 1")
    assert second.text.startswith("Pasal 2")
    assert second.legal_reference == "Pasal 2 UU 1/2001"
    assert second.indexed_text.startswith("Dokumen\nBAB I UMUM > Pasal 2\nPasal 2")


def test_a_long_pasal_is_split_at_its_ayat() -> None:
    sentence = "Pemerintah menyelenggarakan urusan bersama. " * 14
    text = "Pasal 1\n" + "".join(f"({n}) {sentence}\n" for n in range(1, 5)) + pasal(2, 20)
    chunks = cut(text)
    assert [each.legal_reference for each in chunks] == [
        "Pasal 1 ayat (1) UU 1/2001",
        "Pasal 1 ayat (2) UU 1/2001",
        "Pasal 1 ayat (3) UU 1/2001",
        "Pasal 1 ayat (4) UU 1/2001",
        "Pasal 2 UU 1/2001",
    ]


def test_short_ayat_stay_together() -> None:
    sentence = "Pemerintah menyelenggarakan urusan. " * 12
    text = "Pasal 1\n" + "".join(f"({n}) {sentence}\n" for n in range(1, 6))
    references = [each.legal_reference for each in cut(text)]
    assert references[0] == "Pasal 1 ayat (1) sampai dengan ayat (2) UU 1/2001"


def test_the_sentence_that_leads_into_a_list_is_repeated_for_the_index_only() -> None:
    items = "".join(f"{chr(97 + n)}. {'urusan pemerintahan umum ' * 8};\n" for n in range(15))
    text = f"Pasal 1\n(1) Gubernur berwenang:\n{items}(2) Selesai.\n"
    chunks = [each for each in cut(text) if each.legal_reference == "Pasal 1 ayat (1) UU 1/2001"]
    assert len(chunks) > 1
    assert all("(1) Gubernur berwenang:" in each.indexed_text for each in chunks)
    assert "Gubernur berwenang" not in chunks[1].text


def test_no_chunk_crosses_from_one_pasal_into_another() -> None:
    text = "".join(pasal(n, 30) for n in range(1, 8))
    assert [each.text.count("Pasal ") for each in cut(text)] == [1] * 7


def test_penjelasan_that_say_nothing_share_a_chunk() -> None:
    text = (
        pasal(1, 20)
        + "PENJELASAN ATAS UNDANG-UNDANG NOMOR 1\nI. UMUM\nTeks umum.\nII. PASAL DEMI PASAL\n"
        + "".join(f"Pasal {n}\nCukup jelas.\n" for n in range(1, 7))
        + "Pasal 7\n"
        + "Yang dimaksud dengan layanan adalah bantuan. " * 6
    )
    references = [each.legal_reference for each in cut(text)]
    assert "Penjelasan Pasal 1 sampai dengan Pasal 6 UU 1/2001" in references
    assert references[-1] == "Penjelasan Pasal 7 UU 1/2001"


def test_prose_overlaps_at_a_sentence() -> None:
    text = "".join(f"Kalimat nomor {n} berisi beberapa kata biasa. " for n in range(80))
    chunks = cut(text, chunk_size=500, chunk_overlap=100)
    for before, after in pairwise(chunks):
        assert before.end - 100 <= after.start < before.end
        assert after.text.startswith("Kalimat")


def test_a_lampiran_without_pasal_is_split_by_size() -> None:
    text = "LAMPIRAN\nPERATURAN DAERAH\n" + "Uraian kegiatan tanpa pasal apa pun di sini\n" * 1400
    chunks = cut(text)
    assert uncovered(text, chunks) == ""
    assert max(len(each.text) for each in chunks) <= 1000


def test_a_text_without_any_break_is_cut_all_the_same() -> None:
    text = "a" * 5000
    chunks = cut(text)
    assert uncovered(text, chunks) == ""
    assert max(len(each.text) for each in chunks) <= 1000


def test_rows_stay_whole_and_the_index_names_their_columns() -> None:
    canonical = CanonicalText()
    rows = [["Kabupaten", "Gampong"], *[[f"Kabupaten {n}", str(100 + n)] for n in range(200)]]
    table = write_grid(canonical, rows, name="")
    assert table is not None
    text = canonical.text()
    chunks = chunk(text, sections(text), document_name="Gampong 2013", tables=[table])
    assert uncovered(text, chunks) == ""
    assert len(chunks) > 3
    assert all(each.text.endswith("|") for each in chunks)
    assert "Kabupaten: Kabupaten 7 | Gampong: 107" in chunks[0].indexed_text
    assert chunks[0].text.startswith("| Kabupaten | Gampong |")
    assert chunks[1].text.startswith("| Kabupaten ")
    assert max(estimated_tokens(each.indexed_text) for each in chunks) <= MAX_TOKENS


def test_a_row_longer_than_the_embedder_reads_is_divided() -> None:
    canonical = CanonicalText()
    cell = "uraian kegiatan yang sangat panjang " * 120
    table = write_grid(canonical, [["No", "Uraian"], ["1", cell], ["2", "pendek"]], name="")
    assert table is not None
    text = canonical.text()
    chunks = chunk(text, sections(text), document_name="Tabel", tables=[table])
    assert uncovered(text, chunks) == ""
    assert max(estimated_tokens(each.indexed_text) for each in chunks) <= MAX_TOKENS


def test_the_digest_is_that_of_the_indexed_text() -> None:
    (only,) = cut("Satu kalimat saja.")
    assert only.digest == hashlib.sha256(only.indexed_text.encode()).hexdigest()


def test_an_empty_text_has_no_chunks() -> None:
    assert cut("  \n ") == []


def test_an_overlap_as_large_as_the_chunk_is_refused() -> None:
    with pytest.raises(ValueError, match="chunk_overlap"):
        cut("teks", chunk_size=100, chunk_overlap=100)


def test_a_table_too_long_to_search_is_found_by_header_first_rows_and_values() -> None:
    canonical = CanonicalText()
    rows = [[f"Kecamatan {n % 7}", f"Warga {n}", str(n)] for n in range(3_000)]
    table = write_grid(canonical, [["Kecamatan", "Nama", "Penerima"], *rows], name="")
    assert table is not None
    canonical.add("\nSumber: Dinas Sosial Aceh.\n")
    text = canonical.text()
    options = {"document_name": "Bantuan", "tables": [table]}
    chunks = chunk(text, sections(text), max_table_rows=2_999, **options)  # type: ignore[arg-type]
    assert len(chunks) < 30
    assert all(text[each.start : each.end] == each.text for each in chunks)
    assert [each.ordinal for each in chunks] == list(range(len(chunks)))
    assert chunks[0].text.startswith("| Kecamatan | Nama | Penerima |")
    (values,) = (each for each in chunks if "Kecamatan 5, Kecamatan 6" in each.indexed_text)
    assert "Kecamatan: Kecamatan 0, Kecamatan 1" in values.indexed_text
    assert not any("Warga 2000" in each.indexed_text for each in chunks)
    assert chunks[-1].text == "Sumber: Dinas Sosial Aceh."
    assert max(estimated_tokens(each.indexed_text) for each in chunks) <= MAX_TOKENS
    assert any(
        "Warga 2000" in each.indexed_text
        for each in chunk(text, sections(text), max_table_rows=3_000, **options)  # type: ignore[arg-type]
    )
