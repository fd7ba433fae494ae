"""Boxes of quoted words, and pictures that are made once."""

from pathlib import Path

import pytest

from documents import page_pictures
from documents.extraction.types import Word
from documents.models import Page, Version
from tests.pages import samples

LINE = [Word(0, 5, 10, 20, 40, 30), Word(6, 10, 44, 20, 60, 30), Word(11, 15, 10, 34, 40, 44)]


def page(words: list[Word]) -> Page:
    return Page(width=595, height=842, word_boxes=Page.pack(words))


def test_words_of_one_line_share_a_box() -> None:
    (box,) = page_pictures.boxes(page(LINE), (0, 10))
    assert (box.x, box.y, box.width, box.height) == (9, 19, 52, 12)


def test_each_line_has_its_own_box() -> None:
    assert len(page_pictures.boxes(page(LINE), (0, 15))) == 2


def test_words_of_two_columns_have_their_own_boxes() -> None:
    words = [Word(0, 5, 10, 20, 40, 30), Word(6, 10, 300, 20, 340, 30)]
    assert len(page_pictures.boxes(page(words), (0, 10))) == 2


@pytest.mark.parametrize("span", [(10, 11), (15, 20)], ids=["between-words", "behind-all"])
def test_words_outside_the_span_have_no_box(span: tuple[int, int]) -> None:
    assert page_pictures.boxes(page(LINE), span) == []


@pytest.mark.django_db
def test_a_picture_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def render(path: str, number: int, *, scale: float) -> bytes:
        made.append(number)
        return b"png"

    monkeypatch.setattr(page_pictures, "render_page", render)
    version = live(samples.published("a", media_type="application/pdf"))
    first = page_pictures.picture(version, page=1, size="1")
    assert page_pictures.picture(version, page=1, size="1") == first
    assert first.read_bytes() == b"png"
    assert made == [1]


@pytest.mark.django_db
def test_pictures_go_with_their_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_pictures, "render_page", lambda *args, **options: b"png")
    document = samples.published("a", media_type="application/pdf")
    path: Path = page_pictures.picture(live(document), page=1, size="1")
    page_pictures.forget(document.id)
    assert not path.exists()
    page_pictures.forget(document.id)


def live(document: object) -> Version:
    version = document.live_version  # type: ignore[attr-defined]
    assert isinstance(version, Version)
    return version
