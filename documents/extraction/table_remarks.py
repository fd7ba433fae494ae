"""What the lines above and below a table say of it: its unit, its notes."""

import re
from collections.abc import Iterable
from typing import Final

_SCALE = (
    r"(?:puluh|ratus|ribu(?:an)?|juta(?:an)?|mili?ar|milyar|triliun|thousands?|millions?|billions?)"
)
_MEASURE = (
    r"(?:rupiah|rp\.?|idr|us\s?\$|usd|dolar(?:\s+as)?|persen|percent|%|orang|jiwa|people|persons?|unit"
    r"|buah|ekor|ton|kg|kilogram|kwintal|kuintal|liter|m2|m²|m3|m³|km|km2|km²|ha|hektar(?:e)?|hari"
    r"|bulan|tahun|jam|menit|rumah tangga|keluarga|kk|kwh|mw|mm|°c|desa|indeks)"
)
_UNIT = rf"(?:{_SCALE}\s+)?{_MEASURE}(?:\s*/\s*\w+)?|{_SCALE}"
# "(dalam ribu rupiah)", "Satuan: Persen", "(Juta Rupiah)", "Tabel 3. Luas Panen, (Ha)"
_STATED: Final = (
    re.compile(
        rf"\b(?:di\s?nyatakan\s+)?(?:dalam|in)\s+(?:satuan\s+)?({_UNIT})(?!\w)", re.IGNORECASE
    ),
    re.compile(rf"\b(?:satuan|unit|units)\s*[:=]\s*\(?({_UNIT})(?!\w)", re.IGNORECASE),
    re.compile(rf"\(\s*(?:dalam\s+|in\s+)?({_UNIT})\s*\)", re.IGNORECASE),
)
_NOTE: Final = re.compile(
    r"(?:sumber|source|catatan|keterangan|ket\b|note|notes|\*|¹|\d\)|[a-z]\)|-\s|diolah|data\s+(?:per"
    r"|diolah|sementara)|dicetak|tanggal\s+cetak)",
    re.IGNORECASE,
)


def unit_in(texts: Iterable[str]) -> str:
    """The unit that one of the texts states for all figures, in lower case; else empty.

    A text that states two different units says nothing of all figures.
    """
    for text in texts:
        stated = {
            " ".join(match[1].lower().rstrip(".").split())
            for pattern in _STATED
            for match in pattern.finditer(text)
        }
        # "ribu" within "ribu rupiah" is the same statement.
        whole = {unit for unit in stated if not any(unit != o and unit in o for o in stated)}
        if len(whole) == 1:
            return whole.pop()
        if whole:
            return ""
    return ""


def is_note(text: str) -> bool:
    """A line below a table that speaks of it: source, explanation, asterisk."""
    return bool(_NOTE.match(text.strip()))
