"""Says what a question names and the collection does not hold."""

from collections.abc import Sequence

from answering.outcomes import absent_provision_wording, not_held_wording
from documents.access import Asker
from documents.models import Document
from documents.references import LegalReference, legal_references
from retrieval.requirements import documents_of


def missing_wording(identifiers: Sequence[str], *, asker: Asker, language: str) -> str:
    """One sentence for each; a pasal that a held regulation does not have is told apart."""
    return " ".join(_sentence(name, asker=asker, language=language) for name in identifiers)


def _sentence(name: str, *, asker: Asker, language: str) -> str:
    for reference in legal_references(name):
        document = _holding(reference, asker=asker)
        if reference.pasal and document:
            return absent_provision_wording(reference.provision, document.title, language)
    return not_held_wording(name, language)


def _holding(reference: LegalReference, *, asker: Asker) -> Document | None:
    """The regulation that the reference names, if it is held and the asker may know of it."""
    return Document.objects.filter(id__in=documents_of(reference, asker=asker)).first()
