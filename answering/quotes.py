"""Finds quoted words in the text that they were taken from. No Django here."""

import re

WORD = re.compile(r"\w+")


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where the words of the quote stand in the text: (start, end), or None.

    Blanks, line breaks, marks of tables and punctuation between the words do not count, because a
    check may hand back its quote with them smoothed out.
    """
    quote = quote.strip()
    if not quote:
        return None
    as_it_stands = re.search(rf"(?<!\w){re.escape(quote)}(?!\w)", text)
    if as_it_stands:
        return as_it_stands.span()
    words = WORD.findall(quote)
    if not words:
        return None
    pattern = r"\W+".join(map(re.escape, words))
    match = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)
    return match.span() if match else None


def trimmed(text: str) -> tuple[int, int]:
    """The span of a text without the blanks around it."""
    return len(text) - len(text.lstrip()), len(text.rstrip())
