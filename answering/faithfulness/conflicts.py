"""Ways in which a claim made of the source's own words still says something else."""

import re
from functools import lru_cache
from pathlib import Path

from answering.faithfulness.cues import modals
from answering.faithfulness.lexicon import content_words
from answering.faithfulness.statement import Source, Statement

_OPPOSITES = Path(__file__).with_name("opposites.txt")
_ATTRIBUTED = re.compile(
    r"(?:dimaksud|dimaksudkan|diatur|ketentuan|referred to)"
    r"\s*(?:dalam|pada|in|by)?\s*$"
)
_RELATIONS = re.compile(
    r"\b(oleh|kepada|atas usul|atas nama|dengan persetujuan|atas persetujuan|sejak|sebelum|setelah"
    r"|sesudah|di hadapan|dari|untuk|bagi|kecuali)\s+(?=\w)"
)
_STRONG_RELATIONS = frozenset(
    {
        "oleh",
        "kepada",
        "atas usul",
        "atas nama",
        "dengan persetujuan",
        "sejak",
        "sebelum",
        "setelah",
        "sesudah",
        "di hadapan",
    }
)
_PHRASE_END = re.compile(r"[,;:.(]|\b(?:dan|atau|yang|paling|atas|dengan|untuk)\b")
_MOMENTS = frozenset({"tanggal", "hari", "saat", "bulan", "berlaku", "berlakunya"})
_ALIKE = ({"setelah", "sesudah", "sejak"}, {"dengan persetujuan", "atas persetujuan"})


def wrong_reference(claim: Statement, source: Source) -> str | None:
    """Return the reason when an article, number or year of the claim is not that of the source."""
    pasal = {part.provision.pasal for part in source.parts if part.provision} - {""}
    ayat = {part.provision.ayat for part in source.parts if part.provision} - {""}
    held = {(figure.unit, str(figure.value)) for figure in source.whole.references}
    for figure in claim.references:
        value = str(figure.value)
        if figure.unit in {"pasal", "ayat"}:
            quoted = _ATTRIBUTED.search(claim.text[: figure.span[0]].lower()[-40:])
            own = pasal if figure.unit == "pasal" else ayat
            if own and not quoted and value not in own:
                return "wrong_article"
        if figure.unit not in {"id_number", "roman"} and (figure.unit, value) not in held:
            if figure.unit == "year":
                return "year_not_in_source"
            return "wrong_article"
    return None


def turned(claim: Statement, evidence: Statement) -> str | None:
    """Return the reason when modality, negation, quantifier or condition differ."""
    said, found = claim.cues, evidence.cues
    if _modality_differs(said.modality, found.modality, found.excepts):
        return "modality_conflict"
    if _negation_differs(claim, evidence):
        return "negation_conflict"
    if _exception_ignored(claim, evidence):
        return "exception_ignored"
    if said.partial and not found.partial and found.universal:
        return "quantifier_conflict"
    if said.universal and not found.universal and (found.partial or _ALL.search(claim.text)):
        return "quantifier_conflict"
    if said.absolute - found.absolute or (said.concessive and not found.concessive):
        return "condition_dropped"
    return None


_CLAUSE_END = re.compile(r"[,;:.]")
_BOUND_BEHIND = re.compile(r"\s*(?:lebih|kurang|melebihi|more|less|fewer|later|\.)")
_NEGATING = {"tidak", "bukan", "bukanlah", "tak", "belum", "jangan", "not", "never", "no", "tanpa"}
_NEGATING |= {"dilarang", "without", "cannot", "forbidden", "prohibited"}
_EXCEPTING = {"kecuali", "selain", "except", "excluding", "tanpa", "unless"}


def _scopes(statement: Statement, openers: set[str], reach: int) -> list[frozenset[str]]:
    """Return the keys of the first content words behind each opener of a statement."""
    low, scopes = statement.turning.lower(), []
    for match in re.finditer(r"[a-z]+", low):
        if match.group() in openers and not _bounds_only(low, match.end()):
            end = _CLAUSE_END.search(low, match.end())
            stop = end.start() if end else len(low)
            words = [w for w in statement.words if match.end() <= w.start < stop][:reach]
            scopes.append(frozenset().union(*(word.keys for word in words)))
    return [scope for scope in scopes if scope]


def _bounds_only(low: str, index: int) -> bool:
    return _BOUND_BEHIND.match(low, index) is not None


def _negation_differs(claim: Statement, evidence: Statement) -> bool:
    """Is a word under a negation in one of the two and free of it in the other?"""
    said, found = _scopes(claim, _NEGATING, 1), _scopes(evidence, _NEGATING, 1)
    allowed = evidence.cues.modality & {"prohibition"} or evidence.cues.excepts
    for scope in said:
        if not claim.cues.modality & {"prohibition", "no_obligation"} and not any(
            scope & other for other in _scopes(evidence, _NEGATING, 3)
        ):
            if not allowed and scope & evidence.keys:
                return True
            if not found and not allowed:
                return True
    wider = _scopes(claim, _NEGATING | _EXCEPTING, 3)
    turned_word = claim.cues.negated or claim.cues.modality & {"prohibition"}
    return not wider and not turned_word and any(scope & claim.keys for scope in found)


def _exception_ignored(claim: Statement, evidence: Statement) -> bool:
    """Does the claim give as a rule what stands behind "kecuali" in the evidence?"""
    if claim.cues.excepts or claim.cues.negated or claim.cues.modality & {"permission"}:
        return False
    behind = _scopes(evidence, {"kecuali", "except"}, 3)
    own = frozenset().union(*(word.keys for word in claim.words))
    return any(len(scope & own) >= 2 for scope in behind)


def _modality_differs(said: frozenset[str], found: frozenset[str], excepts: bool) -> bool:
    if not said or not found:
        return bool(said & {"prohibition", "no_obligation"}) and not found and not excepts
    if said & found:
        return False
    # What is forbidden with an exception is allowed in the exception's case.
    return not ("permission" in said and "prohibition" in found and excepts)


_ALL = re.compile(r"\b(?:semua|seluruh|all)\b", re.IGNORECASE)


def _governed(statement: Statement) -> list[tuple[str, frozenset[str]]]:
    """Return each modal with the keys of the word it governs, the next content word."""
    result = []
    for kind, index in modals(statement.turning):
        word = next((w for w in statement.words if index <= w.start < index + 40), None)
        if word:
            result.append((kind, word.keys))
    return result


def governs_otherwise(claim: Statement, evidence: Statement, source: Source) -> bool:
    """Does the evidence put the verb that a modal of the claim governs under another modal?"""
    found, anywhere = _governed(evidence), _governed(source.whole)
    for kind, keys in _governed(claim):
        kinds = {other for other, governed in found if governed & keys} or {
            other for other, governed in anywhere if governed & keys
        }
        if (
            kinds
            and kind not in kinds
            and not (kind == "permission" and "prohibition" in kinds and evidence.cues.excepts)
        ):
            return True
    return False


@lru_cache(maxsize=1)
def _opposites() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    pairs = []
    for line in _OPPOSITES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            first, second = (
                re.compile(
                    r"\b(?:" + "|".join(re.escape(w.strip()) for w in side.split(",")) + r")\b"
                )
                for side in line.split("|")
            )
            pairs.append((first, second))
    return tuple(pairs)


def says_the_opposite(claim: Statement, evidence: Statement) -> bool:
    """Has the claim one word of an opposite pair and the evidence only the other?"""
    said, found = claim.text.lower(), evidence.text.lower()
    for first, second in _opposites():
        for here, there in ((first, second), (second, first)):
            if (
                here.search(said)
                and not there.search(said)
                and there.search(found)
                and not here.search(found)
            ):
                return True
    return False


def relation_differs(claim: Statement, source: Source) -> bool:
    """Is another actor, addressee or moment named behind "oleh", "kepada", "sejak" ...?"""
    there = _relations(source.text)
    for relation, words in _relations(claim.text).items():
        if relation not in _STRONG_RELATIONS:
            continue
        alike = next((group for group in _ALIKE if relation in group), {relation})
        candidates = [found for name in alike for found in there.get(name, [])]
        for phrase in words:
            if candidates and not any(_same_phrase(phrase, other) for other in candidates):
                return True
    return False


@lru_cache(maxsize=512)
def _relations(text: str) -> dict[str, list[list[frozenset[str]]]]:
    found: dict[str, list[list[frozenset[str]]]] = {}
    low = text.lower()
    for match in _RELATIONS.finditer(low):
        clause = _PHRASE_END.split(low[match.end() : match.end() + 90])[0]
        words = [word.keys for word in content_words(clause) if word.text not in _MOMENTS][:4]
        if words:
            found.setdefault(match.group(1), []).append(words)
    return found


def _same_phrase(phrase: list[frozenset[str]], other: list[frozenset[str]]) -> bool:
    everything = frozenset().union(*other)
    return all(keys & everything for keys in phrase[:2])


def foreign_names(claim: Statement, source: Source) -> bool:
    """Does the claim name somebody or some place that the source does not?"""
    return any(word.name and not word.keys & source.whole.keys for word in claim.words)


def named_elsewhere(claim: Statement, evidence: Statement) -> bool:
    """Does the claim name somebody or some place of another provision than its own?"""
    return any(word.name and not word.keys & evidence.keys for word in claim.words)
