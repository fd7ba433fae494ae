"""Entries of the glossary as CSV."""

import csv
import io
from collections.abc import Iterable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from retrieval.models import GlossaryEntry

MAX_BYTES = 1_000_000
MAX_REASONS = 10  # said of one file
COLUMNS: Final = ("kind", "phrase", "meanings", "effect", "active", "note")
_NO: Final = ("0", "no", "false", "tidak", "off")
# A spreadsheet takes a cell that begins so for a formula.
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")


class GlossaryFileError(Exception):
    """The file was not taken in; `reasons` name the lines."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


def as_csv(entries: Iterable[GlossaryEntry]) -> str:
    """The entries with a header line; UTF-8 with a mark, so that spreadsheets read it right."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    writer.writerows(
        [
            _cell(str(value))
            for value in (e.kind, e.phrase, e.meanings, e.effect, int(e.active), e.note)
        ]
        for e in entries
    )
    return "\ufeff" + stream.getvalue()


def _values(entry: GlossaryEntry) -> tuple[object, ...]:
    return (
        entry.kind,
        entry.phrase,
        entry.meanings,
        entry.effect,
        int(entry.active),
        entry.note,
    )


def store_csv(content: bytes, *, changed_by: Any) -> int:
    """Store all rows or none; an entry of the same kind and phrase is changed. Returns how many.

    Raises GlossaryFileError.
    """
    reasons: list[str] = []
    with transaction.atomic():
        rows = _rows(content)
        for line, row in enumerate(rows, start=2):
            try:
                _store(row, changed_by=changed_by)
            except ValidationError as error:
                reasons.append(_("Line %(line)d: %(reason)s") % _of(line, error))
        if reasons:
            raise GlossaryFileError(reasons[:MAX_REASONS])
    return len(rows)


def _of(line: int, error: ValidationError) -> dict[str, object]:
    return {"line": line, "reason": " ".join(error.messages)}


def _rows(content: bytes) -> list[dict[str, str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GlossaryFileError([_("The file is not UTF-8 text.")]) from None
    if "\x00" in text:
        raise GlossaryFileError([_("The file is not UTF-8 text.")])
    first = text.partition("\n")[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    try:
        rows = list(csv.DictReader(io.StringIO(text), delimiter=delimiter, restval=""))
    except csv.Error as error:
        raise GlossaryFileError([str(error)]) from error
    missing = [name for name in ("kind", "phrase", "meanings") if rows and name not in rows[0]]
    if missing or not rows:
        raise GlossaryFileError(
            [
                _("The first line must name the columns %(columns)s.")
                % {"columns": ", ".join(COLUMNS)}
            ]
        )
    return rows


def _store(row: dict[str, str], *, changed_by: Any) -> None:
    values = {name: _uncell((row.get(name) or "").strip()) for name in COLUMNS}
    phrase = " ".join(values["phrase"].lower().split())
    entry = GlossaryEntry.objects.filter(kind=values["kind"], phrase=phrase).first()
    entry = entry or GlossaryEntry(kind=values["kind"], phrase=phrase)
    entry.meanings, entry.note = values["meanings"], values["note"]
    entry.effect = values["effect"] or GlossaryEntry.Effect.ADD
    entry.active = values["active"].lower() not in _NO
    entry.changed_by = changed_by
    entry.full_clean()
    entry.save()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_SIGNS) else text


def _uncell(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA_SIGNS) else text
