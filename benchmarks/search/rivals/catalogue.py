"""The rivals by name; only the libraries of the one that is asked for are imported.

Not in `__main__`: a spawned process does not import a package's `__main__`, and could not find
`opened` there.
"""

from importlib import import_module
from pathlib import Path

from benchmarks.search.corpus import Corpus
from benchmarks.search.measuring import Ask
from benchmarks.search.rivals.base import Rival

RIVALS = {
    "chromadb": "benchmarks.search.rivals.chromadb_rank_bm25.ChromaRankBM25",
    "lancedb": "benchmarks.search.rivals.lancedb_hybrid.LanceHybrid",
    "bm25s": "benchmarks.search.rivals.bm25s_exact.Bm25sExact",
    "tantivy": "benchmarks.search.rivals.tantivy_exact.TantivyExact",
}


def rival(name: str, corpus: Corpus, folder: Path) -> Rival:
    module, _, attribute = RIVALS[name].rpartition(".")
    chosen: type[Rival] = getattr(import_module(module), attribute)
    return chosen(corpus, folder)


def opened(name: str, corpus_folder: Path, folder: Path) -> Ask:
    """A client in a process of its own."""
    chosen = rival(name, Corpus(corpus_folder), folder)
    chosen.open()
    return chosen.hybrid
