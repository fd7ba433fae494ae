"""Read numbers that point to a place in a law, to a year or to a person: they count nothing."""

from decimal import Decimal

from answering.figures.draft import Draft, Reading
from answering.figures.numerals import roman
from answering.figures.tokens import DASHES, Tokens, word_set
from answering.figures.units import unit_at

_KEYWORDS = {
    word: unit
    for unit, words in {
        "pasal": "pasal pasal-pasal article articles psl",
        "ayat": "ayat paragraph paragraphs",
        "nomor": "nomor no number nos nomer",
        "angka": "angka point",
        "huruf": "huruf",
        "bab": "bab chapter",
        "lampiran": "lampiran annex appendix",
        "bagian": "bagian section",
        "paragraf": "paragraf",
        "butir": "butir item",
        "buku": "buku",
        "quarter": "triwulan kuartal quarter",
        "semester": "semester",
        "page": "halaman hal page",
        "table": "tabel table",
        "picture": "gambar figure",
        "class": "kelas golongan",
    }.items()
    for word in words.split()
}
_LAWS = word_set(
    "uu pp perpres perppu perpu permen permendagri permenkes permenkeu pmk qanun pergub "
    "perbup perwal perwako perda kepres keppres kepmen kepgub inpres se pojk law regulation "
    "act"
)
_IDENTITY = word_set(
    "nik nip npwp nisn nuptk rekening telepon telp tlp hp whatsapp wa faks fax ponsel"
)
_JOINS = (
    (",", "dan"),
    (",", "atau"),
    (",", "and"),
    (",", "or"),
    ("dan", "/", "atau"),
    ("sampai", "dengan"),
    ("s", ".", "d", "."),
    ("s", "/", "d"),
    (",",),
    ("dan",),
    ("atau",),
    ("and",),
    ("or",),
    ("hingga",),
    ("sampai",),
    ("to",),
    *((dash,) for dash in sorted(DASHES)),
)
_JOINTS = frozenset("/.-")
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
KEYWORDS = frozenset(_KEYWORDS) | _LAWS | _IDENTITY


def read_reference(tokens: Tokens, index: int) -> Reading | None:
    """Read "Pasal 5, 6 dan 7", "ayat (2)", "Nomor 13/POJK.03/2014", "UU 11/2006", "BAB XII"."""
    word = tokens[index].low
    if word in _LAWS:
        return _law_number(tokens, index + 1)
    unit = _KEYWORDS.get(word)
    if unit is None:
        return None
    first = _place(tokens, index + 1 + (tokens[index + 1].low == "."), unit)
    if first is None:
        return _coded(tokens, index + 1) if unit == "nomor" else None
    drafts = [first]
    if unit == "nomor":
        drafts += _number_tail(tokens, first.next)
    elif unit == "pasal" and (paragraph := _paragraph(tokens, first.next)):
        drafts.append(paragraph)
    else:
        drafts += _joined(tokens, first, unit)
    return drafts, drafts[-1].next


def _place(tokens: Tokens, index: int, unit: str, *, joined: bool = False) -> Draft | None:
    """Read one place number: "5", "(2)", "16C", "XII"; None when it is a quantity with a unit."""
    bracketed = tokens[index].low == "("
    at = index + bracketed
    token = tokens[at]
    if token.kind == "number" and token.text.isdecimal() and len(token.text) <= 5:
        value: Decimal | str = Decimal(token.text)
    elif (number := roman(token.text)) and not (joined and len(token.text) == 1):
        value = Decimal(number)
    else:
        return None
    following = at + 1
    letter = tokens[following]
    if letter.kind == "word" and len(letter.text) == 1 and tokens.adjacent(following):
        value, following = f"{value}{letter.text}", following + 1
    if bracketed and tokens[following].low != ")":
        return None
    following += bracketed
    if not bracketed and _counted(tokens, following):
        return None
    return Draft(value, unit, index, following, structural=True)


def _counted(tokens: Tokens, index: int) -> bool:
    """Does a unit follow, so that the number counts something? "11 Tahun 2006" does not."""
    unit = unit_at(tokens, index)
    if unit is None:
        return (
            tokens[index].low == "("
            and tokens[index + 1].kind == "word"
            and bool(_after_bracket(tokens, index))
        )
    return not (unit[0] == "year" and is_year(tokens[unit[1]].text))


def _after_bracket(tokens: Tokens, index: int) -> bool:
    for at in range(index + 1, index + 12):
        if tokens[at].low == ")":
            return unit_at(tokens, at + 1) is not None
        if tokens[at].kind != "word":
            return False
    return False


def _paragraph(tokens: Tokens, index: int) -> Draft | None:
    """Read the "(2)" of "Article 183(2)"."""
    if tokens[index].low == "(" and tokens[index + 1].kind == "number" and tokens.adjacent(index):
        return _place(tokens, index, "ayat")
    return None


def _joined(tokens: Tokens, first: Draft, unit: str) -> list[Draft]:
    """Read the further numbers of a list that the keyword names once; brackets stay alike."""
    drafts: list[Draft] = []
    bracketed, at = tokens[first.start].low == "(", first.next
    while (join := _join(tokens, at)) and (tokens[join].low == "(") == bracketed:
        place = _place(tokens, join, unit, joined=True)
        if place is None or (not bracketed and is_year(tokens[join].text)):
            break
        drafts.append(place)
        at = place.next
    return drafts


def _join(tokens: Tokens, index: int) -> int | None:
    for join in _JOINS:
        if tokens.low(index, len(join)) == join:
            return index + len(join)
    return None


def _number_tail(tokens: Tokens, index: int) -> list[Draft]:
    """Read the year in "13/POJK.03/2014" and pass over the rest of such a number."""
    start, at = index, index
    while (
        at < len(tokens) and tokens.adjacent(at) and _JOINTS & {tokens[at].low, tokens[at - 1].low}
    ):
        at += 1
    if at == start:
        return []
    for year in range(at - 1, start, -1):
        if is_year(tokens[year].text):
            return [Draft(Decimal(tokens[year].text), "year", year, at, structural=True)]
    return []


def _coded(tokens: Tokens, index: int) -> Reading | None:
    """Read a number that begins with letters ("Pem.20/6/33", "KEP-01/2014") as text."""
    if tokens[index].kind != "word" or tokens[index + 1].low not in {".", "-", "/"}:
        return None
    end = index + 1
    while end < len(tokens) and tokens.adjacent(end) and tokens[end].low not in {",", ";", ")"}:
        end += 1
    parts = [tokens[at].text for at in range(index, end)]
    if not any(part.isdecimal() for part in parts):
        return None
    return [Draft("".join(parts), "nomor", index, end, structural=True)], end


def _law_number(tokens: Tokens, index: int) -> Reading | None:
    """Read "11/2006" behind a kind of law, or the "11" of "UU 11 Tahun 2006"."""
    place = tokens[index].kind == "number" and _place(tokens, index, "nomor")
    if not place:
        return None
    after = tokens[place.next].low
    if after == "/" and is_year(tokens[place.next + 1].text):
        year = Decimal(tokens[place.next + 1].text)
        at = place.next + 1
        return [place, Draft(year, "year", at, at + 1, structural=True)], at + 1
    if after in {"tahun", "of", "th"} and is_year(tokens[place.next + 1].text):
        return [place], place.next
    return None


def read_year(tokens: Tokens, index: int) -> Reading | None:
    """Read a bare year, "2012/2013" as two of them, and the number before "Tahun 2006"."""
    text = tokens[index].text
    if not text.isdecimal():
        return None
    if tokens[index - 1].low in {"tahun", "year", "anggaran"} and len(text) == 4:
        return _years(tokens, index)
    if tokens[index + 1].low in {"tahun", "th"} and is_year(tokens[index + 2].text):
        return [Draft(Decimal(text), "nomor", index, index + 1, structural=True)], index + 1
    if tokens[index + 1].low == "/" and is_year(tokens[index + 2].text) and not is_year(text):
        number = Draft(Decimal(text), "nomor", index, index + 1, structural=True)
        year = Draft(Decimal(tokens[index + 2].text), "year", index + 2, index + 3, structural=True)
        return [number, year], index + 3
    if is_year(text) and not _counted(tokens, index + 1):
        return _years(tokens, index)
    return None


def _years(tokens: Tokens, index: int) -> Reading:
    drafts = [Draft(Decimal(tokens[index].text), "year", index, index + 1, structural=True)]
    at = index + 1
    if tokens[at].low in DASHES | {"/"} and is_year(tokens[at + 1].text):
        year = Decimal(tokens[at + 1].text)
        drafts.append(Draft(year, "year", at + 1, at + 2, structural=True))
    return drafts, drafts[-1].next


def is_year(text: str) -> bool:
    return len(text) == 4 and text.isdecimal() and _FIRST_YEAR <= int(text) <= _LAST_YEAR


def read_roman(tokens: Tokens, index: int) -> Reading | None:
    """Read a Roman numeral standing alone; one letter, or C, D and M, may as well be a word."""
    text = tokens[index].text
    if len(text) < 2 or set(text) - set("IVXL") or not roman(text):
        return None
    return [Draft(Decimal(roman(text) or 0), "roman", index, index + 1, structural=True)], index + 1


def read_bracketed(tokens: Tokens, index: int) -> Reading | None:
    """Read "(2)" as the ayat it numbers; pass over the citation marker "[2]"."""
    if tokens[index].low == "(" and (place := _place(tokens, index, "ayat")):
        return ([place], place.next) if place.value != 0 and _is_ayat(place) else None
    number = tokens[index + 1].text
    if not number.isdecimal() or len(number) > 3:
        return None
    if tokens.low(index, 1) + tokens.low(index + 2, 1) == ("[", "]"):
        return [], index + 3
    return None


def _is_ayat(place: Draft) -> bool:
    """Is it "(2)" or "(3a)", and neither "(2013)" nor "(II)"?"""
    return isinstance(place.value, str) or place.value < 1000


def read_identity(tokens: Tokens, index: int) -> Reading | None:
    """Read NIK, NPWP, account and telephone numbers as text."""
    at = index
    if tokens[index].low in _IDENTITY:
        at += 1
        at += tokens[at].low in {"nomor", "no", "adalah"}
        at += tokens[at].low in {":", "."}
        at += tokens[at].low == "+"
    elif not _looks_like_identity(tokens, index):
        return None
    end = at
    while tokens[end].kind == "number" or (
        end > at and tokens[end].low in DASHES and tokens[end + 1].kind == "number"
    ):
        end += 1
    value = "".join(tokens[part].text for part in range(at, end) if tokens[part].kind == "number")
    value = "".join(character for character in value if character.isdecimal())
    if len(value) < 6:
        return None
    return [Draft(value, "id_number", at, end, structural=True)], end


def _looks_like_identity(tokens: Tokens, index: int) -> bool:
    text = tokens[index].text
    if not text.isdecimal():
        return False
    if len(text) == 16 or (text.startswith("0") and len(text) >= 9):
        return True
    dashed = tokens[index + 1].low in DASHES and tokens.adjacent(index + 1)
    return dashed and text.startswith("0") and 3 <= len(text) <= 5 and tokens.adjacent(index + 2)
