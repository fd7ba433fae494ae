"""A text cut at its headings; no chunk crosses from one segment into another."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from documents.structure import Section
from retrieval.chunking.drafts import Segment

# A penjelasan that says no more than "Cukup jelas" is put together with its neighbours.
TRIVIAL_CHARACTERS = 120


def segments(text: str, sections: Sequence[Section], *, size: int) -> list[Segment]:
    """The text cut at every heading, then small headings and trifles put together."""
    heads = [section for section in sections if section.kind != "ayat"]
    if not heads:
        return []
    starts = [section.start for section in heads] + [len(text)]
    cut = [
        Segment(start, end, section)
        for section, (start, end) in zip(heads, pairwise(starts), strict=True)
        if start < end
    ]
    return _trifles_together(_headings_forward(cut, text, size), size)


def _headings_forward(segments: Iterable[Segment], text: str, size: int) -> list[Segment]:
    """A heading without text of its own goes with what follows it."""
    joined: list[Segment] = []
    pending: int | None = None
    for segment in segments:
        start = segment.start if pending is None else pending
        body = text[max(segment.section.heading_end, segment.start) : segment.end]
        alone = segment.section.kind not in ("pasal", "penjelasan_pasal", "text")
        if alone and len(body.strip()) < 3 and segment.end - start < size:
            pending = start
            last = segment
            continue
        joined.append(replace(segment, start=start))
        pending = None
    if pending is not None:
        if joined:
            joined[-1] = replace(joined[-1], end=last.end)
        else:
            joined.append(replace(last, start=pending))
    return joined


def _trifles_together(segments: Iterable[Segment], size: int) -> list[Segment]:
    """One segment of neighbouring penjelasan that say "Cukup jelas", and of front matter."""
    joined: list[Segment] = []
    for segment in segments:
        last = joined[-1] if joined else None
        if last and segment.section.kind == "memutuskan" and segment.end - segment.start < 400:
            joined[-1] = replace(last, end=segment.end)
        elif last and _trivial(last, size) and _trivial(segment, size):
            joined[-1] = Segment(last.start, segment.end, _spanning(last.section, segment.section))
        else:
            joined.append(segment)
    return joined


def _trivial(segment: Segment, size: int) -> bool:
    """Short, or already a run of short ones that may still grow."""
    if segment.section.kind != "penjelasan_pasal":
        return False
    length = segment.end - segment.start
    if "-" in segment.section.number:
        return length < size - TRIVIAL_CHARACTERS
    return length < TRIVIAL_CHARACTERS


def _spanning(first: Section, last: Section) -> Section:
    """The section that stands for a run of penjelasan, "Pasal 3 sampai dengan Pasal 9"."""
    low, high = first.number.split("-")[0], last.number.split("-")[-1]
    label = f"Pasal {low} sampai dengan Pasal {high}"
    return replace(first, end=last.end, number=f"{low}-{high}", path=(*first.path[:-1], label))
