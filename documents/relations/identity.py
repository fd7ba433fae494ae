"""Which regulation a document is, by its details. No Django."""

from documents.kinds import KIND_BY_CODE
from documents.references import legal_references
from documents.relations.types import Regulation


def regulation_of_details(
    title: str, *, kind: str, number: str, year: int | None
) -> Regulation | None:
    """The regulation that the document is; None for what has no number and year.

    The title knows more than the kind: a POJK is held as a `permen`. Where a person has set
    number or year otherwise than the title says, what the person said holds.
    """
    if not (number and year):
        return None
    named = next((each for each in legal_references(title)[:1] if each.kind), None)
    if named is not None:
        number = named.number if named.number.startswith(f"{number} ") else number  # "6 Drt"
        return Regulation(named.kind, number, year, named.area)
    return Regulation(kind, number, year) if kind in KIND_BY_CODE else None


def regulation_key(title: str, *, kind: str, number: str, year: int | None) -> str:
    """The key by which legal relations name the document, or an empty string."""
    regulation = regulation_of_details(title, kind=kind, number=number, year=year)
    return regulation.key[:320] if regulation else ""
