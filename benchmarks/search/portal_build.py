"""Fill a data directory of the portal: rows by COPY, indexes by the product's own functions."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from django.core.management import call_command
from django.db import connection, transaction
from pgvector import HalfVector

from benchmarks.search.copying import copy_rows, copy_vectors, count_keys_on
from benchmarks.search.corpus import Corpus, SourceChunk, SourceDocument, heading_of
from benchmarks.search.measuring import MEGABYTE, Stopwatch
from documents.models import Document, Status, Version
from retrieval import hnsw, reindexing, vectors
from retrieval.access_columns import columns_of
from retrieval.models import Chunk, Embedding, EmbeddingModel

READ = datetime(2026, 1, 1, tzinfo=UTC)
DOCUMENTS_AT_ONCE = 200


def build(corpus: Corpus) -> Stopwatch:
    """Make the tables, fill them and build both indexes; returns the seconds of each part."""
    watch = Stopwatch()
    watch.timed("migrate", lambda: call_command("migrate", verbosity=0))
    model = vectors.register_default()
    hnsw.drop(model)  # it would grow row by row
    watch.timed("copy rows", lambda: _copy(corpus, model))
    watch.timed("lexical index", reindexing.rebuild_lexical)
    watch.timed("vector index", lambda: hnsw.create(model))
    watch.timed("vacuum", _vacuum)
    return watch


def table_mb() -> dict[str, float]:
    """Megabytes of each table with its indexes, and of the vector index alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, CASE relkind WHEN 'i' THEN pg_relation_size(oid) "
            "ELSE pg_total_relation_size(oid) END FROM pg_class "
            "WHERE relnamespace = 'public'::regnamespace AND (relkind = 'r' "
            "AND relname ~ '^(retrieval|documents)_' OR relname ~ '^embedding_hnsw') "
            "ORDER BY 2 DESC"
        )
        sizes = {name: round(size / MEGABYTE, 1) for name, size in cursor.fetchall()}
    return {name: size for name, size in sizes.items() if size >= 1}


def _copy(corpus: Corpus, model: EmbeddingModel) -> None:
    chunks = corpus.chunks()
    sources = enumerate(corpus.documents, 1)
    first = 1  # chunk ids are rows of the corpus, counted from 1
    while group := list(islice(sources, DOCUMENTS_AT_ONCE)):
        with transaction.atomic():
            first = _copy_group(corpus, model, group, chunks, first)
    count_keys_on(Version, Chunk, Embedding)


def _copy_group(
    corpus: Corpus,
    model: EmbeddingModel,
    group: list[tuple[int, SourceDocument]],
    source_chunks: Iterator[SourceChunk],
    first: int,
) -> int:
    """Write some documents with all that is theirs; returns the next chunk's id."""
    documents, versions, chunks = list[Document](), list[Version](), list[Chunk]()
    embeddings: list[Embedding] = []
    for key, source in group:
        document = _document(key, source)
        texts = list(islice(source_chunks, source.chunks))
        version = _version(key, document, texts)
        own = _chunks(first + len(chunks), version, source, texts)
        columns = columns_of(document)
        embeddings += [
            Embedding(
                id=each.pk,
                chunk_id=each.pk,
                model=model,
                document=document,
                vector=HalfVector(corpus.vectors[each.pk - 1]),
                **columns,
            )
            for each in own
        ]
        documents.append(document)
        versions.append(version)
        chunks += own
    copy_rows(Document, documents)
    copy_rows(Version, versions)
    copy_rows(Chunk, chunks)
    copy_vectors(Embedding, embeddings)
    return first + len(chunks)


def _document(key: int, source: SourceDocument) -> Document:
    return Document(
        pk=f"doc_{key:032x}",
        title=source.title,
        kind=source.kind,
        number=source.number,
        year=source.year,
        original_filename=f"{key}.md",
        source=f"{source.kind}/{key}.md",
        sha256=_digest(str(key)),
        status=Status.READY,
        live_version_id=key,
    )


def _version(key: int, document: Document, texts: list[SourceChunk]) -> Version:
    canonical = "\n\n".join(each.text for each in texts)
    return Version(
        pk=key,
        document=document,
        number=1,
        file=f"{key}.md",
        sha256=document.sha256,
        size=len(canonical),
        media_type="text/markdown",
        canonical=canonical,
        read_at=READ,
    )


def _chunks(
    first: int, version: Version, source: SourceDocument, texts: list[SourceChunk]
) -> list[Chunk]:
    made: list[Chunk] = []
    start = 0
    for ordinal, each in enumerate(texts):
        indexed_text = heading_of(source, each.section_path) + each.text
        made.append(
            Chunk(
                pk=first + ordinal,
                document=version.document,
                version=version,
                ordinal=ordinal,
                live=True,
                start=start,
                end=start + len(each.text),
                text=each.text,
                indexed_text=indexed_text,
                digest=_digest(indexed_text),
                section_path=list(each.section_path),
                legal_reference=" ".join(each.section_path[-1:]),
            )
        )
        start += len(each.text) + 2
    return made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _vacuum() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
