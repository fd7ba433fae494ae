"""How people type a reference, rewritten as laws write it. No Django.

"psl 7 ay 2 uu no.11 th 2006", "pasal12ayat3", "article 7(2) of Law No. 11 of 2006" and "ayat dua
pasal tujuh" become what `documents.references` reads. Only for questions: in the text of a document
"ps" and "law" may be anything.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from documents.kinds import KIND_PATTERN

Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text with, for each of its characters, the stretch of the original that it stands for."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the original the characters start:end (at least one) were written."""
        return min(self.starts[start:end]), max(self.ends[start:end])


def as_laws_write(question: str) -> Rewritten:
    """Rewrite all references of a question; what is none of them stays, or is lost on nobody."""
    length = len(question)
    written = Rewritten(question, range(length), range(1, length + 1))
    if not _FIGURE.search(question):
        return written
    rules = _ENGLISH_RULES + _RULES if _ENGLISH.search(question) else _RULES
    for pattern, replacement in rules:
        written = substituted(written, pattern, replacement)
    return written


def substituted(
    written: Rewritten, pattern: re.Pattern[str], replacement: Replacement
) -> Rewritten:
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for match in pattern.finditer(written.text):
        new = match.expand(replacement) if isinstance(replacement, str) else replacement(match)
        start, end = match.span()
        pieces += [written.text[done:start], new]
        starts += written.starts[done:start]
        ends += written.ends[done:start]
        at = _stretch(written, start, end)
        starts += [at[0]] * len(new)
        ends += [at[1]] * len(new)
        done = end
    if not pieces:
        return written
    pieces.append(written.text[done:])
    starts += written.starts[done:]
    ends += written.ends[done:]
    return Rewritten("".join(pieces), starts, ends)


def _stretch(written: Rewritten, start: int, end: int) -> tuple[int, int]:
    """The original of start:end; of an empty match, the point at which it stands."""
    if start < end:
        return written.original_span(start, end)
    point = written.starts[start] if start < len(written.starts) else len(written.text)
    return point, point


_UNITS: Final = (
    "nol",
    "satu",
    "dua",
    "tiga",
    "empat",
    "lima",
    "enam",
    "tujuh",
    "delapan",
    "sembilan",
)
_SPECIAL: Final = {"sepuluh": 10, "sebelas": 11, "seratus": 100, "seribu": 1_000}
_SCALES: Final = {"puluh": 10, "belas": 1, "ratus": 100, "ribu": 1_000}
_NUMBER_WORD: Final = "|".join((*_UNITS, *_SPECIAL, *_SCALES))


def number_of(words: str) -> int:
    """The number that Indonesian words say, below a million: "dua ribu enam" is 2006."""
    thousands = total = unit = 0
    for word in words.lower().split():
        if word in _UNITS:
            unit = _UNITS.index(word)
        elif word == "ribu":
            thousands, total, unit = (total + unit) * 1_000, 0, 0
        elif word == "belas":
            total, unit = total + 10 + unit, 0
        elif word in _SCALES:
            total, unit = total + unit * _SCALES[word], 0
        else:
            total += _SPECIAL[word]
    return thousands + total + unit


# English name -> how the kind is cited here; the longer name before the shorter one it contains.
_ENGLISH_KINDS: Final = (
    (r"government\s+regulations?\s+in\s+lieu\s+of\s+(?:a\s+)?law", "Perppu"),
    (r"government(?:al)?\s+regulations?", "PP"),
    (r"president(?:ial|'s)\s+regulations?", "Perpres"),
    (r"president(?:ial|'s)\s+decrees?", "Keppres"),
    (r"president(?:ial|'s)\s+instructions?", "Inpres"),
    (
        r"(?:minist(?:er|ry)\s+of\s+home\s+affairs\s+regulations?"
        r"|regulations?\s+of\s+the\s+minist(?:er|ry)\s+of\s+home\s+affairs)",
        "Permendagri",
    ),
    (
        r"(?:minist(?:er|ry)\s+of\s+health\s+regulations?"
        r"|regulations?\s+of\s+the\s+minist(?:er|ry)\s+of\s+health)",
        "Permenkes",
    ),
    (
        r"(?:minist(?:er|ry)\s+of\s+finance\s+regulations?"
        r"|regulations?\s+of\s+the\s+minist(?:er|ry)\s+of\s+finance)",
        "Permenkeu",
    ),
    (r"minist(?:erial|er's?)\s+regulations?", "Permen"),
    (r"minist(?:erial|er's?)\s+decrees?", "Kepmen"),
    (r"(?:gubernatorial|governor(?:'s)?)\s+regulations?", "Pergub"),
    (r"(?:gubernatorial|governor(?:'s)?)\s+decrees?", "Kepgub"),
    (r"regent(?:'s)?\s+regulations?", "Perbup"),
    (r"mayor(?:al|'s)?\s+regulations?", "Perwal"),
    (r"(?:regional|local|provincial)\s+regulations?", "Perda"),
    (r"circular(?:\s+letter)?s?", "SE"),
    (r"(?:law|act|statute)(?=\s+(?:no|nr|num|\d))", "UU"),
)
_KIND: Final = re.sub(r"\?P<\w+>", "?:", KIND_PATTERN)
# What may be written without a space before the number: short forms of two letters and more.
_SHORT_KIND: Final = (
    r"uu|pp|perpp?u|perpres|keppres|inpres|permen[a-z]*|kepmen[a-z]*|qanun|perda|pergub|kepgub"
    r"|perbup|perwal|pojk|pkpu|perki"
)
_YEAR: Final = r"(?:19[4-9]|20[0-5])\d"
_AREA: Final = r"(?:\s+(?!no\b|nomor\b|tahun\b)[a-z][a-z.]*){0,4}?"
_DIGITS: Final = r"\d{1,4}[a-z]?\b"


def _in_digits(match: re.Match[str]) -> str:
    return f"{match[1]} {number_of(match[2])}"


def _pasal_first(match: re.Match[str]) -> str:
    """ "huruf b ayat (2) pasal 7" -> "Pasal 7 ayat (2) huruf b", unless another pasal is before."""
    if match["before"]:
        return match[0]
    ayat = f" ayat ({match['ayat']})" if match["ayat"] else ""
    point = f" {match['point'] or match['lone']}" if match["point"] or match["lone"] else ""
    return f"Pasal {match['pasal']}{ayat}{point}"


def _rule(pattern: str, replacement: Replacement) -> tuple[re.Pattern[str], Replacement]:
    return re.compile(pattern, re.IGNORECASE), replacement


_FIGURE: Final = re.compile(rf"\d|\b(?:{_NUMBER_WORD})\b", re.IGNORECASE)
_ENGLISH: Final = re.compile(
    r"\b(?:law|act|statute|regulation|decree|instruction|circular|art|article|paragraph|letter|point"
    r"|sub-?paragraph|acehnese qanun|aceh qanun|of|from|in|year)s?\b",
    re.IGNORECASE,
)
_ENGLISH_RULES: Final = (
    *(_rule(rf"\b{pattern}(?=\s|\d)", short) for pattern, short in _ENGLISH_KINDS),
    _rule(r"\baceh(?:nese)?\s+qanun\b", "Qanun Aceh"),
    _rule(r"\barticles?\s*(?=\d)|\barts?\b\.?\s*(?=\d)", "Pasal "),
    _rule(r"\bparagraphs?\s*(?=\(?\d)", "ayat "),
    _rule(r"\b(?:letter|point|sub-?paragraph)\s+\(?([a-z])\)?(?!\w)", r"huruf \1"),
    _rule(rf"\b(\d{{1,4}})\s*,?\s+(?:of|year)\s+(?:the\s+year\s+)?({_YEAR})\b", r"\1 Tahun \2"),
    _rule(r"\b(pasal\s+[\w(), ]{1,30}?)\s+(?:of|from|in)\s+(?:the\s+)?(?=[a-z])", r"\1 dari "),
)
_RULES: Final = (
    # Words and signs written otherwise
    _rule(r"\bundang\s?2\b", "undang-undang"),
    _rule(rf"\b({_SHORT_KIND})[-.]?(?=\d)", r"\1 "),
    _rule(r"(?<=\d)(?=(?:ayat|ayt|ay|huruf|hrf|angka|tahun|thn|th)(?![^\W\d_]))", " "),
    _rule(r"\b(?:nmr|nomer|nomr|numor|number)\b\.?\s*(?=\d)", "nomor "),
    _rule(r"\b(?:pasal|pasl|psal|pasala|pasel|psl|ps)\.?\s*(?=\d)", "Pasal "),
    _rule(r"\b(?:ayat|ayt|ay)\.?\s*(?=\(?\s?\d)", "ayat "),
    _rule(r"\b(?:huruf|hrf|hur)\.?\s*\(?([a-z])\)?(?!\w)", r"huruf \1"),
    _rule(
        rf"\b(pasal|ayat|angka|nomor|tahun)\s+((?:{_NUMBER_WORD})(?:\s+(?:{_NUMBER_WORD})){{0,7}})\b",
        _in_digits,
    ),
    _rule(
        rf"\b(no)\b\.?\s+((?:{_NUMBER_WORD})(?:\s+(?:{_NUMBER_WORD})){{0,7}})\b(?=\s+tahun)",
        _in_digits,
    ),
    _rule(rf"\b(Pasal {_DIGITS})\s?\((\d{{1,2}})\)", r"\1 ayat (\2)"),
    _rule(r"(?<=\d)\s*&\s*(?=\d)", " dan "),
    _rule(r"(?<=\d)\s*s/d\s*(?=\d)", " sampai dengan "),
    _rule(r"\buud\s*'?45\b", "UUD 1945"),
    # Order and separators
    _rule(
        rf"\b({_KIND})({_AREA})\s+(?:no(?:mor)?\b\.?\s*)?(\d{{1,3}})\s?[-–\s]\s?({_YEAR})\b(?!/)",
        r"\1\2 \3/\4",
    ),
    _rule(
        rf"\b({_KIND})({_AREA})\s+(?:no(?:mor)?\b\.?\s*)?(\d{{1,3}})\s?\(({_YEAR})\)", r"\1\2 \3/\4"
    ),
    _rule(
        rf"\b({_KIND})({_AREA})\s+(?:tahun\s+)?({_YEAR})\s*,?\s*(?:/|no(?:mor)?\b\.?)\s*"
        r"(\d{1,3})\b(?!\s*(?:/|tahun|th))",
        r"\1\2 \4/\3",
    ),
    _rule(
        rf"(?P<before>\bpasal {_DIGITS}\s+(?:ayat \(?\d{{1,2}}\)?\s+)?)?"
        r"(?:(?:(?P<point>\b(?:huruf [a-z]|angka \d{1,3}))\s+)?\bayat \(?\s?(?P<ayat>\d{1,2})\s?\)?"
        r"|(?P<lone>\b(?:huruf [a-z]|angka \d{1,3})))"
        rf"\s+(?:(?:dari|dalam|pada|of)\s+)?pasal (?P<pasal>{_DIGITS})",
        _pasal_first,
    ),
)
