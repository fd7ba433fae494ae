"""Keys by which a chunk says which provisions it is and which regulations it names.

`uu:11/2006` is a regulation, `uu:11/2006#69` a pasal of it, `#69` a pasal of the document at hand,
`#69(3)` an ayat, `penjelasan#69` what explains it. No Django.
"""

import re
from collections.abc import Iterable, Sequence

from documents.kinds import document_kind
from documents.references import LegalReference, legal_references

MAX_KEY_CHARACTERS = 120
EXPLANATION = "penjelasan"
_PASAL = re.compile(r"Pasal (\w+)(?:\s*(?:[-–]|sampai dengan)\s*(?:Pasal )?(\w+))?")
_AYAT = re.compile(r"ayat \((\w+)\)(?: sampai dengan ayat \((\w+)\))?")


def regulation_key(kind: str, number: str, year: int | None) -> str:
    return f"{kind}:{number}/{year or ''}".lower()


def reference_keys(reference: LegalReference) -> list[str]:
    """Keys of one reference, from the regulation to the ayat."""
    regulation = (
        regulation_key(reference.kind, reference.number, reference.year) if reference.kind else ""
    )
    keys = [regulation] if regulation else []
    if reference.pasal:
        keys.append(f"{regulation}#{reference.pasal.lower()}")
        if reference.ayat:
            keys.append(f"{regulation}#{reference.pasal.lower()}({reference.ayat.lower()})")
    return keys


def required_key(reference: LegalReference) -> str:
    """The narrowest key that a chunk must have to be about the reference; ayat are a refinement."""
    keys = [key for key in reference_keys(reference) if not key.endswith(")")]
    return keys[-1] if keys else ""


def mentions(text: str) -> list[str]:
    """Keys of all regulations and pasal that a text names, each once."""
    found = (key for reference in legal_references(text) for key in reference_keys(reference))
    return list(dict.fromkeys(key for key in found if len(key) <= MAX_KEY_CHARACTERS))


def provisions(section_path: Sequence[str], legal_reference: str) -> list[str]:
    """Keys of the pasal and ayat that a chunk is, from its path and its reference."""
    pasal = _pasal_numbers(section_path)
    if legal_reference.startswith("Penjelasan"):
        return [f"{EXPLANATION}#{number}" for number in pasal]
    keys = [f"#{number}" for number in pasal]
    if len(pasal) == 1 and (match := _AYAT.search(legal_reference)):
        keys += [f"#{pasal[0]}({number})" for number in _between(match[1], match[2])]
    return keys


def document_kinds(reference: LegalReference) -> tuple[str, ...]:
    """Kinds under which the collection may hold the regulation."""
    return tuple(dict.fromkeys([document_kind(reference.kind), "lain"]))


def describe(reference: LegalReference) -> str:
    """The reference as people cite it: "Pasal 12 ayat (3) UU 11/2006"."""
    return f"{reference.provision} {reference.regulation}".strip()


def _pasal_numbers(section_path: Iterable[str]) -> list[str]:
    for label in reversed(list(section_path)):
        if match := _PASAL.match(label):
            return list(_between(match[1].lower(), match[2] and match[2].lower()))
    return []


def _between(first: str, last: str | None) -> list[str]:
    if last and first.isdigit() and last.isdigit():
        return [str(number) for number in range(int(first), int(last) + 1)]
    return [first, last] if last else [first]
