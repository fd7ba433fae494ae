"""Hold a claim against its passages: first the figures, then what turns it, then its words."""

from collections.abc import Callable, Sequence

from answering.faithfulness import amounts, conflicts, quotations, tables
from answering.faithfulness.amounts import covered_weight
from answering.faithfulness.ordinals import ordinal_conflict
from answering.faithfulness.statement import Source, Statement, read_claim, read_source
from answering.faithfulness.verdict import Verdict

Similarity = Callable[[str, str], float]

LONGEST_CLAIM = 4_000
LONGEST_PASSAGE = 8_000
MOST_PASSAGES = 50

# Shares of the claim's word weight; tuned on half of the development rows, see the tests.
_ANCHOR = 0.55
_MISSING = 0.65
_MISSING_SHARE = 0.1
_WITH_FIGURES = 0.6
_MISSING_SIMILAR = 1.05
_MISSING_SHARE_SIMILAR = 0.2
# Cosines of multilingual-e5 lie in 0.7..1.0; 0.88 to 0.92 changes no verdict of the rows at hand.
_SIMILAR = 0.9


def check_claim(
    claim: str, passages: Sequence[str], *, similarity: Similarity | None = None
) -> Verdict:
    """Return whether one of the passages supports the claim, why, and the words that carry it.

    Claims over 4,000 characters are refused, and 8,000 of a passage are read: chunks are shorter.
    `similarity` gives the cosine of two texts; where it is missing words alone decide.
    """
    if len(claim) > LONGEST_CLAIM:
        return Verdict(False, "claim_too_long")
    said = read_claim(claim)
    if not said.words and not said.quantities:
        return Verdict(False, "nothing_to_check")
    if amounts.contradict_themselves(said):
        return Verdict(False, "figures_disagree")
    best = Verdict(False, "not_enough_overlap")
    for passage in passages[:MOST_PASSAGES]:
        verdict = _against(said, read_source(passage[:LONGEST_PASSAGE]), similarity)
        if verdict.supported:
            return verdict
        best = verdict if best.reason == "not_enough_overlap" else best
    return best


def _against(claim: Statement, source: Source, similarity: Similarity | None) -> Verdict:
    if not source.parts:
        return Verdict(False, "not_enough_overlap")
    if quote := quotations.quoted(claim.text, source):
        return Verdict(True, "supported_quote", quote)
    if tables.is_table(source.text):
        return tables.check_row(claim, source)
    if reason := conflicts.wrong_reference(claim, source):
        return Verdict(False, reason)
    if quotations.misquotes(claim, source):
        return Verdict(False, "quote_not_in_source")
    if amounts.missing(claim, source.whole):
        return Verdict(False, "figure_not_in_source")
    if conflicts.foreign_names(claim, source):
        return Verdict(False, "entity_not_in_source")
    evidence = _evidence(claim, source)
    if evidence is None:
        return Verdict(False, "figures_of_different_provisions")
    if reason := _conflict(claim, evidence, source):
        return Verdict(False, reason)
    return _by_words(claim, evidence, source, similarity)


def _evidence(claim: Statement, source: Source) -> Statement | None:
    """Return the provision that has the claim's figures and most of its words."""
    holding = amounts.holders(claim, source.parts) if claim.quantities else list(source.parts)
    return max(holding, default=None, key=lambda part: covered_weight(claim, part.keys))


def _conflict(claim: Statement, evidence: Statement, source: Source) -> str | None:
    if ordinal_conflict(claim, evidence):
        return "temporal_conflict"
    if claim.quantities:
        if amounts.bounds_conflict(claim, evidence):
            return "range_conflict"
        if amounts.bound_elsewhere(claim, evidence, source):
            return "figure_of_another"
    if conflicts.named_elsewhere(claim, evidence):
        return "entity_of_another"
    if conflicts.governs_otherwise(claim, evidence, source):
        return "modality_conflict"
    if reason := conflicts.turned(claim, evidence):
        return reason
    if conflicts.says_the_opposite(claim, evidence):
        return "opposite_word"
    return "relation_conflict" if conflicts.relation_differs(claim, source) else None


def _by_words(
    claim: Statement, evidence: Statement, source: Source, similarity: Similarity | None
) -> Verdict:
    total = sum(word.weight for word in claim.words) or 1.0
    here, anywhere = covered_weight(claim, evidence.keys), covered_weight(claim, source.whole.keys)
    anchor, whole = here / total, anywhere / total
    quote = source.text[slice(*evidence.span)]
    missing = total - (here + anywhere) / 2
    if claim.quantities:
        enough = anchor >= _ANCHOR and whole >= _WITH_FIGURES
    else:
        enough = anchor >= _ANCHOR and missing <= max(_MISSING, _MISSING_SHARE * total)
    if enough:
        return Verdict(True, "supported_figures" if claim.quantities else "supported_words", quote)
    near = anchor >= _ANCHOR and missing <= max(_MISSING_SIMILAR, _MISSING_SHARE_SIMILAR * total)
    if similarity and near and similarity(claim.text, evidence.text) >= _SIMILAR:
        return Verdict(True, "supported_similarity", quote)
    return Verdict(False, "not_enough_overlap")
