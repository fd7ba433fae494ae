"""Access and filter columns of the index: written with the document, read by every path.

Each path filters by itself, in SQL, so that what an asker may not see is not found, not counted
and never shortens a list.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, TypedDict

from django.db import models
from django.db.models import Q

from documents.access import Asker
from documents.models import Document, Visibility
from retrieval.hits import Filters
from retrieval.models import Filterable


class Columns(TypedDict):
    """Values of `models.Filterable`."""

    searchable: bool
    public: bool
    group_ids: list[int]
    kind: str
    number: str
    year: int | None
    legal_status: str
    language: str
    tags: list[str]


def columns_of(document: Document) -> Columns:
    return Columns(
        searchable=document.trashed_at is None,
        public=document.visibility == Visibility.PUBLIC,
        group_ids=sorted(document.groups.values_list("pk", flat=True)),
        kind=document.kind,
        number=_comparable(document.number),
        year=document.year,
        legal_status=document.legal_status,
        language=document.language,
        tags=document.tags,
    )


def visible_to(asker: Asker) -> Q:
    """Condition on a Filterable: rows of documents that the asker may know of."""
    present = Q(searchable=True)
    if asker.sees_everything:
        return present
    public = Q(public=True)
    if not asker.group_ids:
        return present & public
    return present & (public | Q(group_ids__overlap=sorted(asker.group_ids)))


def within(filters: Filters) -> Q:
    """Condition on a Filterable: rows of the documents that the filters leave."""
    condition = Q()
    if filters.document_ids:
        condition &= Q(document_id__in=filters.document_ids)
    if filters.kinds:
        condition &= Q(kind__in=filters.kinds)
    if filters.numbers:
        condition &= Q(number__in=[_comparable(number) for number in filters.numbers])
    if filters.year_from is not None:
        condition &= Q(year__gte=filters.year_from)
    if filters.year_to is not None:
        condition &= Q(year__lte=filters.year_to)
    if filters.legal_status:
        condition &= Q(legal_status=filters.legal_status)
    if filters.language:
        condition &= Q(language=filters.language)
    if filters.tags:
        condition &= Q(tags__overlap=list(filters.tags))
    return condition


@lru_cache(maxsize=128)
def rows_where(model: type[Filterable], condition: Q, *columns: str) -> tuple[str, tuple[Any, ...]]:
    """SQL and its parameters that select columns of the rows that a condition leaves.

    Remembered: the ORM takes longer to compile a condition than PostgreSQL to check it on what a
    search has found.
    """
    sql, parameters = (
        model._default_manager.filter(condition).values(*columns).query.sql_with_params()
    )
    return sql, tuple(parameters)


def documents_left(filters: Filters, *, most: int) -> list[str] | None:
    """Ids of the documents that the filters leave; None where they are more than `most`.

    By ids the index finds their rows at once; columns are compared row by row.
    """
    if filters.document_ids:
        return list(filters.document_ids)
    numbered = Q()
    for number in filters.numbers:  # a document keeps it as it is written
        numbered |= Q(number__iexact=number.strip())
    left = Document.objects.filter(numbered, within(replace(filters, numbers=())))
    ids = list(left.values_list("pk", flat=True)[: most + 1])
    return ids if len(ids) <= most else None


def copy_to_index(document: Document, *index_models: type[models.Model]) -> None:
    """Bring the columns of all of the document's rows up to date."""
    columns = columns_of(document)
    for model in index_models:
        model._default_manager.filter(document=document).update(**columns)


def _comparable(number: str) -> str:
    return number.strip().lower()
