"""Keep the findings of a version in the database, and its readiness with them."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction

from documents.extraction.types import ExtractedTable, Finding
from documents.findings.catalogue import kind_of
from documents.findings.details import (
    DETAIL_CODES,
    detail_findings,
    settled_by_staff,
    siblings,
)
from documents.findings.examination import Subject, bounded, examine
from documents.findings.holdings import cross_off, references_not_held
from documents.findings.readiness import PageReading, readiness
from documents.findings.totals import MOST_ROWS
from documents.models import Document, NotedFinding, Version
from documents.version_text import sections_of

CAUGHT_UP_AT_ONCE: Final = 50


def note(version: Version, *, tables: Iterable[ExtractedTable] | None = None) -> None:
    """Examine what was read and keep all findings; within the transaction of the reading.

    `tables` spares reading them back from the database.
    """
    document = Document.objects.get(pk=version.document_id)
    subject = Subject(
        text=version.canonical,
        sections=sections_of(version),
        kind=document.kind,
        title=f"{document.title} {document.original_filename}",
        page_count=version.page_count,
    )
    found = [
        *(finding for finding in read_findings(version) if not settled_by_staff(finding, document)),
        *detail_findings(document),
        *examine(subject, tables_of(version) if tables is None else tables),
        *references_not_held(version.canonical, document),
    ]
    keep(version, bounded(placed(version, found)))
    for other in siblings(document):
        refresh_details(other)
    for waiting in cross_off(document):
        score(waiting)


def catch_up() -> int:
    """Examine versions that were read before findings were kept; gives how many."""
    waiting = Version.objects.filter(readiness=None, document__trashed_at=None)
    versions = waiting.exclude(read_at=None).order_by("pk")[:CAUGHT_UP_AT_ONCE]
    for version in versions:
        with transaction.atomic():
            note(version)
    return len(versions)


def refresh_details(document: Document) -> None:
    """Look again at what depends on the details of documents, and compute readiness anew."""
    version = shown_version(document)
    if version is None:
        return
    found = [
        finding
        for finding in read_findings(version)
        if finding.code in DETAIL_CODES and not settled_by_staff(finding, document)
    ]
    keep(version, [*found, *detail_findings(document)], codes=DETAIL_CODES)


def refresh_with_siblings(document: Document) -> None:
    """After its details changed, or it went to the trash or came back."""
    named_before = Document.objects.filter(
        versions__noted__code="same_regulation", versions__noted__detail__document=document.pk
    ).distinct()
    for each in {document, *named_before, *siblings(document)}:
        refresh_details(each)
    if document.trashed_at is None:
        for waiting in cross_off(document):
            score(waiting)


def shown_version(document: Document) -> Version | None:
    """The version that is searched, or else the last one that was read; without its text."""
    versions = document.versions.defer("canonical").exclude(read_at=None)
    live = document.live_version_id and versions.filter(pk=document.live_version_id).first()
    return live or versions.order_by("-number").first()


def keep(
    version: Version, findings: Sequence[Finding], *, codes: Iterable[str] | None = None
) -> None:
    """Replace the findings of the version (those of `codes`); what was accepted stays so."""
    with transaction.atomic():
        accepted = acceptances(version.document_id)
        replaced = version.noted.all() if codes is None else version.noted.filter(code__in=codes)
        replaced.delete()
        NotedFinding.objects.bulk_create(
            (noted(version, finding, accepted) for finding in findings), batch_size=500
        )
        score(version)


def noted(version: Version, finding: Finding, accepted: dict[str, dict[str, Any]]) -> NotedFinding:
    start, end = finding.span or (None, None)
    fingerprint = NotedFinding.fingerprint_of(finding)
    return NotedFinding(
        version=version,
        code=finding.code,
        page=finding.page,
        start=start,
        end=end,
        detail=finding.detail,
        harm=kind_of(finding.code).harm,
        fingerprint=fingerprint,
        **accepted.get(fingerprint, {}),
    )


def acceptances(document_id: str) -> dict[str, dict[str, Any]]:
    """By fingerprint, when and by whom; of any version of the document."""
    rows = NotedFinding.objects.filter(version__document_id=document_id).exclude(accepted_at=None)
    fields = ("accepted_at", "accepted_by_id")
    return {row.pop("fingerprint"): row for row in rows.values("fingerprint", *fields)}


def score(version: Version) -> None:
    """Compute and store the readiness of a version."""
    pages = [
        PageReading(origin, judged, certainty, end > start)
        for origin, judged, certainty, start, end in version.pages.exclude(number=None).values_list(
            "origin", "judged", "certainty", "start", "end"
        )
    ]
    codes = version.noted.open().values_list("code", flat=True)
    version.readiness = readiness(codes, pages)
    Version.objects.filter(pk=version.pk).update(readiness=version.readiness)


# -- what is examined ----------------------------------------------------------------------------


def read_findings(version: Version) -> list[Finding]:
    """What whoever read the file noted."""
    return [
        Finding(
            each["code"],
            each["detail"],
            each.get("page"),
            tuple(each["span"]) if each.get("span") else None,
        )
        for each in version.findings
    ]


def tables_of(version: Version) -> Iterable[ExtractedTable]:
    for table in version.tables.all():
        # One more than is summed is enough to see that the table is too long.
        rows = list(table.rows.values_list("cells", "start", "end")[: MOST_ROWS + 1])
        yield ExtractedTable(
            name=table.name,
            columns=tuple(table.columns),
            rows=tuple(tuple(cells) for cells, _, _ in rows),
            row_spans=tuple((start, end) for _, start, end in rows),
            page=table.page,
            unit=table.unit,
        )


def placed(version: Version, findings: Iterable[Finding]) -> list[Finding]:
    """The findings with the page on which their words stand."""
    pages = list(
        version.pages.exclude(number=None).order_by("start").values_list("start", "number")
    )
    starts = [start for start, _ in pages]
    return [
        replace(finding, page=pages[max(0, bisect_right(starts, finding.span[0]) - 1)][1])
        if finding.span and finding.page is None and pages
        else finding
        for finding in findings
    ]
