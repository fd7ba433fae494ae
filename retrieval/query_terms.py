"""The words of a question as the index knows them, and which of them stand in a chunk."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from documents.references import regulations
from retrieval import lexical
from retrieval.analysis import Analysis
from retrieval.models import LexicalEntry, LexicalStatistics, Term
from retrieval.tokens import STEMMERS, STOP_WORDS, stem, words


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One word with its stems; `word` is empty for one that the question does not have itself.

    `document_frequency` counts public chunks with its commonest stem: 0 says that the collection
    does not have the word. `weight` is its share of a score, before the chunk's own frequency.
    `score` is what it adds in the chunk that is looked at: 0 where it is not in it, None without
    a chunk. `in_reference`: it names a regulation, which is looked up by its number.
    """

    word: str
    stems: tuple[str, ...]
    document_frequency: int
    weight: float
    score: float | None = None
    in_reference: bool = False

    @property
    def asked(self) -> bool:
        return bool(self.word)


def query_terms(analysis: Analysis, *, chunk_id: int | None = None) -> list[QueryTerm]:
    """The question's own words in their order, then what the glossary added and texts have."""
    ids = dict(Term.objects.filter(text__in=analysis.term_weights).values_list("text", "pk"))
    found = {term.term_id: term for term in lexical.look_up(analysis.term_weights)}
    known = {text: found[pk] for text, pk in ids.items() if pk in found}
    impacts = None if chunk_id is None else _impacts(chunk_id)
    cited = _in_references(analysis)
    added = [(word, stems) for word, stems in _added(analysis) if stems[0] in known]
    return [
        replace(_query_term(word, stems, known, impacts), in_reference=word in cited)
        for word, stems in [*_own(analysis), *added]
    ]


def collection_size() -> int:
    """Public chunks, of which `document_frequency` is a part."""
    statistics = LexicalStatistics.objects.filter(id=1).first()
    return statistics.chunk_count if statistics else 0


def _own(analysis: Analysis) -> Iterable[tuple[str, tuple[str, ...]]]:
    meant = (each.meant for each in analysis.corrections)
    for word in dict.fromkeys([*words(analysis.query), *meant]):
        stems = dict.fromkeys(stem(word, language=code) for code in STEMMERS)
        if word not in STOP_WORDS and any(each in analysis.term_weights for each in stems):
            yield word, tuple(stems)


def _in_references(analysis: Analysis) -> set[str]:
    """Words of references: what they name is looked up otherwise, in whatever form it stands."""
    references = [*analysis.references, *regulations(analysis.query)]
    spans = (each.span for each in references)
    return {word for start, end in spans for word in words(analysis.query[start:end])}


def _added(analysis: Analysis) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each stem by itself: what word it came from is not known."""
    own = set(analysis.own_terms)
    return (("", (each,)) for each in analysis.term_weights if each not in own)


def _query_term(
    word: str,
    stems: tuple[str, ...],
    known: Mapping[str, lexical.WeightedTerm],
    impacts: Mapping[int, float] | None,
) -> QueryTerm:
    held = [known[each] for each in stems if each in known]
    score = None
    if impacts is not None:
        score = sum(term.weight * impacts.get(term.term_id, 0.0) for term in held)
    return QueryTerm(
        word=word,
        stems=tuple(each for each in stems if each in known) or stems[:1],
        document_frequency=max((term.document_frequency for term in held), default=0),
        weight=max((term.weight for term in held), default=0.0),
        score=score,
    )


def _impacts(chunk_id: int) -> dict[int, float]:
    """BM25 impacts by term id."""
    entry = LexicalEntry.objects.filter(pk=chunk_id).only("weights").first()
    if entry is None:
        return {}
    weights = entry.weights
    return {i + 1: value for i, value in zip(weights.indices(), weights.values(), strict=True)}
