"""Identifiers of a question as requirements: which chunks may answer it, and what is not held.

A chunk satisfies a reference when it belongs to the regulation (and is, or names, the pasal), or
when it names the regulation (with the pasal) itself. References are alternatives: a question about
two laws is answered from either. A code must stand in the chunk.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Q

from documents.access import Asker
from documents.kinds import KIND_BY_CODE, document_kind
from documents.models import Document
from documents.references import LegalReference
from retrieval import identifiers, lexical
from retrieval.models import LexicalEntry

_PASAL_KEYS = """
    SELECT DISTINCT key FROM retrieval_chunk, unnest(provisions) AS key
    WHERE live AND document_id = ANY (%s) AND (key = %s OR key LIKE %s)
"""


@dataclass(frozen=True, slots=True)
class Required:
    """One identifier that something satisfies.

    `condition` is on a Filterable; `document_ids` are the regulation's own documents, `provision`
    and `detail` the keys of the pasal and ayat asked for, within these documents; `quoted` are the
    keys of the pasal as amending regulations quote it, which tell whose it is.
    """

    condition: Q
    document_ids: frozenset[str] = frozenset()
    provision: str = ""
    detail: str = ""
    quoted: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Requirements:
    """`held` are alternatives; `missing` names, as people cite it, what nothing satisfies."""

    held: tuple[Required, ...] = ()
    codes: Q = field(default_factory=Q)
    missing: tuple[str, ...] = ()

    @property
    def condition(self) -> Q:
        """Condition on a Filterable; empty when nothing is required."""
        alternatives = Q()
        for each in self.held:
            alternatives |= each.condition
        return alternatives & self.codes

    @property
    def unsatisfiable(self) -> bool:
        return bool(self.missing) and not self.held and not self.codes

    def level(self, document_id: str, provisions: Sequence[str]) -> int:
        """How closely a chunk is what was asked for: 3 the ayat, 2 the pasal, 1 the regulation.

        Explanations have keys of their own (retrieval.identifiers) and so are no more than 1.
        """
        return max((_level(each, document_id, provisions) for each in self.held), default=0)


NOTHING_REQUIRED = Requirements()


def resolve(
    references: Iterable[LegalReference], codes: Iterable[str], *, asker: Asker, allowed: Q
) -> Requirements:
    """Look up what the identifiers of a question require; `allowed` is the rest of the condition.

    What the asker may not see counts as not held.
    """
    held: list[Required] = []
    missing: list[str] = []
    for reference in references:
        required = _required(reference, asker=asker)
        if required is None:
            continue
        if LexicalEntry.objects.filter(allowed & required.condition).exists():
            held.append(required)
        else:
            missing.append(identifiers.describe(reference))
    all_codes = Q()
    for code in codes:
        if LexicalEntry.objects.filter(allowed & with_term(code)).exists():
            all_codes &= with_term(code)
        else:
            missing.append(code.upper() if "_" not in code else code)
    return Requirements(tuple(held), all_codes, tuple(dict.fromkeys(missing)))


def with_term(term: str) -> Q:
    """Condition on a Filterable: the chunk holds the (unstemmed) term."""
    return Q(chunk_id__in=lexical.chunks_with(term))


def documents_of(reference: LegalReference, *, asker: Asker) -> list[str]:
    """Ids of the documents that are the cited regulation, as far as the asker may know."""
    if not reference.number:
        return []
    kind = document_kind(reference.kind)
    named = Document.objects.visible_to(asker).filter(kind=kind, number__iexact=reference.number)
    if reference.year:
        named = named.filter(year=reference.year)
    if kind != reference.kind:
        # Several kinds of regulation are held under this one: the title tells them apart.
        names = KIND_BY_CODE[reference.kind]
        named = named.filter(Q(title__icontains=names.full) | Q(title__icontains=names.short))
    rows = list(named.values_list("pk", "title", "issuer"))
    area = reference.area.lower()
    in_area = [pk for pk, title, issuer in rows if area and area in f"{title} {issuer}".lower()]
    return in_area or [pk for pk, _, _ in rows]


def _required(reference: LegalReference, *, asker: Asker) -> Required | None:
    """What the reference requires; None for one that names nothing ("ayat (2)" alone)."""
    key = identifiers.required_key(reference)
    if not key:
        return None
    pasal = f"#{reference.pasal.lower()}" if reference.pasal else ""
    detail = f"{pasal}({reference.ayat.lower()})" if pasal and reference.ayat else ""
    names_it = Q(chunk__mentions__contains=[key])
    if not reference.kind:
        is_it = Q(chunk__provisions__contains=[pasal])
        return Required(is_it | names_it, provision=pasal, detail=detail)
    own = documents_of(reference, asker=asker)
    if not pasal:
        is_it = Q(document_id__in=own)
        return Required(is_it | names_it, frozenset(own)) if own else Required(names_it)
    quoted = frozenset([key, *_quoted(own, pasal)])
    quotes_it = Q(chunk__provisions__overlap=sorted(quoted))
    explains_it = Q(chunk__provisions__contains=[identifiers.EXPLANATION + pasal])
    is_it = Q(chunk__provisions__contains=[pasal]) | Q(chunk__mentions__contains=[pasal])
    of_own = Q(document_id__in=own) & (is_it | explains_it)
    condition = of_own | quotes_it | names_it if own else quotes_it | names_it
    return Required(condition, frozenset(own), pasal, detail, quoted)


def _quoted(documents: Sequence[str], pasal: str) -> list[str]:
    """Keys of the pasal in what these regulations amend, unless it is one of their own.

    "Pasal 7 UU 3/2025" is what UU 3/2025 writes as Pasal 7 of UU 34/2004: it has none itself.
    """
    if not documents:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_PASAL_KEYS, [list(documents), pasal, f"%{pasal}"])
        keys = [key for (key,) in cursor.fetchall()]
    foreign = (identifiers.EXPLANATION, identifiers.ANNEX)
    return [] if pasal in keys else [key for key in keys if not key.startswith(foreign)]


def _level(required: Required, document_id: str, provisions: Sequence[str]) -> int:
    is_own = document_id in required.document_ids
    asks_of_any = not required.document_ids and not required.quoted
    keys = set(required.quoted)
    if required.provision and (is_own or asks_of_any):
        keys.add(required.provision)
    ayat = required.detail.removeprefix(required.provision)
    if ayat and any(f"{key}{ayat}" in provisions for key in keys):
        return 3
    if not keys.isdisjoint(provisions):
        return 2
    return int(is_own)
