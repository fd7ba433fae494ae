"""The HNSW index of each model: made and renewed beside the searches that go on.

One partial index a model: `((vector::halfvec(n)) halfvec_cosine_ops) WHERE model_id = m`.
Nothing here may run inside a transaction, but `create_empty`.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import OperationalError, connection
from psycopg.errors import DiskFull

from retrieval.models import Embedding, EmbeddingModel

logger = logging.getLogger(__name__)

Progress = Callable[[float], None]  # 0..1; may raise to stop

WATCH_S = 1.0
MEGABYTE = 1024 * 1024
# Of a row in the graph while it is built, vector apart: reckoned from pgvector's structures.
GRAPH_BYTES_PER_LINK = 36
ROW_BYTES = 200

_PROGRESS = """
    SELECT phase, tuples_done::float / nullif(tuples_total, 0)
    FROM pg_stat_progress_create_index WHERE pid = %s
"""
_INDEXES = """
    SELECT relname, indisvalid, pg_relation_size(indexrelid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = 'retrieval_embedding'::regclass
      AND (relname = %s OR relname LIKE %s)
"""


def index_name(model: EmbeddingModel) -> str:
    return f"embedding_hnsw_{model.pk}"


def is_valid(model: EmbeddingModel) -> bool:
    """Whether the model's index exists and may be used."""
    return any(name == index_name(model) and valid for name, valid, _size in _indexes(model))


def size_bytes(model: EmbeddingModel) -> int:
    return sum(size for name, _valid, size in _indexes(model) if name == index_name(model))


def create_empty(model: EmbeddingModel) -> None:
    """Make the index of a model without vectors; it grows with each of them."""
    with connection.cursor() as cursor:
        cursor.execute(_definition(model, "CREATE INDEX IF NOT EXISTS"))


def create(model: EmbeddingModel, *, progress: Progress = lambda _: None) -> None:
    """Build the index of the vectors that are held, unless it is there.

    What a build that was cut off left behind is dropped first.
    """
    _drop_unfinished(model)
    if not is_valid(model):
        _build(model, _definition(model, "CREATE INDEX CONCURRENTLY"), progress=progress)


def rebuild(model: EmbeddingModel, *, progress: Progress = lambda _: None) -> None:
    """Build it anew: what was deleted leaves gaps. Searches use the former one meanwhile."""
    _drop_unfinished(model)
    if is_valid(model):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER INDEX {index_name(model)} SET ({_options()})")
        statement = f"REINDEX INDEX CONCURRENTLY {index_name(model)}"
        _build(model, statement, progress=progress)
    else:
        create(model, progress=progress)


def drop(model: EmbeddingModel) -> None:
    _drop([name for name, _valid, _size in _indexes(model)])


def _definition(model: EmbeddingModel, create: str) -> str:
    return (
        f"{create} {index_name(model)} ON retrieval_embedding "
        f"USING hnsw ((vector::halfvec({int(model.dimensions)})) halfvec_cosine_ops) "
        f"WITH ({_options()}) "
        f"WHERE model_id = {int(model.pk)}"
    )


def _options() -> str:
    m, ef_construction = int(settings.HNSW_M), int(settings.HNSW_EF_CONSTRUCTION)
    return f"m = {m}, ef_construction = {ef_construction}"


def _indexes(model: EmbeddingModel) -> list[tuple[str, bool, int]]:
    """(name, valid, bytes) of the index and of what unfinished builds left of it."""
    name = index_name(model)
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES, [name, name.replace("_", r"\_") + r"\_cc%"])
        return [(row[0], row[1], row[2]) for row in cursor.fetchall()]


def _drop_unfinished(model: EmbeddingModel) -> None:
    finished = (index_name(model), True)
    _drop([name for name, valid, _size in _indexes(model) if (name, valid) != finished])


def _drop(names: list[str]) -> None:
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


def _build(model: EmbeddingModel, statement: str, *, progress: Progress) -> None:
    """Run it in several processes; in one, where they find no room for their shared memory."""
    with _memory(model):
        try:
            _run(statement, progress=progress)
        except OperationalError as error:
            if not isinstance(error.__cause__, DiskFull):
                raise
            logger.warning(
                "Building %s in parallel found too little shared memory (%s); it is built by one "
                "process, which takes longer. /dev/shm must hold maintenance_work_mem (a container "
                "has 64 MB unless told otherwise), or PostgreSQL needs "
                "dynamic_shared_memory_type = sysv.",
                index_name(model),
                error.__cause__.diag.message_primary,
            )
            _drop_unfinished(model)
            _set("max_parallel_maintenance_workers", "0")
            _run(statement, progress=progress)


@contextmanager
def _memory(model: EmbeddingModel) -> Iterator[None]:
    """Let the graph fit into memory, as far as allowed: else building takes many times longer."""
    rows = Embedding.objects.filter(model_id=model.pk).count()
    row_bytes = 2 * model.dimensions + GRAPH_BYTES_PER_LINK * settings.HNSW_M + ROW_BYTES
    needed_mb = rows * row_bytes // MEGABYTE + 16
    allowed_mb = settings.HNSW_BUILD_MEMORY_MB
    if needed_mb > allowed_mb:
        logger.warning(
            "The graph of %s needs some %d MB and may take %d (PORTAL_INDEX_BUILD_MEMORY_MB): "
            "building it takes many times longer",
            index_name(model),
            needed_mb,
            allowed_mb,
        )
    _set("maintenance_work_mem", f"{max(64, min(needed_mb, allowed_mb))}MB")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET maintenance_work_mem")
            cursor.execute("RESET max_parallel_maintenance_workers")


def _set(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, false)", [name, value])


def _run(statement: str, *, progress: Progress) -> None:
    """Run a long statement while another thread looks how far it is.

    What `progress` raises there ends the statement and is raised here.
    """
    with connection.cursor() as cursor:
        watch = _Watch(cursor.connection.info.backend_pid, progress)
        with watch:
            try:
                cursor.execute(statement)
            except OperationalError:
                if watch.raised is None:
                    raise
    if watch.raised is not None:
        raise watch.raised


class _Watch:
    """Tells, in a thread with a connection of its own, how far the backend's index is."""

    def __init__(self, backend_pid: int, progress: Progress) -> None:
        self.raised: BaseException | None = None
        self._pid = backend_pid
        self._progress = progress
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="index progress", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._over.wait(WATCH_S):
                self._look()
        except Exception as error:
            self.raised = error
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_cancel_backend(%s)", [self._pid])
        finally:
            connection.close()

    def _look(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_PROGRESS, [self._pid])
            row = cursor.fetchone()
        share = row[1] if row and row[1] else 0.0
        self._progress(min(share, 1.0))
