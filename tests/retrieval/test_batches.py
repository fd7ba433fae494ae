"""Token rows in batches, and as matrices."""

from retrieval.inference.batches import padded, token_batches


def test_rows_of_like_length_go_together() -> None:
    assert token_batches([5, 100, 6, 90], max_tokens=200) == [[0, 2], [3, 1]]


def test_a_batch_with_its_padding_has_no_more_tokens_than_said() -> None:
    lengths = [n * 37 % 101 + 1 for n in range(200)]
    batches = token_batches(lengths, max_tokens=300)
    assert sorted(index for batch in batches for index in batch) == list(range(200))
    assert max(len(batch) * max(lengths[i] for i in batch) for batch in batches) <= 300


def test_a_row_that_is_too_long_stands_alone() -> None:
    assert token_batches([3, 900, 4], max_tokens=100) == [[0, 2], [1]]


def test_no_rows_are_no_batches() -> None:
    assert token_batches([], max_tokens=100) == []


def test_short_rows_are_filled_up_and_masked() -> None:
    tokens, mask = padded([[7, 8, 9], [5]], pad=1)
    assert tokens.tolist() == [[7, 8, 9], [5, 1, 1]]
    assert mask.tolist() == [[1, 1, 1], [1, 0, 0]]
