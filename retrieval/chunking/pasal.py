"""One pasal as one chunk, or split at its ayat."""

from collections.abc import Iterator, Sequence

from documents.structure import Section
from retrieval.chunking.cutting import Cutter
from retrieval.chunking.drafts import Piece, Segment

# How far over chunk_size a pasal may go before it is split. Over the laws of the evaluation
# collection 1.5 keeps 96% of the pasal whole and every indexed_text within the embedder's window.
PASAL_SLACK = 1.5


def pasal_pieces(cutter: Cutter, segment: Segment, ayat: Sequence[Section]) -> Iterator[Piece]:
    start, end, section = segment.start, segment.end, segment.section
    if cutter.fits(start, end, section, int(cutter.size * PASAL_SLACK)):
        yield Piece(start, end, section)
    elif len(ayat) > 1:
        yield from _by_ayat(cutter, segment, ayat)
    else:
        yield from _with_lead_in(cutter, start, end, section, "")


def _by_ayat(cutter: Cutter, segment: Segment, ayat: Sequence[Section]) -> Iterator[Piece]:
    """Neighbouring ayat together as long as they fit; the first takes the pasal's heading."""
    bounds = [segment.start, *(each.start for each in ayat[1:]), segment.end]
    first = 0
    while first < len(ayat):
        last = first
        while last + 1 < len(ayat) and cutter.fits(
            bounds[first], bounds[last + 2], segment.section, cutter.size
        ):
            last += 1
        provision = f"ayat ({ayat[first].number})"
        if last > first:
            provision += f" sampai dengan ayat ({ayat[last].number})"
        start, end = bounds[first], bounds[last + 1]
        if cutter.fits(start, end, segment.section, int(cutter.size * PASAL_SLACK)):
            yield Piece(start, end, segment.section, provision)
        else:
            yield from _with_lead_in(cutter, start, end, segment.section, provision)
        first = last + 1


def _with_lead_in(
    cutter: Cutter, start: int, end: int, section: Section, provision: str
) -> Iterator[Piece]:
    """Split within one ayat (or a pasal without ayat), repeating the sentence that leads in."""
    lead_in = cutter.lead_in(max(start, min(section.heading_end, end)), end)
    budget = cutter.budget(section, lead_in)
    for number, (left, right) in enumerate(cutter.cuts(start, end, budget, overlap=0)):
        yield Piece(left, right, section, provision, lead_in if number else "")
