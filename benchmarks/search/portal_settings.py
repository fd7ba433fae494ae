"""The portal's own settings, but for the embedder: the vectors of questions are given."""

from aceh_portal.settings import *  # noqa: F403
from aceh_portal.settings import EMBEDDERS as NAMED

DEFAULT_EMBEDDER = "benchmark"
# Also under the names of real models: the vectors of a portal's data directory bear those.
EMBEDDERS = {
    alias: {"BACKEND": "benchmarks.search.given_vectors.GivenVectors", "OPTIONS": {}}
    for alias in (*NAMED, DEFAULT_EMBEDDER)
}
LOGGING_CONFIG = None
