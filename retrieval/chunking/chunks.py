"""From sections to chunks."""

import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from documents.extraction.types import ExtractedTable
from documents.searched_tables import long_tables
from documents.structure import Section
from retrieval.chunking.amendments import amended_regulations
from retrieval.chunking.citing import legal_reference
from retrieval.chunking.cutting import Cutter, trimmed
from retrieval.chunking.drafts import ChunkDraft, Piece, Segment
from retrieval.chunking.lengths import MAX_TOKENS
from retrieval.chunking.pasal import pasal_pieces
from retrieval.chunking.segments import segments
from retrieval.chunking.tables import table_pieces
from retrieval.identifiers import regulation_key


def chunk(
    canonical: str,
    sections: Sequence[Section],
    *,
    document_name: str,
    citation: str = "",
    chunk_size: int = 1000,
    chunk_overlap: int = 200,
    tables: Sequence[ExtractedTable] = (),
    max_tokens: int = MAX_TOKENS,
    max_table_rows: int = sys.maxsize,
) -> list[ChunkDraft]:
    """Cut the text; sizes in characters. `citation` is the short name, as in "UU 11/2006".

    Of tables with more rows than `max_table_rows` together, the further ones are not cut row by
    row but summed up (documents.searched_tables).

    Raises ValueError when the overlap is not smaller than the chunk.
    """
    if not 0 <= chunk_overlap < chunk_size:
        raise ValueError("chunk_overlap must be at least 0 and smaller than chunk_size")
    cutter = Cutter(canonical, document_name, chunk_size, chunk_overlap, max_tokens)
    long = [tables[place] for place in long_tables(tables, most_rows=max_table_rows)]
    pieces = _pieces(cutter, sections, tables, long)
    amended = amended_regulations(canonical, sections)
    drafts: list[ChunkDraft] = []
    for piece in pieces:
        start, end = trimmed(canonical, piece.start, piece.end)
        changed = amended.get(piece.section.start)
        if start < end:
            drafts.append(
                ChunkDraft(
                    ordinal=len(drafts),
                    start=start,
                    end=end,
                    text=canonical[start:end],
                    indexed_text=cutter.indexed_text(replace(piece, start=start, end=end)),
                    section_path=piece.section.path,
                    legal_reference=legal_reference(
                        piece, citation, amended=changed.regulation if changed else ""
                    ),
                    kind=piece.section.kind,
                    amends=regulation_key(changed.kind, changed.number, changed.year)
                    if changed
                    else "",
                )
            )
    return drafts


def _pieces(
    cutter: Cutter,
    sections: Sequence[Section],
    tables: Sequence[ExtractedTable],
    long: Sequence[ExtractedTable],
) -> Iterator[Piece]:
    ayat = [section for section in sections if section.kind == "ayat"]
    ayat_starts = [section.start for section in ayat]
    rows = sorted(
        (table for table in tables if table.row_spans), key=lambda table: table.row_spans[0]
    )
    row_starts = [table.row_spans[0][0] for table in rows]
    for segment in segments(cutter.text, sections, size=cutter.size):
        inside = rows[_within(row_starts, segment)]
        if inside:
            yield from table_pieces(cutter, segment, inside, long)
        elif segment.section.kind in ("pasal", "penjelasan_pasal"):
            yield from pasal_pieces(cutter, segment, ayat[_within(ayat_starts, segment)])
        else:
            yield from cutter.prose(segment.start, segment.end, segment.section)


def _within(starts: Sequence[int], segment: Segment) -> slice:
    return slice(bisect_left(starts, segment.start), bisect_left(starts, segment.end))
