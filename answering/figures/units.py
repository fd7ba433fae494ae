"""The units that numbers are counted in, as written in Indonesian and English."""

from collections.abc import Mapping

from answering.figures.tokens import Tokens

_WRITTEN: Mapping[str, str] = {
    "percent": "% | persen | prosen | percent | per cent | pct | per seratus | perseratus",
    "percentage_point": "poin persentase | poin persen | persen poin | percentage point"
    " | percentage points | percent points | % poin | titik persentase",
    "basis_point": "basis point | basis points | basis poin | bps",
    "permille": "permil | permille | per mil | per mille | ‰",
    "IDR": "rupiah | rp | idr | rupiahs",
    "USD": "usd | dolar as | dollar as | dolar amerika serikat | dollar amerika serikat"
    " | dolar amerika | us dollar | us dollars | dolar | dollar | dollars | us $",
    "EUR": "euro | eur | euros",
    "JPY": "yen | jpy",
    "SGD": "dolar singapura | sgd",
    "MYR": "ringgit | myr",
    "SAR": "riyal | sar",
    "times": "kali | times",
    "second": "detik | second | seconds",
    "minute": "menit | minute | minutes",
    "hour": "jam | hour | hours",
    "working_day": "hari kerja | working day | working days | business day | business days"
    " | workdays | workday | work days",
    "day": "hari | day | days | hari kalender | calendar days | calendar day",
    "week": "minggu | pekan | week | weeks",
    "month": "bulan | month | months",
    "year": "tahun | thn | th | year | years | tahunan",
    "person": "orang | jiwa | person | persons | people | org",
    "household": "kepala keluarga | kk | rumah tangga | rumahtangga | household | households",
    "hectare": "ha | hektar | hektare | hectare | hectares | hektar are",
    "km2": "km 2 | km² | kilometer persegi | square kilometre | square kilometres"
    " | square kilometer | square kilometers | km persegi",
    "m2": "m 2 | m² | meter persegi | square metre | square metres | square meters | m persegi",
    "m3": "m 3 | m³ | meter kubik | cubic metre | cubic metres | cubic meters",
    "km": "km | kilometer | kilometre | kilometres | kilometers",
    "mile": "mil | mil laut | mile | miles | nautical miles",
    "m": "m | meter | metre | metres | meters",
    "cm": "cm | sentimeter | centimetre | centimetres",
    "mm": "mm | milimeter | millimetre | millimetres | millimeters",
    "ton": "ton | tonnes | tons | tonne",
    "kg": "kg | kilogram | kilograms",
    "g": "gram | gr | g | grams",
    "mg": "mg | miligram",
    "liter": "liter | litre | litres | liters",
    "barrel": "barel | barrel | barrels | bbl",
    "kwh": "kwh",
    "mw": "mw | megawatt",
    "celsius": "°c | ° c | derajat celcius | derajat celsius | degrees celsius",
}
_PHYSICAL = frozenset({"person", "household", "barrel", "ton", "kg", "g", "mg", "km", "m", "liter"})
_MONEY = frozenset({"IDR", "USD", "EUR", "JPY", "SGD", "MYR", "SAR"})
_PHRASES = {
    tuple(phrase.split()): unit
    for unit, phrases in _WRITTEN.items()
    for phrase in phrases.split(" | ")
}
_STARTS = frozenset(phrase[0] for phrase in _PHRASES)
_LONGEST = max(map(len, _PHRASES))
_PREFIXES: Mapping[tuple[str, ...], str] = {
    ("rp", "."): "IDR",
    ("rp",): "IDR",
    ("idr",): "IDR",
    ("us", "$"): "USD",
    ("usd",): "USD",
    ("$",): "USD",
    ("euro",): "EUR",
    ("eur",): "EUR",
    ("€",): "EUR",
    ("s", "$"): "SGD",
    ("sgd",): "SGD",
    ("rm",): "MYR",
    ("jpy",): "JPY",
    ("¥",): "JPY",
    ("£",): "GBP",
    ("gbp",): "GBP",
}
_PREFIX_STARTS = frozenset(prefix[0] for prefix in _PREFIXES)


def currency_prefix(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Return the currency written before an amount and the index behind it."""
    if tokens[index].low not in _PREFIX_STARTS:
        return None
    for length in (2, 1):
        if unit := _PREFIXES.get(tokens.low(index, length)):
            return unit, index + length
    return None


def unit_at(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Return the unit that begins at a token (the longest that fits) and the index behind it."""
    found = _longest(tokens, index)
    if found is None or found[0] not in _PHYSICAL or tokens[found[1]].low not in {"/", "per"}:
        return found
    below = _longest(tokens, found[1] + 1)
    if below is None or below[0] in _MONEY:
        return found
    return f"{found[0]}_per_{below[0]}", below[1]


def _longest(tokens: Tokens, index: int) -> tuple[str, int] | None:
    if tokens[index].low not in _STARTS:
        return None
    written = tokens.low(index, _LONGEST)
    for length in range(_LONGEST, 0, -1):
        unit = _PHRASES.get(written[:length])
        if unit and _tight(tokens, index, length):
            return unit, index + length
    return None


def _tight(tokens: Tokens, index: int, length: int) -> bool:
    """A digit belongs to a unit (km2) only where it touches it."""
    last = index + length - 1
    return tokens[last].kind != "number" or tokens.adjacent(last)
