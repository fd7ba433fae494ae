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


@pytest.mark.parametrize("unit", ["<div>a ", "<i>a ", "<table><tr><td>a "])
def test_nothing_that_is_nested_deeply_is_lost(tmp_path: Path, unit: str) -> None:
    assert html(tmp_path, unit * 20_000 + "akhir").count("a ") >= 19_000
    assert html(tmp_path, unit * 20_000 + "akhir").endswith("akhir")


def test_words_within_a_cell_are_put_together_as_shown(tmp_path: Path) -> None:
    text = html(
        tmp_path,
        "<table><tr><th>Luas <b>(m<sup>2</sup>)</b><th>Biaya</tr>"
        "<tr><td><span>1.</span><span>500</span><td>Rp<br>2.000<p>lunas</p></tr></table>",
    )
    assert text == "| Luas (m²) | Biaya |\n| --- | --- |\n| 1.500 | Rp 2.000 lunas |\n"


def test_a_menu_that_is_most_of_a_page_is_its_text(tmp_path: Path) -> None:
    page = "<body><div class=menu><a>Satu</a> <a>dua tiga empat</a></div><p>Isi.</p></body>"
    assert html(tmp_path, page) == "Satu dua tiga empat\n\nIsi."


def test_a_main_part_that_holds_little_is_no_document(tmp_path: Path) -> None:
    page = "<body><main>Cari</main><div>Seluruh isi halaman ini di luar bagian utama.</div></body>"
    assert html(tmp_path, page).startswith("Cari\n\nSeluruh isi")


def test_a_footer_belongs_to_its_article(tmp_path: Path) -> None:
    page = "<article><p>Isi yang panjang sekali.</p><footer>Catatan</footer></article>"
    assert html(tmp_path, f"{page}<footer>Kontak</footer>").endswith("Catatan")


def test_a_table_of_too_many_cells_is_refused(tmp_path: Path) -> None:
    content = "<table>" + "<tr><td colspan=200>a<td>b</tr>" * 5_000 + "</table>"
    with pytest.raises(ExtractionError) as caught:
        html(tmp_path, content)
    assert (caught.value.code, caught.value.detail) == ("too_large_inside", "cells: 1000000")


@pytest.mark.parametrize("name", ["punycode", "unicode_escape", "rot13", "tak-ada"])
def test_a_page_that_names_no_encoding_of_pages_is_read_all_the_same(
    tmp_path: Path, name: str
) -> None:
    page = f"<html><head><meta charset={name}></head><body>Syari\xe9</body></html>"
    assert html(tmp_path, page.encode("latin-1")) == "Syari\xe9"  # type: ignore[arg-type]


def test_html_without_what_surrounds_the_text(tmp_path: Path) -> None:
    text = html(
        tmp_path,
        "<body><div id='cookie-banner'>Kuki</div><nav><ul><li>Beranda</li></ul></nav>"
        "<div class='navbar'>Menu</div><form id='aspnetForm'><p>Isi halaman yang panjang sekali."
        "</p></form><div aria-hidden=true>x</div><footer>Hak cipta</footer></body>",
    )
    assert text == "Isi halaman yang panjang sekali."


def test_a_main_part_is_the_document(tmp_path: Path) -> None:
    text = html(tmp_path, "<body><div>Berita lain</div><main><p>Isi yang utama.</p></main></body>")
    assert text == "Isi yang utama."


def test_html_breaks_lines_only_where_it_says(tmp_path: Path) -> None:
    text = html(tmp_path, "<p>Jl. Satu\nDua<br>Banda Aceh<br><br>Lalu</p>")
    assert text == "Jl. Satu Dua\nBanda Aceh\n\nLalu"


def test_lists_are_numbered_as_shown(tmp_path: Path) -> None:
    text = html(tmp_path, "<ol type=a start=3><li>x<li>y</ol><ol><li value=5>z<li>w</ol>")
    assert text == "c. x\n\nd. y\n\n5. z\n\n6. w"


def test_spans_of_an_html_table_are_filled(tmp_path: Path) -> None:
    content = (
        "<table><caption>Biaya (dalam ribu rupiah)</caption><thead><tr><th rowspan=2>Izin"
        "<th colspan=2>Biaya</tr><tr><th>2019<th>2020</tr></thead>"
        "<tr><td rowspan=2>IMB<td>10<td>20</tr><tr><td>30<td>40</tr></table>"
    )
    (table,) = HtmlExtractor().extract(put(tmp_path, content)).tables
    assert table.columns == ("Izin", "Biaya / 2019", "Biaya / 2020")
    assert table.rows == (("IMB", "10", "20"), ("IMB", "30", "40"))
    assert table.unit == "ribu rupiah"


def test_a_span_without_end_costs_little(tmp_path: Path) -> None:
    content = "<table><tr><td colspan=999999 rowspan=999999>a<td>b</tr><tr><td>c<td>d</tr></table>"
    assert len(html(tmp_path, content)) < 5_000


@pytest.mark.parametrize("name", ["iso-8859-1", "windows-1252", "utf-8"])
def test_html_is_decoded_as_it_says(tmp_path: Path, name: str) -> None:
    page = f"<html><head><meta charset={name}></head><body>Syari\xe9</body></html>"
    assert html(tmp_path, page.encode(name)) == "Syari\xe9"  # type: ignore[arg-type]


def test_code_keeps_its_lines_and_links_their_words(tmp_path: Path) -> None:
    text = html(
        tmp_path,
        "<pre>a\n  b</pre><p>Daftar <a href='https://a.id/x'>di sini</a>, "
        "<a href='/y'>qanun</a>.</p>",
    )
    assert text == "```\na\n  b\n```\n\nDaftar di sini (https://a.id/x), qanun."


def test_front_matter_is_no_text_but_its_title_is(tmp_path: Path) -> None:
    path = put(tmp_path, "---\ntitle: 'Panduan Zakat'\nlayout: post\n---\n\nIsi.\n")
    assert MarkdownExtractor().extract(path).markdown == "# Panduan Zakat\n\nIsi.\n"
    path = put(tmp_path, "---\n\nBukan pengaturan: garis saja.\n")
    assert MarkdownExtractor().extract(path).markdown.startswith("---")


def test_a_table_within_code_is_code(tmp_path: Path) -> None:
    text = "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n"
    assert MarkdownExtractor().extract(put(tmp_path, text)).tables == ()


def test_comments_and_programs_within_markdown_are_left_out(tmp_path: Path) -> None:
    text = (
        "Isi <!-- rahasia\n--> <b>tebal</b>.\n<script>alert(1)</script>\n```\n<!-- kode -->\n```\n"
    )
    shown = MarkdownExtractor().extract(put(tmp_path, text)).markdown
    assert shown == "Isi  <b>tebal</b>.\n\n```\n<!-- kode -->\n```\n"


def test_form_feeds_divide_pages(tmp_path: Path) -> None:
    extraction = PlainTextExtractor().extract(put(tmp_path, "satu\n\fdua\n\ftiga\n"))
    pages = [extraction.markdown[page.start : page.end].strip() for page in extraction.pages]
    assert pages == ["satu", "dua", "tiga"]
    assert extraction.pages[-1].end == len(extraction.markdown)


def test_lines_of_one_width_are_put_together(tmp_path: Path) -> None:
    paragraph = (
        "Pemerintah Aceh menyelenggarakan pelayanan publik yang mudah, ce-\n"
        "pat, dan terbuka bagi seluruh penduduk di kabupaten dan kota yang\n"
        "ada di wilayah Aceh dengan tetap memperhatikan kekhususan daerah.\n"
    )
    listed = "a. menyiapkan bahan yang diperlukan oleh bagian umum dan keuangan\n"
    text = f"BAB I\n{paragraph}{listed}\n{paragraph}{listed}"
    lines = PlainTextExtractor().extract(put(tmp_path, text)).markdown.split("\n")
    assert lines[0] == "BAB I"
    assert lines[1].startswith(
        "Pemerintah Aceh menyelenggarakan pelayanan publik yang mudah, cepat"
    )
    assert lines[1].endswith("kekhususan daerah.")
    assert lines[2].startswith("a. menyiapkan")


def test_columns_set_by_blanks_stay_lines(tmp_path: Path) -> None:
    text = "".join(f"Kecamatan nomor {n:<20}      {n * 1000:>20}       {n}\n" for n in range(12))
    assert PlainTextExtractor().extract(put(tmp_path, text)).markdown == text


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
