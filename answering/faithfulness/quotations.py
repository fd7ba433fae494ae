"""Words taken from the source as they are: whole provisions, and pieces in quotation marks."""

import re

from answering.faithfulness.statement import Source, Statement

_QUOTED = re.compile(r"[\"“]([^\"”]{8,})[\"”]")
_SHORTEST = 12
_NUMBER = re.compile(r"^\s*(?:\(\d+[a-z]?\)|\d{1,3}\.)\s")


def quoted(claim: str, source: Source) -> str | None:
    """Return the provisions that a claim repeats word for word and whole, one after another.

    Whole, because half a sentence may say the opposite of the whole one. Where it leaves out items
    between the lead of a list and the ones that it repeats, the quote begins with those.
    """
    wanted = letters(claim)
    if len(wanted) < _SHORTEST:
        return None
    parts = [(part.span, letters(source.text[slice(*part.span)])) for part in source.parts]
    for first, (span, said) in enumerate(parts):
        if not said or not wanted.startswith(said):
            continue
        rest, (start, end), skipped = wanted[len(said) :], span, False
        for (begin, until), following in parts[first + 1 :]:
            if not rest:
                break
            if following and rest.startswith(following):
                start = begin if skipped and end == span[1] else start
                rest, end = rest[len(following) :], until
            else:
                skipped = True
        if not rest:
            return source.text[start:end]
    return None


def misquotes(claim: Statement, source: Source) -> bool:
    """Does the claim put in quotation marks what the source does not say, between ellipses?"""
    held = letters(source.text)
    return any(
        letters(piece) not in held
        for quotation in _QUOTED.findall(claim.text)
        for piece in re.split(r"\.\.\.|…|\[\.\.\.\]", quotation)
        if letters(piece)
    )


def letters(text: str) -> str:
    """Return what is compared: lower-case letters and digits, without a provision's own number."""
    return re.sub(r"[\W_]+", "", _NUMBER.sub("", text).lower())
