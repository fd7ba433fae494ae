"""Cut a document's canonical text into chunks. No Django.

A chunk is one span of the text, `text == canonical[start:end]`, and together the chunks cover every
letter of it. A pasal is one chunk where it fits and is split at its ayat where it does not; other
text is split at headings, paragraphs and sentences; a table is split between rows, and of one that
is too long to be searched row by row only the first rows are chunks (long_tables.py). What a reader
would need to understand the span (document, section, lead-in, table header) is repeated in
`indexed_text`, which is what is embedded and indexed, never in `text`.
"""

from retrieval.chunking.chunks import chunk
from retrieval.chunking.drafts import ChunkDraft
from retrieval.chunking.lengths import MAX_TOKENS, estimated_tokens

__all__ = ["MAX_TOKENS", "ChunkDraft", "chunk", "estimated_tokens"]
