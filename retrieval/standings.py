"""Where chunks stand on either path, exactly and however far down."""

from collections.abc import Collection
from dataclasses import dataclass

from retrieval import lexical, vectors
from retrieval.candidates import Ranking
from retrieval.fates import STANDINGS
from retrieval.search import SearchRun

Ranks = dict[int, tuple[float, float]]  # chunk id: (rank from 1, score)
_NOWHERE = (float("inf"), 0.0)


@dataclass(frozen=True, slots=True)
class Standing:
    """A chunk's place on one path among all that the asker may be shown.

    `state` is a key of fates.STANDINGS; `taken` says how many the path handed on.
    """

    state: str
    rank: int | None = None
    score: float | None = None
    taken: int = 0

    @property
    def text(self) -> str:
        return str(STANDINGS[self.state]) % {"rank": self.rank, "taken": self.taken}


@dataclass(frozen=True, slots=True)
class Standings:
    """By words and by meaning."""

    words: Standing
    vectors: Standing


def best(done: SearchRun, chunk_ids: Collection[int]) -> int:
    """The chunk that comes first on either path; `chunk_ids` are allowed by the condition."""
    ranks = [_word_ranks(done, chunk_ids), _vector_ranks(done, chunk_ids)]
    return min(chunk_ids, key=lambda i: min(by.get(i, _NOWHERE)[0] for by in ranks))


def standings(done: SearchRun, chunk_id: int) -> Standings:
    """Where the chunk stands; it is allowed by the condition."""
    by_words, by_vectors = _word_ranks(done, [chunk_id]), _vector_ranks(done, [chunk_id])
    words = Standing("not_asked")
    if done.request.mode != "vector":
        words = _standing(chunk_id, by_words, done.lexical, otherwise="shares_nothing")
    meaning = Standing("not_asked")
    if done.model is not None:
        meaning = _standing(chunk_id, by_vectors, done.vector, otherwise="no_vector")
    return Standings(words, meaning)


def _standing(chunk_id: int, ranks: Ranks, handed_on: Ranking, *, otherwise: str) -> Standing:
    """`otherwise` is the state of a chunk that is nowhere on the path."""
    taken = len(handed_on)
    if chunk_id not in ranks:
        return Standing(otherwise, taken=taken)
    rank, score = ranks[chunk_id]
    if any(chunk_id == each for each, _score in handed_on):
        state = "taken"
    else:
        state = "missed" if rank <= taken else "too_far"
    return Standing(state, int(rank), score, taken)


def _word_ranks(done: SearchRun, chunk_ids: Collection[int]) -> Ranks:
    if done.request.mode == "vector":
        return {}
    found = lexical.ranks(done.terms, chunk_ids, allowed=done.condition)
    return {chunk_id: (float(rank), score) for chunk_id, (rank, score) in found.items()}


def _vector_ranks(done: SearchRun, chunk_ids: Collection[int]) -> Ranks:
    if done.model is None or done.query_vector is None:
        return {}
    found = vectors.ranks(
        done.query_vector, list(chunk_ids), model=done.model, allowed=done.condition
    )
    return {chunk_id: (float(rank), score) for chunk_id, (rank, score) in found.items()}
