"""Of a Word file everything is read that its reader sees, and nothing else."""

from pathlib import Path

import pytest

from documents.extraction.types import Extraction, ExtractionError
from documents.extraction.word import WordExtractor
from tests.documents.word_files import (
    cell,
    in_list,
    numbering,
    paragraph,
    row,
    run,
    table,
    word_file,
)

FIELD = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'


def read(tmp_path: Path, body: str, **more: object) -> Extraction:
    return WordExtractor().extract(word_file(tmp_path / "a.docx", body, **more))  # type: ignore[arg-type]


def text(tmp_path: Path, body: str, **more: object) -> str:
    return read(tmp_path, body, **more).markdown.strip()


def field(code: str, result: str) -> str:
    instruction = f"<w:r><w:instrText> {code} </w:instrText></w:r>"
    return (
        FIELD.format("begin")
        + instruction
        + FIELD.format("separate")
        + run(result)
        + FIELD.format("end")
    )


def test_numbers_of_several_levels_are_written_as_shown(tmp_path: Path) -> None:
    levels = numbering(("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))
    body = "".join(
        paragraph(words, properties=in_list(level))
        for words, level in (("A", 0), ("B", 1), ("C", 2), ("D", 2), ("E", 1), ("F", 0), ("G", 1))
    )
    assert text(tmp_path, body, parts={"numbering": levels}).split("\n\n") == [
        *("1. A", "1.1 B", "(a) C", "(b) D", "1.2 E", "2. F", "2.1 G"),
    ]


def test_a_list_goes_on_in_another_of_its_definition_unless_it_begins_anew(tmp_path: Path) -> None:
    body = "".join(paragraph("x", properties=in_list(0, n)) for n in (1, 1, 2, 2, 1))
    going_on = numbering(("decimal", "%1."))
    anew = numbering(
        ("decimal", "%1."),
        overrides='<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>',
    )
    assert text(tmp_path, body, parts={"numbering": going_on}).split() == [
        *("1.", "x", "2.", "x", "3.", "x", "4.", "x", "5.", "x"),
    ]
    assert text(tmp_path, body, parts={"numbering": anew}).split()[::2] == [
        *("1.", "2.", "1.", "2.", "3."),
    ]


def test_an_automatic_pasal_is_a_line_of_its_own_even_without_words(tmp_path: Path) -> None:
    levels = numbering(("upperRoman", "BAB %1"), ("decimal", "Pasal %2"), ("decimal", "(%3)"))
    body = (
        paragraph("KETENTUAN UMUM", properties=in_list(0))
        + paragraph(properties=in_list(1))
        + paragraph("Setiap orang berhak.", properties=in_list(2))
        + paragraph("Pemerintah wajib.", properties=in_list(1))
    )
    assert text(tmp_path, body, parts={"numbering": levels}) == (
        "BAB I\nKETENTUAN UMUM\n\nPasal 1\n\n(1) Setiap orang berhak.\n\nPasal 2\nPemerintah wajib."
    )


def test_changes_are_read_as_accepted(tmp_path: Path) -> None:
    inserted = f'<w:ins w:id="1">{run("sepuluh")}</w:ins>'
    deleted = '<w:del w:id="2"><w:r><w:delText>lima</w:delText></w:r></w:del>'
    moved = f'<w:moveFrom w:id="3">{run(" lama")}</w:moveFrom>'
    body = paragraph("Paling lama ", inserted, deleted, moved, " hari.")
    assert text(tmp_path, body) == "Paling lama sepuluh hari."


def test_a_deleted_paragraph_end_joins_two_paragraphs(tmp_path: Path) -> None:
    body = paragraph("Awal", properties='<w:rPr><w:del w:id="1"/></w:rPr>') + paragraph("akhir.")
    assert text(tmp_path, body) == "Awal akhir."


def test_what_is_hidden_or_a_comment_is_not_read(tmp_path: Path) -> None:
    comment = '<w:r><w:commentReference w:id="0"/></w:r>'
    body = paragraph("Isi", run(" rahasia", "<w:vanish/>"), comment, ".")
    parts = {"comments": f'<w:comment w:id="0">{paragraph("Catatan penyunting")}</w:comment>'}
    assert text(tmp_path, body, parts=parts) == "Isi."


def test_a_field_shows_its_result_but_no_contents_and_no_page_number(tmp_path: Path) -> None:
    body = (
        paragraph(field("TOC \\o", "BAB I ........ 1"))
        + paragraph("Nama: ", field("MERGEFIELD nama", "Cut Nyak"))
        + paragraph("Halaman ", field("PAGE", "7"))
    )
    assert text(tmp_path, body) == "Nama: Cut Nyak\n\nHalaman"


def test_a_footnote_stands_below_its_paragraph(tmp_path: Path) -> None:
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    note = paragraph("Lihat UU 11/2006.")
    notes = f'<w:footnote w:type="separator" w:id="0"/><w:footnote w:id="2">{note}</w:footnote>'
    found = text(
        tmp_path,
        paragraph("Zakat", reference, " wajib.") + paragraph("Lalu."),
        parts={"footnotes": notes},
    )
    assert found == "Zakat[^1] wajib.\n\n[^1]: Lihat UU 11/2006.\n\nLalu."


def test_a_text_box_is_read_once(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph('Di dalam kotak')}</w:txbxContent>"
    drawing = (
        "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx>"
        f"{box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    assert text(tmp_path, paragraph("Isi.", drawing)) == "Isi.\n\nDi dalam kotak"


def test_the_letterhead_is_read_once_and_page_numbers_are_not(tmp_path: Path) -> None:
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rheader"/>'
        '<w:footerReference w:type="default" r:id="rfooter"/></w:sectPr>'
    )
    parts = {
        "header": paragraph("GUBERNUR ACEH"),
        "footer": paragraph("Halaman ", field("PAGE", "1"), " dari ", field("NUMPAGES", "9")),
    }
    assert text(tmp_path, paragraph("Isi.") + section, parts=parts) == "GUBERNUR ACEH\n\nIsi."


def test_pages_are_those_that_word_printed_last(tmp_path: Path) -> None:
    rendered = "<w:r><w:lastRenderedPageBreak/></w:r>"
    extraction = read(tmp_path, paragraph("Satu.") + paragraph(rendered, "Dua ", rendered, "tiga."))
    pages = [extraction.markdown[page.start : page.end].strip() for page in extraction.pages]
    assert pages == ["Satu.", "Dua", "tiga."]
    assert [page.number for page in extraction.pages] == [1, 2, 3]
    assert [read(tmp_path, paragraph("Satu.")).pages[0].number] == [None]


def test_merged_cells_are_named_in_every_row_and_amounts_once(tmp_path: Path) -> None:
    begins, goes_on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    wide = '<w:gridSpan w:val="2"/>'
    body = table(
        row(cell("Kabupaten", properties=begins), cell("Penduduk", properties=wide)),
        row(cell("", properties=goes_on), "Laki-laki", "Perempuan"),
        row(cell("Pidie", properties=begins), "10", cell("12", properties=begins)),
        row(cell("", properties=goes_on), "20", cell("", properties=goes_on)),
    )
    (found,) = read(tmp_path, body).tables
    assert found.columns == ("Kabupaten", "Penduduk / Laki-laki", "Penduduk / Perempuan")
    assert found.rows == (("Pidie", "10", "12"), ("Pidie", "20", ""))


def test_spans_of_rows_are_places_in_the_whole_text(tmp_path: Path) -> None:
    body = paragraph("Pengantar.") + table(row("Izin", "Biaya"), row("A", "Rp0"), row("B", "Rp5"))
    extraction = read(tmp_path, body)
    (found,) = extraction.tables
    assert [extraction.markdown[a:b] for a, b in found.row_spans] == ["| A | Rp0 |", "| B | Rp5 |"]


def test_a_table_within_a_cell_is_a_table(tmp_path: Path) -> None:
    inner = table(row("Izin", "Biaya"), row("A", "Rp0"), row("B", "Rp5"))
    extraction = read(tmp_path, table(row(cell("Syarat:", inner, paragraph("Selesai.")))))
    assert extraction.tables[0].columns == ("Izin", "Biaya")
    assert extraction.markdown.startswith("Syarat:\n\n| Izin | Biaya |")
    assert extraction.markdown.rstrip().endswith("Selesai.")


def test_considerations_set_in_a_table_are_lines(tmp_path: Path) -> None:
    body = table(
        row("Menimbang", ":", "a.", "bahwa zakat wajib;"),
        row("", "", "b.", "bahwa perlu qanun;"),
        row("Mengingat", ":", cell("1. UU 11/2006;", "2. UU 23/2014;")),
    )
    assert text(tmp_path, body).split("\n\n") == [
        "Menimbang : a. bahwa zakat wajib;",
        "b. bahwa perlu qanun;",
        "Mengingat : 1. UU 11/2006;",
        "2. UU 23/2014;",
    ]


def test_capitals_superscripts_symbols_and_equations_are_as_seen(tmp_path: Path) -> None:
    equation = (
        "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num>"
        "<m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"
    )
    body = paragraph(
        run("bab i", "<w:caps/>"),
        " luas 5 m",
        run("2", '<w:vertAlign w:val="superscript"/>'),
        '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>',
        equation,
    )
    assert text(tmp_path, body) == "BAB I luas 5 m²☑ (a+b)/2"


def test_a_link_tells_its_address_where_the_words_do_not(tmp_path: Path) -> None:
    body = paragraph(
        f'<w:hyperlink r:id="l1">{run("di sini")}</w:hyperlink>',
        " atau ",
        f'<w:hyperlink r:id="l2">{run("www.acehprov.go.id")}</w:hyperlink>',
    )
    links = {"l1": "https://izin.acehprov.go.id/daftar", "l2": "https://www.acehprov.go.id/"}
    assert text(tmp_path, body, links=links) == (
        "di sini (https://izin.acehprov.go.id/daftar) atau www.acehprov.go.id"
    )


def test_content_controls_and_strict_files_are_read(tmp_path: Path) -> None:
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('Isian')}</w:sdtContent></w:sdt>"
    contents = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>'
        f"</w:sdtPr><w:sdtContent>{paragraph('BAB I 1')}</w:sdtContent></w:sdt>"
    )
    assert text(tmp_path, contents + control, strict=True) == "Isian"


def test_pictures_alone_need_another_format(tmp_path: Path) -> None:
    picture = '<w:r><w:drawing><a:blip r:embed="x"/></w:drawing></w:r>'
    with pytest.raises(ExtractionError) as caught:
        read(tmp_path, paragraph(picture))
    assert (caught.value.code, caught.value.detail) == ("no_text", "pictures")
    (finding,) = read(tmp_path, paragraph("Lampiran.", picture)).findings
    assert (finding.code, finding.detail) == ("pictures_unread", {"pictures": 1})


def test_too_many_paragraphs_are_refused(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", paragraph("x") * 6)
    with pytest.raises(ExtractionError) as caught:
        WordExtractor(max_paragraphs=5).extract(path)
    assert (caught.value.code, caught.value.detail) == ("too_large_inside", "paragraphs: 5")
