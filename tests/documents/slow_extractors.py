"""Extractors that misbehave, for tests of the process they run in."""

import os
import time
from pathlib import Path

from documents.extraction.plain_text import one_page
from documents.extraction.types import Extraction


class Sleeping:
    """Writes its process id beside the file and sleeps."""

    def extract(self, path: Path) -> Extraction:
        path.with_suffix(".pid").write_text(str(os.getpid()))
        time.sleep(60)
        return one_page("selesai", extractor="sleeping")


class Spinning:
    def extract(self, path: Path) -> Extraction:
        while True:
            pass


class Greedy:
    def extract(self, path: Path) -> Extraction:
        return one_page("x" * 10**12, extractor="greedy")


class Crashing:
    def extract(self, path: Path) -> Extraction:
        os.abort()


class Disordered:
    """Ends as glibc ends a process whose memory is in disorder."""

    def extract(self, path: Path) -> Extraction:
        os.write(2, b"free(): invalid pointer\n")
        os.abort()


class Exhausted:
    """Ends as C++ ends a program that gets no memory."""

    def extract(self, path: Path) -> Extraction:
        os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
        os.abort()


class Silent:
    """Takes most of its memory, is seen to have it, and ends without a word."""

    def extract(self, path: Path) -> Extraction:
        taken = bytearray(180 * 2**20)
        time.sleep(1.2)
        if taken:
            os.abort()
        return one_page("selesai", extractor="silent")


class Curious:
    """Reads what the environment of its process holds."""

    def extract(self, path: Path) -> Extraction:
        return one_page(" ".join(sorted(os.environ)), extractor="curious")
