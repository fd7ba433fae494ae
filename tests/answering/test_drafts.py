"""Streamed text becomes sentences with markers, however it is cut."""

import pytest

from answering.generators.drafts import read_sentences

DRAFT = (
    "Pelantikan dilakukan oleh Menteri [1]. Denda Rp 1.500.000,00 menurut Pasal 5 No. 3 itu. [2]"
    " Ya!\n\n- satu [1, 3]\n- dua [7]\nTanpa titik"
)
SENTENCES = [
    ("Pelantikan dilakukan oleh Menteri.", (1,), ""),
    ("Denda Rp 1.500.000,00 menurut Pasal 5 No. 3 itu.", (2,), " "),
    ("Ya!", (), " "),
    ("- satu", (1, 3), "\n\n"),
    ("- dua", (7,), "\n"),
    ("Tanpa titik", (), "\n"),
]


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8, 13, 1_000])
def test_the_cuts_of_the_stream_do_not_matter(length: int) -> None:
    pieces = (DRAFT[start : start + length] for start in range(0, len(DRAFT), length))
    assert list(read_sentences(pieces)) == SENTENCES


def test_a_sentence_comes_as_soon_as_it_is_whole() -> None:
    read: list[str] = []

    def pieces() -> object:
        for piece in ("Satu [1]. ", "Dua"):
            read.append(piece)
            yield piece
        raise AssertionError("read on before the first sentence was taken")

    assert next(read_sentences(pieces())) == ("Satu.", (1,), "")  # type: ignore[arg-type]
    assert read == ["Satu [1]. ", "Dua"]


@pytest.mark.parametrize("text", ["", " \n ", "[1]", "[1] [2]\n"])
def test_nothing_said_is_no_sentence(text: str) -> None:
    assert list(read_sentences([text])) == []


def test_an_abbreviation_of_law_ends_no_sentence_and_markers_may_follow_on_their_own_line() -> None:
    draft = "Diatur dalam Pasal 5 jo. Pasal 7 UU a.n. Gubernur.\n[1, 2]\nBerlaku sejak 2006. [3]"
    assert list(read_sentences(draft)) == [
        ("Diatur dalam Pasal 5 jo. Pasal 7 UU a.n. Gubernur.", (1, 2), ""),
        ("Berlaku sejak 2006.", (3,), "\n"),
    ]
