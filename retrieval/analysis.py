"""What a question asks for, before anything is looked up. No Django."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from documents.kinds import KIND_PATTERN
from documents.question_references import question_references
from documents.references import LegalReference
from retrieval.glossary import STANDARD, Glossary
from retrieval.tokens import (
    ENGLISH_STOP_WORDS,
    INDONESIAN_STOP_WORDS,
    STOP_WORDS,
    folded,
    query_terms,
    words,
)

MAX_QUERY_CHARACTERS = 2_000
# Each is looked up in the database; whoever names more is not asking a question.
MOST_REFERENCES = 20
MOST_CODES = 8
# What words that the asker did not write count, against those that were written.
WRITTEN_OUT_WEIGHT = 0.6
LEGAL_WORD_WEIGHT = 0.3
TRANSLATION_WEIGHT = 0.7
CORRECTION_WEIGHT = 0.8

_DEFINITION = re.compile(
    r"\b(?:apa(?:kah)? (?:itu|arti|yang dimaksud|yg dimaksud)|definisi|pengertian|singkatan"
    r"|kepanjangan|dimaksud dengan|what (?:is|are|does)|meaning of|definition of)\b",
    re.IGNORECASE,
)
_PHRASE = re.compile(r"[\"“”«»]([^\"“”«»\n]{3,200})[\"“”«»]")
_CODE: Final = re.compile(
    r"\b(?:[A-Za-z]\w*_\w+|[A-Z]{2,5}-?\d{2,6}(?!\d)|(?P<letters>[A-Z]{2,5}) \d{3,6}(?![\d./]))\b"
)
_YEAR_AT_END = re.compile(r"(?:19|20)\d\d$")
# A word of letters alone, not a part of a code or of a written-together pair.
_PLAIN_WORD = re.compile(r"(?<![\w./:'’-])[^\W\d_]+(?![\w/:'’-])")
_KIND = re.compile(rf"(?:{KIND_PATTERN})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Correction:
    """A word that was typed, and the one that was probably meant."""

    typed: str
    meant: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question taken apart.

    `vector_text` is what is embedded; `term_weights` scale the idf of each stem; `references` and
    `codes` are requirements: what does not satisfy them is no answer. `checkable` are the words
    whose spelling may be corrected (none in quotes, of a reference, or with a figure), and
    `corrections` what came of it.
    """

    query: str
    vector_text: str
    term_weights: dict[str, float]
    own_terms: tuple[str, ...]
    references: tuple[LegalReference, ...]
    codes: tuple[str, ...]
    phrases: tuple[str, ...]
    language: str
    wants_definition: bool
    checkable: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()


def analyse(query: str, *, glossary: Glossary = STANDARD) -> Analysis:
    """Take a question apart; any text will do."""
    query = cleaned(query)
    language = language_of(query)
    if language == "id":
        query = glossary.spelled_out(query)
    written_out = glossary.written_out(query)
    legal_words = glossary.legal_words(query, language=language)
    own_terms = query_terms(query)
    weights = dict.fromkeys(own_terms, 1.0)
    _add(weights, written_out, WRITTEN_OUT_WEIGHT)
    _add(weights, legal_words, TRANSLATION_WEIGHT if language == "en" else LEGAL_WORD_WEIGHT)
    all_references = question_references(query, names=glossary.names)
    references = _distinct(all_references)[:MOST_REFERENCES]
    return Analysis(
        query=query,
        vector_text=f"{query} ({'; '.join(written_out)})" if written_out else query,
        term_weights=weights,
        own_terms=tuple(own_terms),
        references=references,
        codes=tuple(dict.fromkeys(_codes(query, all_references, glossary)))[:MOST_CODES],
        phrases=tuple(phrase.strip().lower() for phrase in _PHRASE.findall(query)),
        language=language,
        wants_definition=_DEFINITION.search(query) is not None,
        checkable=tuple(_checkable(query, all_references)),
    )


def with_corrections(
    analysis: Analysis, corrections: Sequence[Correction], *, glossary: Glossary = STANDARD
) -> Analysis:
    """Look for the corrected words as well, and for what laws say instead of them."""
    if not corrections:
        return analysis
    weights = dict(analysis.term_weights)
    meant = [each.meant for each in corrections]
    _add(weights, meant, CORRECTION_WEIGHT)
    for word in meant:
        legal_words = glossary.legal_words(word, language=analysis.language)
        _add(weights, legal_words, CORRECTION_WEIGHT * LEGAL_WORD_WEIGHT)
    return replace(
        analysis,
        term_weights=weights,
        own_terms=tuple(dict.fromkeys([*analysis.own_terms, *query_terms(" ".join(meant))])),
        vector_text=f"{analysis.vector_text} ({' '.join(meant)})",
        corrections=tuple(corrections),
    )


def cleaned(query: str) -> str:
    """The query without what no text holds: NUL, lone surrogates, other control characters."""
    query = unicodedata.normalize("NFC", query.encode("utf-8", "ignore").decode("utf-8"))
    printable = (c if unicodedata.category(c) not in ("Cc", "Cf", "Cn") else " " for c in query)
    return " ".join("".join(printable).split())[:MAX_QUERY_CHARACTERS]


def language_of(query: str) -> str:
    """ "en" where English function words prevail, else "id"."""
    found = words(query)
    english = sum(word in ENGLISH_STOP_WORDS for word in found)
    indonesian = sum(word in INDONESIAN_STOP_WORDS for word in found)
    return "en" if english > indonesian else "id"


def _distinct(references: Iterable[LegalReference]) -> tuple[LegalReference, ...]:
    """Each reference once, where it was named first."""
    first: dict[LegalReference, LegalReference] = {}
    for reference in references:
        first.setdefault(replace(reference, span=(0, 0)), reference)
    return tuple(first.values())


def _add(weights: dict[str, float], texts: Iterable[str], weight: float) -> None:
    for text in texts:
        for term in query_terms(text):
            weights.setdefault(term, weight)


def _checkable(query: str, references: Iterable[LegalReference]) -> Iterable[str]:
    spans = [reference.span for reference in references]
    spans += [match.span() for match in _PHRASE.finditer(query)]
    plain = list(query)
    for start, end in spans:
        plain[start:end] = " " * (end - start)
    found = (m for m in _PLAIN_WORD.finditer("".join(plain)) if not _is_short_name(m, query))
    typed = (folded(match[0]).lower() for match in found)
    return dict.fromkeys(word for word in typed if word not in STOP_WORDS)


def _is_short_name(match: re.Match[str], query: str) -> bool:
    """Capitalised within a question that is not: "Hadi" is no "hari"."""
    word = match[0]
    return bool(match.start()) and len(word) < 6 and word[0].isupper() and not query.isupper()


def _codes(query: str, references: Iterable[LegalReference], glossary: Glossary) -> Iterable[str]:
    """Codes as the index holds them ("km526", "kolom_nama"); no years, no cited regulations."""
    spans = [reference.span for reference in references]
    for match in _CODE.finditer(query):
        inside = any(start < match.end() and match.start() < end for start, end in spans)
        letters = (match["letters"] or "").lower()
        known = letters in glossary.abbreviations or (letters and _KIND.fullmatch(letters))
        if not (inside or known or _YEAR_AT_END.search(match[0])):
            yield re.sub(r"[ -]", "", match[0]).lower() if "_" not in match[0] else match[0].lower()
