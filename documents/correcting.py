"""Corrections of the canonical text by staff: a new version, with all that was known of the old.

The former version stays readable and goes on answering until the new one is published.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from documents.alignment import changes
from documents.carrying import Carrier, Correction
from documents.extraction.markdown import tables_of
from documents.extraction.plain_text import normalised
from documents.extraction.types import ExtractedTable
from documents.intake import await_processing
from documents.models import Document, Page, Status, Table, Version
from documents.models.version import EDITED
from documents.reasons import Refused
from documents.recording import successor
from documents.row_storing import store_rows

# Of a page that had no text until a person typed it.
TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Edited:
    """What a person sends back: `canonical[start:end]` of a version, and its new wording.

    `digest` is that of the text which the person saw: a version that was replaced meanwhile, or a
    draft that grew, shows by it. `page` is the 1-based page that was edited, if any.
    """

    version_number: int
    start: int
    end: int
    digest: str
    text: str
    page: int | None = None


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def correction(latest: Version, edited: Edited) -> Correction:
    """What the edit means for the newest text, also if other parts were corrected meanwhile.

    Raises Refused: edited_meanwhile if the same part was, nothing_changed, no_text_left.
    """
    start, end = current_span(latest, edited)
    former = latest.canonical[start:end]
    text = worded_like(former, edited.text)
    if text == former:
        raise Refused("nothing_changed")
    made = Correction(start, end, apart(latest.canonical, start, text) if not former else text)
    if not any(map(str.isalnum, made.applied(latest.canonical))):
        raise Refused("no_text_left")
    return made


def current_span(latest: Version, edited: Edited) -> tuple[int, int]:
    """Where the edited part stands in the newest text. Raises Refused (edited_meanwhile)."""
    meanwhile = Refused("edited_meanwhile", 409)
    seen = latest
    if edited.page is not None:
        held_page = latest.pages.filter(number=edited.page).exists()
        if not held_page:
            raise meanwhile
    if edited.version_number != latest.number:
        held = latest.document.versions.filter(number=edited.version_number).first()
        if held is None:
            raise meanwhile
        seen = held
    if not 0 <= edited.start <= edited.end <= len(seen.canonical):
        raise meanwhile
    if digest_of(seen.canonical[edited.start : edited.end]) != edited.digest:
        raise meanwhile
    if seen is latest:
        return edited.start, edited.end
    shift = 0
    for change in changes(seen.canonical, latest.canonical):
        if change.touches(edited.start, edited.end):
            raise meanwhile
        if change.old_end <= edited.start:
            shift = change.new_end - change.old_end
    return edited.start + shift, edited.end + shift


def span_now(latest: Version, edited: Edited) -> tuple[int, int] | None:
    """Where a part that others changed meanwhile stands now; None if its version is gone."""
    seen = latest.document.versions.filter(number=edited.version_number).first()
    if seen is None or edited.end > len(seen.canonical):
        return None
    whole = Correction(0, len(seen.canonical), latest.canonical)
    return Carrier(seen.canonical, whole).widened(edited.start, edited.end)


def worded_like(former: str, text: str) -> str:
    """The text as it is stored, between the same white space as what it replaces.

    Browsers send other line breaks and swallow blank lines at the edges.
    """
    text = normalised(text).encode("utf-8", "replace").decode("utf-8").strip()
    if not former.strip():
        return text
    before = former[: len(former) - len(former.lstrip())]
    behind = former[len(former.rstrip()) :]
    return f"{before}{text}{behind}" if text else ""


def apart(canonical: str, at: int, text: str) -> str:
    """A text put in where none was, with blank lines between it and its neighbours."""
    before = "" if not at or canonical[:at].endswith("\n\n") else "\n\n"
    behind = "" if at == len(canonical) or canonical.startswith("\n", at) else "\n\n"
    return f"{before}{text}{behind}"


def correct(
    document: Document, edited: Edited, *, note: str = "", is_checked: bool = False, by: Any = None
) -> Version:
    """Store the correction as the newest version; it is found once it is processed.

    A correction by the same person that nobody has processed yet is taken further instead of
    making one version a page. `is_checked` settles the findings of the page. Raises Refused as
    `correction` does.
    """
    with transaction.atomic():
        held = Document.objects.select_for_update().get(pk=document.pk)
        latest = held.latest_version
        latest.document = held
        carrier = Carrier(latest.canonical, correction(latest, edited))
        draft = latest if is_draft_of(latest, by) else None
        made = following(latest, by=by)
        made.canonical = carrier.new
        notes = [draft.note if draft else "", note]
        made.note = "; ".join(dict.fromkeys(filter(None, notes)))[:300]
        made.based_on = draft.based_on if draft else latest.number
        checked = edited.page if is_checked else None
        made.findings = list(carried_findings(made.findings, carrier, checked=checked))
        made.save()
        carry_pages(latest, made, carrier, page=edited.page, is_checked=is_checked)
        carry_tables(latest, made, carrier, page=edited.page)
        if draft is not None:
            number = draft.number
            draft.delete()
            made.number = number
            made.save(update_fields=["number"])
        await_processing(held)
    made.document = document
    document.refresh_from_db(fields=["status", "error_code", "error_detail"])
    return made


def is_draft_of(version: Version, person: Any) -> bool:
    """A correction that waits to be processed, by the same person."""
    document = version.document
    return (
        version.is_edited
        and version.pk != document.live_version_id
        and version.created_by_id == getattr(person, "pk", None)
        and version.created_by_id is not None
        and document.status == Status.UPLOADED
    )


def following(version: Version, *, by: Any) -> Version:
    """The next version of the document: same file, its text left to a person."""
    made = successor(version)
    made.canonical = version.canonical
    made.page_count, made.ocr_pages = version.page_count, version.ocr_pages
    made.chunk_size, made.chunk_overlap = version.chunk_size, version.chunk_overlap
    made.findings = version.findings
    made.extractor, made.read_at = EDITED, timezone.now()
    made.based_on, made.created_by = version.number, by
    return made


def go_back(document: Document, number: int, *, note: str = "", by: Any = None) -> Version:
    """Make the text of an older version the newest one again. Raises Refused."""
    try:
        with transaction.atomic():
            held = Document.objects.select_for_update().get(pk=document.pk)
            old = held.versions.exclude(read_at=None).filter(number=number).first()
            if old is None:
                raise Refused("no_such_version", 404)
            if old.pk == held.latest_version.pk:
                raise Refused("already_newest", 409)
            old.document = held
            made = following(old, by=by)
            made.note = note[:300]
            made.save()
            copy_pages(old, made)
            for table in old.tables.all():
                copy_rows(table, copied(table, made))
            if held.sha256 != old.sha256:
                held.sha256 = old.sha256
                held.save(update_fields=["sha256"])
            await_processing(held)
    except IntegrityError as error:
        raise Refused("same_file", 409) from error
    document.refresh_from_db(fields=["status", "sha256", "error_code", "error_detail"])
    made.document = document
    return made


# -- pages -----------------------------------------------------------------------------------


def copy_pages(old: Version, made: Version) -> None:
    pages = list(old.pages.all())
    for page in pages:
        page.pk, page.version = None, made
    Page.objects.bulk_create(pages, batch_size=100)


def carried_findings(
    findings: Iterable[dict[str, Any]], carrier: Carrier, *, checked: int | None
) -> Iterator[dict[str, Any]]:
    """Findings without those of the page that was checked and of words that were corrected."""
    for finding in findings:
        span = finding.get("span")
        if checked is not None and finding.get("page") == checked:
            continue
        if span and carrier.touched(*span):
            continue
        yield finding | {"span": list(carrier.carried(*span))} if span else finding


def carry_pages(
    old: Version, made: Version, carrier: Carrier, *, page: int | None, is_checked: bool
) -> None:
    pages = list(old.pages.all())
    for each in pages:
        is_edited = each.number == page
        carry_page(each, carrier, is_edited=is_edited)
        if is_edited and is_checked and each.origin == "ocr":
            each.certainty = 1.0
        each.pk, each.version = None, made
    Page.objects.bulk_create(pages, batch_size=100)


def carry_page(page: Page, carrier: Carrier, *, is_edited: bool) -> None:
    made = carrier.correction
    if is_edited:
        words = carrier.words(page.words)
        if page.number is None:
            page.start, page.end = 0, len(carrier.new)
        else:
            page.start, page.end = trimmed(carrier.new, made.start, made.new_end)
        page.word_boxes = Page.pack(words)
        if page.origin == "none" and page.end > page.start:
            page.origin = TYPED
    elif made.shift and page.start >= made.end:
        words = carrier.words(page.words)
        page.start, page.end = page.start + made.shift, page.end + made.shift
        page.word_boxes = Page.pack(words)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    if not inside.strip():
        return start, start
    return start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())


# -- tables ----------------------------------------------------------------------------------


def carry_tables(old: Version, made: Version, carrier: Carrier, *, page: int | None) -> None:
    taken: list[tuple[int, int]] = []
    for table in old.tables.all():
        taken += carry_table(table, made, carrier)
    stretch = carrier.new[carrier.correction.start : carrier.correction.new_end]
    for found in tables_of(stretch):
        moved = [
            (a + carrier.correction.start, b + carrier.correction.start) for a, b in found.row_spans
        ]
        overlaps = any(a < moved[-1][1] and b > moved[0][0] for a, b in taken)
        if not overlaps and carrier.starts_new_table(moved):
            add_table(made, found, moved, page=page)


def carry_table(table: Table, made: Version, carrier: Carrier) -> list[tuple[int, int]]:
    """Copy a table, its rows in the corrected stretch read again; gives their spans."""
    correction = carrier.correction
    inside = table.rows.filter(start__lt=correction.end, end__gt=correction.start)
    rows = list(inside.order_by("ordinal"))
    if not rows:
        copy_rows(table, copied(table, made), correction=correction)
        return []
    again = carrier.rows(
        ExtractedTable(
            name=table.name,
            columns=tuple(table.columns),
            rows=tuple(tuple(row.cells) for row in rows),
            row_spans=tuple((row.start, row.end) for row in rows),
        )
    )
    others = table.rows.exclude(pk__in=[row.pk for row in rows]).exists()
    if again is None and not others:
        return []
    new = copied(table, made)
    if again is not None and again.columns != tuple(table.columns):
        new.columns = list(again.columns)
        new.save(update_fields=["columns"])
    count = len(again.rows) if again else 0
    first = rows[0].ordinal
    copy_rows(table, new, correction=correction, gap=(first, len(rows), count))
    if again is None:
        return []
    store_rows(new, zip(again.rows, again.row_spans, strict=True), first_ordinal=first)
    return list(again.row_spans)


def copied(table: Table, made: Version) -> Table:
    return Table.objects.create(
        version=made,
        ordinal=table.ordinal,
        name=table.name,
        columns=table.columns,
        page=table.page,
        unit=table.unit,
    )


def copy_rows(
    table: Table,
    new: Table,
    *,
    correction: Correction | None = None,
    gap: tuple[int, int, int] = (0, 0, 0),
) -> None:
    """Copy rows within the database, moved by the correction.

    `gap` leaves out rows: first ordinal, how many there were, for how many to leave room.
    """
    first, lost, room = gap
    behind, shift = (correction.end, correction.shift) if correction else (0, 0)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO documents_row (table_id, ordinal, cells, start, "end")
            SELECT %(new)s,
                   ordinal + CASE WHEN ordinal >= %(first)s THEN %(room)s - %(lost)s ELSE 0 END,
                   cells,
                   start + CASE WHEN start >= %(behind)s THEN %(shift)s ELSE 0 END,
                   "end" + CASE WHEN start >= %(behind)s THEN %(shift)s ELSE 0 END
            FROM documents_row
            WHERE table_id = %(old)s
              AND NOT (ordinal >= %(first)s AND ordinal < %(first)s + %(lost)s)
            """,
            {
                "new": new.pk,
                "old": table.pk,
                "first": first,
                "lost": lost,
                "room": room,
                "behind": behind,
                "shift": shift,
            },
        )


def add_table(
    made: Version, found: ExtractedTable, spans: list[tuple[int, int]], *, page: int | None
) -> None:
    last = made.tables.order_by("-ordinal").values_list("ordinal", flat=True).first()
    table = Table.objects.create(
        version=made,
        ordinal=0 if last is None else last + 1,
        name=found.name[:300],
        columns=list(found.columns),
        page=page,
    )
    store_rows(table, zip(found.rows, spans, strict=True))
