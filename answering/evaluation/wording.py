"""What is said of files that cannot be used, in the language of the reader."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from answering.evaluation.faults import MOST_FAULTS, BadFile, Fault

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

WORDINGS: dict[str, "StrOrPromise"] = {
    "unreadable": gettext_lazy("the file cannot be read: %(reason)s"),
    "too_large": gettext_lazy("the file is larger than %(most)d MB; split it"),
    "empty": gettext_lazy("the file holds no question: write one JSON object a line"),
    "no_results": gettext_lazy("the file holds no result of an earlier run"),
    "line_too_long": gettext_lazy(
        "the line is longer than %(most)d MB: this is no file with one JSON object a line"
    ),
    "not_utf8": gettext_lazy("not UTF-8; save the file as UTF-8"),
    "not_json": gettext_lazy("not JSON, at column %(column)d: %(reason)s"),
    "not_object": gettext_lazy("not a JSON object, which begins with { and ends with }"),
    "no_text": gettext_lazy("“%(field)s” is missing, empty or no text"),
    "no_string": gettext_lazy("“%(field)s” is missing or no text"),
    "no_texts": gettext_lazy('“%(field)s” must be a list of texts, none empty: ["…", "…"]'),
    "no_lists": gettext_lazy(
        '“%(field)s” must be a list of lists of texts, none empty: [["7", "tujuh"]]'
    ),
    "no_number": gettext_lazy("“%(field)s” must be a whole number"),
    "no_gold": gettext_lazy("“gold” must be a list of objects with “document” and “snippet”"),
    "no_letters": gettext_lazy(
        "“%(field)s” has no Latin letter and no digit, which alone are compared"
    ),
    "no_hits": gettext_lazy(
        "“hits” must be a list of objects with the texts “source” and “content”"
    ),
    "duplicate": gettext_lazy("the id %(id)s stands in line %(first)d already"),
    "repeated": gettext_lazy("the id %(id)s stands in an earlier line already"),
    "unknown_kind": gettext_lazy(
        "%(id)s: the kind “%(kind)s” is unknown and is counted by itself; known: %(known)s"
    ),
    "nothing_to_measure": gettext_lazy(
        "%(id)s has neither “gold” nor “answer_must”: nothing of it is measured"
    ),
    "not_askable": gettext_lazy("“%(field)s”: %(reason)s"),
}


def described(fault: Fault) -> str:
    text = str(WORDINGS[fault.code]) % fault.values
    if not fault.line:
        return text
    return _("line %(line)d: %(text)s") % {"line": fault.line, "text": text}


def all_described(bad: BadFile) -> str:
    lines = [described(fault) for fault in bad.faults]
    if len(lines) == 1:
        return f"{bad.path}: {lines[0]}"
    if len(lines) >= MOST_FAULTS:
        lines.append(_("… and perhaps more: only the first faults are named"))
    return "\n    ".join([f"{bad.path}:", *lines])
