"""Find digits that disagree with the words beside them, "14 (empat puluh) hari". No Django.

Indonesian laws and contracts say a number twice; where both differ, one of them is wrong. Text
comes from OCR as well: whatever is not surely a number in words raises no alarm.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from documents.extraction.types import Finding
from documents.findings.number_words import NUMBER_WORD, leading_number
from documents.findings.written_numbers import SCALES, VULGAR_FRACTIONS, readings

# Bounded and possessive: long rows of figures or dots would be tried in every way otherwise.
_FIGURE = r"\d(?:[\d.,]|\s(?=[\d.,]{0,4}\d)){0,30}+"
_DIGITS = rf"{_FIGURE}(?:\s?/\s?\d+|\s?[{VULGAR_FRACTIONS}])?|[{VULGAR_FRACTIONS}]"
_UNIT = r"%|‰|persen|per\s?mil"
_AFTER = rf"(?:\s?[.,]?\s?[-–=]+)?\s?(?P<scale>{'|'.join(SCALES)})?\s?(?P<unit>{_UNIT})?"
_BEFORE = r"(?<![\w.,/:×-])"
_DIGITS_FIRST = re.compile(
    rf"{_BEFORE}(?:Rp\.?\s?)?(?P<digits>{_DIGITS}){_AFTER}\s?\(\s*(?P<words>[a-z][a-z\s.'-]{{2,200}})\)",
    re.IGNORECASE,
)
_IN_PARENTHESES = re.compile(
    rf"\(\s*(?:Rp\.?\s?)?(?P<digits>{_DIGITS}){_AFTER}\s*\)(?!\s*(?-i:[A-Z(]))", re.IGNORECASE
)
_WORDS_BEFORE = re.compile(
    rf"(?<![\w-])(?P<words>{NUMBER_WORD}(?:[\s-]{{0,3}}{NUMBER_WORD}){{0,24}})"
    r"(?:\s+(?:rupiah|persen))?\s{0,2}$",
    re.IGNORECASE,
)
LONGEST_WORDS = 200
# What may follow the number within the parentheses; anything else leaves doubt.
_MEASURES: Final = re.compile(
    r"(?:(?:rupiah|persen|perseratus|permil|promil|kali|lipat|hari|kerja|kalender|minggu|bulan|tahun|jam|menit"
    r"|detik|orang|buah|lembar|rangkap|eksemplar|unit|meter|persegi|kubik|kilometer|km|cm|m|hektare?"
    r"|ha|ton|kilogram|kg|gram|liter|derajat|kursi|desa|gampong|kecamatan|suara|anggota|pasal"
    r"|titik|jenis|macam|tingkat|semester|triwulan|us|dolar|dollar|amerika|serikat)+)?"
)


def figure_disagreements(text: str) -> Iterator[Finding]:
    """Findings `figure_disagrees` in text order, with the span of what is written."""
    for match in _DIGITS_FIRST.finditer(text):
        yield from _compared(match, match["words"], text, match.start())
    for match in _IN_PARENTHESES.finditer(text):
        words = _WORDS_BEFORE.search(text, max(0, match.start() - LONGEST_WORDS), match.start())
        if words:
            yield from _compared(match, words["words"], text, words.start())


def _compared(match: re.Match[str], words: str, text: str, start: int) -> Iterator[Finding]:
    said = _disagreement(match, words)
    if said:
        written = _shortened(text[start : match.end()])
        detail = {"written": written, "digits": said[0], "words": said[1]}
        yield Finding("figure_disagrees", detail, span=(start, match.end()))


def _disagreement(match: re.Match[str], words: str) -> tuple[str, str] | None:
    """What the digits and what the words say, if both are sure and differ."""
    spelled = leading_number(words)
    if spelled is None:
        return None
    value, rest = spelled
    if not _MEASURES.fullmatch(rest):
        return None
    possible = readings(match["digits"], scale=match["scale"] or "", unit=match["unit"] or "")
    if not possible or value in possible:
        return None
    return " ".join(match["digits"].split()).rstrip(".,"), _written(value)


def _written(value: Fraction) -> str:
    """As Indonesians write it: 1.500.000, 2,5 or 1/3."""
    if value.denominator == 1:
        return f"{value.numerator:,}".replace(",", ".")
    decimal = f"{float(value):.4f}".rstrip("0")
    exact = Fraction(decimal) == value
    return decimal.replace(".", ",") if exact else str(value)


def _shortened(written: str) -> str:
    closed = " ".join(written.split())
    return closed if len(closed) <= 160 else f"{closed[:157]}…"
