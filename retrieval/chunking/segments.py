"""A text cut at its headings; no chunk crosses from one segment into another."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from documents.structure import Section
from retrieval.chunking.drafts import Segment

# A penjelasan that says no more than "Cukup jelas" is put together with its neighbours: alone it
# would answer nothing, and 400 of them would drown what does. The chunk names all their pasal.
TRIVIAL_CHARACTERS = 120
# "5. Ketentuan Pasal 8 diubah sehingga berbunyi sebagai berikut:" goes with the Pasal 8 it quotes.
LEAD_CHARACTERS = 500


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
    cut = list(segments)
    joined: list[Segment] = []
    pending: int | None = None
    for segment, following in zip(cut, [*cut[1:], None], strict=True):
        start = segment.start if pending is None else pending
        if following is not None and _leads_on(segment, following, start, text, size):
            pending = start
            continue
        joined.append(replace(segment, start=start))
        pending = None
    if len(joined) > 1 and _is_bare(joined[-1], text):
        last = joined.pop()
        joined[-1] = replace(joined[-1], end=last.end)
    return joined


def _leads_on(segment: Segment, following: Segment, start: int, text: str, size: int) -> bool:
    if segment.end - start >= size:
        return False
    if _is_bare(segment, text):
        return True
    if segment.section.kind != "angka" or segment.end - start > LEAD_CHARACTERS:
        return False
    return following.section.path[: len(segment.section.path)] == segment.section.path


def _is_bare(segment: Segment, text: str) -> bool:
    """Whether it is a heading and nothing else; the text of a pasal may be missing, though."""
    if segment.section.kind in ("pasal", "penjelasan_pasal", "text"):
        return False
    return len(text[max(segment.section.heading_end, segment.start) : segment.end].strip()) < 3


def _trifles_together(segments: Iterable[Segment], size: int) -> list[Segment]:
    """One segment of neighbouring penjelasan that say "Cukup jelas", and of front matter."""
    joined: list[Segment] = []
    run: list[Section] = []
    for segment in segments:
        last = joined[-1] if joined else None
        if last and segment.section.kind == "memutuskan" and segment.end - segment.start < 400:
            joined[-1] = replace(last, end=segment.end)
        elif last and run and _is_trivial(segment) and segment.end - last.start <= size:
            run.append(segment.section)
            joined[-1] = Segment(last.start, segment.end, _spanning(run))
        else:
            run = [segment.section] if _is_trivial(segment) else []
            joined.append(segment)
    return joined


def _is_trivial(segment: Segment) -> bool:
    if segment.section.kind != "penjelasan_pasal":
        return False
    return segment.end - segment.start < TRIVIAL_CHARACTERS


def _spanning(run: Sequence[Section]) -> Section:
    """The section that stands for a run of penjelasan, "Pasal 3 sampai dengan Pasal 9"."""
    first, last = run[0], run[-1]
    common = takewhile(lambda pair: pair[0] == pair[1], zip(first.path, last.path, strict=False))
    above = tuple(label for label, _ in common)
    label = _label([section.path[-1] for section in run])
    return replace(first, end=last.end, path=(*above, label))


def _label(labels: Sequence[str]) -> str:
    """A range where the numbers follow one another, or else each by its name."""
    numbers = [label.removeprefix("Pasal ") for label in labels]
    low, high = numbers[0].split()[0], numbers[-1].split()[-1]
    if all(part.isdigit() for number in numbers for part in number.split()[::4]):
        covered = sum(_count(number) for number in numbers)
        if int(high) - int(low) + 1 == covered:
            return f"Pasal {low} sampai dengan Pasal {high}"
    return ", ".join(dict.fromkeys(labels))


def _count(number: str) -> int:
    """Of "5" one, of "3 sampai dengan Pasal 6" four."""
    parts = number.split()
    return int(parts[-1]) - int(parts[0]) + 1
