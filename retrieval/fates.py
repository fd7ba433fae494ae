"""Where a document or a chunk falls in a search: every reason, in words for staff."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from retrieval.candidates import Judged
from retrieval.hits import Hit
from retrieval.search import SearchRun


@dataclass(frozen=True, slots=True)
class Reason:
    """`text` takes the values of the case at hand; `advice` says what to do about it."""

    label: Promise
    text: Promise
    advice: Promise | str = ""

    def told(self, values: Mapping[str, object]) -> str:
        return str(self.text) % values


REASONS: dict[str, Reason] = {
    "not_held": Reason(
        _("not held"),
        _("There is no document “%(named)s” in the collection."),
        _("Look for it under another name, or upload it."),
    ),
    "trashed": Reason(
        _("in the trash"),
        _("It is in the trash: nobody finds it."),
        _("Restore it on its page."),
    ),
    "not_searchable": Reason(
        _("not searchable yet"),
        _("None of its text can be searched yet. It is: %(status)s. %(error)s"),
        _("Process it on its page, and look there for what went wrong."),
    ),
    "internal": Reason(
        _("internal"),
        _("It is internal, and whoever asks here may not see it."),
        _("Make it public, or let the asker’s group see it, if that is meant."),
    ),
    "filtered": Reason(
        _("left out by a filter"),
        _("The filters leave it out: %(filters)s."),
        _("Take the filter away, or correct this in the document."),
    ),
    "nothing_asked": Reason(
        _("nothing was asked"),
        _("Nothing remains of the question that could be searched for."),
    ),
    "identifier_not_held": Reason(
        _("an identifier is not held"),
        _(
            "The question asks for %(missing)s. The asker can see no text that is that or names"
            " it, so nothing at all is shown."
        ),
        _(
            "Should this document be it? Then look at its kind, number and year, and whether its"
            " articles were read."
        ),
    ),
    "identifier": Reason(
        _("another identifier"),
        _("The question asks for %(asked)s. Nothing here is that or names it."),
        _(
            "Should it be? Then look at the document’s kind, number and year, and whether its"
            " articles were read."
        ),
    ),
    "not_retrieved": Reason(
        _("not found"),
        _("Too far down on every path. By words: %(words)s. By meaning: %(vectors)s."),
        _(
            "Do the question’s words stand in the text (below)? If it says the same in other words,"
            " an entry in the glossary helps."
        ),
    ),
    "not_considered": Reason(
        _("found, not looked at closely"),
        _(
            "By words: %(words)s. By meaning: %(vectors)s. Joined it is at rank %(rank)s, and the"
            " first %(considered)s are looked at closely."
        ),
    ),
    "below_threshold": Reason(
        _("below the threshold"),
        _("Its final score of %(score)s is below the threshold of %(threshold)s."),
    ),
    "repeated": Reason(
        _("says the same"),
        _("It says the same words as a better hit: %(better)s."),
    ),
    "document_cap": Reason(
        _("enough of this document"),
        _("Better parts of this document are shown already; it may have %(cap)s hits."),
    ),
    "beyond_limit": Reason(
        _("beyond the limit"),
        _("It fits, but it is at rank %(rank)s, and %(limit)s hits were asked for."),
        _("Ask for more hits to see it."),
    ),
    "hit": Reason(_("shown"), _("It is shown, at rank %(rank)s.")),
}

STANDINGS: dict[str, Promise] = {
    "taken": _("rank %(rank)s"),
    "too_far": _("rank %(rank)s, and the first %(taken)s were taken"),
    "missed": _("rank %(rank)s, but the approximate index left it out"),
    "shares_nothing": _("shares no word with the question"),
    "no_vector": _("has no vector of this model"),
    "not_asked": _("was not searched"),
}

FILTERS: dict[str, Promise] = {
    "document_ids": _("document"),
    "kinds": _("kind"),
    "numbers": _("number"),
    "year_from": _("year from"),
    "year_to": _("year to"),
    "legal_status": _("legal status"),
    "language": _("language"),
    "tags": _("tag"),
}


def fate_values(done: SearchRun, judged: Judged, *, rank: int) -> dict[str, object]:
    """Values for the text of a candidate's fate; `rank` is its place among all that were judged.

    Of a hit it is the place among the hits: what is not shown does not count.
    """
    hit = judged.candidate.hit
    score = hit.scores.fused if hit.scores.rerank is None else hit.scores.rerank
    if judged.fate == "hit":
        rank -= sum(each.fate != "hit" for each in done.judged[: rank - 1])
    return {
        "rank": rank,
        "limit": done.request.limit,
        "cap": settings.HITS_PER_DOCUMENT,
        "score": f"{score or 0:.4g}",
        "threshold": done.reranking.threshold,
        "better": cited(judged.better.hit) if judged.better else "",
    }


def cited(hit: Hit) -> str:
    """How a hit is named in a sentence."""
    return hit.legal_reference or " › ".join([hit.document_title, *hit.section_path[-1:]])
