"""What a file's name or folder says of the regulation in it. No Django."""

import re

from documents.kinds import KIND_BY_CODE
from documents.references import LegalReference, legal_references

_FOLDERS = re.compile(r"(?:^|/)(?P<kind>\w+)/(?P<year>\d{4})/(?P<number>\d{1,4})\.\w+$")


def named_regulation(path: str) -> LegalReference | None:
    """From "pp/1983/5.md" or "PP_Nomor_5_Tahun_1983.pdf"; None where it names no regulation."""
    folders = _FOLDERS.search(path)
    if folders and folders["kind"].lower() in KIND_BY_CODE:
        kind, year = folders["kind"].lower(), int(folders["year"])
        return LegalReference(folders.span(), kind, folders["number"], year)
    name = re.sub(r"\.\w{1,5}$", "", path.replace("\\", "/").rsplit("/", 1)[-1])
    for reference in legal_references(re.sub(r"[_.\s]+", " ", name)):
        if reference.kind and reference.number:
            return reference
    return None
