"""What the form of a provision says: who acts, what is defined, what is mere frame."""

import re

from answering.extractive.asked import Asked
from answering.faithfulness.cues import bound_before
from answering.faithfulness.lexicon import Word, all_keys, content_words
from answering.faithfulness.statement import Statement
from answering.figures import Figure

_ACTOR = (
    r"(?:Presiden|Gubernur|Menteri|Bupati|Wali ?[Kk]ota|Kepala|Ketua|DPR\w*|Badan|Komisi|Lembaga"
    r"|Tim|[Mm]enteri|[Gg]ubernur|[Bb]upati|[A-Z]{3,})"
)
_NAMED = re.compile(rf"\b{_ACTOR}\b")
_BY = re.compile(r"\b(?:oleh|by)\b")
_TO = re.compile(r"\b(?:kepada|to)\b")
_DEFINES = re.compile(r"\b(?:adalah|ialah|selanjutnya disingkat|selanjutnya disebut|merupakan)\b")
_HEADING = re.compile(r"(?:BAB\s+[IVXL]+\b|Bagian\s+Ke\w+|Paragraf\s+\d)")
_FORMAL = re.compile(
    r"(?:Disahkan|Ditetapkan|Diundangkan) di\b|Agar setiap orang mengetahuinya"
    r"|(?:Huruf \w+ |Ayat \(\w+\) |Pasal \w+ )*Cukup jelas"
)
_DELEGATES = re.compile(r"Ketentuan (?:lebih lanjut|mengenai)\b.*\bdiatur\b", re.DOTALL)
_PENAL = re.compile(r"\b(?:dipidana|pidana|diancam)\b")
_ABOUT_PENALTIES = re.compile(
    r"\b(?:pidana|ancam\w*|hukum\w*|denda\w*|sanksi|penjara|kurungan|penalty|fine[sd]?|punish\w*"
    r"|sentence|prison|dipenjara|dihukum)\b"
)
_CASE_ASKED = re.compile(r"\b(?:kalau|jika|bila|apabila|if|when)\b([^,?]{3,120}),", re.IGNORECASE)
_DESCRIBED = 3  # words of the question, from which on it describes the case of a condition
_EXCLUDES = re.compile(r"\b(?:selain|kecuali|except|other than)\b", re.IGNORECASE)
_IF = re.compile(r"(?:Dalam hal|Apabila|Jika|Bila|Pada saat)\b")
_VERB = re.compile(r"(?:me|di|ber|ter|pe)[a-z]{4,}|[a-z]+(?:ed|s|ing)")
# A duration may be asked for in one unit and stand in another.
_WHO = re.compile(r"\b(?:siapa|lembaga mana|who|whom)\b", re.IGNORECASE)
_NEXT = 12
_CLAUSE = re.compile(r"[:;]")
_NEAR = 90  # characters between a verb and who does it
_BOUNDED = 0.12
_DURATIONS = frozenset({"day", "working_day", "month", "year", "hour", "week"})


def form_fit(question: Asked, part: Statement) -> float:
    """Return what the form of a provision adds to its score, or takes from it."""
    return _kind_fit(question, part) + _place_fit(question, part) - _beside(question, part)


def _kind_fit(question: Asked, part: Statement) -> float:
    bonus = 0.0
    if "figure" in question.kinds:
        bonus += 0.3 if figures_of(question, part) else 0.1 if part.quantities else -0.15
        bonus += _BOUNDED if _has_bound(question, part) else 0.0
    if "list" in question.kinds and "definition" not in question.kinds and part.provision:
        bonus += 0.3 if part.provision.item or part.text.rstrip().endswith(":") else 0.0
    if "condition" in question.kinds and _IF.match(_bare(part.text)):
        bonus += 0.12 + (0.25 if _case(part) & _case_asked(question) else 0.0)
    if "actor" in question.kinds:
        done = acts(question, part)
        bonus += done if done else 0.08 if _NAMED.search(part.text) else 0.0
    if "definition" in question.kinds and _DEFINES.search(part.text):
        bonus += 0.05 + 0.4 * _share_defined(question, part)
    if "polar" in question.kinds and (part.cues.modality or part.cues.negated):
        bonus += 0.08
    return bonus


def figures_of(question: Asked, part: Statement) -> list[Figure]:
    """Return the figures of the kind that is asked for."""
    wanted = question.units
    if wanted & {"day", "year", "month"} and "how_long" in question.kinds:
        wanted = wanted | _DURATIONS
    if "day" in wanted:
        wanted = wanted | {"working_day"}
    return [figure for figure in part.quantities if not wanted or figure.unit in wanted]


def _has_bound(question: Asked, part: Statement) -> bool:
    """Is a figure of the kind asked for the least, or the most, as the question wants it?"""
    wanted = question.kinds & {"at_least", "at_most"}
    found = {bound_before(part.text, *figure.span) for figure in figures_of(question, part)}
    return any(f"at_{bound}" in wanted for bound in found)


def acts(question: Asked, part: Statement) -> float:
    """Return more, the nearer to the verb it is said by whom, or to whom, it is done."""
    verbs = _asked_deed(question)
    link = _TO if "recipient" in question.kinds else _BY
    found = 0.0
    for word in part.words:
        if not word.keys & verbs:
            continue
        if link.search(part.text, word.end, word.end + _NEXT):
            return 0.4
        if link.search(_CLAUSE.split(part.text[word.end : word.end + _NEAR])[0]):
            found = 0.25
        before = part.text[max(0, word.start - 60) : word.start]
        active = "recipient" not in question.kinds and word.text.startswith("me")
        if active and _NAMED.search(before):
            found = 0.3
    return found


def _asked_deed(question: Asked) -> frozenset[str]:
    """Return the keys of the verb behind "siapa", or of the last one before it."""
    verbs = [word for word in question.words if is_verb(word)] or [
        word for word in question.words if not word.name
    ]
    who = _WHO.search(question.text)
    behind = [word for word in verbs if who and word.start >= who.end()]
    before = [word for word in verbs if word not in behind]
    return (behind or before[-1:])[0].keys if verbs else frozenset()


def is_verb(word: Word) -> bool:
    return _VERB.fullmatch(word.text) is not None


def _place_fit(question: Asked, part: Statement) -> float:
    bonus = 0.0
    ayat = {value for unit, value in question.numbers if unit == "ayat"}
    if ayat and part.provision:
        bonus += 0.5 if part.provision.ayat in ayat else -0.2
    pasal = {value for unit, value in question.numbers if unit == "pasal"}
    if pasal and part.provision and part.provision.pasal:
        bonus += 0.4 if part.provision.pasal in pasal else -0.3
    return bonus


def _beside(question: Asked, part: Statement) -> float:
    """Return what counts against a provision whose form seldom answers."""
    text = _bare(part.text)
    loss = 0.0
    if text.endswith(":"):
        loss += 0.05
    if _IF.match(text) and "condition" not in question.kinds:
        case = _case(part)
        described = sum(1 for word in question.words if word.keys & case) >= _DESCRIBED
        loss += 0.0 if described else 0.12
    if _DELEGATES.match(text) and "subject" not in question.kinds and not question.numbers:
        loss += 0.3
    if _PENAL.search(text) and not _ABOUT_PENALTIES.search(question.text.lower()):
        loss += 0.25
    if _EXCLUDES.search(text) and not _EXCLUDES.search(question.text):
        loss += 0.06
    return loss


def _case(part: Statement) -> frozenset[str]:
    """The keys of the words of an opening condition: "Apabila musyawarah tidak tercapai, ..."."""
    text = _bare(part.text)
    end = re.search(r",|\bmaka\b", text)
    return all_keys(text[: end.start()]) if end and _IF.match(text) else frozenset()


def _case_asked(question: Asked) -> frozenset[str]:
    """The keys of the words of the question's condition, up to the comma."""
    clause = _CASE_ASKED.search(question.text)
    words = content_words(clause.group(1)) if clause else []
    return frozenset().union(*(word.keys for word in words))


def _bare(text: str) -> str:
    """The text without the number of its ayat or definition."""
    return re.sub(r"^\s*(?:\(\d+[a-z]?\)|\d{1,3}\.)\s+", "", text).strip()


def is_frame(text: str) -> bool:
    """Is it a title, a heading or the signatures, which answer nothing?"""
    letters = [letter for letter in text if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    stripped = _bare(text)
    heading = _HEADING.match(stripped) is not None and (
        len(stripped) < 160 or capitals > 0.3 * len(letters)
    )
    return heading or _FORMAL.match(stripped) is not None or capitals > 0.6 * len(letters)


def _share_defined(question: Asked, part: Statement) -> float:
    """Return the share of the defined term's words that the question has."""
    start = _DEFINES.search(part.text)
    term = [word for word in part.words if start and word.end <= start.start()]
    if not term:
        return 0.0
    if any(word.text in _short(part) for word in question.words):
        return 1.0
    own = frozenset().union(*(word.keys for word in question.words))
    return sum(1 for word in term if word.keys & own) / len(term)


def _short(part: Statement) -> frozenset[str]:
    match = re.search(r"(?:disingkat|disebut)\s+(?:sebagai\s+)?([A-Z][\w/]+)", part.text)
    return frozenset({match.group(1).lower()}) if match else frozenset()
