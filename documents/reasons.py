"""Why a file or a job came to nothing: the public wording of every code, in one place."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: dict[str, Promise] = {
    # of an upload
    "empty_file": _("The file is empty."),
    "too_large": _("The file is larger than the limit of %(limit)s MB."),
    "unsupported_type": _(
        "This type of file is not supported. Supported are PDF, DOCX, XLSX, CSV, HTML, "
        "Markdown and plain text."
    ),
    "unsupported_type.old_word": _(
        "This is a Word file of before 2007 (.doc). Open it in Word or LibreOffice, save it as "
        "DOCX or PDF and upload that."
    ),
    "unsupported_type.old_excel": _(
        "This is an Excel file of before 2007 (.xls). Open it in Excel or LibreOffice, save it as "
        "XLSX and upload that."
    ),
    "unsupported_type.old_powerpoint": _(
        "This is a PowerPoint file of before 2007 (.ppt). Save it as PDF and upload that."
    ),
    "unsupported_type.old_office": _(
        "This is a file of an old office program. Save it as DOCX, XLSX or PDF and upload that."
    ),
    "unsupported_type.powerpoint": _(
        "This is a presentation (PowerPoint). Save it as PDF and upload that."
    ),
    "unsupported_type.open_document": _(
        "This is an OpenDocument file (.odt, .ods, .odp). Save it as DOCX, XLSX or PDF and upload "
        "that."
    ),
    "unsupported_type.rich_text": _(
        "This is a rich text file (RTF). Save it as DOCX or PDF and upload that."
    ),
    "unsupported_type.office_xml": _(
        "This is an XML file of Word or Excel 2003. Open it there, save it as DOCX or XLSX and "
        "upload that."
    ),
    "unsupported_type.binary_workbook": _(
        "This is a binary Excel workbook (.xlsb). Save it as XLSX and upload that."
    ),
    "unsupported_type.macros": _(
        "The file contains macros (programs), such as .docm and .xlsm files do. Save it without "
        "macros as DOCX or XLSX and upload that."
    ),
    "unsupported_type.picture": _(
        "This is a picture. Save the scanned pages as one PDF and upload that: its text is read "
        "by OCR."
    ),
    "unsupported_type.archive": _(
        "This is an archive (such as ZIP). Unpack it and upload the files in it one by one."
    ),
    "unsupported_type.book": _("This is an e-book (EPUB). Save it as PDF and upload that."),
    "unsupported_type.mail": _(
        "This is a mail. Upload the files attached to it, or save it as PDF."
    ),
    "unsupported_type.web_archive": _(
        "This is a mail or a web page saved as one file (MHT). Save it as PDF or HTML and upload "
        "that."
    ),
    "unsupported_type.postscript": _("This is a PostScript file. Save it as PDF and upload that."),
    "unsupported_type.recording": _(
        "This is a sound or video recording. Only documents can be uploaded."
    ),
    "unsupported_type.program": _("This is a program, not a document. It was not stored."),
    "unsupported_type.binary": _(
        "This is no document that can be read. Supported are PDF, DOCX, XLSX, CSV, HTML, Markdown "
        "and plain text."
    ),
    "unsupported_type.doctype": _(
        "The file contains declarations (DOCTYPE) that no office program writes and that can be "
        "dangerous. Open it in Word or Excel, save it anew and upload that."
    ),
    "empty_file.zeros": _(
        "The file holds nothing but zeros: copying it once broke off. Upload it again from where "
        "it came from."
    ),
    "invalid_metadata": _("The details given with the file are not valid: %(what)s"),
    "already_present": _("A document with the same file is already in the collection."),
    # of a correction
    "no_text_left": _("The text would be empty. Move the document to the trash instead."),
    "nothing_changed": _("Nothing was changed."),
    "edited_meanwhile": _(
        "Someone else changed this text while you worked on it. What you wrote is still below; "
        "the changes shown are against the text as it stands now."
    ),
    "no_such_version": _("There is no such version, or it was never read."),
    "already_newest": _("This version is the newest already."),
    "same_file": _("This file is in the collection already."),
    "no_import_folder": _("No import folder is configured (PORTAL_IMPORT_FOLDER)."),
    # of reading
    "damaged_file": _("The file is damaged or incomplete and cannot be opened."),
    "damaged_file.other_content": _(
        "The name ends in %(value)s, but the content is plain text, perhaps a page with an error "
        "message. Download the file again, or name it .txt if the text is what you want."
    ),
    "damaged_file.crashed": _(
        "The file could not be read: the reader crashed on it (%(value)s). Save it anew in the "
        "program that made it, or print it as PDF, and upload that."
    ),
    "encrypted": _("The file is protected by a password. Upload it without the password."),
    "no_text": _("The file holds no text, only pictures of pages. It needs OCR."),
    "no_text.pictures": _(
        "The file holds no text, only pictures. Save it as PDF and upload that: the text of the "
        "pictures is then read by OCR."
    ),
    "no_text.empty_sheets": _("The workbook holds no visible sheet with content."),
    "nothing_legible": _("The file holds only pictures, and OCR found no text in them."),
    "pages_unread": _("Some pages could not be read and are not searched."),
    "pages_unread.pages": _("These pages could not be read and are not searched: %(value)s."),
    "too_many_pages": _("The file has more pages than the limit allows."),
    "took_too_long": _("Reading the file took longer than the limit allows."),
    "too_much_memory": _("Reading the file took more memory than the limit allows."),
    "too_large_inside": _("The file unpacks to more than the limit allows."),
    "too_large_inside.megabytes": _(
        "The file unpacks to more than %(value)s MB. Divide it into several files."
    ),
    "too_large_inside.text": _(
        "The file is text of more than %(value)s MB. Divide it into several files."
    ),
    "too_large_inside.members": _(
        "The file is made of more than %(value)s parts; no office file needs so many. Save it anew "
        "in its program."
    ),
    "too_large_inside.ratio": _(
        "The file unpacks to %(value)s times its size, which is typical of an attack (a zip bomb). "
        "Save it anew in its program, without empty rows or pictures repeated many times."
    ),
    "too_large_inside.overlap": _(
        "The parts of the file lie upon one another, which is typical of an attack (a zip bomb)."
    ),
    "too_large_inside.rows": _(
        "The tables of the file have more than %(value)s rows. Divide it into several files, for "
        "example one a year."
    ),
    "too_large_inside.columns": _(
        "A table of the file has more than %(value)s columns. Divide it into several tables."
    ),
    "too_large_inside.cells": _(
        "The tables of the file have more than %(value)s cells. Divide it into several files."
    ),
    "too_large_inside.paragraphs": _(
        "The file has more than %(value)s paragraphs. Divide it into several files."
    ),
    "file_missing": _("The stored file is missing."),
    "reading_failed": _("The file could not be read because of an internal error."),
    # of indexing
    "embedding_failed": _("The embedder failed; the document is not searchable."),
    "indexing_failed": _("The text was read, but indexing it failed because of an internal error."),
    # of embedding models
    "unknown_model": _("There is no embedder %(model)s in EMBEDDERS. Known: %(known)s."),
    "model_not_built": _("%(model)s has no vectors yet. Build it first."),
    "model_incomplete": _(
        "%(model)s lacks the vectors of %(count)s chunks. Complete it before switching to it."
    ),
    "model_without_index": _("%(model)s has no index yet. Complete it before switching to it."),
    "model_is_active": _("%(model)s answers now. Switch to another model before removing it."),
    "model_is_being_built": _("%(model)s is being built. Cancel that before removing it."),
    "embedder_unreadable": _("The embedder of %(model)s cannot be loaded or fails."),
    "embedder_changed": _(
        "The embedder is no longer the one that made the vectors held. Build the model anew; "
        "until then words alone find everything."
    ),
    # of jobs
    "stalled": _("The worker stopped in the middle of the work, several times in a row."),
    "cancelled": _("Cancelled."),
    "trashed": _("The document was moved to the trash."),
    "superseded": _("A newer version of the document took the place of this one."),
    "all_failed": _("None of the documents could be processed."),
    "some_failed": _("Some of the documents could not be processed."),
    "unknown_document": _("There is no such document."),
    "invalid_config": _("The chunk size must be 200 to 4,000 and the overlap at most half of it."),
}


def message(code: str, detail: str = "", **values: object) -> str:
    """The wording of a code in the active language; empty for no code.

    `detail` is what stands beside the code: a kind ("macros"), or a kind and a value
    ("rows: 100000"), may have a wording of its own, which says more and what to do.
    """
    if not code:
        return ""
    kind, _colon, value = detail.partition(": ")
    wording = MESSAGES.get(f"{code}.{kind}")
    if wording is not None:
        return str(wording) % {"value": value} if value else str(wording)
    wording = MESSAGES.get(code, _("Something went wrong."))
    return str(wording) % values if values else str(wording)


def page_list(pages: Sequence[int]) -> str:
    """ "2, 5-7": neighbours are put together."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


class Refused(Exception):
    """What a person asked for and cannot have. `status` is the HTTP status of the answer."""

    def __init__(self, code: str, status: int = 400, *, detail: str = "", **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.detail = detail
        self.values = values

    @property
    def message(self) -> str:
        """In the language that is active when it is read."""
        return message(self.code, self.detail, **self.values)


class Failed(Exception):
    """Why processing a document failed; raised by a receiver of `version_read` to name it.

    `detail` is data for staff (which embedder, which page), never an exception's text.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
