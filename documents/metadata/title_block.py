"""Find the title block of a regulation. No Django."""

import re
from typing import Final

from documents.kinds import KIND_PATTERN, matched_kind

# Letters before the figure ("PER-04/PJ/2020"), parts after it ("188.45/127/2021").
NUMBER: Final = (
    r"(?:NOMOR|NO\b\.?|NR\b\.?)\s*:?\s*(?P<number>(?:[A-Z]{1,6}[-./]\s?)?[\dOlI]{1,4}[A-Z]?"
    r"(?:[.-]\w+|\s?/\s?[\w.()-]+)*(?![\w/])|\.{2,}|…)?(?:\s?DRT)?"
)
_YEAR = r"(?:\s*TAHUN\s*(?P<year>[\dOlI]{4}))?"
# A full stop ends the area, but not that of a title within ("dr. Zainoel Abidin").
_AREA = r"(?P<area>(?:(?!\bTENTANG\b)(?:[^.;:]|(?<=\bdr)\.|(?<=\bTgk)\.|(?<=\bH)\.)){0,160}?)"
_ABOUT = r"\bTENTANG\b[\s:]*(?P<about>.{3,1500})"
_MIDDLE = r"\s*(?P<middle>(?:[^.;:]|NOMOR\s*:){0,80}?)\s*"
# The order in which layout and readers of scans leave the three parts.
_USUAL = re.compile(
    rf"\b(?:{KIND_PATTERN})\b{_AREA}\s+{NUMBER}{_YEAR}{_MIDDLE}{_ABOUT}",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER_FIRST = re.compile(
    rf"^[ \t]*{NUMBER}{_YEAR}\s+(?:{KIND_PATTERN})\b{_AREA}\s+{_ABOUT}",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_NUMBER_LAST = re.compile(
    rf"^[ \t]*(?:{KIND_PATTERN})\b{_AREA}\s+\bTENTANG\b[\s:]*(?P<about>[^.;:]{{3,400}}?)"
    rf"\n[ \t]*{NUMBER}\s*TAHUN\s*(?P<year>[\dOlI]{{4}})[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
# "Menetapkan : PERATURAN PEMERINTAH TENTANG ...", with the groups of a title block.
_ENACTING_CLAUSE = re.compile(
    rf"\bMenetapkan\s*:\s*(?:Menetapkan\s*:\s*)?(?:{KIND_PATTERN})\b(?P<area>[^.;:]{{0,120}}?)"
    r"\s+TENTANG\s+(?P<about>[^.;]{3,600})\.(?P<number>)(?P<year>)",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"(?:^|\n)[ \t#*]*PUTUSAN(?:[ \t]+SELA)?[ \t*]*\n*[ \t]*(?:NOMOR|NO\.?)[ \t]*:?[ \t]*"
    r"(?P<number>\d[^\n]{2,60})",
    re.IGNORECASE,
)
_ANNEX = re.compile(r"\bLAMPIRAN(?P<number>[ \t]+(?:[IVX]+|\d{1,2}))?[ \t]*[.:]?\s*$")


def title_block(head: str) -> re.Match[str] | None:
    """The first title whose kind is written large or stands at the start of a line.

    Its groups are the kind's code, `area`, `number`, `year` and `about`.
    """
    for pattern in (_USUAL, _NUMBER_FIRST, _NUMBER_LAST):
        found = _first(pattern, head)
        if found is not None:
            return found
    return None


def _first(pattern: re.Pattern[str], head: str) -> re.Match[str] | None:
    for match in pattern.finditer(head):
        code = matched_kind(match)
        kind = match[code]
        before = head[: match.start(code)]
        if re.search(r"\b(?:Menimbang|Mengingat|MENIMBANG)\b", before) or len(kind) < 5:
            return None
        if not kind.isupper() and not re.search(r"(?:^|\n)[\s#*]*$", before):
            continue
        # "UNDANG-UNDANG REPUBLIK INDONESIA UNDANG-UNDANG REPUBLIK INDONESIA NOMOR 11 ..."
        follows = pattern is _USUAL and match["number"]
        inner = pattern.match(head, match.start("number") - 1) if follows else None
        return inner or match
    return None


def enacting_clause(canonical: str) -> re.Match[str] | None:
    """Serves where a file begins below its title block, or the block was read badly."""
    return _ENACTING_CLAUSE.search(canonical, 0, 20_000)


def verdict_number(head: str) -> str:
    """The number of a court's decision ("12/PUU-XX/2022"), which has no TENTANG; or empty."""
    match = _VERDICT.search(head)
    return " ".join(match["number"].split()) if match else ""


def annex_of(head: str, block: re.Match[str]) -> str:
    """ "Lampiran I" where the block is that of an annex, or empty."""
    match = _ANNEX.search(head[: block.start()])
    return f"Lampiran{' ' + match['number'].strip() if match['number'] else ''}" if match else ""
