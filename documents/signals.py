"""The upward hook: by these signals `documents` lets `retrieval` keep its index."""

from django.dispatch import Signal

# A version was read and committed. Sent in the worker with `version`, `auto_index: bool` and
# `progress: Callable[[str, float], None]` (stage, 0..1; raises processing.Cancelled). The receiver
# chunks, embeds and publishes; what it raises fails the document.
version_read = Signal()

# A document's access or metadata changed, or it was trashed or restored. Sent with `document`
# inside the transaction of the change, so that what may no longer be seen is gone with it.
document_changed = Signal()
