"""Small words that turn a statement around: negation, modality, bounds, quantifiers, conditions."""

import re
from dataclasses import dataclass

_NO_OBLIGATION = re.compile(
    r"\btidak (?:wajib|harus|perlu|diwajibkan|diharuskan|mesti)\b|\btak (?:wajib|perlu|harus)\b"
    r"|\b(?:need not|not (?:obliged|required|obligated|mandatory|compulsory)|do(?:es)? not have to)"
    r"\b"
    r"|\bboleh memilih apakah\b|\bsukarela\b|\bvoluntary\b|\boptional\b"
)
_PROHIBITION = re.compile(
    r"\bdilarang\b|\blarangan\b|\bmelarang\b|\b(?:tidak|tak) (?:boleh|dapat|diperbolehkan|diizinkan"
    r"|dibenarkan|diperkenankan|bisa|berhak|berwenang)\b"
    r"|\b(?:may not|must not|cannot|can not|can't|shall not|not (?:be )?(?:allowed|permitted)"
    r"|forbidden|prohibited|prohibits?|banned|ban|barred)\b"
)
_OBLIGATION = re.compile(
    r"\b(?:wajib|harus|diwajibkan|diharuskan|mewajibkan|mengharuskan|kewajiban|berkewajiban|mesti)\b"
    r"|\b(?:must|shall|obliged|obligation|required|mandatory|compulsory|has to|have to)\b"
)
_PERMISSION = re.compile(
    r"\b(?:dapat|boleh|berhak|diperbolehkan|diizinkan|berwenang|bisa|diperkenankan)\b"
    r"|\b(?:may|can|allowed|permitted|entitled|could)\b"
)
_NEGATION = re.compile(
    r"\b(?:tidak|bukan|bukanlah|tak|belum|tiada|jangan|nonaktif)\b|\bnot\b|\bnever\b|n't\b|\bno\b"
    r"|\bneither\b|\bnone\b|\bunpatentable\b|\bcannot\b"
)
_NOT_A_NEGATION = re.compile(
    r"\btidak (?:lebih|kurang|melebihi|melampaui|hanya|terbatas|sedang|terpisahkan)\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|exceed\w*|only|over|under)\b|\bno\. ?\d"
    r"|\btanpa\b"
)
_AT_MOST = re.compile(
    r"\bpaling (?:banyak|lama|tinggi|lambat|besar|jauh)\b|\b(?:maksimal|maksimum|maksimalnya)\b"
    r"|\bse(?:banyak-banyak|lama-lama|lambat-lambat|tinggi-tinggi|besar-besar)nya\b"
    r"|\btidak (?:boleh )?(?:lebih|melebihi|melampaui)\b|\bbatas (?:atas|tertinggi)\b"
    r"|\bkurang dari\b"
    r"|\b(?:didenda|dipidana|dihukum|hingga|mencapai) sampai\b|\bat (?:the )?most\b"
    r"|\bno (?:more|later) than\b"
    r"|\bup to\b|\bmaximum\b|\bcapped?\b|\bnot exceed\w*|\bnot more than\b"
    r"|\bceiling\b|\bat the latest\b"
    r"|\bless than\b|\bfewer than\b|\bupper limit\b"
)
_AT_LEAST = re.compile(
    r"\bpaling (?:sedikit|kurang|rendah|cepat|kecil|singkat)\b|\b(?:minimal|minimum|minimalnya)\b"
    r"|\bse(?:kurang-kurang|dikit-dikit|rendah-rendah|cepat-cepat)nya\b|\b(?:sekurang|setidak)nya\b"
    r"|\bsedikitnya\b|\bsetidak-tidaknya\b|\btidak kurang\b|\blebih dari\b"
    r"|\bbatas (?:bawah|terendah)\b"
    r"|\bat least\b|\bno (?:less|fewer|earlier) than\b|\bnot less than\b|\bmore than\b|\bfloor\b"
    r"|\bexceeds?\b|\blower limit\b"
)
_UNIVERSAL = re.compile(
    r"\b(?:semua|seluruh|seluruhnya|setiap|tiap|segala|tiap-tiap|barang ?siapa)\b"
    r"|\b(?:all|every|each|any|anyone|everyone|entire|whole)\b"
)
_PARTIAL = re.compile(r"\b(?:sebagian|beberapa|sejumlah)\b|\b(?:some|several|part of)\b")
_MAJORITY = re.compile(r"\b(?:sebagian besar|mayoritas)\b|\b(?:most of|majority)\b")
_EXCLUSIVE = re.compile(
    r"\b(?:hanya|cuma|semata-mata|khusus untuk|cukup|satu-satunya)\b"
    r"|\b(?:only|solely|exclusively)\b"
)
_ABSOLUTE = re.compile(
    r"\b(?:selalu|otomatis|apa ?pun|siapa ?pun|bebas|tanpa (?:syarat|kecuali|batas|terkecuali)"
    r"|mutlak"
    r"|selamanya|pasti|sama sekali|kapan ?pun|di mana ?pun|dengan sendirinya|serta-merta"
    r"|langsung)\b"
    r"|\b(?:always|automatically|regardless|unconditionally|never|freely|in all cases|forever"
    r"|whatever"
    r"|without exception|immediately)\b"
)
_CONCESSION = re.compile(
    r"\b(?:walau|walaupun|meski|meskipun|sekalipun|kendati|biarpun|tanpa memandang|terlepas)\b"
    r"|\b(?:even|although|though|despite|irrespective|regardless)\b"
)
_EXCEPTION = re.compile(
    r"\b(?:kecuali|selain|tanpa|di luar|pengecualian|dikecualikan)\b"
    r"|\b(?:except|unless|without|excluding|other than|exception|apart from|exempt\w*)\b"
)
_CONDITION = re.compile(
    r"\b(?:jika|apabila|bila|bilamana|dalam hal|sepanjang|asalkan|dengan syarat|jikalau|kalau)\b"
    r"|\b(?:if|when|provided that|as long as|in the event)\b"
)


_WITHIN = re.compile(r"\b(?:within|dalam (?:jangka )?waktu)\b")
# "paling sedikit 5.000 jiwa atau 1.000 kepala keluarga": the second shares the bound of the first.
_CHAINED = re.compile(
    r"\d[\d.,]*%?\s*(?:\([^)]*\)\s*)?(?:[a-z]+\s+){0,3}"
    r"(?:atau|or|sampai(?: dengan)?|hingga|to|s\.d\.)\s*(?:rp\.?\s*)?$"
)
# A bound reaches from its word to the next figure, not over it.
_CLAUSE_BEFORE = re.compile(r"\d[\d.,]*(?:\s*%|\s*\([^)]*\))?|[,;.](?=\s)|\bdan\b|\band\b")
_HYPHEN = re.compile(r"(?<=[a-z])- (?=[a-z])")


@dataclass(frozen=True, slots=True)
class Cues:
    """Which turning words a text has; modality as the set of its kinds."""

    modality: frozenset[str]
    negated: bool
    universal: bool
    partial: bool
    exclusive: bool
    absolute: frozenset[str]
    concessive: bool
    excepts: bool
    conditional: bool


def modals(text: str) -> list[tuple[str, int]]:
    """Return each modal word's kind with the index behind it, in no order."""
    low, found = text.lower().replace("’", "'"), []
    for kind, pattern in _MODALS:
        for match in pattern.finditer(low):
            found.append((kind, match.end()))
        low = pattern.sub(lambda match: " " * len(match.group()), low)
    return found


_MODALS = (
    ("no_obligation", _NO_OBLIGATION),
    ("prohibition", _PROHIBITION),
    ("obligation", _OBLIGATION),
    ("permission", _PERMISSION),
)


def cues(text: str) -> Cues:
    """Read the cues of a text."""
    low = text.lower().replace("’", "'")
    rest, modality = low, set()
    for kind, pattern in _MODALS:
        rest, found = pattern.subn(" ", rest)
        if found:
            modality.add(kind)
    return Cues(
        frozenset(modality),
        _NEGATION.search(_NOT_A_NEGATION.sub(" ", rest)) is not None,
        _UNIVERSAL.search(low) is not None,
        _PARTIAL.search(_MAJORITY.sub(" ", low)) is not None,
        _EXCLUSIVE.search(low) is not None,
        frozenset(_ABSOLUTE.findall(low)),
        _CONCESSION.search(low) is not None,
        _EXCEPTION.search(low) is not None,
        _CONDITION.search(low) is not None,
    )


def bound_before(text: str, start: int, end: int) -> str | None:
    """Return "most", "least" or None: the bound said of the figure at `[start, end)`."""
    before = text[max(0, start - 70) : start].lower()
    clause = _HYPHEN.sub("-", _CLAUSE_BEFORE.split(before)[-1])
    after = re.split(r"[,;]|\.\s", text[end : end + 30].lower())[0]
    if chained := _CHAINED.search(before):
        return bound_before(text, start - len(before) + chained.start(), end)
    found = [(match.end(), "most") for match in _AT_MOST.finditer(clause)]
    found += [(match.end(), "least") for match in _AT_LEAST.finditer(clause)]
    if re.search(r"\b(?:tidak|not|no)\b[^,]*\b(?:kurang dari|less than|fewer than)", clause):
        return "least"
    if re.search(r"\b(?:tidak|not|no)\b[^,]*\b(?:lebih dari|more than)", clause):
        return "most"
    if found:
        return max(found)[1]
    if _WITHIN.search(clause):
        return "within"
    if re.search(r"\b(?:atau lebih|or more|ke atas|or above|or older)\b", after):
        return "least"
    return "most" if re.search(r"\b(?:atau kurang|or less|at (?:the )?most)\b", after) else None
