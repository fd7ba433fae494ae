"""Legal relations in the database: proposed when a text is read, decided by people.

Reading again keeps what was decided and replaces what is open. A confirmed repeal or amendment
gives its target a legal status, unless a person gave it another.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from documents.models import (
    Decision,
    Document,
    LegalRelation,
    LegalStatus,
    RelationVerb,
    Version,
    Visibility,
)
from documents.models.relation import AMENDING
from documents.relations import Relation, read_relations
from documents.relations.identity import regulation_of_details
from documents.signals import document_changed

MAX_QUOTE = 2_000


def propose(document: Document, version: Version) -> None:
    """Read the relations of a text anew; within the transaction that records the text."""
    own = regulation_of_details(
        document.title, kind=document.kind, number=document.number, year=document.year
    )
    held = {relation.fact: relation for relation in document.relations.select_for_update()}
    stated = read_relations(version.canonical, own=own)
    found = {relation.fact: relation for relation in stated if not _is_known(relation, document)}
    for fact, relation in found.items():
        _keep(held.get(fact) or LegalRelation(document=document, fact=fact), relation, version)
    open_ = document.relations.filter(decision=Decision.PROPOSED)
    open_.exclude(fact__in=found).delete()
    _drop_hearsay(document)
    settle_status(document)


def _keep(kept: LegalRelation, relation: Relation, version: Version) -> None:
    """Store where it is said now; what a person decided on stays as it was decided."""
    kept.version = version
    kept.start, kept.end = relation.start, relation.end
    kept.quote = version.canonical[relation.start : relation.end][:MAX_QUOTE]
    kept.stated_in = relation.stated_in[:120]
    if kept.decision == Decision.PROPOSED:
        _describe(kept, relation)
    kept.save()


def _describe(kept: LegalRelation, relation: Relation) -> None:
    target, actor = relation.target, relation.actor
    kept.verb = relation.verb
    kept.actor_key = actor.key[:200] if actor else ""
    kept.actor_citation = actor.citation[:200] if actor else ""
    kept.target_key = target.key[:320]
    kept.target_citation = target.citation[:320]
    kept.target_kind, kept.target_number = target.kind[:12], target.number[:60]
    kept.target_year, kept.target_area = target.year, target.area[:200]
    kept.provisions = [provision[:80] for provision in relation.provisions]
    kept.effective_on = relation.effective_on


def _is_known(relation: Relation, document: Document) -> bool:
    """What is told of two others is proposed once, and not where one of them says it itself."""
    if relation.actor is None:
        return False
    said = LegalRelation.objects.stated_in_present().filter(
        verb=relation.verb, target_key=relation.target.key
    )
    by_itself = Q(actor_key="", document__citation_key=relation.actor.key)
    by_others = Q(actor_key=relation.actor.key) & ~Q(document=document)
    return said.filter(by_itself | by_others).exists()


def _drop_hearsay(document: Document) -> None:
    """Open proposals of others that the document now states itself."""
    if not document.citation_key:
        return
    for relation in document.relations.filter(actor_key=""):
        LegalRelation.objects.filter(
            decision=Decision.PROPOSED,
            actor_key=document.citation_key,
            verb=relation.verb,
            target_key=relation.target_key,
        ).delete()


def decide(relations: Iterable[LegalRelation], decision: Decision, *, user: Any) -> int:
    """Confirm, reject or reopen; gives how many were changed. Targets get their legal status."""
    changed = 0
    with transaction.atomic():
        for relation in relations:
            others = LegalRelation.objects.filter(pk=relation.pk).exclude(decision=decision)
            is_open = decision == Decision.PROPOSED
            if not others.update(
                decision=decision,
                decided_by=None if is_open else user,
                decided_at=None if is_open else timezone.now(),
            ):
                continue  # another person was quicker
            changed += 1
            relation.decision = decision
            for target in targets_of(relation):
                settle_status(target)
    return changed


def targets_of(relation: LegalRelation) -> QuerySet[Document]:
    """The documents that are the target: a regulation may be held more than once, with annexes."""
    return Document.objects.filter(citation_key=relation.target_key).exclude(citation_key="")


def settle_status(document: Document) -> bool:
    """Give the document the legal status that confirmed relations imply; True if it changed.

    What a person gave is left alone. An internal document says nothing of a public one: its
    status would hint at what citizens may not know of.
    """
    if "legal_status" in document.given_fields:
        return False
    if not LegalRelation.objects.to(document).exists():
        return False  # no relation ever gave it the status that it has
    status = implied_status(document)
    if status == document.legal_status:
        return False
    document.legal_status = status
    with transaction.atomic():
        document.save(update_fields=["legal_status", "updated_at"])
        document_changed.send(sender=Document, document=document)
    return True


def implied_status(document: Document) -> LegalStatus:
    relations = LegalRelation.objects.confirmed().in_effect().to(document)
    if document.visibility == Visibility.PUBLIC:
        relations = relations.filter(document__visibility=Visibility.PUBLIC)
    verbs = set(relations.values_list("verb", flat=True))
    if RelationVerb.REPEALS in verbs:
        return LegalStatus.DICABUT
    return LegalStatus.DIUBAH if verbs & set(AMENDING) else LegalStatus.UNKNOWN


def on_document_changed(document: Document, **kwargs: Any) -> None:
    """Its citation, visibility or presence may have changed what holds for it and its targets."""
    settle_status(document)
    confirmed = document.relations.filter(decision=Decision.CONFIRMED)
    keys = set(confirmed.exclude(target_key="").values_list("target_key", flat=True))
    for target in Document.objects.filter(citation_key__in=keys).exclude(pk=document.pk):
        settle_status(target)


def settle_all() -> int:
    """Settle every document; daily, because some relations take effect on a date to come."""
    keys = LegalRelation.objects.filter(decision=Decision.CONFIRMED).values("target_key")
    touched = Document.objects.filter(citation_key__in=keys).exclude(citation_key="")
    return sum(settle_status(document) for document in touched)
