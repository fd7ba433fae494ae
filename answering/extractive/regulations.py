"""Questions for a regulation: "Peraturan pemerintah nomor berapa yang ...?"."""

import re

_NAMES = {
    "peraturan pemerintah": r"pp|peraturan pemerintah|government regulation",
    "undang-undang": r"uu|undang-undang|law",
    "peraturan presiden": r"perpres|peraturan presiden|presidential regulation",
    "peraturan menteri": r"permen\w*|peraturan menteri",
    "peraturan daerah": r"perda|peraturan daerah",
    "peraturan gubernur": r"pergub|peraturan gubernur",
    "qanun": r"qanun",
}
_WHICH = r"\s+(?:nomor berapa|no\.? berapa|mana|apa yang)\b"
_NUMBERED = r"(?: aceh)?(?: republik indonesia)? nomor (\d+) tahun (\d{4})"


def asked_kind(question: str) -> str | None:
    """The kind of regulation that is asked for, in the words of its title."""
    low = question.lower()
    for kind, names in _NAMES.items():
        if re.search(rf"\b(?:{names}){_WHICH}|\bwhich (?:{names})\b", low):
            return kind
    return None


def names_another(question: str, text: str) -> bool:
    """Does the text name a regulation of the kind asked for that the question does not name?"""
    kind = asked_kind(question)
    if kind is None:
        return False
    held = re.findall(kind + _NUMBERED, re.sub(r"\s+", " ", text.lower()).replace("- ", "-"))
    known = re.sub(r"(?:nomor|tahun|no\.|of|number|\s)+|/", " ", question.lower())
    return any(f"{number} {year}" not in known for number, year in held)
