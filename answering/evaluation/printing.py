"""A report as text for a terminal, 100 columns wide at most but for the questions themselves."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from answering.evaluation.averages import OF_SEARCH, REFUSED_RIGHTLY, Average, Averages
from answering.evaluation.comparison import Compared, Comparison, Standing, Tally
from answering.evaluation.questions import UNANSWERABLE
from answering.evaluation.report import Report
from answering.evaluation.steps import Step

NOTHING = "-"
NO_KIND = "-"
KIND_COLUMNS = (*OF_SEARCH, "right", "wrong", "refused", "false")
CHANCE = 0.05  # below it a difference is taken for more than chance
QUESTION_CHARACTERS = 70


def printed(report: Report) -> Iterator[str]:
    yield from _totals(report)
    yield ""
    yield from _kinds(report)
    if report.times:
        yield ""
        yield from _times(report)
    if report.not_held:
        yield ""
        yield from _not_held(report)
    if report.comparison:
        yield ""
        yield from _comparison(report.comparison)


def printed_ablation(steps: Sequence[Step]) -> Iterator[str]:
    """What each configuration finds, and the share found in the first five by kind."""
    rows = [
        [
            step.name,
            *(shown(step.averages[name]) for name in OF_SEARCH),
            interval(step.averages["recall@5"]),
            f"+{step.tally.better} -{step.tally.worse}" if step.tally else NOTHING,
            f"{step.p50_ms:.0f}",
            f"{step.p95_ms:.0f}",
        ]
        for step in steps
    ]
    head = ["", *OF_SEARCH, _("of @5"), _("change @5"), "p50 ms", "p95 ms"]
    yield from table(head, rows)
    yield ""
    yield _("recall@5 by kind:")
    kinds = [kind for kind in steps[0].kinds if steps[0].kinds[kind]["recall@5"].count]
    by_kind = [
        [
            kind or NO_KIND,
            str(steps[0].kinds[kind]["recall@5"].count),
            *(_cell(step.kinds[kind], "recall@5", kind) for step in steps),
        ]
        for kind in kinds
    ]
    yield from table(["", "n", *(step.name for step in steps)], by_kind)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns as wide as they need; the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip()


def shown(average: Average) -> str:
    return NOTHING if average.value is None else f"{average.value:.4f}"


def interval(average: Average) -> str:
    if average.low is None or average.high is None:
        return NOTHING
    return f"{average.low:.2f}–{average.high:.2f}"


def _totals(report: Report) -> Iterator[str]:
    count = len(report.asked)
    yield ngettext("%(count)d question", "%(count)d questions", count) % {"count": count}
    before = report.comparison and report.comparison.before
    head = ["", _("value"), _("95% interval"), _("questions")]
    rows = [
        [name, shown(average), interval(average), str(average.count)]
        for name, average in report.averages.items()
        if average.count
    ]
    if before:
        head.append(_("before"))
        rows = [[*row, shown(before[row[0]])] for row in rows]
    yield from table(head, rows)


def _kinds(report: Report) -> Iterator[str]:
    rows = []
    names = [name for name in KIND_COLUMNS if report.averages[name].count]
    for kind, averages in report.kinds.items():
        count = sum(question.kind == kind for question in report.asked)
        cells = [_cell(averages, name, kind) for name in names]
        rows.append([kind or NO_KIND, str(count), *cells])
    yield from table([_("kind"), "n", *names], rows)


def _cell(averages: Averages, name: str, kind: str) -> str:
    """To refuse is what is right for a question that nothing answers."""
    if kind == UNANSWERABLE and name == "right":
        name = REFUSED_RIGHTLY
    value = averages[name].value
    return NOTHING if value is None else f"{value:.2f}"


def _times(report: Report) -> Iterator[str]:
    rows = [[each.stage, f"{each.p50_ms:.1f}", f"{each.p95_ms:.1f}"] for each in report.times]
    yield from table([_("search, ms"), "p50", "p95"], rows)


def _not_held(report: Report) -> Iterator[str]:
    count = len(report.not_held)
    yield ngettext(
        "%(count)d question has gold in documents that the collection does not hold, "
        "and counts above as not found:",
        "%(count)d questions have gold in documents that the collection does not hold, "
        "and count above as not found:",
        count,
    ) % {"count": count}
    for key, documents in report.not_held.items():
        yield f"  {key}: {', '.join(documents)}"
    if not report.averages_held:
        return
    counted = {name: each for name, each in report.averages_held.items() if each.count}
    if counted:
        figures = ", ".join(f"{name} {shown(average)}" for name, average in counted.items())
        yield _("Without them: %(figures)s") % {"figures": figures}


def _comparison(comparison: Comparison) -> Iterator[str]:
    worse, same, better = (comparison.those(each) for each in ("worse", "same", "better"))
    counts = {"worse": len(worse), "same": len(same), "better": len(better)}
    yield (
        _("Against the earlier run: %(worse)d worse, %(better)d better, %(same)d the same") % counts
    )
    rows = [_tally_row(tally) for tally in comparison.tallies]
    yield from table(["", _("better"), _("worse"), "p", ""], rows)
    for title, those in ((_("Worse:"), worse), (_("Better:"), better[::-1])):
        if those:
            yield title
            yield from (_compared_line(each) for each in those)
    for ids, text in (
        (comparison.only_before, _("Only in the earlier run: %(ids)s")),
        (comparison.only_after, _("Only in this run: %(ids)s")),
    ):
        if ids:
            yield text % {"ids": ", ".join(ids)}


def _tally_row(tally: Tally) -> list[str]:
    names = {"right": _("right answers"), "first 5": _("found in the first 5"), "rank": _("rank")}
    verdict = _("may be chance") if tally.p >= CHANCE else _("more than chance")
    if not tally.better and not tally.worse:
        verdict = _("no difference")
    return [names[tally.name], str(tally.better), str(tally.worse), f"{tally.p:.3f}", verdict]


def _compared_line(each: Compared) -> str:
    change = f"{_standing(each.before)} -> {_standing(each.after)}"
    text = " ".join(each.question.text.split())[:QUESTION_CHARACTERS]
    return f"  {each.question.id:<10} {each.question.kind:<16} {change:<40} {text}"


def _standing(standing: Standing) -> str:
    rank = f"#{standing.rank}" if standing.rank else _("not found")
    return f"{standing.verdict}, {rank}" if standing.verdict else rank
