"""Read what a regulation does to others: amend, repeal, implement, ratify, establish. No Django.

What is read is a proposal with the words that say it; a person confirms or rejects it.
"""

from documents.relations.reading import read_relations
from documents.relations.types import Regulation, Relation, Verb

__all__ = ["Regulation", "Relation", "Verb", "read_relations"]
