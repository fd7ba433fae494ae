"""The regulations that a text names and the collection lacks, kept true as others are added."""

from collections.abc import Iterable
from typing import Any, Final

from documents.extraction.types import Finding
from documents.findings.cross_references import regulations_named
from documents.findings.examination import MOST_CHARACTERS
from documents.kinds import document_kind
from documents.models import Document, NotedFinding, Version
from documents.references import LegalReference

NOT_HELD: Final = "regulations_not_held"
# As many are told by name, and as many are kept to be crossed off.
MOST_NAMED: Final = 12
MOST_KEPT: Final = 100


def references_not_held(text: str, document: Document) -> list[Finding]:
    """At most one finding, with the regulations by how often they are named."""
    named = regulations_named(text[:MOST_CHARACTERS])
    absent = {
        key_of(each): (each.regulation, times)
        for each, times in named.most_common(MOST_KEPT)
        if key_of(each) != key_of_document(document)
    }
    for key in held(named):
        absent.pop(key, None)
    return [Finding(NOT_HELD, detail_of(absent))] if absent else []


def cross_off(document: Document) -> list[Version]:
    """A regulation has come: no text misses it any more. Gives the versions that changed."""
    key = key_of_document(document)
    changed = []
    for noted in NotedFinding.objects.filter(
        code=NOT_HELD, detail__regulations__has_key=key
    ).select_related("version"):
        absent = dict(noted.detail["regulations"])
        absent.pop(key)
        noted.detail = detail_of(absent)
        noted.save(update_fields=["detail"]) if absent else noted.delete()
        changed.append(noted.version)
    return changed


def detail_of(absent: dict[str, Any]) -> dict[str, Any]:
    # Sorted anew each time: the database does not keep the order of keys.
    by_times = sorted(absent.values(), key=lambda each: -each[1])
    shown = [f"{name} ({times}×)" for name, times in by_times[:MOST_NAMED]]
    return {"count": len(absent), "named": "; ".join(shown), "regulations": absent}


def held(references: Iterable[LegalReference]) -> set[str]:
    """Keys of those of which there is a document."""
    numbers = {each.number for each in references}
    present = Document.objects.present().filter(number__in=numbers).exclude(year=None)
    return {key_of_document(document) for document in present.only("kind", "number", "year")}


def key_of(reference: LegalReference) -> str:
    return f"{document_kind(reference.kind)} {reference.number}/{reference.year}"


def key_of_document(document: Document) -> str:
    return f"{document.kind} {document.number}/{document.year}"
