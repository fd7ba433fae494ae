"""Several workers publish while the index is rebuilt."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from documents.models import Version
from documents.signals import version_read
from retrieval.lexical_check import Damage, check
from retrieval.models import Chunk, LexicalEntry, LexicalStatistics
from retrieval.reindexing import rebuild_lexical
from tests.fake_embedder import FakeEmbedder
from tests.retrieval.conftest import MakeVersion, ignore_progress


def with_own_connection(do: Callable[[], object]) -> None:
    try:
        do()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_frequencies_stay_right(make_version: MakeVersion, fake_embedder: FakeEmbedder) -> None:
    versions = [make_version(f"Gampong nomor {n} di Aceh. Mukim dan kota.") for n in range(6)]

    def publish(version: Version) -> None:
        version_read.send(
            sender=Version, version=version, auto_index=True, progress=ignore_progress
        )

    with ThreadPoolExecutor(4) as pool:
        tasks = [lambda version=version: publish(version) for version in versions]
        tasks[3:3] = [lambda: rebuild_lexical()]
        list(pool.map(with_own_connection, tasks))
    assert check() == Damage()
    assert LexicalEntry.objects.count() == Chunk.objects.filter(live=True).count() == 6
    assert LexicalStatistics.objects.get().chunk_count == 6
