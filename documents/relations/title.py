"""What the title of a regulation says that it does. No Django."""

import re
from collections.abc import Iterator

from documents.metadata.mending import mended
from documents.metadata.subject import subject_end
from documents.metadata.title_block import enacting_clause, title_block
from documents.references import legal_references
from documents.relations.heads import regulation_of
from documents.relations.types import Regulation, Relation, Verb
from documents.titles import title_case

HEAD_CHARACTERS = 4_000
MAX_NAME = 300
_ORDINALS = r"(?:\s+(?:ke\w+|pertama)(?:\s+(?:belas|puluh)(?:\s+\w+)?)?)?"
_AMENDS = re.compile(
    rf"(?:(?:tambahan\s+dan\s+)?(?:perubahan|pengubahan|mengubah|penyempurnaan){_ORDINALS}"
    r"(?:\s+dan\s+(?:tambahan|penambahan))?)\b",
    re.IGNORECASE,
)
_VERBS: tuple[tuple[Verb, re.Pattern[str]], ...] = (
    ("amends", _AMENDS),
    ("amends", re.compile(r"\bdengan\s+mengubah\b", re.IGNORECASE)),
    ("repeals", re.compile(r"pencabutan\b", re.IGNORECASE)),
    ("enacts", re.compile(r"penetapan\b(?=.*\bmenjadi\s+undang)", re.IGNORECASE | re.DOTALL)),
    (
        "implements",
        re.compile(
            r"(?:peraturan\s+|petunjuk\s+|ketentuan\s+)?pelaksanaan\b(?:\s+berlakunya)?", re.I
        ),
    ),
)
_RATIFIES = re.compile(r"pengesahan\s+(?=\S)", re.IGNORECASE)
_ESTABLISHES = re.compile(
    r"(?:pembentukan|pendirian)\s+(?=(?:\d+\s*\([\w\s]+\)\s*)?(?:kabupaten|kota|kotapraja|kota?madya"
    r"|provinsi|propinsi|kecamatan|daerah|pengadilan|perusahaan|mukim|kemukiman|gampong|desa"
    r"|badan|lembaga|rumah\s+sakit)\b)",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\s+dengan\s+mengubah\b|\s+dan\s+perubahan\b", re.IGNORECASE)
# "Perubahan atas Undang-Undang ..." or "Perubahan Pasal 18 ...": little stands between.
_GAP = 40


def title_relations(canonical: str) -> Iterator[Relation]:
    """From the subject in the title block, or in the enacting clause where it has none."""
    head = canonical[:HEAD_CHARACTERS]
    block = title_block(head) or enacting_clause(canonical)
    if block is None:
        return
    begin = block.start("about")
    end = begin + subject_end(canonical[begin : block.end("about")])
    subject = canonical[begin:end]
    yield from _to_regulations(subject, begin)
    yield from _to_what_is_none(subject, begin)


def _to_regulations(subject: str, begin: int) -> Iterator[Relation]:
    for verb, pattern in _VERBS:
        match = pattern.match(subject) if pattern.pattern[0] != "\\" else pattern.search(subject)
        if match is None:
            continue
        found = _targets(subject, match.end())
        for target, provisions in found:
            partly = verb == "repeals" and provisions
            yield Relation(
                "partially_repeals" if partly else verb,
                target,
                begin + match.start(),
                begin + len(subject.rstrip()),
                provisions=provisions,
            )
        return


def _targets(subject: str, after: int) -> list[tuple[Regulation, tuple[str, ...]]]:
    """The regulation right after the verb with its provisions, and those listed with it."""
    rest = mended(subject[after:])
    about = re.search(r"\btentang\b", rest, re.IGNORECASE)
    named = rest[: about.start()] if about else rest
    references = [reference for reference in legal_references(named) if reference.kind]
    if not references or references[0].span[0] > _GAP:
        return []
    targets: dict[Regulation, list[str]] = {}
    for reference in references:
        provisions = targets.setdefault(regulation_of(reference), [])
        if reference.provision:
            provisions.append(reference.provision)
    return [(target, tuple(provisions)) for target, provisions in targets.items()]


def _to_what_is_none(subject: str, begin: int) -> Iterator[Relation]:
    """A treaty that is ratified, a region or body that is established."""
    pairs: tuple[tuple[Verb, re.Pattern[str]], ...] = (
        ("ratifies", _RATIFIES),
        ("establishes", _ESTABLISHES),
    )
    for verb, pattern in pairs:
        match = pattern.match(subject)
        if match is None:
            continue
        rest = _ALSO.split(subject[match.end() :], maxsplit=1)[0]
        name = " ".join(rest.replace("_", " ").split()).strip(" .,;:")
        target = Regulation(name=title_case(name)[:MAX_NAME])
        yield Relation(verb, target, begin, begin + len(subject.rstrip()))
