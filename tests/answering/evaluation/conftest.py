"""Documents that are in the index."""

from tests.retrieval.conftest import index_text, make_version

__all__ = ["index_text", "make_version"]
