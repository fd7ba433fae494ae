"""Find references to regulations and their provisions in a text. No Django.

Reads what laws write ("Pasal 5 ayat (1) huruf b Undang-Undang Nomor 11 Tahun 2006") and what people
type ("pasal 7 ayat 2 uu no 11 th 2006"), with lists and ranges.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from documents.kinds import KIND_BY_CODE, KIND_PATTERN, matched_kind

# A range longer than this ("Pasal 1 sampai dengan Pasal 273") is kept as its two ends.
LONGEST_RANGE = 60


@dataclass(frozen=True, slots=True)
class LegalReference:
    """One regulation, or one provision of one; what is not said is empty (year: None).

    `kind` is a code of documents.kinds; `area` is what follows the kind's name ("Aceh",
    "Kabupaten Pidie", "Dalam Negeri"); `name` is the customary name by which it was called
    ("UUPA"). `span` are character offsets into the text. `bab` and `lampiran`, in roman figures,
    are only read from questions (documents.question_references).
    """

    span: tuple[int, int]
    kind: str = ""
    number: str = ""
    year: int | None = None
    area: str = ""
    pasal: str = ""
    ayat: str = ""
    huruf: str = ""
    angka: str = ""
    name: str = ""
    bab: str = ""
    lampiran: str = ""

    @property
    def regulation(self) -> str:
        """Short citation of the regulation, "UU 11/2006"; empty when none is named."""
        return short_citation(self.kind, self.number, self.year, area=self.area)

    @property
    def provision(self) -> str:
        """The provision in words, "Pasal 5 ayat (1) huruf b"; empty for a whole regulation."""
        parts = (
            self.lampiran and f"Lampiran {self.lampiran}",
            self.bab and f"BAB {self.bab}",
            self.pasal and f"Pasal {self.pasal}",
            self.ayat and f"ayat ({self.ayat})",
            self.huruf and f"huruf {self.huruf}",
            self.angka and f"angka {self.angka}",
        )
        return " ".join(part for part in parts if part)


def short_citation(kind: str, number: str, year: int | None, *, area: str = "") -> str:
    """Cite a regulation shortly: "UU 11/2006", "Qanun Aceh 6/2014", "UUD 1945"."""
    if not kind:
        return ""
    short = KIND_BY_CODE[kind].short
    place = f" {area}" if area and area != "Indonesia" else ""
    figures = "/".join(part for part in (number, str(year) if year else "") if part)
    return f"{short}{place} {figures}".strip()


# Customary name (lower case) -> kind, number, year, area.
RegulationNames = Mapping[str, tuple[str, str, int, str]]
ACEH_NAMES: Final[RegulationNames] = {
    "uupa": ("uu", "11", 2006, ""),
    "undang-undang pemerintahan aceh": ("uu", "11", 2006, ""),
    "qanun jinayat": ("qanun", "6", 2014, "Aceh"),
    "qanun hukum jinayat": ("qanun", "6", 2014, "Aceh"),
    "qanun acara jinayat": ("qanun", "7", 2013, "Aceh"),
}

# The ministry within the short name of its regulations.
MINISTRIES: Final = {
    "permendagri": "Dalam Negeri",
    "permenkes": "Kesehatan",
    "permenkeu": "Keuangan",
    "permendesa": "Desa, Pembangunan Daerah Tertinggal, dan Transmigrasi",
    "permenag": "Agama",
    "permenkumham": "Hukum dan Hak Asasi Manusia",
    "kepmendagri": "Dalam Negeri",
}
_WORD = r"[A-Za-z][\w'’.&-]*"
# "Aceh", "Kabupaten Aceh Tengah", "Dalam Negeri", "Republik Indonesia": at most eight words that
# stop before the number. "Peraturan Pemerintah ini mulai berlaku, Peraturan Pemerintah Nomor 13"
# names one regulation, the second.
_NO_AREA = (
    r"(?:nomor|no|tahun|tentang|nr|ini|itu|tersebut|dimaksud|sebagaimana|peraturan|keputusan|qanun"
    r"|instruksi|uu|pp)\b|undang"
)
_AREA = rf"(?P<area>(?:\s+(?!{_NO_AREA})(?:{_WORD}|\()\)?,?){{0,8}}?)"
_NUMBER = (
    r"(?:\s*[,(]?\s*(?:nomor|no|nr)\b\.?\s*:?\s*|\s+)"
    r"(?P<number>(?:[A-Za-z]{1,6}[-./])?\d[\w.-]*(?:\s?/\s?[\w.()-]+?)+?(?=\s?/\s?\d{4}\b)"
    r"|\d{1,4}[A-Za-z]?(?:\s?/\s?S?E?P?OJK[.\d]*)?|[IVXL]+(?=\s*/\s*MPR)"
    r"|\d[\w./-]*[\w](?=\s+tahun\b))(?P<emergency>\s*(?:drt|darurat|prp)\b\.?)?"
)
_YEAR = (
    r"(?:\s*,?\s*(?:tahun|thn?)\b\.?\s*|\s?/\s?(?:MPRS?\s?/\s?)?)"
    r"(?P<year>(?:1[6-9]|20)\d{2}|\d{2}(?!\d))"
)

_REGULATION = re.compile(rf"\b(?:{KIND_PATTERN})\b{_AREA}{_NUMBER}{_YEAR}\b", re.IGNORECASE)
_CONSTITUTION = re.compile(
    r"\b(?:undang[-\s]{0,3}undang\s+dasar|uud)(?:\s+negara)?(?:\s+republik\s+indonesia)?"
    r"(?:\s+(?:tahun\s+)?1945|\s+nri(?:\s+tahun)?\s+1945)",
    re.IGNORECASE,
)
_PROVISION = re.compile(
    r"(?:\b(?P<pasal>pasal)\s+(?P<pasal_no>\d{1,4}(?:\s?[A-Z](?![\w./]))?|[IVX]+\b)"
    r"|\b(?P<ayat>ayat)\s*(?:\(\s*(?P<ayat_no>\d{1,2}[a-z]?)\s*\)|(?P<ayat_bare>\d{1,2}[a-z]?)\b)"
    r"|\b(?P<huruf>huruf)\s+(?P<huruf_no>[a-z]{1,2})\b"
    r"|\b(?P<angka>angka)\s+(?P<angka_no>\d{1,3}[a-z]?)\b"
    r"|(?P<paren>(?<=[\s,])\((?P<paren_no>\d{1,2}[a-z]?)\)))",
    re.IGNORECASE,
)
_LIST_GAP = re.compile(
    r"\s*,?\s*(?:(?:dan\s*/\s*atau|dan|atau|serta|and|or|jo\.?|juncto|maupun)\s+)?", re.IGNORECASE
)
_RANGE_GAP = re.compile(
    r"\s*(?:sampai\s+dengan|sampai|hingga|s\.?\s?/?\s?d\.?|[-–]|to)\s*", re.IGNORECASE
)
_BARE_LIST = re.compile(
    r"(?P<gap>\s*,\s*(?:dan\s+|atau\s+)?|\s+(?:dan|atau|sampai\s+dengan|sampai|hingga|s\s?/\s?d|s\.?d\.?)\s+"
    r"|\s?[-–]\s?)(?P<number>\d{1,4}[A-Z]?)\b"
    r"(?!\s*(?:tahun|\(|%|/|hari|orang|bulan|jam|persen|[.,]\d))",
    re.IGNORECASE,
)
_TO_REGULATION = re.compile(
    r"\s*,?\s*(?:(?:dari|dalam|pada|di|of)\s+)?(?:ketentuan\s+)?(?:the\s+)?", re.IGNORECASE
)
_FROM_REGULATION = re.compile(r"\s*[,:;(]?\s*(?:pada\s+|dalam\s+|,\s*)?", re.IGNORECASE)
_ABOUT = re.compile(r"\s+tentang\s+[^.,;:()\n]{3,150}?\s*,?\s*", re.IGNORECASE)


def legal_references(text: str, *, names: RegulationNames = ACEH_NAMES) -> list[LegalReference]:
    """All references of a text in their order.

    A provision beside a regulation is bound to it and the regulation is then not reported alone.
    A provision without one has an empty `kind`: it belongs to the document it stands in.
    """
    regulations = _regulations(text, names)
    taken = [reference.span for reference in regulations]
    found: list[LegalReference] = []
    bound_ones: set[int] = set()
    for run in _runs(text, taken):
        index = _regulation_of(text, run, regulations)
        if index is None:
            found += run
            continue
        bound_ones.add(index)
        found += [bound(reference, regulations[index]) for reference in run]
    found += [reference for i, reference in enumerate(regulations) if i not in bound_ones]
    return sorted(found, key=lambda reference: reference.span)


def regulations(text: str, *, names: RegulationNames = ACEH_NAMES) -> list[LegalReference]:
    """The regulations that a text names, in order, each with the span of its own name."""
    return _regulations(text, names)


def _regulations(text: str, names: RegulationNames) -> list[LegalReference]:
    found = [
        LegalReference(match.span(), "uud", "", 1945) for match in _CONSTITUTION.finditer(text)
    ]
    found += [_numbered(match) for match in _REGULATION.finditer(text)]
    found += [_named(match, names) for match in _pattern_of(tuple(names)).finditer(text)]
    return _without_overlaps(found)


@lru_cache(maxsize=64)
def _pattern_of(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = map(_parts, sorted(names, key=len, reverse=True))
    alternatives = "|".join(r"[-\s]+".join(map(re.escape, parts)) for parts in longest_first)
    return re.compile(rf"\b(?:{alternatives})\b" if names else r"(?!)", re.IGNORECASE)


def _parts(name: str) -> list[str]:
    return re.split(r"[-\s]+", name.lower())


def _named(match: re.Match[str], names: RegulationNames) -> LegalReference:
    parts = _parts(match[0])
    kind, number, year, area = next(names[name] for name in names if _parts(name) == parts)
    return LegalReference(match.span(), kind, number, year, area, name=match[0])


def _numbered(match: re.Match[str]) -> LegalReference:
    year = int(match["year"])
    if year < 100:
        year += 2000 if year < 45 else 1900
    number = re.sub(r"\s?/\s?S?E?P?OJK[.\d]*$", "", match["number"], flags=re.IGNORECASE)
    number = number.lstrip("0") or number
    kind = matched_kind(match)
    if match["emergency"] or match[kind].lower().endswith("darurat"):
        number += " Prp" if "prp" in (match["emergency"] or "").lower() else " Drt"
    area = _area(match["area"]) or MINISTRIES.get(match[kind].lower(), "")
    return LegalReference(match.span(), kind, number, year, area)


def _area(written: str) -> str:
    area = re.sub(r"\b(?:republik\s+indonesia|r\.?i\b)\.?", "", written, flags=re.IGNORECASE)
    area = " ".join(area.split()).strip(" ,")
    return area.title() if area.isupper() or area.islower() else area


def _without_overlaps(references: list[LegalReference]) -> list[LegalReference]:
    kept: list[LegalReference] = []
    for reference in sorted(references, key=lambda r: (r.span[0], -r.span[1])):
        if not kept or reference.span[0] >= kept[-1].span[1]:
            kept.append(reference)
    return kept


def _runs(text: str, taken: list[tuple[int, int]]) -> Iterator[list[LegalReference]]:
    """Provisions grouped as they are listed: "Pasal 5 ayat (1), Pasal 7 dan Pasal 9" is one run."""
    run: list[LegalReference] = []
    spans = iter([*taken, (len(text) + 1, len(text) + 1)])
    barrier = next(spans)
    for match in _PROVISION.finditer(text):
        while barrier[1] <= match.start():
            barrier = next(spans)
        if barrier[0] <= match.start():
            continue
        gap = text[run[-1].span[1] : match.start()] if run else ""
        if run and _RANGE_GAP.fullmatch(gap) and _extend_range(run, match):
            continue
        if run and not _LIST_GAP.fullmatch(gap):
            yield run
            run = []
        if _take(run, match, gap):
            _bare_numbers(run, text)
    if run:
        yield run


def _take(run: list[LegalReference], match: re.Match[str], gap: str) -> bool:
    """Add one matched piece to the run; tells whether it was a pasal."""
    unit, number = _unit(match)
    if unit == "pasal":
        run.append(LegalReference(match.span(), pasal=number))
        return True
    if unit == "paren" and not (run and run[-1].ayat):
        return False
    unit = "ayat" if unit == "paren" else unit
    if not run:
        if unit == "ayat":
            run.append(LegalReference(match.span(), ayat=number))
        return False
    last = run[-1]
    deeper = _cleared(last, unit)
    if not gap.strip() and not getattr(last, unit) and deeper == last:
        run[-1] = _with(last, unit, number, (last.span[0], match.end()))
    else:
        run.append(_with(deeper, unit, number, match.span()))
    return False


def _with(
    reference: LegalReference, unit: str, number: str, span: tuple[int, int]
) -> LegalReference:
    changed: dict[str, Any] = {unit: number, "span": span}
    return replace(reference, **changed)


def _cleared(reference: LegalReference, unit: str) -> LegalReference:
    """The reference without the given unit and those below it."""
    order = ("ayat", "huruf", "angka")
    emptied: dict[str, Any] = dict.fromkeys(order[order.index(unit) :], "")
    return replace(reference, **emptied)


def _unit(match: re.Match[str]) -> tuple[str, str]:
    for unit in ("pasal", "ayat", "huruf", "angka", "paren"):
        if match[unit]:
            number = match[f"{unit}_no"] or match["ayat_bare"]
            return unit, number.replace(" ", "").upper() if unit == "pasal" else number.lower()
    raise AssertionError(match)


def _extend_range(run: list[LegalReference], match: re.Match[str]) -> bool:
    unit, last = _unit(match)
    unit = "ayat" if unit == "paren" else unit
    first = getattr(run[-1], unit)
    if not first:
        return False
    base = replace(run[-1], span=match.span())
    if unit != "pasal":
        base = _cleared(base, unit)
    run += [_with(base, unit, number, base.span) for number in _between(first, last)]
    return True


def _between(first: str, last: str) -> list[str]:
    """The numbers after `first` up to `last`; only `last` where they cannot be counted."""
    if first.isdigit() and last.isdigit() and 0 < int(last) - int(first) <= LONGEST_RANGE:
        return [str(number) for number in range(int(first) + 1, int(last) + 1)]
    if len(first) == len(last) == 1 and first.isalpha() and last.isalpha() and first < last:
        return [chr(code) for code in range(ord(first) + 1, ord(last) + 1)]
    return [last]


def _bare_numbers(run: list[LegalReference], text: str) -> None:
    """Take in what follows a pasal without its word: "Pasal 5, 7 dan 9", "Pasal 12-15"."""
    while match := _BARE_LIST.match(text, run[-1].span[1]):
        number = match["number"].upper()
        span = match.span("number")
        numbers = [number]
        if _RANGE_GAP.fullmatch(match["gap"]):
            numbers = _between(run[-1].pasal, number)
        run += [LegalReference(span, pasal=each) for each in numbers]


def _regulation_of(
    text: str, run: list[LegalReference], regulations: list[LegalReference]
) -> int | None:
    """Index of the regulation that the run belongs to: the one right after it, or right before."""
    start, end = run[0].span[0], run[-1].span[1]
    for index, regulation in enumerate(regulations):
        if regulation.span[0] >= end:
            if _TO_REGULATION.fullmatch(text, end, regulation.span[0]):
                return index
            break
    for index in reversed(range(len(regulations))):
        last = regulations[index].span[1]
        if last <= start:
            near = _FROM_REGULATION.fullmatch(text, last, start)
            return index if near or _ABOUT.fullmatch(text, last, start) else None
    return None


def bound(reference: LegalReference, regulation: LegalReference) -> LegalReference:
    return replace(
        reference,
        kind=regulation.kind,
        number=regulation.number,
        year=regulation.year,
        area=regulation.area,
        name=regulation.name,
    )
