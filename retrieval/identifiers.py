"""Keys by which a chunk says which provisions it is and which regulations it names.

`uu:11/2006` is a regulation, `uu:11/2006#69` a pasal of it, `#69` a pasal of the document at hand,
`#69(3)` an ayat, `penjelasan#69` what explains it, `lampiran#3` a pasal of an annex. No Django.
"""

import re
from collections.abc import Sequence

from documents.references import LegalReference, legal_references, regulations
from retrieval.tokens import STOP_WORDS

MAX_KEY_CHARACTERS = 120
EXPLANATION = "penjelasan"
ANNEX = "lampiran"
QUOTED = "dikutip"  # a pasal of a regulation that is amended, when it is not known which
_PASAL = re.compile(r"Pasal (\w+)(?:\s*(?:[-–]|sampai dengan)\s*(?:Pasal )?(\w+))?")
_AYAT = re.compile(r"ayat \((\w+)\)(?: sampai dengan ayat \((\w+)\))?")
# Words that say no more than the reference beside them.
_ASKING_WORDS = frozenset({"isi", "bunyi", "teks", "article", "text", "say"})
_ABOUT = re.compile(r"\btentang\b.*", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"\w+")


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


def mentions(text: str, *, amends: str = "") -> list[str]:
    """Keys of all regulations and pasal that a text names, each once.

    In what amends another regulation, a pasal without one is (also) a pasal of that regulation.
    """
    references = legal_references(text)
    found = [key for reference in references for key in reference_keys(reference)]
    if amends:
        found += [amends, *(f"{amends}{key}" for key in found if key.startswith("#"))]
    return list(dict.fromkeys(key for key in found if len(key) <= MAX_KEY_CHARACTERS))


def provisions(section_path: Sequence[str], legal_reference: str, *, amends: str = "") -> list[str]:
    """Keys of the pasal and ayat that a chunk is, from its path and its reference.

    A pasal below another one is quoted: it is a pasal of the regulation that is amended, and of
    the document at hand only the outer one. A pasal of a Lampiran is none of the body.
    """
    labels = [label for label in section_path if label.startswith("Pasal ")]
    if not labels:
        return []
    pasal = _pasal_numbers(labels[-1])
    if legal_reference.startswith("Penjelasan"):
        return [f"{EXPLANATION}#{number}" for number in pasal]
    of = ANNEX if any(label.startswith("Lampiran") for label in section_path) else ""
    outer: list[str] = []
    if len(labels) > 1:
        outer = [f"{of}#{number}" for number in _pasal_numbers(labels[0])]
        of = amends or QUOTED
    keys = [f"{of}#{number}" for number in pasal]
    if len(pasal) == 1 and (match := _AYAT.search(legal_reference)):
        keys += [f"{keys[0]}({number})" for number in _between(match[1], match[2])]
    return outer + keys


def asks_for_text(query: str, references: Sequence[LegalReference]) -> bool:
    """Whether a query is provisions and nothing else: their text is wanted, in its own order."""
    if not any(reference.pasal for reference in references):
        return False
    rest = query
    for named in (*references, *regulations(query)):
        start, end = named.span
        rest = rest[:start] + " " * (end - start) + rest[end:]
    left = set(_WORD.findall(_ABOUT.sub("", rest).lower()))
    names = {word for each in references for word in each.name.lower().split()}
    return left <= STOP_WORDS | _ASKING_WORDS | names


def describe(reference: LegalReference) -> str:
    """The reference as people cite it: "Pasal 12 ayat (3) UU 11/2006"."""
    return f"{reference.provision} {reference.regulation}".strip()


def _pasal_numbers(label: str) -> list[str]:
    """The pasal of "Pasal 3 sampai dengan Pasal 9" or "Pasal 2A, Pasal 3"."""
    return [
        number
        for match in _PASAL.finditer(label)
        for number in _between(match[1].lower(), match[2] and match[2].lower())
    ]


def _between(first: str, last: str | None) -> list[str]:
    if last and first.isdigit() and last.isdigit():
        return [str(number) for number in range(int(first), int(last) + 1)]
    return [first, last] if last else [first]
