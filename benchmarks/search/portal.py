"""The portal under measure, in a process of its own: `build` a data directory, or `measure` one.

PORTAL_DATA_DIR names the data directory. Searches go through `retrieval.search.run`, as all of
the product's do.
"""

import argparse
import json
import math
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.search.portal_settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection, connections  # noqa: E402

from aceh_portal.postgres import DEFAULT_MEMORY_BUDGET_MB, running  # noqa: E402
from benchmarks.search import exact, portal_build, statements  # noqa: E402
from benchmarks.search.corpus import Corpus, Question  # noqa: E402
from benchmarks.search.given_vectors import GivenVectors  # noqa: E402
from benchmarks.search.measuring import (  # noqa: E402
    MEGABYTE,
    Load,
    Server,
    in_processes,
    one_client,
    peak_mb,
    peak_while,
    progress,
)
from documents.access import CITIZEN  # noqa: E402
from retrieval.hits import NO_FILTERS, Filters, Mode, Stages  # noqa: E402
from retrieval.search import Request, SearchRun, run  # noqa: E402

LIMIT = 10
PLAIN = Stages(rerank=False)
# A chunk's node in an HNSW graph that is being built: its vector and its neighbours. A quarter of
# the budget is maintenance_work_mem, in which the graph is built.
GRAPH_BYTES = 1_400
# Only while a benchmark is built: what it holds can be made again.
SERVER = {"max_wal_size": "8GB", "synchronous_commit": "off"}


@dataclass(frozen=True, slots=True)
class Searches:
    """Asks questions of the corpus in one way."""

    corpus: Corpus
    mode: Mode = "hybrid"
    stages: Stages = PLAIN
    limit: int = LIMIT

    def __call__(self, number: int) -> SearchRun:
        question = self.corpus.questions[number]
        GivenVectors.give(self.corpus.question_vectors[number])
        return run(
            Request(
                question.text,
                CITIZEN,
                limit=self.limit,
                filters=filters_of(question),
                mode=self.mode,
                stages=self.stages,
            )
        )


def filters_of(question: Question) -> Filters:
    asked = question.filters
    if not asked:
        return NO_FILTERS
    kinds = (asked["kind"],) if "kind" in asked else ()
    return Filters(kinds=kinds, year_from=asked.get("year_from"), year_to=asked.get("year_to"))


def build(corpus: Corpus) -> dict[str, Any]:
    """Build, and say how long each part took and how much memory the server held at most."""
    server = Server(postmaster())
    watch, peak = peak_while(lambda: portal_build.build(corpus), server)
    return {
        "seconds": watch.seconds,
        "total_s": round(sum(watch.seconds.values()), 1),
        "client_processor_s": round(process_time(), 1),
        "server_processor_s": round(server.processor_s(), 1),
        "server_peak_mb": peak,
        "client_peak_mb": peak_mb(),
        "disk_mb": portal_build.table_mb(),
    }


def measure(corpus: Corpus, *, load: Load) -> dict[str, Any]:
    kinds = corpus.numbers_by_kind()
    topic = kinds["topic"]
    rows = {
        "hybrid": (Searches(corpus), topic),
        "hybrid_common_words": (Searches(corpus), kinds["common"]),
        "hybrid_filtered": (Searches(corpus), kinds["filtered"]),
        "hybrid_reranked": (Searches(corpus, stages=Stages()), topic),
        "lexical": (Searches(corpus, mode="lexical"), topic),
        "lexical_common_words": (Searches(corpus, mode="lexical"), kinds["common"]),
        "vector": (Searches(corpus, mode="vector"), topic),
    }
    measured = {name: measure_row(name, *row, load=load) for name, row in rows.items()}
    progress("  recall")
    return {
        "rows": measured,
        "recall": recall(corpus, kinds),
        "connect_ms": connect_ms(),
        "memory": {
            "server_mb": measured["hybrid"]["server_mb"],
            "client_mb": measured["hybrid"]["client_mb"],
            "note": "server: proportional set size of all its processes with 8 clients, shared "
            "buffers counted once; client: of each of the 8 processes",
        },
    }


def measure_row(name: str, ask: Searches, numbers: Sequence[int], *, load: Load) -> dict[str, Any]:
    progress(f"  {name}")
    stages: dict[str, list[float]] = {}
    server = Server(postmaster())
    own, others = process_time(), server.processor_s()

    def timed(number: int) -> None:
        for stage, taken in ask(number).timings_ms.items():
            stages.setdefault(stage, []).append(taken)

    row: dict[str, Any] = one_client(timed, numbers, load=load)
    asked = row["asked"] + min(load.warm_up, len(numbers))
    row["processor_ms"] = {
        "client": round((process_time() - own) * 1000 / asked, 2),
        "server": round((server.processor_s() - others) * 1000 / asked, 2),
    }
    row["stages_p50_ms"] = {stage: round(median(taken), 2) for stage, taken in stages.items()}
    connections.close_all()  # the processes open their own
    row["clients_8"] = in_processes(lambda: ask, numbers, load=load, server=server)
    row["server_mb"] = row["clients_8"].pop("server_mb")
    row["client_mb"] = row["clients_8"].pop("client_mb")
    return row


def recall(corpus: Corpus, kinds: dict[str, list[int]]) -> dict[str, Any]:
    """Overlap at 20 with exact rankings, each path and both fused, by kind of question."""
    known = exact.load(corpus)
    ask = Searches(corpus)
    return {
        kind: exact.recall(
            {number: found(ask(number)) for number in numbers if number in known},
            known,
            weights=settings.RRF_WEIGHTS,
        )
        for kind, numbers in kinds.items()
    }


def found(done: SearchRun) -> exact.Found:
    """What the paths found, as rows of the corpus."""
    return exact.Found(
        *([i - 1 for i, _ in each] for each in (done.lexical, done.vector, done.fused))
    )


def connect_ms() -> float:
    """Opening a connection, which the web process does for each request."""
    taken = []
    for _ in range(20):
        connections.close_all()
        begun = perf_counter()
        connection.ensure_connection()
        taken.append((perf_counter() - begun) * 1000)
    return round(median(taken), 2)


def postmaster() -> int:
    """The process that has started the server's others."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    status = Path(f"/proc/{backend}/status").read_text()
    return int(status.partition("PPid:")[2].split()[0])


def memory_budget_mb(chunks: int) -> int:
    """What the server may take: the product's default, and more where a graph would not fit."""
    return max(DEFAULT_MEMORY_BUDGET_MB, math.ceil(chunks * GRAPH_BYTES * 4 / MEGABYTE))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=("build", "measure", "profile"))
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--memory-mb", type=int)
    parser.add_argument("--budget-s", type=float, default=20.0)
    options = parser.parse_args()
    corpus = Corpus(options.corpus)
    memory_mb = options.memory_mb or memory_budget_mb(corpus.size)
    with running(settings.DATA_DIR, memory_budget_mb=memory_mb, settings=SERVER):
        if options.action == "build":
            result = build(corpus)
        elif options.action == "measure":
            result = measure(corpus, load=Load(budget_s=options.budget_s))
        else:
            result = statements.profile(Searches(corpus), corpus.numbers_by_kind()["topic"])
        connections.close_all()
    json.dump(result | {"memory_budget_mb": memory_mb}, sys.stdout)


if __name__ == "__main__":
    main()
