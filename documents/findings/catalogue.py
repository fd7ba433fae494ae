"""Every kind of finding: what it is called, how much it harms answers, what staff can do.

A finding's `code` is stable and stored; its wording is not. Codes are emitted by whoever finds
something (extractors, `documents.findings`); each must stand here, which a test watches over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True, slots=True)
class FindingKind:
    """What all findings of one code have in common.

    `harm` says how badly one such finding hurts answers, in points of a readiness of 100:
    10 or more: what stands there cannot be found, or a wrong answer is likely; 4 to 9: answers to
    some questions are wrong or incomplete; 1 to 3: worth knowing, answers hardly suffer; 0: for
    information. `of_page` marks what readiness already counts by the page.
    `sentence` tells one finding with the values of its `detail`, where there is more to tell.
    """

    group: Text
    wording: Text
    advice: Text
    harm: float
    sentence: Text = ""
    of_page: bool = False


PAGES = _("Pages")
TEXT = _("Text")
STRUCTURE = _("Structure")
FIGURES = _("Figures")
TABLES = _("Tables")
METADATA = _("Details of the document")
REFERENCES = _("References")
SAFETY = _("Safety")
FILE = _("File")

_LOOK = _("Compare the place with the file; correct the text if it was read wrongly.")
_SCAN = _("Read it with OCR by processing the document again, or upload a clearer scan.")
_IN_SOURCE = _(
    "Compare with the file. If the file itself is wrong, accept the finding or ask its issuer for"
    " a correction."
)
_RESAVE = _("Save the file anew in its program and upload it again.")

FINDINGS: Final[Mapping[str, FindingKind]] = {
    # -- pages -------------------------------------------------------------------------------
    "no_text_layer": FindingKind(
        PAGES, _("The page is a picture without text; it needs OCR."), _SCAN, 10, of_page=True
    ),
    "watermark_only": FindingKind(
        PAGES,
        _("The only text of the page is a watermark; it needs OCR."),
        _SCAN,
        10,
        of_page=True,
    ),
    "garbage_text": FindingKind(
        PAGES, _("The text layer of the page is not legible."), _SCAN, 10, of_page=True
    ),
    "page_unreadable": FindingKind(
        PAGES, _("The page could not be read; it needs OCR."), _SCAN, 10, of_page=True
    ),
    "unread_page": FindingKind(
        PAGES, _("The page stayed unread, also by OCR."), _SCAN, 10, of_page=True
    ),
    "ocr_budget_spent": FindingKind(
        PAGES,
        _("Not all scanned pages were read: the limit of pages or time for OCR was reached."),
        _("Process the document again at a quiet time, or raise the limit of OCR."),
        10,
        of_page=True,
    ),
    "low_certainty": FindingKind(
        PAGES,
        _("The page was read by OCR with little certainty."),
        _LOOK,
        4,
        _("%(count)s uncertain lines, the least certain: “%(worst)s”"),
        of_page=True,
    ),
    "picture_without_text": FindingKind(
        PAGES,
        _("A picture on the page was not read."),
        _("If it carries words or figures that people may ask for, add them to the text."),
        2,
    ),
    "empty_page": FindingKind(PAGES, _("The page is empty."), _("Nothing needs to be done."), 0),
    "no_word_positions": FindingKind(
        PAGES,
        _("The places of the words on the page are not known."),
        _("Citations open the page without marks on its picture. Saving the file anew helps."),
        1,
    ),
    "doubled_letters": FindingKind(
        TEXT,
        _("Letters that were printed twice were read once."),
        _("Look whether the words of the page are right."),
        1,
    ),
    "page_cut_short": FindingKind(
        TEXT,
        _("The page holds more characters than a page can; the rest was left out."),
        _("Look at the page. If its text is real, divide it and upload the file anew."),
        10,
        _("%(characters)s characters left out"),
    ),
    "too_much_drawn": FindingKind(
        TEXT,
        _("So much is drawn on the page that not all of it was looked at for tables."),
        _("Look whether a table of the page is missing; its words are kept as lines."),
        2,
    ),
    "little_text": FindingKind(
        TEXT,
        _("There is very little text for so many pages."),
        _("Look whether the pages are pictures; if so, read them with OCR."),
        15,
        _("%(characters)s characters on %(pages)s pages"),
    ),
    "breaks_off": FindingKind(
        TEXT,
        _("The text breaks off in the middle of a sentence."),
        _("Look whether the file is complete; upload the whole file if not."),
        6,
        _("It ends with “…%(words)s”"),
    ),
    "other_language": FindingKind(
        TEXT,
        _("The text is neither Indonesian nor English."),
        _("Search works less well in it. Add a translation if there is one."),
        8,
    ),
    # -- structure ---------------------------------------------------------------------------
    "no_structure": FindingKind(
        STRUCTURE,
        _("No pasal and no diktum was found in a regulation."),
        _("Look how the text was read: questions for a pasal of it cannot be answered."),
        15,
    ),
    "no_enacting_clause": FindingKind(
        STRUCTURE,
        _("There are considerations (Menimbang), but nothing is decided (MEMUTUSKAN)."),
        _("Look whether pages are missing or the word was read wrongly."),
        4,
    ),
    "missing_pasal": FindingKind(
        STRUCTURE,
        _("A pasal is missing from the numbering."),
        _LOOK,
        6,
        _("Between Pasal %(before)s and Pasal %(after)s: %(missing)s"),
    ),
    "first_pasal_missing": FindingKind(
        STRUCTURE,
        _("The first pasal was not read."),
        _LOOK,
        6,
        _("The first that was found is Pasal %(first)s"),
    ),
    "missing_ayat": FindingKind(
        STRUCTURE,
        _("An ayat is missing from the numbering of a pasal."),
        _LOOK,
        3,
        _("%(where)s: after ayat (%(before)s) comes ayat (%(after)s)"),
    ),
    "repeated_pasal": FindingKind(
        STRUCTURE,
        _("A pasal occurs twice."),
        _LOOK,
        4,
        _("Pasal %(number)s"),
    ),
    # -- figures -----------------------------------------------------------------------------
    "figure_disagrees": FindingKind(
        FIGURES,
        _("Digits disagree with the words beside them."),
        _IN_SOURCE,
        8,
        _("“%(written)s”: the digits say %(digits)s, the words say %(words)s"),
    ),
    # -- tables ------------------------------------------------------------------------------
    "total_differs": FindingKind(
        TABLES,
        _("A total in a table differs from the sum of its parts."),
        _IN_SOURCE,
        5,
        _("%(place)s, %(column)s: stated %(stated)s, computed %(computed)s"),
    ),
    "table_unread": FindingKind(
        TABLES,
        _("A table could not be read as rows and columns."),
        _("Its words are searchable, but nothing can be computed over it. Upload it as XLSX."),
        5,
    ),
    "table_not_searched_whole": FindingKind(
        TABLES,
        _("The table is too long to be searched row by row."),
        _(
            "Its first rows and the values of its columns are found, and all rows are computed "
            "over. If people ask for single rows, divide the file, by year or by district for "
            "example."
        ),
        3,
        _("%(rows)s rows, of which %(searched)s are searched. %(name)s"),
    ),
    "sheet_without_header": FindingKind(
        TABLES,
        _("The sheet has no header line."),
        _("Name the columns in the first row and upload the file again."),
        4,
        _("Sheet “%(sheet)s”"),
    ),
    "hidden_sheet": FindingKind(
        TABLES,
        _("The file has a hidden sheet."),
        _("Look whether it may be published; delete it from the file if not."),
        2,
        _("Sheet “%(sheet)s”"),
    ),
    "formula_without_value": FindingKind(
        TABLES,
        _("A formula has no stored value; its cell is empty here."),
        _RESAVE,
        4,
        _("Sheet “%(sheet)s”: %(count)s cells"),
    ),
    "hidden_cells": FindingKind(
        TABLES,
        _("A sheet has hidden rows or columns; they were left out."),
        _("Show them and upload the file again if they are meant for readers."),
        3,
        _("%(sheet)s: %(rows)s rows, %(columns)s columns"),
    ),
    "cell_errors": FindingKind(
        TABLES,
        _("Cells of a sheet hold an error such as #REF! instead of a value."),
        _("Mend the formulas and upload the file again."),
        5,
        _("%(sheet)s: %(count)s cells (%(cells)s)"),
    ),
    # -- details of the document -------------------------------------------------------------
    "missing_number": FindingKind(
        METADATA,
        _("The number of the regulation is not known."),
        _("Enter the number: without it nobody finds it by its name."),
        8,
    ),
    "missing_year": FindingKind(
        METADATA,
        _("The year of the regulation is not known."),
        _("Enter the year: without it nobody finds it by its name."),
        8,
    ),
    "missing_title": FindingKind(
        METADATA,
        _("The document has no title of its own, only a file name."),
        _("Enter a title by which people know it."),
        3,
    ),
    "metadata_conflict": FindingKind(
        METADATA,
        _("File name and text disagree on what the document is."),
        _("Look at the title block and correct number, year or kind."),
        6,
        _("The text says “%(in_text)s”, the file name “%(in_file_name)s”"),
    ),
    "same_regulation": FindingKind(
        METADATA,
        _("Another document has the same kind, number and year."),
        _("Move one to the trash if both are the same; else correct number or year."),
        5,
        _("Also held: %(title)s"),
    ),
    # -- references --------------------------------------------------------------------------
    "unknown_pasal": FindingKind(
        REFERENCES,
        _("The text points to a pasal that it does not have."),
        _LOOK,
        5,
        _("“%(written)s”; the last is Pasal %(last)s"),
    ),
    "missing_lampiran": FindingKind(
        REFERENCES,
        _("The text points to an annex (Lampiran) that is not in the file."),
        _("Upload the file with its annexes: what stands in them cannot be answered."),
        6,
        _("“%(written)s”, mentioned %(times)s times"),
    ),
    "regulations_not_held": FindingKind(
        REFERENCES,
        _("The text refers to regulations that are not in the collection."),
        _("Upload those that people are likely to ask for."),
        1,
        _("%(count)s regulations, most often: %(named)s"),
    ),
    # -- safety and the file -----------------------------------------------------------------
    "instruction_to_model": FindingKind(
        SAFETY,
        _("The text contains what looks like an instruction to a language model."),
        _("It is treated as text and never obeyed. Find out who wrote it before publishing."),
        10,
        _("“%(written)s”"),
    ),
    "hidden_characters": FindingKind(
        SAFETY,
        _("The text contains invisible characters that may hide words."),
        _("Find out how they came into the file; upload a clean copy."),
        4,
        _("%(count)s characters, such as %(names)s"),
    ),
    "pictures_unread": FindingKind(
        FILE,
        _("The file has pictures, whose text was not read."),
        _("If pages are scanned in them, save the file as PDF and upload that."),
        4,
        _("%(pictures)s pictures"),
    ),
    "macros_ignored": FindingKind(
        FILE,
        _("The file contains macros; they were ignored and never run."),
        _("Save it without macros and upload it again if you are not sure where it comes from."),
        1,
    ),
}

_FURTHER = _("and %(count)s more of this kind")
# Values of `detail` without a sentence of their own: how they are called, and which are codes.
_NAMES: Final[Mapping[str, Text]] = {
    "sheet": _("sheet"),
    "text": _("text"),
    "letters": _("letters"),
    "pictures": _("pictures"),
    "count": _("count"),
}
_NOT_FOR_PEOPLE: Final = frozenset(("judged", "reason", "document", "lines", "detail"))

UNKNOWN: Final = FindingKind(FILE, _("Something was noticed while the file was read."), _LOOK, 1)


def kind_of(code: str) -> FindingKind:
    """The kind of a code; a general one for codes of other releases."""
    return FINDINGS.get(code, UNKNOWN)


def explained(code: str, detail: Mapping[str, Any]) -> str:
    """The particulars of one finding in words; empty where there are none."""
    if further := detail.get("further"):
        return str(_FURTHER) % {"count": further}
    sentence = kind_of(code).sentence
    if sentence:
        try:
            return str(sentence) % detail
        except (KeyError, TypeError, ValueError):
            pass  # noted by an older release with other particulars
    told = [(key, value) for key, value in detail.items() if key not in _NOT_FOR_PEOPLE]
    return ", ".join(f"{_NAMES.get(key, key)}: {value}" for key, value in told)
