"""Where two texts differ; what lies between the changes is equal to the letter."""

import random
import time

import pytest

from documents.alignment import Change, changes


def mended(old: str, new: str) -> str:
    """The old text with every change made: the new one, if the changes are right."""
    parts, at = [], 0
    for change in changes(old, new):
        parts += [old[at : change.old_start], new[change.new_start : change.new_end]]
        at = change.old_end
    return "".join([*parts, old[at:]])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("satu dua tiga", "satu dua tiga", []),
        ("satu dua tiga", "satu DUA tiga", [("dua ", "DUA ")]),
        ("satu dua tiga", "satu tiga", [("dua ", "")]),
        ("satu tiga", "satu dua tiga", [("", "dua ")]),
        ("satu\ndua", "satu dua", [("\n", " ")]),
        ("", "satu", [("", "satu")]),
        ("satu", "", [("satu", "")]),
        ("Pasal 5\n\nisi\n", "Pasal 6\n\nisi\n", [("5\n", "6\n")]),
    ],
)
def test_changes_are_told_word_by_word(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    found = changes(old, new)
    assert [(old[c.old_start : c.old_end], new[c.new_start : c.new_end]) for c in found] == expected


def test_any_two_texts_are_mended_into_each_other() -> None:
    chance = random.Random(7)  # noqa: S311
    words = ["gampong", "qanun", "pasal", "|", "ayat", "5", "\n", "\n\n", " ", "  "]
    for _ in range(300):
        old = " ".join(chance.choices(words, k=chance.randrange(60)))
        new = " ".join(chance.choices(words, k=chance.randrange(60)))
        assert mended(old, new) == new


@pytest.mark.parametrize("separator", ["\n", " "], ids=["lines", "one line"])
def test_a_megabyte_is_compared_quickly(separator: str) -> None:
    chance = random.Random(11)  # noqa: S311
    parts = [f"Pasal {n} memuat ketentuan {chance.random():.6f} dan" for n in range(25_000)]
    old = separator.join(parts)
    for at in chance.sample(range(25_000), 200):
        parts[at] = parts[at].replace("ketentuan", "aturan")
    new = separator.join(parts)
    assert len(old) > 1_000_000
    begun = time.process_time()
    found = changes(old, new)
    assert time.process_time() - begun < 10
    assert len(found) == 200
    assert mended(old, new) == new


def test_a_text_of_one_repeated_word_is_compared_quickly() -> None:
    old, new = "sama " * 100_000, "sama " * 50_000 + "lain " + "sama " * 49_999
    begun = time.process_time()
    assert mended(old, new) == new
    assert time.process_time() - begun < 10


def test_what_is_put_in_at_the_edge_of_a_span_leaves_it_as_it_is() -> None:
    put_in = Change(5, 5, 5, 9)
    assert not put_in.touches(0, 5)
    assert not put_in.touches(5, 8)
    assert put_in.touches(4, 6)
