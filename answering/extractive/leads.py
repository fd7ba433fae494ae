"""Short answers in front of a quoted provision, only where they are certain."""

import re
from decimal import Decimal

from answering.extractive.asked import Asked
from answering.extractive.forms import figures_of
from answering.extractive.regulations import names_another
from answering.extractive.selecting import Candidate
from answering.faithfulness import check_claim
from answering.faithfulness.cues import bound_before, cues
from answering.faithfulness.lexicon import content_words
from answering.figures import Figure

_ASKS = re.compile(
    r"^\s*(?:[^,]{0,60},\s*)?"
    r"(?:apakah|benarkah|betulkah|apa benar|apa betul|karena\b.*?\bberarti)\s+",
    re.IGNORECASE,
)
_ASKS_BEHIND = re.compile(r"[\s,]*\b(?:kan|betul|benar|ya|bukan)\b[\s?.!]*$", re.IGNORECASE)
# Verdicts of the gate that say: the source speaks of this very thing, and says otherwise.
_DENIALS = frozenset({"negation_conflict", "opposite_word"})
_CERTAIN = 0.85
_PASAL = re.compile(r"Pasal \d+[A-Z]?")
_SPEAKS_OF_IT = 0.75
# "Benarkah ... selalu ...?" is denied by what denies it for any case.
_STRESS = re.compile(r"\b(?:selalu|sama sekali|memang|sebenarnya|menurut [^,]*,)\s*", re.IGNORECASE)
_UNITS = {
    "percent": ("percent", "percent"),
    "person": ("person", "people"),
    "year": ("year", "years"),
    "month": ("month", "months"),
    "day": ("day", "days"),
    "working_day": ("working day", "working days"),
    "hour": ("hour", "hours"),
    "hectare": ("hectare", "hectares"),
}
_BOUNDS = {"least": "At least", "most": "At most", "within": "Within"}


def lead_of(question: Asked, best: Candidate, *, language: str) -> str:
    """Return the short answer, or nothing."""
    title = best.passage.document_title
    if names_another(question.text, title) and not names_another(question.text, best.part.text):
        pasal = _PASAL.match(best.passage.legal_reference)
        return f"{title}, {pasal.group()}:" if pasal else f"{title}:"
    if "polar" in question.kinds:
        answer = _polar(question, best)
        if answer is not None:
            words = {"id": ("Ya.", "Tidak."), "en": ("Yes.", "No.")}[language]
            return words[0 if answer else 1]
    if language == "en" and "figure" in question.kinds:
        return _figure(question, best)
    return ""


def _polar(question: Asked, best: Candidate) -> bool | None:
    """Return whether the provision affirms what is asked; None where that is not certain."""
    claim = _claimed(question.text)
    if claim is None:
        return None
    verdict = check_claim(claim, [best.part.text])
    words = content_words(claim)
    held = [word for word in words if word.keys & best.part.own_keys]
    if verdict.supported:
        return True if len(held) >= _CERTAIN * len(words) else None
    denied = verdict.reason in _DENIALS or (
        verdict.reason == "modality_conflict"
        and (cues(claim.lower()).modality ^ best.part.cues.modality) & {"prohibition"}
    )
    return False if denied and len(held) >= _SPEAKS_OF_IT * len(words) else None


def _claimed(question: str) -> str | None:
    """Return what a yes-or-no question puts as a statement."""
    text = _ASKS_BEHIND.sub("", _ASKS.sub("", question)).strip(" ?.!,")
    text = _STRESS.sub("", text)
    alternative = re.search(r"\b(?:atau|or)\b", text)
    return None if alternative or text == question.strip(" ?.!,") else text[:1].upper() + text[1:]


def _figure(question: Asked, best: Candidate) -> str:
    """Return the one figure of the kind asked for in English: "At least 20 percent."."""
    found = {(figure.unit, figure.value): figure for figure in figures_of(question, best.part)}
    if len(found) != 1 or not question.units:
        return ""
    (figure,) = found.values()
    amount = _amount(figure)
    if not amount:
        return ""
    bound = bound_before(best.part.text, *figure.span)
    return f"{_BOUNDS[bound]} {amount}." if bound else f"{amount}."


def _amount(figure: Figure) -> str:
    if not isinstance(figure.value, Decimal):
        return ""
    number = f"{figure.value.normalize():,f}"
    if figure.unit in {"IDR", "USD"}:
        return f"{'Rp' if figure.unit == 'IDR' else 'US$'}{number}"
    if figure.unit not in _UNITS:
        return ""
    return f"{number} {_UNITS[figure.unit][figure.value != 1]}"
