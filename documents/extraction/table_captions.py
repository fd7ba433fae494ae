"""Name and unit of a table, from the lines that stand above it."""

import re
from collections.abc import Sequence

_TITLE = re.compile(r"(?:tabel|table|daftar|lampiran)\s*[\dIVXLC][\w.\-]*", re.IGNORECASE)
_NUMBER_ONLY = re.compile(r"(?:tabel|table)\s*[\dIVXLC][\w.\-]*\s*[.:]?", re.IGNORECASE)
_SCALE = r"(?:(?:ribu|juta|miliar|milyar|triliun|ratus|puluh)(?:an)?\s+)?"
_UNIT_IN_WORDS = re.compile(
    r"\(?\s*(?:satuan|unit)\s*[:=]\s*(?P<unit>[^()|;]{1,40}?)\s*\)?\s*$", re.I
)
_UNIT_IN_BRACKETS = re.compile(
    rf"\(\s*(?:(?:dalam|in)\s+(?P<unit>[^()]{{2,40}}?)"
    rf"|(?P<bare>{_SCALE}(?:rupiah|jiwa|orang|persen|ton|hektar|ha|km2?|km²|m2|m²|US\$|USD))"
    r"|(?P<money>Rp\.?\s*(?:x\s*)?\.?\s*(?:[01.,]*0{3}(?:[.,]0{3})*)?(?:,-|,00)?)"
    r"|(?P<percent>%))\s*\)",
    re.IGNORECASE,
)
_UNIT_ALONE = re.compile(
    rf"(?:dalam\s+(?P<unit>{_SCALE}(?:rupiah|jiwa|orang|persen|ton|hektar))"
    r"|(?P<money>Rp\.?\s*(?:x\s*)?\.?\s*0{3}(?:[.,]0{3})*))",
    re.IGNORECASE,
)
_SCALES = {3: "ribu", 6: "juta", 9: "miliar", 12: "triliun"}
LONGEST_NAME = 200


def caption_of(lines: Sequence[str]) -> tuple[str, str]:
    """The name and unit that the last lines before a table give it; empty where none does."""
    unit = ""
    rest: list[str] = []
    for line in lines:
        found, left = _unit_taken(line)
        unit = found or unit
        if left:
            rest.append(left)
    return _name(rest), unit


def _name(lines: Sequence[str]) -> str:
    """From the last "Tabel 3.1 ..." on, or else the last line if it is set as a title."""
    for index in range(len(lines) - 1, -1, -1):
        if _TITLE.match(lines[index]):
            following = lines[index + 1 :]
            if _NUMBER_ONLY.fullmatch(lines[index]) or all(map(_may_belong, following)):
                return " ".join(lines[index:])[:LONGEST_NAME]
            return lines[index][:LONGEST_NAME] if len(following) < 2 else ""
    if lines and _is_title(lines[-1]):
        title = [lines[-1]]
        for line in reversed(lines[:-1]):
            if not _is_title(line):
                break
            title.insert(0, line)
        return " ".join(title)[:LONGEST_NAME]
    return ""


def _may_belong(line: str) -> bool:
    """A further line of a title: most of its words begin with a capital."""
    words = line.split()
    capital = sum(not word[:1].islower() for word in words)
    return capital >= 0.6 * len(words) and len(line) < 120 and not line.endswith((".", ";", ","))


def _is_title(line: str) -> bool:
    return line.isupper() and len(line.split()) > 2 and not line.endswith((".", ";", ",", ":"))


def _unit_taken(line: str) -> tuple[str, str]:
    for pattern in (_UNIT_IN_WORDS, _UNIT_IN_BRACKETS):
        if match := pattern.search(line):
            left = f"{line[: match.start()]} {line[match.end() :]}".strip()
            return _named(match), left
    if match := _UNIT_ALONE.fullmatch(line.strip(" ().:")):
        return _named(match), ""
    return "", line


def _named(match: "re.Match[str]") -> str:
    groups = {key: value for key, value in match.groupdict().items() if value}
    if "percent" in groups:
        return "persen"
    if money := groups.get("money"):
        zeros = money.count("0") if not money.endswith(",00") else money.count("0") - 2
        scale = _SCALES.get(zeros, "")
        return f"{scale} rupiah".strip()
    return " ".join(next(iter(groups.values())).split()).strip(" .:")
