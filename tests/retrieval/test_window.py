"""The part of a long text that a question is about."""

import re

import pytest

from retrieval.rerankers.window import best_window


def window(text: str, *, size: int, weights: dict[str, float]) -> str:
    tokens = [match.span() for match in re.finditer(r"\w+", text)]
    start, end = best_window(text, tokens, size=size, weights=weights)
    return text[start:end]


def test_a_short_text_is_kept_whole() -> None:
    assert window("satu dua.", size=2, weights={"dua": 1.0}) == "satu dua."


@pytest.mark.parametrize(
    ("text", "weights", "best"),
    [
        ("a b c d zakat", {"zakat": 1.0}, "c d zakat"),
        ("zakat b c d e", {"zakat": 1.0}, "zakat b c"),
        ("a b c zakat e f g", {"zakat": 1.0}, "c zakat e"),
        ("zakat zakat zakat d zakat infak f", {"zakat": 1.0, "infak": 1.0}, "d zakat infak"),
        ("zakat b c d e infak g", {"zakat": 1.0, "infak": 2.0}, "e infak g"),
        ("a b c d e", {"zakat": 1.0}, "a b c"),
    ],
    ids=["tail", "head", "middle", "each word once", "by weight", "nothing matches"],
)
def test_the_words_of_the_question_decide(text: str, weights: dict[str, float], best: str) -> None:
    assert window(text, size=3, weights=weights) == best
