"""Words of a text as the lexical index sees them. No Django.

Lower case, compatibility forms and marks folded ("Gampông", "cm²", vowelled Arabic), stems by
language, stop words dropped. Numbers and codes ("11/2006", "KM526", "kolom_nama") are kept whole
and in parts, so that either finds them.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from threading import local
from typing import Final

import Stemmer

# Raised whenever the same text gives other terms: an index made by another version does not match.
TOKENISER_VERSION = 2
MAX_TERM_CHARACTERS = 64
HEADING_WEIGHT = 1.0  # how often a word of the title or heading counts, against one of the text

_TOKEN = re.compile(r"[^\W_]+(?:[._/:'’ʼ‘`-][^\W_]+)*")
_APOSTROPHE = re.compile(r"['’ʼ‘`]")
_JOINER = re.compile(r"[._/:-]")
_DIGIT_EDGE = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
# Accents, Arabic vowel signs and the stroke that lengthens a word.
_MARKS = re.compile(r"[\u0300-\u036f\u064b-\u065f\u0670\u0640]+")
_PARTICLE = re.compile(r"(?:nya|lah|kah|pun)$")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
# "KM 526", "KM-526" and "KM526" are one code.
_SPACED_CODE = re.compile(r"\b([A-Z]{1,5})[ .-](\d{1,6})\b")

# Snowball's name of the language, by the code in Document.language.
STEMMERS: Final = {"id": "indonesian", "en": "english"}
_stemmers = local()


def _read(name: str) -> frozenset[str]:
    text = files("retrieval").joinpath("data", name).read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() for word in line.partition("#")[0].split())


INDONESIAN_STOP_WORDS: Final = _read("stop_words_id.txt")
ENGLISH_STOP_WORDS: Final = _read("stop_words_en.txt")
STOP_WORDS: Final = INDONESIAN_STOP_WORDS | ENGLISH_STOP_WORDS


def _read_pairs(name: str) -> dict[str, str]:
    text = files("retrieval").joinpath("data", name).read_text(encoding="utf-8")
    lines = (line.partition("\t") for line in text.splitlines() if not line.startswith("#"))
    return {word: stem for word, _, stem in lines}


_STEMS: Final = _read_pairs("stems_id.tsv")
_STEM_REPAIRS: Final = _read_pairs("stem_repairs_id.tsv")


def folded(text: str) -> str:
    """The text without marks and compatibility forms; its length may change."""
    if text.isascii():
        return text
    return _MARKS.sub("", unicodedata.normalize("NFKD", text))


def words(text: str) -> list[str]:
    """Words in their order, whole and in parts, not stemmed, with stop words."""
    text = folded(text)
    found = [part for token in _TOKEN.findall(text.lower()) for part in _parts_of(token)]
    return found + _codes(text)


def _codes(text: str) -> list[str]:
    return [f"{letters}{digits}".lower() for letters, digits in _SPACED_CODE.findall(text)]


@lru_cache(maxsize=200_000)
def _parts_of(token: str) -> tuple[str, ...]:
    return tuple(_parts(token))


@lru_cache(maxsize=200_000)
def _terms_of(token: str, language: str) -> tuple[str, ...]:
    return tuple(
        stem(part, language=language) for part in _parts_of(token) if part not in STOP_WORDS
    )


def _parts(token: str) -> Iterator[str]:
    """The token's searchable forms: reduplication ("undang-undang") once, codes whole as well."""
    token = _APOSTROPHE.sub("", token)
    pieces = _JOINER.split(token)
    has_digit = any(character.isdigit() for character in token)
    if len(pieces) == 1 and not has_digit:
        yield token
        return
    if _NUMBER.fullmatch(token):
        yield token
        return
    if has_digit or "_" in token or "." in token:
        yield token
    for piece in dict.fromkeys(pieces):
        yield from (part for part in _DIGIT_EDGE.split(piece) if part != token)


def terms(text: str, *, language: str) -> list[str]:
    """Stems that are indexed, in their order, without stop words."""
    text = folded(text)
    found = chain.from_iterable(
        _terms_of(token, language) for token in _TOKEN.findall(text.lower())
    )
    return [*found, *_codes(text)]


def query_terms(text: str) -> list[str]:
    """Stems that are looked up, each once: a question may meet texts of either language."""
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return list(dict.fromkeys(stem(word, language=code) for word in kept for code in STEMMERS))


def frequencies(heading: str, text: str, *, language: str) -> tuple[dict[str, float], int]:
    """Weighted term frequencies and the length in tokens."""
    heading_terms, text_terms = terms(heading, language=language), terms(text, language=language)
    weighted: Counter[str] = Counter(text_terms)
    counts: dict[str, float] = dict(weighted)
    for term, count in Counter(heading_terms).items():
        counts[term] = counts.get(term, 0) + HEADING_WEIGHT * count
    return counts, len(heading_terms) + len(text_terms)


@lru_cache(maxsize=100_000)
def stem(word: str, *, language: str) -> str:
    """The word's stem; words with digits stay as they are."""
    if not word.isalpha():
        return word[:MAX_TERM_CHARACTERS]
    name = STEMMERS.get(language, "indonesian")
    if name == "indonesian" and (exception := _STEMS.get(_PARTICLE.sub("", word))):
        return exception
    # A stemmer keeps state while it works: one a thread.
    stemmer = getattr(_stemmers, name, None)
    if stemmer is None:
        stemmer = Stemmer.Stemmer(name)
        setattr(_stemmers, name, stemmer)
    stemmed: str = stemmer.stemWord(word)
    if name == "indonesian":
        stemmed = _STEM_REPAIRS.get(stemmed, stemmed)
    return stemmed[:MAX_TERM_CHARACTERS]
