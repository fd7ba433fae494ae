"""Other words for the words of a question: abbreviations, everyday words, English. No Django."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from documents.references import regulations

Regulation = tuple[str, str, int, str]  # kind, number, year, area

# In lower case only: "BPK" is an office, "bpk" a gentleman.
_WORD = re.compile(r"\b[a-z]+\b")


@dataclass(frozen=True, slots=True)
class Glossary:
    """Phrase in lower case -> what else the texts may call it.

    `names` maps what people call a regulation to those that it may mean: kind, number, year, area.
    """

    abbreviations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    everyday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    english: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    informal: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, tuple[Regulation, ...]] = field(default_factory=dict)

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
            if any(len(each) > 8 and each.lower() in low for each in written)
        )
        return tuple(dict.fromkeys([*meanings, *short]))

    def legal_words(self, query: str, *, language: str) -> tuple[str, ...]:
        """Words of laws for the query's everyday (or English) ones."""
        words = self.english if language == "en" else self.everyday
        return tuple(dict.fromkeys(_found(query.lower(), words, plural=language == "en")))


def _found(
    low: str, entries: Mapping[str, tuple[str, ...]], *, plural: bool = False
) -> Iterator[str]:
    ending = "(?:e?s)?" if plural else ""
    for phrase, others in entries.items():
        if phrase in low and re.search(rf"\b{re.escape(phrase)}{ending}\b", low):
            yield from others


def read(name: str) -> dict[str, tuple[str, ...]]:
    """Entries of a data file: phrase, tab, others separated by ";"."""
    text = files("retrieval").joinpath("data", name).read_text(encoding="utf-8")
    return dict(_entries(line for line in text.splitlines() if not line.startswith("#")))


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in lines:
        phrase, tab, others = line.partition("\t")
        if tab:
            yield phrase.strip().lower(), tuple(each.strip() for each in others.split(";"))


def meant_regulations(meanings: Iterable[str]) -> tuple[Regulation, ...]:
    """What each meaning of a regulation's name cites; nothing for what is no full citation."""
    return tuple(
        (cited.kind, cited.number, cited.year, cited.area)
        for meaning in meanings
        for cited in regulations(meaning, names={})[:1]
        if cited.year
    )


STANDARD = Glossary(
    abbreviations=read("abbreviations.tsv"),
    everyday=read("everyday_words.tsv"),
    english=read("english_words.tsv"),
    informal=read("informal_words.tsv"),
    names={
        name: meant_regulations(meanings) for name, meanings in read("regulation_names.tsv").items()
    },
)
