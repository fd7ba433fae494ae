"""Abbreviations that a text writes out: "BPJS" in "Badan Penyelenggara Jaminan Sosial"."""

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST, _LONGEST = 3, 7
_LINKING = frozenset({"dan", "atau", "di", "the", "of", "and"})


@lru_cache(maxsize=2048)
def initials(text: str) -> frozenset[str]:
    """Return, in lower case, the first letters of every run of three to seven capitalised words."""
    found: set[str] = set()
    run = ""
    for match in _WORD.finditer(text):
        word = match.group()
        if word[0].isupper():
            run = (run + word[0].lower())[-_LONGEST:]
            found |= {run[-length:] for length in range(_SHORTEST, len(run) + 1)}
        elif word not in _LINKING:
            run = ""
    return frozenset(found)


def abbreviated(question: str) -> frozenset[str]:
    """Return the words of a question that look like abbreviations, in lower case."""
    words = _WORD.findall(question)
    return frozenset(
        word.lower()
        for word in words
        if _SHORTEST <= len(word) <= _LONGEST
        and (word.isupper() or not re.search("[aeiouy]", word.lower()))
    )


@lru_cache(maxsize=2048)
def written_out(question: str, text: str) -> frozenset[str]:
    """Return the words of names that the question writes out and the text abbreviates."""
    held = set(re.findall(r"\b[A-Z]{3,7}\b", text))
    found: set[str] = set()
    for name in re.findall(r"[A-Z]\w+(?: (?:dan )?[A-Z]\w+){2,6}", question) if held else ():
        words = [word for word in name.split() if word != "dan"]
        for start in range(len(words)):
            for end in range(start + _SHORTEST, len(words) + 1):
                if "".join(word[0] for word in words[start:end]) in held:
                    found |= {word.lower() for word in words[start:end]}
    return frozenset(found)
