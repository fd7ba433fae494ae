"""Words as concepts: stems, synonyms of legal Indonesian, and their English counterparts."""

import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import Stemmer

from answering.figures.tokens import word_set

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_LOCAL = threading.local()
_CONCEPTS = Path(__file__).with_name("concepts.txt")
_LONGEST_PHRASE = 4


def _word_list(name: str) -> frozenset[str]:
    """Return the words of a data file; "#" begins a remark."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


STOP_WORDS = _word_list("stop_words.txt")
ACTORS = _word_list("actors.txt")
LIGHT_WORDS = _word_list("light_words.txt")
_ENGLISH = word_set("the of is are and to in for by at be must which its was with")
_INDONESIAN = word_set("yang dan di dari untuk dengan pada dalam oleh adalah tidak ini")
_LOANS = (
    ("isation", "isasi"),
    ("ization", "isasi"),
    ("ation", "asi"),
    ("tion", "si"),
    ("sion", "si"),
    ("ity", "itas"),
    ("ive", "if"),
    ("ical", "ik"),
    ("ogy", "ogi"),
    ("ics", "ik"),
    ("ism", "isme"),
    ("ed", ""),
    ("ies", "i"),
    ("s", ""),
    ("e", ""),
)
_SPELLINGS = tuple(
    (re.compile(pattern), letters)
    for pattern, letters in (
        ("ph", "f"),
        ("th", "t"),
        ("c(?=[eiy])", "s"),
        ("ck?|q", "k"),
        ("x", "ks"),
        ("y", "i"),
        (r"([a-z])\1", r"\1"),
    )
)
_VERB = re.compile(r"(?:me|di|ber|ter|ke)[a-z]{4,}")


@dataclass(frozen=True, slots=True)
class Word:
    """A content word with the keys by which it equals others, and what missing it weighs."""

    text: str
    start: int
    end: int
    keys: frozenset[str]
    weight: float
    name: bool


def _stemmers() -> tuple[Stemmer.Stemmer, Stemmer.Stemmer]:
    """Return this thread's stemmers; one instance must not be used by two threads at a time."""
    if not hasattr(_LOCAL, "stemmers"):
        _LOCAL.stemmers = (Stemmer.Stemmer("indonesian"), Stemmer.Stemmer("english"))
    stemmers: tuple[Stemmer.Stemmer, Stemmer.Stemmer] = _LOCAL.stemmers
    return stemmers


@lru_cache(maxsize=50_000)
def stems(word: str) -> tuple[str, str]:
    """Return the Indonesian and the English stem of a lower-case word."""
    indonesian, english = _stemmers()
    word = word.removesuffix("'s").removesuffix("’s")
    half, _, other = word.partition("-")
    single = half if half == other else word
    return indonesian.stemWord(single), english.stemWord(word)


def _lines() -> Iterator[tuple[list[str], list[str]]]:
    for line in _CONCEPTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            indonesian, _, english = line.partition("|")
            yield indonesian.split(), english.split()


@lru_cache(maxsize=1)
def _concepts() -> tuple[dict[str, set[str]], dict[str, set[str]], dict[tuple[str, ...], set[str]]]:
    by_indonesian: dict[str, set[str]] = defaultdict(set)
    by_english: dict[str, set[str]] = defaultdict(set)
    phrases: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for number, (indonesian, english) in enumerate(_lines()):
        concept = f"#{number}"
        for side, table, words in ((0, by_indonesian, indonesian), (1, by_english, english)):
            for word in words:
                parts = tuple(word.split("_"))
                if len(parts) > 1:
                    phrases[parts].add(concept)
                else:
                    table[stems(word)[side]].add(concept)
    return by_indonesian, by_english, phrases


@lru_cache(maxsize=50_000)
def keys(word: str, *, english: bool) -> frozenset[str]:
    """Return what makes a word equal to another: its stem and its concepts."""
    by_indonesian, by_english, _ = _concepts()
    first, second = stems(word)
    found = {first} | by_indonesian.get(first, set())
    if english:
        found |= {second} | by_english.get(second, set()) | {cognate(word) or first}
        for part in word.split("-") if "-" in word else ():
            found |= by_english.get(stems(part)[1], set())
    return frozenset(found)


@lru_cache(maxsize=50_000)
def cognate(word: str) -> str | None:
    """Return the key that an English word shares with its Indonesian loan ("standar")."""
    for ending, loan in _LOANS:
        if word.endswith(ending):
            word = word.removesuffix(ending) + loan
            break
    for pattern, letters in _SPELLINGS:
        word = pattern.sub(letters, word)
    return "~" + word[:7] if len(word) >= 5 else None


def is_english(text: str) -> bool:
    words = [match.group().lower() for match in _WORD.finditer(text[:2000])]
    return sum(word in _ENGLISH for word in words) > sum(word in _INDONESIAN for word in words)


def content_words(text: str, *, skip: frozenset[int] = frozenset()) -> list[Word]:
    """Return the content words of a text; `skip` holds the starts of words not to count.

    A phrase of the lexicon is one word, whose keys are those of the phrase.
    """
    english = is_english(text)
    tokens = [(match.group(), *match.span()) for match in _WORD.finditer(text)]
    result, index = [], 0
    while index < len(tokens):
        written, start, end = tokens[index]
        phrase, length = _phrase(tokens, index)
        if phrase:
            end = tokens[index + length - 1][2]
            result.append(Word(text[start:end].lower(), start, end, phrase, 1.0, False))
        elif start not in skip and (word := _content(written, start, end, english, text)):
            result.append(word)
        index += max(length, 1)
    return result


def all_keys(text: str) -> frozenset[str]:
    """Return the keys of every word and phrase of a text, stop words too."""
    english = is_english(text)
    tokens = [(match.group(), *match.span()) for match in _WORD.finditer(text)]
    found: set[str] = set()
    for index, (written, _, _) in enumerate(tokens):
        found |= keys(written.lower(), english=english) | {cognate(written.lower()) or ""}
        for part in written.lower().split("-") if "-" in written else ():
            found |= keys(part, english=english)
        found |= _phrase(tokens, index)[0]
    return frozenset(found)


def _phrase(tokens: list[tuple[str, int, int]], index: int) -> tuple[frozenset[str], int]:
    phrases = _concepts()[2]
    written = tuple(token[0].lower() for token in tokens[index : index + _LONGEST_PHRASE])
    for length in range(len(written), 1, -1):
        if concepts := phrases.get(written[:length]):
            return frozenset(concepts), length
    return frozenset(), 0


def _content(written: str, start: int, end: int, english: bool, text: str) -> Word | None:
    low = written.lower()
    if low in STOP_WORDS or len(low) < 2:
        return None
    capital = written[0].isupper()
    name = (capital and not _opens_sentence(text, start)) or (capital and low in ACTORS)
    return Word(low, start, end, keys(low, english=english), _weight(low, name), name)


def _weight(low: str, name: bool) -> float:
    if low in LIGHT_WORDS:
        return 0.3
    return 1.0 if name or not _VERB.fullmatch(low) else 0.8


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 3) : start].rstrip()
    return not before or before[-1] in '.!?:;"“('
