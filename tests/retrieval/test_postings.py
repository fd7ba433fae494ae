import random
from collections import defaultdict

import numpy as np
import pytest

from retrieval import postings
from retrieval.postings import BLOCK_BITS, NO_POSTINGS, Postings

BLOCK = 1 << BLOCK_BITS


def drawn(seed: int, *, spread: int) -> Postings:
    """Each term in some chunks, each chunk once; ids up to `spread`."""
    generator = random.Random(seed)  # noqa: S311
    pairs = {
        (term, generator.randrange(1, spread))
        for term in range(1, 8)
        for _ in range(generator.randint(1, 400))
    }
    rows = generator.sample(sorted(pairs), len(pairs))
    return Postings(
        np.array([row[0] for row in rows], np.int64),
        np.array([row[1] for row in rows], np.int64),
        np.array([generator.uniform(0.01, 2.2) for _ in rows], np.float32),
    )


def as_dict(found: Postings) -> dict[tuple[int, int], float]:
    keys = zip(found.term_ids.tolist(), found.chunk_ids.tolist(), strict=True)
    return dict(zip(keys, found.impacts.tolist(), strict=True))


def scores_by_hand(found: Postings, weights: dict[int, float]) -> list[tuple[int, float]]:
    scores: defaultdict[int, float] = defaultdict(float)
    for (term, chunk), impact in as_dict(found).items():
        scores[chunk] += weights[term] * impact
    return sorted(scores.items(), key=lambda row: (-row[1], row[0]))


@pytest.mark.parametrize("spread", [300, 10 * BLOCK, 1 << 31])
@pytest.mark.parametrize("seed", range(3))
def test_they_come_back_as_they_were(seed: int, spread: int) -> None:
    found = drawn(seed, spread=spread)
    blocks = postings.packed(found)
    assert as_dict(postings.unpacked(blocks)) == as_dict(found)
    assert [block[:2] for block in blocks] == sorted({block[:2] for block in blocks})


@pytest.mark.parametrize("count", [1, 5, 60, 5_000])
@pytest.mark.parametrize("spread", [300, 10 * BLOCK, 1 << 31])
def test_the_best_are_those_of_a_sum_by_hand(count: int, spread: int) -> None:
    found = drawn(9, spread=spread)
    weights = {term: 0.5 + term for term in range(1, 8)}
    sums = postings.summed(postings.packed(found), weights)
    expected = scores_by_hand(found, weights)
    ids, scores = sums.best(count)
    assert ids == [chunk for chunk, _ in expected[:count]]
    assert scores == pytest.approx([score for _, score in expected[:count]])
    floor = scores[-1] * (1 - 1e-9)
    assert sums.reaching(floor)[0] == [chunk for chunk, score in expected if score >= floor]
    assert sums.of([ids[0], 299_999_999, 1 << 30]) == {ids[0]: scores[0]}


def test_sums_of_some_terms_are_added_to_those_of_others() -> None:
    found = drawn(5, spread=10 * BLOCK)
    weights = {term: 0.5 + term for term in range(1, 8)}
    rare = found.where((found.term_ids < 3) & (found.chunk_ids < 4 * BLOCK))
    rest = found.where((found.term_ids >= 3) & (found.chunk_ids >= 2 * BLOCK))
    sums = [postings.summed(postings.packed(part), weights) for part in (rare, rest)]
    expected = scores_by_hand(postings.joined([rare, rest]), weights)[:50]
    for added in (sums[0].plus(sums[1]), postings.NO_SUMS.plus(sums[1]).plus(sums[0])):
        ids, scores = added.best(50)
        assert ids == [chunk for chunk, _ in expected]
        assert scores == pytest.approx([score for _, score in expected])


def test_equal_scores_come_in_the_order_of_ids() -> None:
    ids = np.arange(1_000, 0, -1)
    found = Postings(np.ones(1_000, np.int64), ids, np.ones(1_000, np.float32))
    sums = postings.summed(postings.packed(found), {1: 2.0})
    assert sums.best(3) == ([1, 2, 3], [2.0, 2.0, 2.0])


def test_taking_chunks_out_leaves_the_others() -> None:
    found = drawn(4, spread=3 * BLOCK)
    gone = set(found.chunk_ids.tolist()[::3])
    left = postings.without(postings.packed(found), gone)
    kept = {key: impact for key, impact in as_dict(found).items() if key[1] not in gone}
    assert as_dict(postings.unpacked(left)) == kept
    assert {block[2] for block in postings.without(left, {key[1] for key in kept})} == {b""}


def test_nothing_gives_nothing() -> None:
    assert postings.packed(NO_POSTINGS) == []
    assert postings.without([], [1]) == []
    sums = postings.summed([], {})
    assert (sums.best(5), sums.of([1]), sums.reaching(0.0)) == (([], []), {}, ([], []))
