"""What one regulation does to another, as proposed from a text and decided by a person."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from documents.models.document import Document

if TYPE_CHECKING:
    from documents.models.version import Version


class RelationVerb(models.TextChoices):
    AMENDS = "amends", _("amends")
    REPEALS = "repeals", _("repeals")
    PARTIALLY_REPEALS = "partially_repeals", _("repeals in part")
    IMPLEMENTS = "implements", _("implements")
    ENACTS = "enacts", _("makes a law of")
    RATIFIES = "ratifies", _("ratifies")
    ESTABLISHES = "establishes", _("establishes")


# The same seen from the other side.
PASSIVE = {
    RelationVerb.AMENDS: _("amended by"),
    RelationVerb.REPEALS: _("repealed by"),
    RelationVerb.PARTIALLY_REPEALS: _("repealed in part by"),
    RelationVerb.IMPLEMENTS: _("implemented by"),
    RelationVerb.ENACTS: _("made a law by"),
    RelationVerb.RATIFIES: _("ratified by"),
    RelationVerb.ESTABLISHES: _("established by"),
}
AMENDING = (RelationVerb.AMENDS, RelationVerb.PARTIALLY_REPEALS)


class Decision(models.TextChoices):
    PROPOSED = "proposed", _("proposed")
    CONFIRMED = "confirmed", _("confirmed")
    REJECTED = "rejected", _("rejected")


class LegalRelationQuerySet(models.QuerySet["LegalRelation"]):
    def stated_in_present(self) -> "LegalRelationQuerySet":
        """Those that a document outside the trash states."""
        return self.filter(document__trashed_at=None)

    def confirmed(self) -> "LegalRelationQuerySet":
        return self.stated_in_present().filter(decision=Decision.CONFIRMED)

    def in_effect(self) -> "LegalRelationQuerySet":
        today = timezone.localdate()
        return self.filter(Q(effective_on=None) | Q(effective_on__lte=today))

    def to(self, document: Document) -> "LegalRelationQuerySet":
        """Those of which the document is the target; none for what has no citation."""
        if not document.citation_key:
            return self.none()
        return self.filter(target_key=document.citation_key)

    def by(self, document: Document) -> "LegalRelationQuerySet":
        """Those in which the document acts, as itself or as others tell of it."""
        own = Q(document=document, actor_key="")
        told = Q(actor_key=document.citation_key) if document.citation_key else Q()
        return self.filter(own | told if told else own)


class LegalRelation(models.Model):
    """`document` states that the actor (itself where `actor_key` is empty) does this to the target.

    Actor and target are held by their keys (documents.relations.types.Regulation.key), the same
    as Document.citation_key, so that a document that arrives later is found without resolving
    anything anew. `quote` is a copy of `canonical[start:end]` of the version that said so.
    """

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="relations", verbose_name=_("document")
    )
    version: "models.ForeignKey[Version | None, Version | None]" = models.ForeignKey(
        "documents.Version", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    start = models.PositiveIntegerField(help_text="offset into Version.canonical")
    end = models.PositiveIntegerField()
    quote = models.TextField(_("quoted words"))
    verb = models.CharField(_("relation"), max_length=20, choices=RelationVerb)
    fact = models.CharField(max_length=700, help_text="the same in every version that says it")
    actor_key = models.CharField(max_length=200, blank=True)
    actor_citation = models.CharField(max_length=200, blank=True)
    target_key = models.CharField(max_length=320)
    target_citation = models.CharField(_("target"), max_length=320)
    target_kind = models.CharField(max_length=12, blank=True)
    target_number = models.CharField(max_length=60, blank=True)
    target_year = models.PositiveSmallIntegerField(null=True)
    target_area = models.CharField(max_length=200, blank=True)
    provisions = ArrayField(
        models.CharField(max_length=80), default=list, verbose_name=_("provisions")
    )
    stated_in = models.CharField(_("stated in"), max_length=120, blank=True)
    effective_on = models.DateField(_("in effect from"), null=True)
    decision = models.CharField(
        _("decision"), max_length=9, choices=Decision, default=Decision.PROPOSED
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True)
    created_at = models.DateTimeField(_("proposed at"), auto_now_add=True)

    objects = LegalRelationQuerySet.as_manager()

    class Meta:
        verbose_name = _("legal relation")
        verbose_name_plural = _("legal relations")
        ordering = ["document", F("actor_key").asc(), "start", "id"]
        constraints = [
            models.UniqueConstraint(fields=["document", "fact"], name="relation_stated_once"),
        ]
        indexes = [
            models.Index(fields=["target_key", "decision"], name="relation_target"),
            models.Index(fields=["actor_key"], name="relation_actor"),
            models.Index(fields=["decision"], name="relation_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.acting} {self.get_verb_display()} {self.target_citation}"

    @property
    def acting(self) -> str:
        """Short citation of the regulation that acts."""
        return self.actor_citation or self.document.citation_name or self.document.title

    @property
    def passive(self) -> str:
        return str(PASSIVE[RelationVerb(self.verb)])

    @property
    def provisions_text(self) -> str:
        """ "Pasal 5, Pasal 6, … Pasal 21", shortened; empty for the whole regulation."""
        if len(self.provisions) <= 6:
            return ", ".join(self.provisions)
        return f"{', '.join(self.provisions[:3])}, … {self.provisions[-1]}"
