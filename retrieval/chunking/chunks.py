"""From sections to chunks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from documents.extraction.types import ExtractedTable
from documents.structure import Section
from retrieval.chunking.citing import legal_reference
from retrieval.chunking.cutting import Cutter, trimmed
from retrieval.chunking.drafts import ChunkDraft, Piece, Segment
from retrieval.chunking.lengths import MAX_TOKENS
from retrieval.chunking.pasal import pasal_pieces
from retrieval.chunking.segments import segments
from retrieval.chunking.tables import table_pieces


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
) -> list[ChunkDraft]:
    """Cut the text; sizes in characters. `citation` is the short name, as in "UU 11/2006".

    Raises ValueError when the overlap is not smaller than the chunk.
    """
    if not 0 <= chunk_overlap < chunk_size:
        raise ValueError("chunk_overlap must be at least 0 and smaller than chunk_size")
    cutter = Cutter(canonical, document_name, chunk_size, chunk_overlap, max_tokens)
    pieces = _pieces(cutter, sections, tables)
    drafts: list[ChunkDraft] = []
    for piece in pieces:
        start, end = trimmed(canonical, piece.start, piece.end)
        if start < end:
            drafts.append(
                ChunkDraft(
                    ordinal=len(drafts),
                    start=start,
                    end=end,
                    text=canonical[start:end],
                    indexed_text=cutter.indexed_text(replace(piece, start=start, end=end)),
                    section_path=piece.section.path,
                    legal_reference=legal_reference(piece, citation),
                    kind=piece.section.kind,
                )
            )
    return drafts


def _pieces(
    cutter: Cutter, sections: Sequence[Section], tables: Sequence[ExtractedTable]
) -> Iterator[Piece]:
    ayat = [section for section in sections if section.kind == "ayat"]
    rows = sorted(
        (table for table in tables if table.row_spans), key=lambda table: table.row_spans[0]
    )
    for segment in segments(cutter.text, sections, size=cutter.size):
        inside = [table for table in rows if _holds(segment, table)]
        if inside:
            yield from table_pieces(cutter, segment, inside)
        elif segment.section.kind in ("pasal", "penjelasan_pasal"):
            yield from pasal_pieces(cutter, segment, _within(segment, ayat))
        else:
            yield from cutter.prose(segment.start, segment.end, segment.section)


def _holds(segment: Segment, table: ExtractedTable) -> bool:
    return segment.start <= table.row_spans[0][0] < segment.end


def _within(segment: Segment, ayat: Sequence[Section]) -> list[Section]:
    return [each for each in ayat if segment.start <= each.start < segment.end]
