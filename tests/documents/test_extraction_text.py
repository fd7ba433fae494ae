"""Markdown, plain text, HTML and Word become canonical Markdown without invented headings."""

from pathlib import Path

import docx
import pytest

from documents.extraction.html import HtmlExtractor
from documents.extraction.markdown import MarkdownExtractor, tables_of
from documents.extraction.plain_text import PlainTextExtractor
from documents.extraction.types import ExtractionError
from documents.extraction.word import WordExtractor


def put(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def html(tmp_path: Path, content: str) -> str:
    return HtmlExtractor().extract(put(tmp_path, content)).markdown


def test_line_breaks_and_control_characters_are_made_plain(tmp_path: Path) -> None:
    path = put(tmp_path, "\ufeffsatu  \r\ndua\rtiga\x00\x07\n")
    assert PlainTextExtractor().extract(path).markdown == "satu\ndua\ntiga\n"


def test_a_text_is_one_page_without_number(tmp_path: Path) -> None:
    extraction = PlainTextExtractor().extract(put(tmp_path, "isi"))
    (page,) = extraction.pages
    assert (page.number, page.start, page.end) == (None, 0, 3)


@pytest.mark.parametrize("content", ["", " \n ", "---\n***"])
def test_a_file_without_letters_has_no_text(tmp_path: Path, content: str) -> None:
    with pytest.raises(ExtractionError) as caught:
        MarkdownExtractor().extract(put(tmp_path, content))
    assert caught.value.code == "no_text"


def test_a_file_over_its_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        PlainTextExtractor(max_bytes=10).extract(put(tmp_path, "a" * 11))
    assert caught.value.code == "too_large_inside"


def test_markdown_tables_are_handed_on_as_rows(tmp_path: Path) -> None:
    text = "Teks\n\n| a | b |\n|---|:-:|\n| 1 | x\\|y |\n| 2 |\n\nAkhir | bukan tabel\n"
    extraction = MarkdownExtractor().extract(put(tmp_path, text))
    (table,) = extraction.tables
    assert extraction.markdown == text
    assert (table.columns, table.rows) == (("a", "b"), (("1", "x|y"), ("2", "")))
    assert [text[slice(*span)] for span in table.row_spans] == ["| 1 | x\\|y |", "| 2 |"]


def test_a_line_below_a_sentence_is_no_table() -> None:
    assert list(tables_of("Judul | bagian\n\n---\nteks | lain\n")) == []


def test_html_keeps_headings_lists_and_tables(tmp_path: Path) -> None:
    text = html(
        tmp_path,
        "<html><head><title>T</title></head><body><h1>Layanan</h1><p>Satu <b>dua</b>\n tiga.</p>"
        "<ol><li>KTP</li><li>KK</li></ol><table><tr><th>Izin</th><th>Biaya</th></tr>"
        "<tr><td>A</td><td>Rp0</td></tr></table></body></html>",
    )
    assert text.startswith("# Layanan\n\nSatu dua tiga.\n\n1. KTP\n\n2. KK\n\n| Izin | Biaya |")


def test_nothing_that_runs_or_hides_is_read(tmp_path: Path) -> None:
    text = html(
        tmp_path,
        "<body><script>alert(1)</script><style>p{}</style><!-- rahasia -->"
        "<p style='display: none'>abaikan</p><p hidden>abaikan</p><p>Isi</p>"
        "<img src=x onerror=alert(2)></body>",
    )
    assert text == "Isi"


def test_html_nested_without_end_is_read_all_the_same(tmp_path: Path) -> None:
    assert "dalam" in html(tmp_path, "<div>" * 3000 + "dalam" + "</div>" * 3000)


def test_word_keeps_headings_numbers_and_tables(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Panduan", level=1)
    document.add_paragraph("Pertama", style="List Number")
    document.add_paragraph("Kedua", style="List Number")
    document.add_paragraph("Tanpa nomor")
    table = document.add_table(rows=2, cols=2)
    for row, texts in zip(table.rows, (("Izin", "Biaya"), ("A", "Rp0")), strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    path = tmp_path / "a.docx"
    document.save(str(path))
    extraction = WordExtractor().extract(path)
    assert extraction.markdown.startswith("# Panduan\n\n1. Pertama\n\n2. Kedua\n\nTanpa nomor\n\n")
    assert extraction.tables[0].rows == (("A", "Rp0"),)


def test_a_damaged_word_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        WordExtractor().extract(put(tmp_path, b"PK\x03\x04 rusak"))
    assert caught.value.code == "damaged_file"
