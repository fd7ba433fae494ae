"""Tables of contents, and the parts of long texts."""

import pytest

from documents.contents import part_holding, parts, table_of_contents
from documents.structure import sections
from tests.pages.samples import UU_11


def test_a_law_lists_its_chapters_with_their_articles() -> None:
    text = UU_11.read_text()
    contents = table_of_contents(text, sections(text))
    chapters = {entry.label: entry for entry in contents}
    assert chapters["BAB II"].title == "PEMBAGIAN DAERAH ACEH DAN KAWASAN KHUSUS"
    assert [below.label for below in chapters["BAB II"].below] == [
        "Pasal 2",
        "Pasal 3",
        "Pasal 4",
        "Pasal 5",
    ]


def test_every_chapter_and_article_begins_where_it_says() -> None:
    text = UU_11.read_text()
    contents = table_of_contents(text, sections(text))
    lines = [line for entry in contents for line in (entry, *entry.below)]
    named = [line for line in lines if line.label.startswith(("BAB", "Pasal"))]
    assert len(named) > 300
    assert all(text.startswith(line.label, line.start) for line in named)


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        pytest.param("abc", 10, [(0, 3)], id="short"),
        pytest.param("", 10, [(0, 0)], id="empty"),
        pytest.param("aaa\nbbb\nccc", 8, [(0, 8), (8, 11)], id="at-a-line-end"),
        pytest.param("a" * 25, 10, [(0, 10), (10, 20), (20, 25)], id="no-line-end"),
    ],
)
def test_parts_are_the_text(text: str, size: int, expected: list[tuple[int, int]]) -> None:
    assert parts(text, size=size) == expected
    assert "".join(text[start:end] for start, end in parts(text, size=size)) == text


@pytest.mark.parametrize(("offset", "part"), [(0, 0), (7, 0), (8, 1), (99, 1)])
def test_the_part_that_holds_an_offset(offset: int, part: int) -> None:
    assert part_holding([(0, 8), (8, 11)], offset) == part


def test_what_an_amendment_quotes_stands_below_it() -> None:
    text = (
        "MEMUTUSKAN:\nPasal I\nDiubah sebagai berikut:\n1. Ketentuan Pasal 5 diubah sehingga "
        "berbunyi sebagai berikut:\nPasal 5\nSetiap orang berhak.\nPasal II\nMulai berlaku.\n"
    )
    entries = table_of_contents(text, sections(text))
    assert [(entry.label, [one.label for one in entry.below]) for entry in entries] == [
        ("Pasal I", ["Pasal 5"]),
        ("Pasal II", []),
    ]
