"""The parts of an office file (OOXML) and how they point to one another; ECMA-376, part 2.

Strict OOXML differs in its namespaces alone, which are turned into the usual ones.
"""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from lxml import etree  # type: ignore[import-untyped]

from documents.extraction.types import ExtractionError

_STRICT: Final = {
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": (
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": (
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/math": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/math"
    ),
    b"http://purl.oclc.org/ooxml/drawingml/main": (
        b"http://schemas.openxmlformats.org/drawingml/2006/main"
    ),
}
# What a broken archive or broken XML raises; a reader turns it into `damaged_file`.
BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    etree.XMLSyntaxError,
    EOFError,
    NotImplementedError,
    KeyError,
    IndexError,
    ValueError,
    OSError,
)


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a part points to: the last word of the type ("header"), and a part's name or a URL."""

    kind: str
    target: str
    external: bool


class OfficePackage:
    """An open archive. Entities are not resolved and nothing is fetched."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = {name.lower(): name for name in archive.namelist()}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._names

    def main_part(self, default: str) -> str:
        for relationship in self.relationships("").values():
            if relationship.kind == "officeDocument" and relationship.target in self:
                return relationship.target
        return default

    def content(self, name: str) -> bytes:
        return self._archive.read(self._names[name.lower()])

    def root(self, name: str) -> Any:
        """The root element of a part; raises one of BROKEN."""
        content = self.content(name)
        for strict, usual in _STRICT.items():
            content = content.replace(strict, usual)
        return etree.fromstring(content, parser())

    def stream(self, name: str) -> IO[bytes]:
        return self._archive.open(self._names[name.lower()])

    def relationships(self, part: str) -> Mapping[str, Relationship]:
        """By id; empty for a part that points to nothing."""
        folder, _, name = part.rpartition("/")
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self:
            return {}
        return {
            element.get("Id", ""): Relationship(
                element.get("Type", "").rpartition("/")[2],
                _resolved(folder, element),
                element.get("TargetMode") == "External",
            )
            for element in self.root(path)
            if isinstance(element.tag, str)
        }


def parser() -> Any:
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)


def _resolved(folder: str, element: Any) -> str:
    target = str(element.get("Target", ""))
    if element.get("TargetMode") == "External":
        return target
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


@contextmanager
def opened(path: Path) -> Iterator[OfficePackage]:
    """Raises ExtractionError damaged_file for whatever a broken file raises within."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield OfficePackage(archive)
    except BROKEN as error:
        raise ExtractionError("damaged_file", str(error)[:200]) from error
