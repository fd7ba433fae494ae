"""Why a file or a job came to nothing: the public wording of every code, in one place."""

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
    "invalid_metadata": _("The details given with the file are not valid: %(what)s"),
    "already_present": _("A document with the same file is already in the collection."),
    "no_import_folder": _("No import folder is configured (PORTAL_IMPORT_FOLDER)."),
    # of reading
    "damaged_file": _("The file is damaged or incomplete and cannot be opened."),
    "encrypted": _("The file is protected by a password. Upload it without the password."),
    "no_text": _("The file holds no text, only pictures of pages. It needs OCR."),
    "too_many_pages": _("The file has more pages than the limit allows."),
    "took_too_long": _("Reading the file took longer than the limit allows."),
    "too_much_memory": _("Reading the file took more memory than the limit allows."),
    "too_large_inside": _("The file unpacks to more than the limit allows."),
    "file_missing": _("The stored file is missing."),
    "reading_failed": _("The file could not be read because of an internal error."),
    # of indexing
    "embedding_failed": _("The embedder failed; the document is not searchable."),
    "indexing_failed": _("The text was read, but indexing it failed because of an internal error."),
    # of jobs
    "stalled": _("The worker stopped in the middle of the work, several times in a row."),
    "cancelled": _("Cancelled."),
    "trashed": _("The document was moved to the trash."),
    "all_failed": _("None of the documents could be processed."),
    "some_failed": _("Some of the documents could not be processed."),
    "unknown_document": _("There is no such document."),
    "invalid_config": _("The chunk size must be 200 to 4,000 and the overlap at most half of it."),
}


def message(code: str, **values: object) -> str:
    """The wording of a code in the active language; empty for no code."""
    if not code:
        return ""
    wording = MESSAGES.get(code, _("Something went wrong."))
    return str(wording) % values if values else str(wording)


class Refused(Exception):
    """What a person asked for and cannot have. `status` is the HTTP status of the answer."""

    def __init__(self, code: str, status: int = 400, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.values = values

    @property
    def message(self) -> str:
        """In the language that is active when it is read."""
        return message(self.code, **self.values)


class Failed(Exception):
    """Why processing a document failed; raised by a receiver of `version_read` to name it.

    `detail` is data for staff (which embedder, which page), never an exception's text.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
