"""The quoted words that an address points to: `?k=1310-1402#k1310-1402`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class QuotedSpan:
    """`canonical[start:end]` of the version that the address names."""

    start: int
    end: int

    @classmethod
    def from_request(cls, data: Mapping[str, str]) -> "QuotedSpan | None":
        """The span asked for by `k`; None where there is none or it makes no sense."""
        match = _SPAN.fullmatch(data.get("k", ""))
        if match is None or int(match[1]) >= int(match[2]):
            return None
        return cls(int(match[1]), int(match[2]))

    @property
    def bounds(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def query(self) -> str:
        return f"?k={self.start}-{self.end}"

    @property
    def fragment(self) -> str:
        return f"#{self.anchor}"

    @property
    def anchor(self) -> str:
        return f"k{self.start}-{self.end}"
