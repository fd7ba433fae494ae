"""Which pages of a PDF need their picture read, and what becomes of them when it was."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from documents.extraction.legibility import Legibility
from documents.extraction.ocr.cleaning import OcrLine, cleaned
from documents.extraction.ocr.known_words import known_share
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.ocr.pool import PageSeen, PageUnread, read_pages
from documents.extraction.pages_read import Report
from documents.extraction.pdf_rulings import Box
from documents.extraction.pdf_words import PlacedWord
from documents.extraction.pdf_writing import PdfPage
from documents.extraction.types import Finding

# The page has no text but its picture; or it has text, and pictures beside it; or its text was
# put below the picture by a scanner that read badly.
Why = Literal["unread", "beside", "doubtful"]

# Pictures without text of their own on less of the page than this are logos and signatures.
BARE_SHARE = 0.08
# Letters on a square point; a page of running text has ten times as many.
BARE_LETTERS = 0.0006
FULL_PICTURE = 0.6
# Text that was typed has 0.95 of its letters in known words, a good scanner's 0.9.
DOUBTFUL_SHARE = 0.82
DOUBTFUL_LETTERS = 200
BETTER_BY = 0.05
SURE = 0.8
# Pages that have text already are read for what more there may be, but not without end.
MOST_BESIDE = 60
MOST_DOUBTFUL = 40
# A line is uncertain below this; so many of a page are told to staff.
LEAST_CERTAIN = 0.75
TOLD_LINES = 5
# The page got its text, but a file of photographs shall not be one of findings.
MIXED_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Wanted:
    index: int
    why: Why


def wanted(pages: Sequence[PdfPage]) -> list[Wanted]:
    """The pages whose picture is to be read, those without any text first."""
    unread = [Wanted(page.index, "unread") for page in pages if needs_reading(page)]
    readable = [page for page in pages if page.legibility.judged == "text"]
    beside = [page for page in readable if _bare_share(page) >= BARE_SHARE]
    doubtful = _doubtful([page for page in readable if page not in beside])
    return [
        *unread,
        *(Wanted(page.index, "doubtful") for page in doubtful[:MOST_DOUBTFUL]),
        *(Wanted(page.index, "beside") for page in beside[:MOST_BESIDE]),
    ]


def may_be_wanted(page: PdfPage) -> bool:
    """Only pages with pictures of some size; the others need not wait for OCR."""
    return page.seen.image_share >= BARE_SHARE


def needs_reading(page: PdfPage) -> bool:
    return page.legibility.judged in ("scan", "garbage", "watermark")


def _bare_share(page: PdfPage) -> float:
    """The share of the page that pictures cover on which hardly any letter stands."""
    area = max(1.0, page.seen.width * page.seen.height)
    bare = 0.0
    for x0, y0, x1, y1 in page.seen.drawn.pictures:
        covered = (x1 - x0) * (y1 - y0)
        inside = sum(
            len(word.text)
            for word in page.seen.words
            if x0 <= (word.x0 + word.x1) / 2 <= x1 and y0 <= (word.y0 + word.y1) / 2 <= y1
        )
        if inside < BARE_LETTERS * covered:
            bare += covered
    return min(1.0, bare / area)


def _doubtful(pages: Iterable[PdfPage]) -> list[PdfPage]:
    """Scans with a text layer that holds few words, the worst first."""
    found = []
    for page in pages:
        if page.seen.image_share < FULL_PICTURE:
            continue
        share, letters = known_share(_text(page.seen.words))
        if letters >= DOUBTFUL_LETTERS and share < DOUBTFUL_SHARE:
            found.append((share, page.index, page))
    return [page for *_, page in sorted(found, key=lambda item: item[:2])]


def _text(words: Iterable[PlacedWord]) -> str:
    return " ".join(word.text for word in words)


class PictureReading:
    """Has pictures read and gives the pages their text."""

    def __init__(self, pages: Sequence[PdfPage], report: Report) -> None:
        self.pages = pages
        self.report = report
        self.readers: set[str] = set()

    def findings(self, path: Path, chosen: Sequence[Wanted], ocr: OcrOrder) -> Iterator[Finding]:
        """Read the chosen pages; gives what is to be told of them."""
        why = {each.index: each.why for each in chosen}
        done = 0
        self.report("ocr", 0, len(chosen))
        for result in read_pages(path, list(why), ocr):
            if result is not None:
                done += 1
                page = self.pages[result.index]
                if isinstance(result, PageUnread):
                    yield from _unread(page, result, why[result.index])
                else:
                    yield from self._take(page, result, why[result.index])
            self.report("ocr", done, len(chosen))

    def _take(self, page: PdfPage, seen: PageSeen, why: Why) -> Iterator[Finding]:
        self.readers.add(seen.by)
        lines = cleaned(seen.lines)
        if why == "unread":
            _rule(page, seen.rules)
            yield from self._replace(page, lines, seen.turned)
        elif why == "beside":
            self._add(page, lines, seen.turned)
        elif _reads_better(page, lines):
            page.legibility = Legibility("garbage", "", {})
            _rule(page, seen.rules)
            yield from self._replace(page, lines, seen.turned)

    def _replace(self, page: PdfPage, lines: list[OcrLine], turned: int) -> Iterator[Finding]:
        words = [word for line in lines for word in line.words]
        page.seen = replace(page.seen, words=words, turned=turned)
        if not words:
            yield Finding("picture_without_text", {}, page.index + 1)
            return
        page.origin, page.certainty = "ocr", _certainty(lines)
        yield from _uncertain(page, lines)

    def _add(self, page: PdfPage, lines: list[OcrLine], turned: int) -> None:
        """Lines that are not already in the text layer; guesses at a drawing are left out."""
        if turned != page.seen.turned:
            return
        sure = [line for line in lines if line.certainty >= SURE]
        new = [line for line in sure if not _is_held(line, page.seen.words)]
        if sum(len(line.text) for line in new) < MIXED_LETTERS:
            return
        words = [_upright(word) for line in new for word in line.words]
        page.seen = replace(page.seen, words=[*page.seen.words, *words])
        page.legibility = Legibility("mixed", "", {})
        page.certainty = _certainty(new)


def _rule(page: PdfPage, rules: Sequence[Box]) -> None:
    """Lines of the picture count as if they were drawn on the page."""
    drawn = page.seen.drawn
    drawn.across += [((y0 + y1) / 2, x0, x1) for x0, y0, x1, y1 in rules if x1 - x0 > y1 - y0]
    drawn.down += [((x0 + x1) / 2, y0, y1) for x0, y0, x1, y1 in rules if x1 - x0 <= y1 - y0]
    page.seen = replace(page.seen, rules=page.seen.rules + len(rules))


def _unread(page: PdfPage, result: PageUnread, why: Why) -> Iterator[Finding]:
    """Pages that have text stay as they are."""
    if why == "unread":
        beyond = result.reason in ("page_limit", "time_limit")
        detail = {"judged": page.legibility.judged, "reason": result.reason}
        if result.detail:
            detail["detail"] = result.detail
        yield Finding("ocr_budget_spent" if beyond else "unread_page", detail, page.index + 1)


def _uncertain(page: PdfPage, lines: Sequence[OcrLine]) -> Iterator[Finding]:
    doubtful = sorted(
        (line for line in lines if line.certainty < LEAST_CERTAIN), key=lambda line: line.certainty
    )
    if doubtful:
        told = [
            {"text": line.text[:120], "certainty": round(line.certainty, 2)}
            for line in doubtful[:TOLD_LINES]
        ]
        detail = {"count": len(doubtful), "worst": told[0]["text"], "lines": told}
        yield Finding("low_certainty", detail, page.index + 1)


def _certainty(lines: Sequence[OcrLine]) -> float:
    """The mean of the lines, each counting by its letters."""
    letters = sum(len(line.text) for line in lines)
    return round(sum(line.certainty * len(line.text) for line in lines) / max(1, letters), 4)


def _reads_better(page: PdfPage, lines: Sequence[OcrLine]) -> bool:
    """What was read holds clearly more words than the layer, and as much text."""
    layer, layer_letters = known_share(_text(page.seen.words))
    share, letters = known_share(" ".join(line.text for line in lines))
    return (
        share >= layer + BETTER_BY and letters >= 0.75 * layer_letters and _certainty(lines) >= SURE
    )


def _is_held(line: OcrLine, words: Sequence[PlacedWord]) -> bool:
    """Most of the line's words stand where the text layer has one."""
    held = sum(any(_overlap(word, other) for other in words) for word in line.words)
    return 2 * held >= len(line.words)


def _overlap(one: PlacedWord, other: PlacedWord) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    least = min(one.x1 - one.x0, other.x1 - other.x0), min(one.y1 - one.y0, other.y1 - other.y0)
    return across > 0.3 * least[0] and down > 0.3 * least[1]


def _upright(word: PlacedWord) -> PlacedWord:
    """Placed among words of a text layer, which no skew has moved."""
    return replace(word, u0=word.x0, v0=word.y0, u1=word.x1, v1=word.y1)
