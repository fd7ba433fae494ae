"""Chooses the tool that looks for the answer."""

VECTOR_SEARCH = "vector_search"


def plan(question: str) -> str:
    """The tool's name, by deterministic rules; searching is the default and the fallback."""
    return VECTOR_SEARCH
