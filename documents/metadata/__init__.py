"""Read what a document says of itself: kind, number, year, title, issuer, place and date.

A regulation is read from its title block, as UU 12/2011 prescribes it ("PERATURAN ... NOMOR ...
TAHUN ... TENTANG ..."); anything else gets a title for people from its heading or file name.
No Django.
"""

from documents.metadata.language import language_of
from documents.metadata.reading import read_metadata
from documents.metadata.result import Conflict, Metadata

__all__ = ["Conflict", "Metadata", "language_of", "read_metadata"]
