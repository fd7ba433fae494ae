"""Canonical Markdown as blocks: what is understood, and that marks fall on the quoted words."""

import pytest

from documents.blocks import Block, Run, blocks, has_mark, mark, plain_text
from documents.structure import sections

LAW = """BAB I KETENTUAN UMUM
Pasal 1
Dalam Qanun ini yang dimaksud dengan:
1. Aceh adalah daerah provinsi.
Pasal 2
(1) Gubernur dilantik oleh Menteri.
a. atas nama Presiden; dan
"""
TABLE = "| Kabupaten | Gampong |\n| --- | ---: |\n| Simeulue | 138 |\n| Pidie \\| Jaya | 222 |\n"


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, plain_text([block])) for block in blocks(text, sections(text))]


def all_runs(found: list[Block]) -> list[Run]:
    return [
        run
        for block in found
        for run in (*block.label, *block.runs, *(r for row in block.rows for c in row for r in c))
    ]


def marked_words(text: str, start: int, end: int) -> str:
    runs = all_runs(mark(blocks(text, sections(text)), (start, end)))
    return "".join(run.text for run in runs if run.marked)


def test_a_law_has_headings_items_and_paragraphs() -> None:
    assert shown(LAW) == [
        ("heading", "BAB I KETENTUAN UMUM"),
        ("heading", "Pasal 1"),
        ("paragraph", "Dalam Qanun ini yang dimaksud dengan:"),
        ("item", "1. Aceh adalah daerah provinsi."),
        ("heading", "Pasal 2"),
        ("item", "(1) Gubernur dilantik oleh Menteri."),
        ("item", "a. atas nama Presiden; dan"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "# Judul\n\nIsi.", [("heading", "Judul"), ("paragraph", "Isi.")], id="heading"
        ),
        pytest.param(
            "Kalimat yang panjangnya lebih dari satu\nbaris cetak, lalu\nselesai.\nBaru.",
            [
                (
                    "paragraph",
                    "Kalimat yang panjangnya lebih dari satu\nbaris cetak, lalu\nselesai.",
                ),
                ("paragraph", "Baru."),
            ],
            id="broken-lines-belong-together",
        ),
        pytest.param("- satu\n- dua", [("item", "- satu"), ("item", "- dua")], id="bullets"),
        pytest.param("```\n| x |\n```\n", [("code", "| x |")], id="code"),
        pytest.param(
            "a\n\n---\n\nb", [("paragraph", "a"), ("rule", ""), ("paragraph", "b")], id="rule"
        ),
        pytest.param(
            "**tebal** dan *miring* dan `kode`",
            [("paragraph", "tebal dan miring dan kode")],
            id="styles-fall-away",
        ),
        pytest.param(
            "<img src=x onerror=alert(1)>",
            [("paragraph", "<img src=x onerror=alert(1)>")],
            id="html-is-text",
        ),
        pytest.param(
            "[PPID](https://ppid.acehprov.go.id) [x](javascript:alert(1))",
            [("paragraph", "PPID [x](javascript:alert(1))")],
            id="only-web-addresses-are-links",
        ),
        pytest.param("", [], id="empty"),
        pytest.param("\n \n", [], id="blank"),
        pytest.param("```", [], id="fence-without-end"),
    ],
)
def test_markdown_is_understood(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_a_table_has_a_header_and_rows() -> None:
    (table,) = blocks(TABLE)
    assert table.kind == "table"
    assert table.header_rows == 1
    assert plain_text([table]) == "Kabupaten · Gampong\nSimeulue · 138\nPidie | Jaya · 222"


@pytest.mark.parametrize("text", [LAW, TABLE, "**a** b\\_c [d](http://e.f)\n\n> g"])
def test_every_run_is_a_slice_of_the_text(text: str) -> None:
    runs = all_runs(blocks(text, sections(text)))
    assert runs
    assert all(text[run.start : run.end] == run.text for run in runs)


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        pytest.param(LAW, "dilantik oleh Menteri", "dilantik oleh Menteri", id="within-an-item"),
        pytest.param(LAW, "(1) Gubernur", "(1)Gubernur", id="label-and-words"),
        pytest.param(
            LAW, "provinsi.\nPasal 2\n(1) Gub", "provinsi.Pasal 2(1)Gub", id="over-blocks"
        ),
        pytest.param(TABLE, "| Simeulue | 138 |", "Simeulue138", id="row"),
        pytest.param("a **tebal sekali** b", "tebal", "tebal", id="within-markup"),
        pytest.param("Syar’iyah 😀 Aceh di sini", "Aceh", "Aceh", id="after-wide-characters"),
    ],
)
def test_the_quoted_words_are_marked(text: str, quote: str, expected: str) -> None:
    start = text.index(quote)
    assert marked_words(text, start, start + len(quote)) == expected


def test_only_the_first_mark_carries_the_anchor() -> None:
    found = mark(blocks(LAW, sections(LAW)), (0, len(LAW)))
    assert [run.first_marked for run in all_runs(found) if run.marked].count(True) == 1
    assert all_runs(found)[0].first_marked


def test_a_span_elsewhere_marks_nothing() -> None:
    found = mark(blocks(LAW, sections(LAW)), (5_000, 6_000))
    assert not any(has_mark(block) for block in found)


def test_a_part_keeps_the_offsets_of_the_whole() -> None:
    start = LAW.index("Pasal 2")
    (first, *_) = blocks(LAW, sections(LAW), start=start)
    assert (first.kind, first.start) == ("heading", start)
    assert first.anchor == f"s{start}"
