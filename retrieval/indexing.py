"""From a version's text to chunks that are found: stage, embed, publish.

What is staged is invisible: chunks with `live=False`, vectors in StagedVector. Publishing swaps the
former chunks for the new ones in one transaction. Each step may run again after a kill; vectors
that were made are not made twice.
"""

import logging
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone
from pgvector import HalfVector

from documents.extraction.types import ExtractedTable
from documents.heartbeat import Superseded
from documents.models import Document, Page, Version
from documents.reasons import Failed
from documents.structure import sections
from retrieval import embedding, fingerprints, identifiers, lexical_index, vectors
from retrieval.access_columns import columns_of
from retrieval.chunking import ChunkDraft, chunk
from retrieval.embedders.base import EmbeddingError
from retrieval.models import Chunk, Embedding, EmbeddingModel, StagedVector

logger = logging.getLogger(__name__)

Progress = Callable[[str, float], None]  # stage, 0..1; may raise to stop

EMBED_BATCH = 16  # texts between two reports of progress: some seconds on two slow cores
INSERT_BATCH = 500


def index(version: Version, *, auto_index: bool, progress: Progress) -> None:
    """Chunk, embed and, with `auto_index`, publish a version that was read.

    Raises Failed (naming the embedder, or saying that there is no text); what is live stays live.
    """
    progress("chunking", 0.0)
    stage(version)
    progress("chunking", 1.0)
    is_published = not auto_index
    while not is_published:
        models = _embed_with_all(staged_chunks(version), progress=progress)
        progress("indexing", 0.0)
        is_published = publish(version, models=models)


def writing_models() -> dict[EmbeddingModel, bool]:
    """The models kept up to date (the default at first), the active one first; may each be written?

    Not where the embedder is another one by now: vectors must not mix. Then words alone find what
    is published, until the model is built anew. Raises Failed when the active model's embedder
    cannot be asked.
    """
    if not EmbeddingModel.objects.exists():
        with embedder_named(settings.DEFAULT_EMBEDDER):
            vectors.register_default()
    models = EmbeddingModel.objects.filter(maintained=True).order_by("-active", "alias")
    return {each: _may_be_written(each) for each in models.defer("probe")}


def _may_be_written(model: EmbeddingModel) -> bool:
    try:
        with embedder_named(model.alias):
            return not fingerprints.change_of(model)
    except Failed:
        if model.active:
            raise
        return False


def _embed_with_all(chunks: Sequence[Chunk], *, progress: Progress) -> dict[EmbeddingModel, bool]:
    """Stage vectors of every model that is kept up to date; returns which have them all.

    A model that does not answer may fail: building it makes up for that. Raises Failed when the
    active one does.
    """
    models = writing_models()
    to_write = [model for model, may in models.items() if may]
    for place, model in enumerate(to_write):
        try:
            embed(chunks, model=model, progress=_part(progress, place, len(to_write)))
        except Failed:
            if model.active:
                raise
            logger.warning("Publishing without vectors of %s", model.alias)
            models[model] = False
    return models


def _part(progress: Progress, place: int, of: int) -> Progress:
    """The progress of one model among several."""
    return lambda stage, share: progress(stage, (place + share) / of)


def staged_chunks(version: Version) -> list[Chunk]:
    return list(Chunk.objects.filter(version=version, live=False))


def stage(version: Version) -> None:
    """Store the version's chunks as staged, in place of what was staged of its document."""
    document = version.document
    drafts = chunk(
        version.canonical,
        sections(version.canonical),
        document_name=document.title,
        citation=document.citation_name,
        chunk_size=version.chunk_size,
        chunk_overlap=version.chunk_overlap,
        tables=_tables(version),
        max_table_rows=settings.MAX_SEARCHED_ROWS,
    )
    drafts = _without_contents(drafts, version)
    if not drafts:
        raise Failed("no_text")
    pages = _Pages(version)
    with transaction.atomic():
        # Two jobs may have two versions of a document: only the newest one's chunks are staged.
        Document.objects.select_for_update().get(pk=document.pk)
        if document.versions.filter(number__gt=version.number).exists():
            raise Superseded
        Chunk.objects.filter(document=document, live=False).delete()
        Chunk.objects.bulk_create(
            [_staged(draft, version, pages) for draft in drafts], batch_size=INSERT_BATCH
        )


def _without_contents(drafts: Sequence[ChunkDraft], version: Version) -> list[ChunkDraft]:
    """The drafts that say something themselves, numbered anew.

    What stands on pages of contents alone only names what stands elsewhere. A document of
    nothing else is kept.
    """
    contents: list[tuple[int, int]] = []
    for start, end in (
        version.pages.filter(is_contents=True).order_by("start").values_list("start", "end")
    ):
        if contents and not version.canonical[contents[-1][1] : start].strip():
            start = contents.pop()[0]
        contents.append((start, end))
    kept = [
        draft
        for draft in drafts
        if not any(start <= draft.start and draft.end <= end for start, end in contents)
    ]
    return [replace(draft, ordinal=n) for n, draft in enumerate(kept or drafts)]


def embed(chunks: Sequence[Chunk], *, model: EmbeddingModel, progress: Progress) -> None:
    """Stage a vector for every chunk that has none of this model yet, batch by batch.

    Raises Failed naming the embedder.
    """
    missing = _without_vector(chunks, model=model)
    for start in range(0, len(missing), EMBED_BATCH):
        progress("embedding", start / len(missing))
        batch = missing[start : start + EMBED_BATCH]
        StagedVector.objects.bulk_create(
            [
                StagedVector(digest=digest, model=model, vector=vector)
                for digest, vector in _embedded(batch, model=model).items()
            ],
            ignore_conflicts=True,
        )
    progress("embedding", 1.0)


@contextmanager
def embedder_named(alias: str) -> Iterator[None]:
    """Turn whatever loading or asking the embedder raises into Failed that names it."""
    try:
        yield
    except (EmbeddingError, ImproperlyConfigured) as error:
        logger.exception("The embedder %s failed", alias)
        raise Failed("embedding_failed", f"{alias}: {type(error).__name__}") from error


def vectors_for(chunks: Sequence[Chunk], *, model: EmbeddingModel) -> dict[str, HalfVector]:
    """Vectors by digest, made where none of this model is held. Raises Failed."""
    held = _vectors({one.digest for one in chunks}, model=model)
    missing = {one.digest: one for one in chunks if one.digest not in held}
    return held | (_embedded(list(missing.values()), model=model) if missing else {})


def fresh_vectors(chunks: Sequence[Chunk], *, model: EmbeddingModel) -> dict[str, HalfVector]:
    """Vectors by digest, made anew whether held or not. Raises Failed."""
    made: dict[str, HalfVector] = {}
    for start in range(0, len(chunks), EMBED_BATCH):
        made |= _embedded(chunks[start : start + EMBED_BATCH], model=model)
    return made


def publish(version: Version, *, models: Mapping[EmbeddingModel, bool]) -> bool:
    """Make the version's staged chunks the ones that are found, in one transaction.

    `models` are those kept up to date, and whether each shall have vectors of the version. Returns
    False, and does nothing, where one of these is missing, or where another model came to be kept
    up to date since they were made.
    """
    with transaction.atomic():
        # The row before the index lock: whoever changes access locks in this order too.
        document = Document.objects.select_for_update().get(pk=version.document_id)
        statistics = lexical_index.locked()
        staged = staged_chunks(version)
        if not staged or _superseded(document, version):
            return True
        digests = {one.digest for one in staged}
        maintained = EmbeddingModel.objects.filter(maintained=True).defer("probe")
        written = [model for model in maintained if models.get(model, True)]
        made = {model: _vectors(digests, model=model) for model in written}
        if any(digests - held.keys() for held in made.values()):
            return False
        former = Chunk.objects.filter(document=document, live=True)
        lexical_index.remove(former.values_list("pk", flat=True), statistics=statistics)
        former.delete()
        Chunk.objects.filter(version=version, live=False).update(live=True)
        for model, vectors_by_digest in made.items():
            insert_embeddings(document, staged, vectors_by_digest, model=model)
        lexical_index.add(document, staged, statistics=statistics)
        StagedVector.objects.filter(digest__in=digests).delete()
        statistics.published_at = timezone.now()
        statistics.save()
        Document.objects.filter(pk=document.pk).update(live_version=version)
    return True


def _superseded(document: Document, version: Version) -> bool:
    """Whether a newer version went live while this one was being made."""
    return document.live_version is not None and document.live_version.number > version.number


def unpublish(document: Document) -> None:
    """Take all that is known of the document out of the index: it is deleted for good."""
    with transaction.atomic():
        Document.objects.select_for_update().filter(pk=document.pk).first()
        statistics = lexical_index.locked()
        chunks = Chunk.objects.filter(document=document)
        lexical_index.remove(chunks.values_list("pk", flat=True), statistics=statistics)
        StagedVector.objects.filter(digest__in=chunks.filter(live=False).values("digest")).delete()
        chunks.delete()


def _staged(draft: ChunkDraft, version: Version, pages: "_Pages") -> Chunk:
    page_from, page_to = pages.of(draft.start, draft.end)
    return Chunk(
        document_id=version.document_id,
        version=version,
        ordinal=draft.ordinal,
        start=draft.start,
        end=draft.end,
        text=draft.text,
        indexed_text=draft.indexed_text,
        digest=draft.digest,
        section_path=list(draft.section_path),
        legal_reference=draft.legal_reference[:200],
        page_from=page_from,
        page_to=page_to,
        provisions=identifiers.provisions(
            draft.section_path, draft.legal_reference, amends=draft.amends
        ),
        mentions=identifiers.mentions(draft.text, amends=draft.amends),
    )


class _Pages:
    """Numbers of the pages that a span touches."""

    def __init__(self, version: Version) -> None:
        rows = Page.objects.filter(version=version).exclude(number=None).order_by("start", "number")
        spans = list(rows.values_list("number", "start", "end"))
        self._numbers = [number for number, _, _ in spans]
        self._starts = [start for _, start, _ in spans]
        self._ends = [end for _, _, end in spans]

    def of(self, start: int, end: int) -> tuple[int | None, int | None]:
        first = bisect_right(self._ends, start)
        last = bisect_left(self._starts, end) - 1
        if first >= len(self._numbers) or last < 0:
            return None, None
        return self._numbers[first], self._numbers[max(first, last)]


def _tables(version: Version) -> list[ExtractedTable]:
    return [
        ExtractedTable(
            name=table.name,
            columns=tuple(table.columns),
            rows=tuple(tuple(row.cells) for row in table.rows.all()),
            row_spans=tuple((row.start, row.end) for row in table.rows.all()),
            page=table.page,
            unit=table.unit,
        )
        for table in version.tables.prefetch_related("rows")
    ]


def _without_vector(chunks: Iterable[Chunk], *, model: EmbeddingModel) -> list[Chunk]:
    """Chunks whose text has no vector of the model yet, each text once."""
    wanted = {one.digest: one for one in chunks}
    held = set(
        StagedVector.objects.filter(model=model, digest__in=wanted).values_list("digest", flat=True)
    ) | set(
        Embedding.objects.filter(model=model, chunk__digest__in=wanted).values_list(
            "chunk__digest", flat=True
        )
    )
    return [one for digest, one in wanted.items() if digest not in held]


def _vectors(digests: set[str], *, model: EmbeddingModel) -> dict[str, HalfVector]:
    """Vectors of the model by digest, published ones and staged ones."""
    published = Embedding.objects.filter(model=model, chunk__digest__in=digests)
    staged = StagedVector.objects.filter(model=model, digest__in=digests)
    return dict(published.values_list("chunk__digest", "vector")) | dict(
        staged.values_list("digest", "vector")
    )


def _embedded(chunks: Sequence[Chunk], *, model: EmbeddingModel) -> dict[str, HalfVector]:
    """Vectors by digest. Raises Failed naming the embedder, whatever it raised."""
    try:
        embedder = embedding.embedder(model.alias)
        rows = embedder.embed_passages([one.indexed_text for one in chunks])
    except Exception as error:
        logger.exception("The embedder %s failed", model.alias)
        raise Failed("embedding_failed", f"{model.alias}: {type(error).__name__}") from error
    return {one.digest: HalfVector(row) for one, row in zip(chunks, rows, strict=True)}


def insert_embeddings(
    document: Document,
    chunks: Sequence[Chunk],
    vectors_by_digest: dict[str, HalfVector],
    *,
    model: EmbeddingModel,
) -> None:
    """Store the vectors of chunks of one document, with its columns."""
    columns = columns_of(document)
    Embedding.objects.bulk_create(
        [
            Embedding(
                chunk=one,
                model=model,
                document=document,
                vector=vectors_by_digest[one.digest],
                **columns,
            )
            for one in chunks
        ],
        batch_size=INSERT_BATCH,
    )
