"""What one number of a text says."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit; `structural` when it points to a place or a year and counts nothing.

    `value` is a Decimal without trailing zeros for what can be computed with, and text for ratios
    ("3:1", in the orientation written), fractions ("2/3"), dates (ISO 8601), times ("07:30") and
    article numbers with a letter ("16C"). `span` is in characters of the text read.
    """

    value: Decimal | str
    unit: str
    structural: bool
    span: tuple[int, int]


def plain(value: Decimal) -> Decimal:
    """Return the same value without trailing zeros and without an exponent."""
    if value == value.to_integral_value():
        return value.quantize(Decimal(1)) if len(value.as_tuple().digits) < 28 else value
    return value.normalize()
