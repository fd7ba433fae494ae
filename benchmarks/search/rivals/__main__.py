"""Build one rival's index, or measure it: `python -m benchmarks.search.rivals NAME build|measure`.

Run by the environment in which the rivals are installed; prints JSON.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.search import exact
from benchmarks.search.corpus import Corpus
from benchmarks.search.measuring import (
    Ask,
    Load,
    Stopwatch,
    folder_mb,
    in_processes,
    in_threads,
    memory_mb,
    one_client,
    peak_mb,
    processor_s,
    progress,
)
from benchmarks.search.rivals.base import Rival
from benchmarks.search.rivals.catalogue import RIVALS, opened, rival


def build(chosen: Rival) -> dict[str, Any]:
    watch = Stopwatch()
    chosen.build(watch)
    return {
        "seconds": watch.seconds,
        "total_s": round(sum(watch.seconds.values()), 1),
        "processor_s": round(processor_s(os.getpid()), 1),
        "peak_mb": peak_mb(),
        "disk_mb": folder_mb(chosen.folder),
    }


def measure(name: str, chosen: Rival, *, load: Load) -> dict[str, Any]:
    corpus = chosen.corpus
    kinds = corpus.numbers_by_kind()
    topic = kinds["topic"]
    eight = {}
    if "processes" in chosen.clients:
        progress("  8 processes")
        make = partial(opened, name, corpus.folder, chosen.folder)
        eight["processes"] = in_processes(make, topic, load=load, start="spawn")
    progress("  opening")
    chosen.open()
    asks: dict[str, tuple[Ask, list[int]]] = {
        "hybrid": (chosen.hybrid, topic),
        "hybrid_common_words": (chosen.hybrid, kinds["common"]),
        "hybrid_filtered": (chosen.hybrid, kinds["filtered"]),
        "lexical": (_limited(chosen.lexical), topic),
        "lexical_common_words": (_limited(chosen.lexical), kinds["common"]),
        "vector": (_limited(chosen.vector), topic),
    }
    rows = {row: measure_row(row, *asked, load=load) for row, asked in asks.items()}
    progress("  8 threads")
    eight["threads"] = in_threads(chosen.hybrid, topic, load=load)
    memory = {"mb": memory_mb([os.getpid()]), "peak_mb": peak_mb()}
    best = max(eight, key=lambda each: eight[each]["queries_per_s"])
    rows["hybrid"]["clients_8"] = eight[best] | {"as": best}
    rows["hybrid"]["clients_8_all"] = eight
    progress("  recall")
    return {"rows": rows, "memory": memory, "recall": recall(chosen, kinds), "setup": chosen.setup}


def measure_row(name: str, ask: Ask, numbers: list[int], *, load: Load) -> dict[str, Any]:
    progress(f"  {name}")
    before = processor_s(os.getpid())
    row: dict[str, Any] = one_client(ask, numbers, load=load)
    asked = row["asked"] + min(load.warm_up, len(numbers))
    row["processor_ms"] = round((processor_s(os.getpid()) - before) * 1000 / asked, 2)
    return row


def recall(chosen: Rival, kinds: dict[str, list[int]]) -> dict[str, Any]:
    known = exact.load(chosen.corpus)
    depth = exact.DEPTH
    return {
        kind: exact.recall(
            {
                n: exact.Found(chosen.lexical(n, depth), chosen.vector(n, depth), chosen.fused(n))
                for n in numbers
                if n in known
            },
            known,
            weights=chosen.weights,
        )
        for kind, numbers in kinds.items()
    }


def _limited(path: Callable[[int, int], Any]) -> Ask:
    return lambda number: path(number, exact.DEPTH)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=RIVALS)
    parser.add_argument("action", choices=("build", "measure"))
    parser.add_argument("corpus", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--budget-s", type=float, default=20.0)
    options = parser.parse_args()
    chosen = rival(options.name, Corpus(options.corpus), options.folder)
    if options.action == "build":
        options.folder.mkdir(parents=True, exist_ok=True)
        result = build(chosen)
    else:
        result = measure(options.name, chosen, load=Load(budget_s=options.budget_s))
    json.dump({"name": chosen.name} | result, sys.stdout)


if __name__ == "__main__":
    main()
