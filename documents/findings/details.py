"""What is missing or double in a document's details, which staff can mend in its form."""

from collections.abc import Iterator
from typing import Final

from documents.extraction.types import Finding
from documents.findings.completeness import REGULATIONS
from documents.models import Document

# Codes that change with the details of this or another document, without reading the file again.
DETAIL_CODES: Final = frozenset(
    ("missing_number", "missing_year", "missing_title", "metadata_conflict", "same_regulation")
)
MOST_SIBLINGS: Final = 5


def detail_findings(document: Document) -> Iterator[Finding]:
    """Findings missing_number, missing_year, missing_title and same_regulation."""
    if document.kind in REGULATIONS:
        if not document.number:
            yield Finding("missing_number", {})
        if not document.year:
            yield Finding("missing_year", {})
    if document.title == document.original_filename:
        yield Finding("missing_title", {})
    for other in siblings(document):
        detail = {"title": other.title, "document": other.pk}
        yield Finding("same_regulation", detail)


def siblings(document: Document) -> list[Document]:
    """Other documents that are cited by the same words."""
    if document.kind not in REGULATIONS or not (document.number and document.year):
        return []
    same = Document.objects.present().filter(
        kind=document.kind, number=document.number, year=document.year
    )
    cited = document.citation_name
    others = same.exclude(pk=document.pk).order_by("pk")[: 4 * MOST_SIBLINGS]
    return [other for other in others if other.citation_name == cited][:MOST_SIBLINGS]


def settled_by_staff(finding: Finding, document: Document) -> bool:
    """Whether a person has decided what text and file name say differently."""
    return (
        finding.code == "metadata_conflict" and finding.detail.get("field") in document.given_fields
    )
