"""Token rows of unequal length in batches that waste little on padding."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

TokenMatrix = NDArray[np.int64]


def token_batches(lengths: Sequence[int], *, max_tokens: int) -> list[list[int]]:
    """Indexes of rows, rows of like length together, in batches of at most `max_tokens`.

    A batch counts as many tokens as it has when each row is as long as its longest. A row that is
    longer than `max_tokens` stands alone.
    """
    batches: list[list[int]] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        # Sorted by length: the row that is being added is the longest of its batch.
        if not batches or (len(batches[-1]) + 1) * lengths[index] > max_tokens:
            batches.append([])
        batches[-1].append(index)
    return batches


def padded(rows: Sequence[Sequence[int]], *, pad: int = 0) -> tuple[TokenMatrix, TokenMatrix]:
    """The rows as one matrix, filled up with `pad`, and the mask: 1 where a token stands."""
    width = max(map(len, rows))
    tokens = np.full((len(rows), width), pad, dtype=np.int64)
    mask = np.zeros((len(rows), width), dtype=np.int64)
    for at, row in enumerate(rows):
        tokens[at, : len(row)] = row
        mask[at, : len(row)] = 1
    return tokens, mask
