"""`make bench`: the portal's search beside the stacks that it replaces or is compared with.

One corpus, one set of vectors, one run; each engine is built and measured in processes of its own,
one after another. Progress goes to standard error, one JSON to standard output (and to --out).

    make bench                                             100,000 synthetic chunks, all engines
    make bench ARGS="--chunks 1000000 --only portal"       one size, one engine
    make bench ARGS="--collection PORTAL_DATA_DIR"         the chunks and vectors of a portal

A parallel build of the vector index needs about as much of /dev/shm as maintenance_work_mem; in
a container with the usual 64 MB it is built by one process.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.search import exact, growth, synthetic
from benchmarks.search.corpus import Corpus
from benchmarks.search.measuring import progress

ROOT = Path(__file__).resolve().parents[2]
RIVALS_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
PORTAL = "portal"
RIVALS = ("chromadb", "lancedb", "bm25s", "tantivy")
# rank-bm25 scores every chunk in Python: a question takes seconds at a million.
MOST_CHUNKS = {"chromadb": 100_000}


def measured(engine: str, corpus: Corpus, folder: Path, *, budget_s: float) -> dict[str, Any]:
    """What an engine takes to be built (unless it is there already) and to answer."""
    built = folder / f"{engine}.build.json"
    if not built.exists():
        progress(f"{engine}: build")
        built.write_text(json.dumps(_engine(engine, "build", corpus, folder)), encoding="utf-8")
    progress(f"{engine}: measure")
    result = _engine(engine, "measure", corpus, folder, f"--budget-s={budget_s}")
    return {"build": json.loads(built.read_text(encoding="utf-8"))} | result


def corpus_of(options: argparse.Namespace, chunks: int | None) -> Corpus:
    """The corpus with its exact rankings, written once."""
    folder = options.folder / (f"{chunks}" if chunks else "collection")
    source = Corpus(folder / "corpus")
    if not (source.folder / exact.FILE).exists():
        progress(f"corpus in {folder.name}")
        if chunks:
            source = synthetic.write(source.folder, chunks=chunks, questions=options.questions)
        else:
            _collect(source, options)
        exact.save(source, range(len(source.questions)))
    return source


def machine() -> dict[str, Any]:
    """Where and when this was measured; `load` is of the minute before."""
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    shared_memory = os.statvfs("/dev/shm")  # noqa: S108 - looked at, not written
    return {
        "when": datetime.now(UTC).isoformat(timespec="minutes"),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "avx512_vnni": "avx512_vnni" in flags or "avx_vnni" in flags,
        "load": round(os.getloadavg()[0], 2),
        "dev_shm_mb": shared_memory.f_blocks * shared_memory.f_frsize // 1024**2,
    }


def _collect(corpus: Corpus, options: argparse.Namespace) -> None:
    """Write the chunks of a portal as a corpus."""
    subprocess.run(  # noqa: S603 - a module of this package
        [
            sys.executable,
            "-m",
            "benchmarks.search.collection",
            str(corpus.folder),
            f"--questions={options.questions}",
        ],
        cwd=ROOT,
        env=os.environ | {"PORTAL_DATA_DIR": str(options.collection.resolve())},
        check=True,
    )


def _engine(engine: str, action: str, corpus: Corpus, folder: Path, *more: str) -> dict[str, Any]:
    """Run one engine in a process of its own; it prints JSON."""
    environment = dict(os.environ)
    if engine == PORTAL:
        environment["PORTAL_DATA_DIR"] = str(folder / PORTAL)
        command = [sys.executable, "-m", "benchmarks.search.portal", action, str(corpus.folder)]
    else:
        # Threads of one product that wait for each other beside eight clients cost more than they
        # bring (2,000 rows on a busy machine: 24 ms instead of 3).
        environment["OPENBLAS_NUM_THREADS"] = "1"
        module = "benchmarks.search.rivals"
        index = str(folder / engine)
        command = [str(RIVALS_PYTHON), "-m", module, engine, action, str(corpus.folder), index]
    if action == "build":
        more = ()
    done = subprocess.run(  # noqa: S603 - a module of this package
        [*command, *more], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--chunks",
        type=int,
        nargs="*",
        default=[100_000],
        metavar="N",
        help="size of the synthetic corpus, or of several: 100000",
    )
    parser.add_argument("--collection", type=Path, help="data directory of a portal, instead")
    parser.add_argument(
        "--only", nargs="*", choices=(PORTAL, *RIVALS), help="these engines instead of all"
    )
    parser.add_argument("--questions", type=int, default=300, help="of each kind")
    parser.add_argument("--budget-s", type=float, default=20.0, help="seconds a measurement")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "var" / "bench", help="where indexes stay: var/bench"
    )
    parser.add_argument("--out", type=Path, help="write the JSON here too")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    options.folder = options.folder.resolve()
    sizes: list[int | None] = [None] if options.collection else list(options.chunks)
    report: dict[str, Any] = {"machine": machine(), "sizes": {}}
    for chunks in sizes:
        corpus = corpus_of(options, chunks)
        engines = {
            engine: measured(engine, corpus, corpus.folder.parent, budget_s=options.budget_s)
            for engine in options.only or (PORTAL, *RIVALS)
            if corpus.size <= MOST_CHUNKS.get(engine, corpus.size)
        }
        report["sizes"][str(corpus.size)] = {
            "vectors": list(np.shape(corpus.vectors)),
            "terms": len(corpus.terms),
            "engines": engines,
        }
    report["growth"] = growth.of_stages(report["sizes"])
    text = json.dumps(report, ensure_ascii=False, indent=1)
    if options.out:
        options.out.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
