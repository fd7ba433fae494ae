"""Where nothing is a heading: code, tables, quotations and lists of contents."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

_FENCE: Final = re.compile(r"[ \t]*(?:`{3}|~{3})")
_CONTENTS: Final = re.compile(
    r"[\W\d]*(?:DAFTAR|Daftar)[ \t]+(?:ISI|Isi|TABEL|Tabel|GAMBAR|Gambar|GRAFIK|Grafik|BAGAN"
    r"|LAMPIRAN|Lampiran)\W*$"
)
_ENTRY: Final = re.compile(r"(?:[.…_ \t]|\S)[ \t.…_]*\b(?:\d{1,3}|[ivx]{1,6})[ \t*|]*$")
_DOTS: Final = re.compile(r"(?:\.[ \t]?){4,}|…{2,}|_{4,}")
# A title in a list of contents may go on over this many lines before its page number.
_LINES_OF_AN_ENTRY: Final = 3
_LONG: Final = 50_000  # characters


class Silent:
    """Spans of lines, sorted; `holds(position)` in logarithmic time."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._read(text)

    def holds(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]

    def long_spans(self) -> Iterator[tuple[int, int]]:
        """Those that are worth jumping over; none of them begins or ends within a line."""
        for start, end in zip(self._starts, self._ends, strict=True):
            if end - start > _LONG:
                yield start, end

    def _add(self, start: int, end: int) -> None:
        if self._ends and start <= self._ends[-1]:
            self._ends[-1] = max(end, self._ends[-1])
        else:
            self._starts.append(start)
            self._ends.append(end)

    def _read(self, text: str) -> None:
        fenced = in_contents = False
        contents_end = plain_lines = 0
        for match in re.finditer(r"[^\n]*\n?", text):
            line, (start, end) = match[0], match.span()
            if _FENCE.match(line[:20]):
                fenced = not fenced
                self._add(start, end)
            elif fenced or line[:40].lstrip().startswith(("|", ">")):
                self._add(start, end)
            elif _CONTENTS.match(line[:80]) and len(line) < 80:
                in_contents, contents_end, plain_lines = True, end, 0
            elif in_contents and line.strip():
                if _is_entry(line):
                    self._add(contents_end, end)
                    contents_end, plain_lines = end, 0
                else:
                    plain_lines += 1
                    in_contents = plain_lines < _LINES_OF_AN_ENTRY and len(line) < 200


def _is_entry(line: str) -> bool:
    stripped = line.rstrip()
    if len(stripped) > 250:
        return False
    return bool(_DOTS.search(stripped) or _ENTRY.search(stripped[-24:]))
