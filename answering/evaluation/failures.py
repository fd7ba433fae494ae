"""Why questions failed, as a page for those who look after the collection (Markdown)."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from answering.evaluation.averages import is_judged
from answering.evaluation.metrics import (
    complete_rank,
    contains,
    failed,
    group_ranks,
    missing_words,
    verdict,
)
from answering.evaluation.questions import Gold, Question, Result
from answering.evaluation.report import Report
from answering.evaluation.traces import READ, Trace

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN_HITS = 3
SHOWN_CHARACTERS = 300
SEVERITY = {"wrong": 0, "refused": 1, "right": 2}

REASONS: dict[str, "StrOrPromise"] = {
    "not_held": gettext_lazy("the document is not in the collection, or not public"),
    "in_no_chunk": gettext_lazy(
        "no chunk holds these words: they were read otherwise, or cut apart"
    ),
    "not_admitted": gettext_lazy("excluded: the question names a regulation, pasal or code"),
    "not_retrieved": gettext_lazy("found neither by words nor by meaning"),
    "not_considered": gettext_lazy("too far down in both paths to be reranked"),
    "repeated": gettext_lazy("left out, because a better hit says the same words"),
    "below_threshold": gettext_lazy("below the threshold of the reranker"),
    "document_cap": gettext_lazy("left out, because its document has as many hits as it may have"),
    "ranked_low": gettext_lazy("found, but others were ranked before it"),
    "found": gettext_lazy("among the hits that are read"),
    "unknown": gettext_lazy("not among the hits; this run did not follow it through the search"),
    "answer": gettext_lazy("the passage was found, the answer was not made from it"),
    "invented": gettext_lazy("answered, although nothing in the collection answers it"),
    "no_gold": gettext_lazy("no passage is given for it"),
    "failed": gettext_lazy("an error of the portal"),
}


def failures(report: Report) -> Iterator[str]:
    """Lines of the page: a table of reasons, then each question, the worst first."""
    questions = failed_questions(report)
    count, asked = len(questions), len(report.asked)
    text = ngettext(
        "%(count)d of %(asked)d questions failed",
        "%(count)d of %(asked)d questions failed",
        count,
    )
    yield "# " + text % {"count": count, "asked": asked}
    yield ""
    yield _(
        "A question failed when its answer is not right, or when its passage is not among the "
        "first %(read)d hits."
    ) % {"read": READ}
    yield ""
    if questions:
        yield from _reason_table(questions, report)
    for question in questions:
        yield ""
        yield from _section(question, report.results[question.id])


def failed_questions(report: Report) -> list[Question]:
    named = {each.id for each in (*report.not_right, *report.not_found)}
    those = [question for question in report.asked if question.id in named]
    return sorted(those, key=lambda each: _severity(each, report.results[each.id]))


def reasons(question: Question, result: Result) -> list[str]:
    """Codes of REASONS, one for each group of the gold that was lost; the answer's if none was."""
    if failed(result):
        return ["failed"]
    if question.unanswerable:
        return ["invented"]
    if not question.gold:
        return ["no_gold"]
    if (complete_rank(question, result.hits) or READ + 1) <= READ:
        return ["answer"]
    lost = [trace.reason for trace in result.traces if trace.reason != "found"]
    return list(dict.fromkeys(lost)) or ["unknown"]


def _severity(question: Question, result: Result) -> tuple[int, int]:
    judged = is_judged(question, result)
    rank = complete_rank(question, result.hits) or 1_000
    return (SEVERITY[verdict(question, result)] if judged else len(SEVERITY)), -rank


def _reason_table(questions: list[Question], report: Report) -> Iterator[str]:
    counts = Counter(
        reason
        for question in questions
        for reason in reasons(question, report.results[question.id])
    )
    yield f"| {_('reason')} | {_('questions')} |"
    yield "|---|---|"
    for reason, count in counts.most_common():
        yield f"| {REASONS[reason]} | {count} |"


def _section(question: Question, result: Result) -> Iterator[str]:
    yield f"## {question.id} ({question.kind or '-'})"
    yield ""
    for former in question.history:
        yield f"> {_one_line(former)}"
    yield f"> **{_one_line(question.text)}**"
    yield ""
    why = "; ".join(str(REASONS[reason]) for reason in reasons(question, result))
    yield f"* {_('Reason')}: **{why}**"
    if is_judged(question, result):
        yield from _answer_lines(question, result)
    for group, rank in group_ranks(question, result.hits).items():
        golds = [gold for gold in question.gold if gold.group == group]
        trace = next((each for each in result.traces if each.group == group), None)
        yield from _gold_lines(golds, rank, trace)
    yield from _hit_lines(result)


def _answer_lines(question: Question, result: Result) -> Iterator[str]:
    yield f"* {_('Answer')}: {verdict(question, result)} ({result.outcome})"
    if result.answer:
        yield f"  * {_('said')}: “{_one_line(result.answer)}”"
    if verdict(question, result) == "right" or question.unanswerable:
        return
    for alternatives in missing_words(question, result.answer):
        yield f"  * {_('lacks')}: " + _(" or ").join(f"“{each}”" for each in alternatives)
    for words in question.must_not:
        if contains(result.answer, words):
            yield f"  * {_('must not say')}: “{words}”"


def _gold_lines(golds: list[Gold], rank: int | None, trace: Trace | None) -> Iterator[str]:
    for gold in golds:
        words = gold.snippet or "; ".join(gold.cells)
        yield f"* {_('Passage')}: `{gold.document}`: “{_one_line(words)}”"
    if rank is not None:
        yield f"  * {_('rank among the hits')}: {rank}"
    if trace is not None:
        yield f"  * {REASONS[trace.reason]}"
        if trace.chunks and trace.held:
            yield f"  * {_ranks(trace)}"


def _ranks(trace: Trace) -> str:
    """ "by words 12, by meaning -, both 31, at last 17"."""
    values = {
        "lexical": trace.lexical or "-",
        "vector": trace.vector or "-",
        "fused": trace.fused or "-",
        "final": trace.final or "-",
        "read": trace.read,
        "considered": trace.considered,
    }
    return (
        _(
            "rank by words %(lexical)s, by meaning %(vector)s (of %(read)d read), of both together "
            "%(fused)s, after reranking %(final)s (of %(considered)d)"
        )
        % values
    )


def _hit_lines(result: Result) -> Iterator[str]:
    if not result.hits:
        yield f"* {_('Nothing was found.')}"
        return
    yield f"* {_('First hits')}:"
    for number, hit in enumerate(result.hits[:SHOWN_HITS], start=1):
        place = hit.get("place") or hit["source"]
        yield f"  {number}. {place}: “{_one_line(hit['content'])[:120]}”"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN_CHARACTERS else line[:SHOWN_CHARACTERS] + " …"
