"""Embedders by alias, built once from the EMBEDDERS setting; the query's vector, remembered."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any
from unicodedata import normalize

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed

from retrieval.backends import built
from retrieval.embedders.base import Embedder, Vectors

REMEMBERED_QUERIES = 512  # of 384 floats each: less than a megabyte

_building = Lock()  # loading a model takes seconds, in which remembered vectors are still read
_remembering = Lock()
_embedders: dict[str, Embedder] = {}
# By the embedder itself: what another built from a former setting gave is never found.
_query_vectors: OrderedDict[tuple[Embedder, str], Vectors] = OrderedDict()


def embedder(alias: str) -> Embedder:
    """Return the embedder of the alias. Raises ImproperlyConfigured naming the setting."""
    if built := _embedders.get(alias):
        return built
    with _building:
        if alias not in _embedders:
            _embedders[alias] = build(alias, settings.EMBEDDERS.get(alias))
        return _embedders[alias]


def query_vector(text: str, *, alias: str) -> Vectors:
    """One vector of unit length, read-only; the last questions' vectors are remembered.

    The same words with other spaces are the same question. Raises EmbeddingError.
    """
    question = normalize("NFC", " ".join(text.split()))
    model = embedder(alias)
    key = (model, question)
    with _remembering:
        if (vector := _query_vectors.get(key)) is not None:
            _query_vectors.move_to_end(key)
            return vector
    # Outside the lock: different questions are embedded beside each other.
    vector = model.embed_query(question)
    vector.setflags(write=False)
    with _remembering:
        _query_vectors[key] = vector
        while len(_query_vectors) > REMEMBERED_QUERIES:
            _query_vectors.popitem(last=False)
    return vector


def forget(*, setting: str = "EMBEDDERS", **_: object) -> None:
    """Drop what was built: the setting changed."""
    if setting == "EMBEDDERS":
        with _building, _remembering:
            _embedders.clear()
            _query_vectors.clear()


def build(alias: str, entry: Mapping[str, Any] | None) -> Embedder:
    """Build what an entry of EMBEDDERS says. Raises ImproperlyConfigured naming the setting."""
    where = f"EMBEDDERS[{alias!r}]"
    if entry is None:
        known = ", ".join(sorted(settings.EMBEDDERS)) or "none"
        raise ImproperlyConfigured(f"{where} is not set; the aliases set are: {known}.")
    made: Embedder = built(entry, where=where)
    return made


setting_changed.connect(forget)
