"""Other words for the words of a question: abbreviations, everyday words, English. No Django.

The files of retrieval/data are what is shipped; staff add to them, replace them or switch them off
(retrieval.glossary_entries).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final, Literal

from documents.references import regulations

Kind = Literal["abbreviation", "everyday", "english", "informal", "name"]
Effect = Literal["add", "replace", "off"]
Regulation = tuple[str, str, int, str]  # kind, number, year, area
Table = Mapping[str, tuple[str, ...]]  # phrase in lower case -> meanings

FILES: Final[Mapping[Kind, str]] = {
    "abbreviation": "abbreviations.tsv",
    "everyday": "everyday_words.tsv",
    "english": "english_words.tsv",
    "informal": "informal_words.tsv",
    "name": "regulation_names.tsv",
}
# In lower case only: "BPK" is an office, "bpk" a gentleman.
_WORD = re.compile(r"\b[a-z]+\b")
_LONG = 8  # characters above which what an abbreviation stands for adds the abbreviation
_MASK = "\x00"


@dataclass(frozen=True, slots=True)
class Entry:
    """One change to the shipped tables."""

    kind: Kind
    phrase: str
    meanings: tuple[str, ...]
    effect: Effect = "add"


@dataclass(frozen=True, slots=True)
class Glossary:
    """Phrase in lower case -> what else the texts may call it.

    `names` maps what people call a regulation to those that it may mean, the likeliest first.
    """

    abbreviations: Table = field(default_factory=dict)
    everyday: Table = field(default_factory=dict)
    english: Table = field(default_factory=dict)
    informal: Table = field(default_factory=dict)
    names: Mapping[str, tuple[Regulation, ...]] = field(default_factory=dict)

    def knows(self, word: str) -> bool:
        """Whether the word, in lower case, is one that is looked up here."""
        tables = (self.abbreviations, self.everyday, self.english, self.informal, self.names)
        return any(word in table for table in tables)

    def spelled_out(self, query: str) -> str:
        """The query with chat spelling ("brp", "yg") written as words are."""
        return _WORD.sub(lambda match: self.informal.get(match[0], (match[0],))[0], query)

    def written_out(self, query: str) -> tuple[str, ...]:
        """What the query's abbreviations stand for, and abbreviations of what it writes out."""
        low = query.lower()
        meanings = list(_found(low, self.abbreviations))
        short = (
            abbreviation.upper()
            for abbreviation, written in self.abbreviations.items()
            if any(len(each) > _LONG and each.lower() in low for each in written)
        )
        return tuple(dict.fromkeys([*meanings, *short]))

    def legal_words(self, query: str, *, language: str) -> tuple[str, ...]:
        """Words of laws for the query's everyday (or English) ones."""
        words = self.english if language == "en" else self.everyday
        return tuple(dict.fromkeys(_found(query.lower(), words, plural=language == "en")))


def _found(low: str, entries: Table, *, plural: bool = False) -> Iterator[str]:
    """Meanings of the phrases in a text; words of a longer phrase do not count again."""
    ending = "(?:e?s)?" if plural else ""
    present = [phrase for phrase in entries if phrase in low]
    for phrase in sorted(present, key=len, reverse=True):
        low, count = re.subn(rf"\b{re.escape(phrase)}{ending}\b", _MASK, low)
        if count:
            yield from entries[phrase]


def read(name: str) -> dict[str, tuple[str, ...]]:
    """Entries of a data file: phrase, tab, others separated by ";"."""
    text = files("retrieval").joinpath("data", name).read_text(encoding="utf-8")
    return dict(_entries(line for line in text.splitlines() if not line.startswith("#")))


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in lines:
        phrase, tab, others = line.partition("\t")
        if tab:
            yield phrase.strip().lower(), split(others)


def split(meanings: str) -> tuple[str, ...]:
    """Meanings as they are written in files and forms, separated by ";"."""
    return tuple(each.strip() for each in meanings.split(";") if each.strip())


def meant_regulations(meanings: Iterable[str]) -> tuple[Regulation, ...]:
    """What each meaning of a regulation's name cites; nothing for what is no full citation."""
    return tuple(
        (cited.kind, cited.number, cited.year, cited.area)
        for meaning in meanings
        for cited in regulations(meaning, names={})[:1]
        if cited.year
    )


def changed(tables: Mapping[Kind, Table], entries: Iterable[Entry]) -> dict[Kind, Table]:
    """The tables with the entries' additions, replacements and omissions."""
    result = {kind: dict(table) for kind, table in tables.items()}
    for entry in entries:
        table, phrase = result[entry.kind], entry.phrase.lower()
        held = table.pop(phrase, ()) if entry.effect == "add" else ()
        table.pop(phrase, None)
        if entry.effect != "off":
            table[phrase] = tuple(dict.fromkeys([*entry.meanings, *held]))
    return {**result}


def glossary_of(tables: Mapping[Kind, Table]) -> Glossary:
    names = {phrase: meant_regulations(each) for phrase, each in tables["name"].items()}
    return Glossary(
        abbreviations=tables["abbreviation"],
        everyday=tables["everyday"],
        english=tables["english"],
        informal=tables["informal"],
        names={phrase: meant for phrase, meant in names.items() if meant},
    )


SHIPPED: Final[Mapping[Kind, Table]] = {kind: read(name) for kind, name in FILES.items()}
STANDARD: Final = glossary_of(SHIPPED)
