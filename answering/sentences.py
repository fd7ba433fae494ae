"""Split text into sentences and legal text into its provisions, knowing Indonesian law's stops."""

import re
from dataclasses import dataclass
from itertools import pairwise

from answering.figures.tokens import word_set

Span = tuple[int, int]

_STOP = re.compile(r"[.!?]+[\"'”’)\]]*(?:\s*\[\d+(?:\s*[,;]\s*\d+)*\])*(?=\s|$)")
_WORD_BEFORE = re.compile(r"[\w.’'/]{1,24}$")
_BEFORE_NUMBERS = word_set("no nomor hal hlm art ay psl ps vol tab tgl nr")
_ABBREVIATIONS = word_set(
    "no rp dr drs dra ir prof hj sdr sdri tn ny jl jln kab kec kel prov pt cv ud "
    "yth ttd jo tbk bin alm st mr mrs ms vs dkk a.n u.b u.p "
    "a.l d.a s.d e.g i.e cf approx nos tap stbl lbr gbr s.h m.h s.e m.m s.sos m.si "
    "s.ag m.ag b.c"
)
_NEW_LINE = re.compile(
    r"\n(?=[ \t]{0,20}(?:[-*•|#]|\(\d{1,3}[a-z]?\)|\(?[a-z0-9]{1,3}[.)]\s|\n))"
    r"|(?<=[.;:|])[ \t]{0,20}\n"
)
# "Pasal 41 ayat (1) Undang-Undang ..." names an ayat and begins none.
_AYAT = re.compile(r"(?:(?<=\s)|^)(?<![Aa]yat\s)\((\d{1,2}[a-z]?)\)(?=\s+[A-Z\"“])")
_HURUF = re.compile(r"(?:(?<=[:;,]\s)|(?<=dan\s)|(?<=atau\s)|(?<=\n)|^)([a-z]|\d{1,2})[.)](?=\s)")
_HEADING = re.compile(
    r"(?:^|\n)[ \t]{0,20}#{0,6}[ \t]{0,20}(?:Pasal|Article)\s+(\d+[A-Z]?)\b(?!\s*(?:ayat|dan|,|;))"
)
_TRAILING = re.compile(r"[\s;,]*(?:\b(?:dan|atau|dan/atau)\b)?[\s;,.]*$")


def sentences(text: str) -> list[Span]:
    """Return the spans of the sentences, without the space around them; linear in the length."""
    cuts = {match.end() for match in _STOP.finditer(text) if _ends_sentence(text, match)}
    cuts |= {match.end() for match in _NEW_LINE.finditer(text)}
    edges = [0, *sorted(cuts), len(text)]
    spans = (_trim(text, start, end) for start, end in pairwise(edges))
    return [span for span in spans if span[0] < span[1]]


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if not _next_visible(text, match.end()):
        return True
    following = _next_visible(text, match.end())
    if following.islower() or following in {",", ";", ":"}:
        return False
    if text[match.start()] != ".":
        return True
    before = _WORD_BEFORE.search(text, max(0, match.start() - 24), match.start())
    word = before.group().lower() if before else ""
    if word in _BEFORE_NUMBERS and following.isdecimal():
        return False
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()):
        return False
    return not (word.isdecimal() and _opens_line(text, match.start() - len(word)))


def _next_visible(text: str, index: int) -> str:
    while index < len(text) and text[index].isspace():
        index += 1
    return text[index : index + 1]


def _opens_line(text: str, index: int) -> bool:
    """Is this place the start of a line, so that "1." there numbers an item?"""
    while index > 0 and text[index - 1] in " \t":
        index -= 1
    return index == 0 or text[index - 1] == "\n"


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


@dataclass(frozen=True, slots=True)
class Provision:
    """One smallest statement of a legal text: a sentence, an ayat, or an item of a list.

    `lead` is the span of the words that an item completes ("Tahap pengesahan meliputi:"), `ayat`
    and `item` its markers, `pasal` the heading above it, each empty where there is none.
    """

    span: Span
    lead: Span | None = None
    pasal: str = ""
    ayat: str = ""
    item: str = ""


def provisions(text: str) -> list[Provision]:
    """Split a passage into provisions; linear in the length."""
    headings = [(match.end(), match.group(1)) for match in _HEADING.finditer(text)]
    edges = [(0, "", ""), *_ayat_edges(text, headings)]
    result: list[Provision] = []
    for number, (start, pasal, ayat) in enumerate(edges):
        end = edges[number + 1][0] if number + 1 < len(edges) else len(text)
        result += _parts(text, start, end, pasal, ayat)
    return result


def _ayat_edges(text: str, headings: list[tuple[int, str]]) -> list[tuple[int, str, str]]:
    marks = [(match.start(), match.group(1)) for match in _AYAT.finditer(text)]
    edges = sorted([(at, "", pasal) for at, pasal in headings] + [(at, ay, "") for at, ay in marks])
    pasal, result = "", []
    for at, ayat, heading in edges:
        pasal = heading or pasal
        result.append((at, pasal, ayat))
    return result


def _parts(text: str, start: int, end: int, pasal: str, ayat: str) -> list[Provision]:
    colon = text.find(":", start, end)
    items = [mark for mark in _HURUF.finditer(text, start, end) if 0 <= colon < mark.start()]
    if len(items) < 2:
        return [
            Provision((start + first, start + last), None, pasal, ayat)
            for first, last in sentences(text[start:end])
        ]
    lead = _trim(text, start, items[0].start())
    result = [Provision(lead, None, pasal, ayat)] if lead[0] < lead[1] else []
    bounds = [item.start() for item in items] + [end]
    for item, until in zip(items, bounds[1:], strict=True):
        trailing = _TRAILING.search(text, max(item.end(), until - 40), until)
        last = trailing.start() if trailing else until
        span = _trim(text, item.start(), max(last, item.end()))
        result.append(Provision(span, lead, pasal, ayat, item.group(1)))
    return result
