"""All relations that a text states, each once. No Django."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from documents.relations.amending import amending, told_amendments
from documents.relations.effect import effective_date
from documents.relations.implementing import implementing
from documents.relations.opening import opening_of
from documents.relations.places import Places
from documents.relations.repeals import repeals
from documents.relations.title import title_relations
from documents.relations.types import Regulation, Relation
from documents.structure import sections as sections_of


def read_relations(canonical: str, *, own: Regulation | None = None) -> list[Relation]:
    """What the document does to others and tells of others; `own` is the document itself.

    A fact that is stated more than once is given once, where it is stated first.
    """
    sections = sections_of(canonical)
    opening = opening_of(canonical)
    places = Places(canonical, sections, decided=opening.decided)
    found = [
        *title_relations(canonical),
        *repeals(canonical, places),
        *amending(canonical, places),
        *implementing(canonical, opening.menimbang),
        *told_amendments(canonical, opening.mengingat),
    ]
    effective = effective_date(canonical)
    return [
        replace(relation, effective_on=effective) if _takes_effect(relation) else relation
        for relation in _once(_plausible(found, own))
    ]


def _takes_effect(relation: Relation) -> bool:
    return relation.actor is None and relation.verb not in ("implements", "ratifies")


def _plausible(found: Iterable[Relation], own: Regulation | None) -> Iterator[Relation]:
    """Nothing is related to itself, and what is named by a number has a year."""
    for relation in found:
        target, actor = relation.target, relation.actor or own
        if target.kind and not (target.number and target.year):
            continue
        if actor is not None and actor.key == target.key:
            continue
        if actor is not None and actor.year and target.year and target.year > actor.year:
            continue
        yield relation


def _once(found: Iterable[Relation]) -> list[Relation]:
    """Each fact once; a whole repeal says more than a partial one of the same regulation."""
    kept: dict[str, Relation] = {}
    for relation in found:
        earlier = kept.get(relation.fact)
        if earlier is None:
            kept[relation.fact] = relation
        elif relation.provisions and earlier.provisions:
            both = tuple(dict.fromkeys((*earlier.provisions, *relation.provisions)))
            kept[relation.fact] = replace(earlier, provisions=both)
    return list(kept.values())
