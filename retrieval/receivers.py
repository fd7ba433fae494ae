"""What the index does when documents are read, changed or deleted (connected in apps.py)."""

from typing import Any

from documents.models import Document, Version
from retrieval import indexing, lexical_index
from retrieval.access_columns import copy_to_index
from retrieval.models import Embedding


def index_version(
    *, version: Version, auto_index: bool, progress: indexing.Progress, **_: Any
) -> None:
    indexing.index(version, auto_index=auto_index, progress=progress)


def change_access(*, document: Document, **_: Any) -> None:
    """In the caller's transaction: what may no longer be seen is gone with it."""
    copy_to_index(document, Embedding)
    lexical_index.change_access(document, statistics=lexical_index.locked())


def forget_document(*, instance: Document, **_: Any) -> None:
    """Before the rows go: the statistics need to know which terms go with them."""
    indexing.unpublish(instance)
