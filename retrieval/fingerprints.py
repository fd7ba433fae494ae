"""Is the embedder behind an alias still the one that made the vectors?

Vectors of two models must never be compared. An alias may come to mean another one: other weights
in the same folder, another option, another package. So each model's row keeps the vectors of one
fixed text, which each process compares once with what its embedder makes of that text.
"""

import logging
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from retrieval import embedding
from retrieval.embedders.base import Embedder, EmbeddingError, Vectors
from retrieval.models import EmbeddingModel

logger = logging.getLogger(__name__)

PROBE = (
    "Pasal 21 ayat (3) Qanun Aceh Nomor 10 Tahun 2018: zakat penghasilan dipungut oleh Baitul Mal."
)
# Cosine similarity from which two vectors of the probe come from the same model. Chosen,
# not measured: another engine for the same weights gave 0.9997.
SAME_FROM = 0.99


class Change(TextChoices):
    """What became of the embedder behind a model's alias; "" for nothing."""

    NOT_CONFIGURED = "not_configured", _("The alias is no longer in the EMBEDDERS setting.")
    OTHER_DIMENSIONS = "other_dimensions", _("The alias now makes vectors of another length.")
    OTHER_VECTORS = "other_vectors", _("The alias now makes other vectors than those held.")


_probes: WeakKeyDictionary[Embedder, Vectors] = WeakKeyDictionary()
_verdicts: WeakKeyDictionary[Embedder, dict[object, str]] = WeakKeyDictionary()


def change_of(model: EmbeddingModel) -> str:
    """Return a Change, or "" when the embedder is the one that made the model's vectors.

    Loads the embedder; the comparison is made once a process. Raises EmbeddingError when the
    embedder cannot be loaded or fails.
    """
    if model.alias not in settings.EMBEDDERS:
        return Change.NOT_CONFIGURED
    embedder = _embedder(model.alias)
    verdicts = _verdicts.setdefault(embedder, {})
    key = (model.pk, model.probed_at)
    if key not in verdicts:
        verdicts[key] = _compare(model, _probe(embedder))
        if verdicts[key]:
            logger.error("%s: %s", model.alias, Change(verdicts[key]).name)
    return verdicts[key]


def fingerprint(alias: str) -> dict[str, Any]:
    """Values of `dimensions`, `entry`, `probe` and `probed_at` for the embedder as it is now.

    Raises EmbeddingError.
    """
    probe = _probe(_embedder(alias))
    return {
        "dimensions": len(probe) // 2,
        "entry": dict(settings.EMBEDDERS[alias]),
        "probe": probe.tolist(),
        "probed_at": timezone.now(),
    }


def _embedder(alias: str) -> Embedder:
    try:
        return embedding.embedder(alias)
    except ImproperlyConfigured as error:
        raise EmbeddingError(str(error)) from error


def _probe(embedder: Embedder) -> Vectors:
    """The probe's query vector and its passage vector, one behind the other."""
    if embedder not in _probes:
        both = [embedder.embed_query(PROBE), embedder.embed_passages([PROBE])[0]]
        _probes[embedder] = np.concatenate(both)
    return _probes[embedder]


def _compare(model: EmbeddingModel, probe: Vectors) -> str:
    if len(probe) != 2 * model.dimensions:
        return Change.OTHER_DIMENSIONS
    if model.probe is None:
        # Made before fingerprints were kept.
        EmbeddingModel.objects.filter(pk=model.pk, probe=None).update(**fingerprint(model.alias))
        return ""
    held = np.asarray(model.probe, dtype=np.float32)
    halves = zip(np.split(held, 2), np.split(probe, 2), strict=True)
    alike = min(float(one @ other) / _length(one) / _length(other) for one, other in halves)
    return "" if alike >= SAME_FROM else Change.OTHER_VECTORS


def _length(vector: Vectors) -> float:
    return float(np.linalg.norm(vector))
