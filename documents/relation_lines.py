"""What a reader sees of a document's confirmed relations, in both directions.

A relation that is stated in a document which the reader may not see is not hinted at.
"""

from collections.abc import Collection
from dataclasses import dataclass

from documents.access import Asker
from documents.models import Document, LegalRelation, RelationVerb
from documents.models.relation import AMENDING, LegalRelationQuerySet


@dataclass(frozen=True, slots=True)
class RelationLine:
    """One relation as told on a document's page: "amended by", "UU 5/2020", "Pasal 3".

    `document_id` is the other document where it is held and the reader may see it, else empty.
    `evidence` is the address of the words that say so.
    """

    verb: str
    label: str
    citation: str
    provisions: str
    stated_in: str
    effective_on: str
    document_id: str
    evidence: str


def lines_of(document: Document, *, asker: Asker) -> list[RelationLine]:
    """Confirmed relations, first what others do to it, then what it does."""
    visible = _visible(asker)
    incoming = list(visible.to(document))
    outgoing = [each for each in visible.by(document) if each not in incoming]
    held = _held([*_other_keys(incoming, outgoing)], asker)
    return [_incoming(each, held) for each in incoming] + [
        _outgoing(each, held) for each in outgoing
    ]


def out_of_force_by(document: Document, *, asker: Asker) -> list[RelationLine]:
    """By what the document was amended or repealed."""
    found = _visible(asker).in_effect().to(document)
    acting = list(found.filter(verb__in=(RelationVerb.REPEALS, *AMENDING)))
    held = _held([_actor_key(each) for each in acting], asker)
    return [_incoming(each, held) for each in acting]


def acts_on(document_ids: Collection[str], *, asker: Asker) -> dict[str, str]:
    """By what each of these documents was amended or repealed, in words; none where unknown."""
    documents = Document.objects.visible_to(asker).filter(id__in=document_ids)
    phrases = {
        document.pk: "; ".join(told(line) for line in out_of_force_by(document, asker=asker))
        for document in documents.defer("live_version")
    }
    return {pk: phrase for pk, phrase in phrases.items() if phrase}


def _visible(asker: Asker) -> LegalRelationQuerySet:
    seen = Document.objects.visible_to(asker).values("id")
    confirmed = LegalRelation.objects.confirmed().filter(document__in=seen)
    return confirmed.select_related("document", "version").defer("version__canonical")


def _actor_key(relation: LegalRelation) -> str:
    return relation.actor_key or relation.document.citation_key


def _other_keys(incoming: list[LegalRelation], outgoing: list[LegalRelation]) -> list[str]:
    return [_actor_key(each) for each in incoming] + [each.target_key for each in outgoing]


def _held(keys: list[str], asker: Asker) -> dict[str, str]:
    """Id of a document for each key that is held, published and visible; never of an annex."""
    documents = Document.objects.visible_to(asker).filter(citation_key__in=set(keys) - {""})
    found: dict[str, str] = {}
    for key, pk in (
        documents.exclude(live_version=None)
        .exclude(title__istartswith="lampiran")
        .order_by("created_at")
        .values_list("citation_key", "id")
    ):
        found.setdefault(key, pk)
    return found


def _incoming(relation: LegalRelation, held: dict[str, str]) -> RelationLine:
    own = "" if relation.actor_key else relation.document_id
    return _line(
        relation,
        label=relation.passive,
        citation=relation.acting,
        document_id=own or held.get(relation.actor_key, ""),
    )


def _outgoing(relation: LegalRelation, held: dict[str, str]) -> RelationLine:
    return _line(
        relation,
        label=relation.get_verb_display(),
        citation=relation.target_citation,
        document_id=held.get(relation.target_key, ""),
    )


def _line(relation: LegalRelation, *, label: str, citation: str, document_id: str) -> RelationLine:
    own_article = "" if relation.stated_in in ("Menimbang", "Mengingat") else relation.stated_in
    return RelationLine(
        verb=relation.verb,
        label=label,
        citation=citation,
        provisions=relation.provisions_text,
        stated_in=own_article,
        effective_on=relation.effective_on.isoformat() if relation.effective_on else "",
        document_id=document_id,
        evidence=address_of(relation),
    )


def address_of(relation: LegalRelation) -> str:
    """Where the quoted words are marked, or an empty string if that version is gone."""
    version = relation.version
    if version is None:
        return ""
    span = f"?k={relation.start}-{relation.end}#k{relation.start}-{relation.end}"
    return f"/dokumen/{relation.document_id}/v{version.number}{span}"


def told(line: RelationLine) -> str:
    """The line as one phrase: "diubah oleh UU 5/2020, Pasal 3"."""
    parts = (f"{line.label} {line.citation}", line.stated_in)
    return ", ".join(part for part in parts if part)
