"""Small typing errors: words that the index hardly knows, corrected towards those it does.

Candidates share the first or the last half with the word that was typed, which one error leaves
whole (of two errors in a long word, the outer thirds); two index ranges find them. The distance is
that of optimal string alignment: a letter more, less, other, or two exchanged. Only words of public
documents are candidates: no correction hints at an internal one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection
from rapidfuzz.distance import OSA

from retrieval.analysis import Analysis, Correction
from retrieval.glossary import Glossary
from retrieval.models import Word
from retrieval.tokens import folded, query_terms

SHORTEST = 4  # letters
LONGEST = 40
LONG = 8  # letters from which on two errors are allowed
MOST_CORRECTED = 6  # words of one question
MOST_CANDIDATES = 5_000  # of one question, read from the database
INSERT_BATCH = 5_000
# Chunks that a word must be in: rarer ones are misread or misspelled themselves.
RARE = 3
# A word that the index holds is misspelled there too when one beside it is so much more frequent:
# "gubenur" in 1 chunk, "gubernur" in 700. The word itself is looked for all the same.
TIMES_AS_FREQUENT = 50
# Letters of a word in an English question: shorter ones are English, and unknown for that reason.
SHORTEST_ENGLISH = 6
# Letters that sound alike in Indonesian and Acehnese spellings of one word.
_ALIKE: Final = ("kqc", "fpv", "jy", "sz", "uo", "ie")
_WORD: Final = re.compile(rf"[^\W\d_]{{{SHORTEST},{LONGEST}}}")
_FREQUENCIES = """
    SELECT text, document_frequency FROM retrieval_term
    WHERE text = ANY (%s) AND document_frequency > 0
"""
_CANDIDATES: Final = """
    (SELECT %s AS typed, text FROM retrieval_word
     WHERE length(text) = ANY (%s) AND (text LIKE %s OR reverse(text) LIKE %s) LIMIT %s)
"""
_INSERT: Final = """
    INSERT INTO retrieval_word (text) SELECT * FROM unnest(%s::text[]) ON CONFLICT DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class _Candidate:
    typed: str
    text: str
    distance: int


def learn(texts: Iterable[str], *, known: set[str]) -> None:
    """Take the words of public texts into the vocabulary; `known` are those taken in before."""
    found = {word for text in texts for word in _WORD.findall(folded(text).lower())} - known
    known |= found
    ordered = sorted(found)
    with connection.cursor() as cursor:
        for start in range(0, len(ordered), INSERT_BATCH):
            cursor.execute(_INSERT, [ordered[start : start + INSERT_BATCH]])


def corrections(analysis: Analysis, *, glossary: Glossary) -> tuple[Correction, ...]:
    """What the question's unknown words probably mean, in their order."""
    shortest = SHORTEST_ENGLISH if analysis.language == "en" else SHORTEST
    suspects = [
        word
        for word in analysis.checkable
        if shortest <= len(word) <= LONGEST and not glossary.knows(word)
    ]
    frequencies = _frequencies(suspects)
    unknown = [word for word in suspects if frequencies[word] < RARE][:MOST_CORRECTED]
    if not unknown:
        return ()
    near = [each for each in _near(unknown) if _may_begin(each)]
    frequencies |= _frequencies({each.text for each in near})
    chosen = (_best(word, near, frequencies) for word in unknown)
    return tuple(each for each in chosen if each)


def _frequencies(texts: Iterable[str]) -> dict[str, int]:
    """In how many chunks of public documents each word is, in any form."""
    stems = {text: query_terms(text) for text in texts}
    wanted = {stem for each in stems.values() for stem in each}
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_FREQUENCIES, [list(wanted)])
        held = dict(cursor.fetchall())
    return {
        text: max((held.get(stem, 0) for stem in each), default=0) for text, each in stems.items()
    }


def _near(unknown: Sequence[str]) -> Iterator[_Candidate]:
    for typed, text in _read(unknown):
        distance = OSA.distance(typed, text, score_cutoff=most_errors(typed))
        if 0 < distance <= most_errors(typed):
            yield _Candidate(typed, text, distance)


def _read(unknown: Sequence[str]) -> list[tuple[str, str]]:
    limit = MOST_CANDIDATES // len(unknown)
    parameters: list[str | int | list[int]] = []
    for word in unknown:
        errors = most_errors(word)
        part = max(len(word) // (errors + 1), errors + 1)
        # Two letters exchanged across the middle leave one letter less of the second half.
        end = len(word) - part - 1 if errors == 1 else part
        parameters += [word, list(range(len(word) - errors, len(word) + errors + 1))]
        parameters += [f"{word[:part]}%", f"{word[: -end - 1 : -1]}%", limit]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join([_CANDIDATES] * len(unknown)), parameters)
        return list(cursor.fetchall())


def most_errors(word: str) -> int:
    return 2 if len(word) >= LONG else 1


def _may_begin(candidate: _Candidate) -> bool:
    """The first letter is seldom wrong: exchanged with the second, left out, or sounding alike."""
    typed, text = candidate.typed, candidate.text
    if typed[0] == text[0]:
        return True
    if candidate.distance > 1:
        return False
    alike = any(typed[0] in letters and text[0] in letters for letters in _ALIKE)
    return alike or typed[:2] == text[1::-1] or (len(typed) > 4 and typed == text[1:])


def _best(
    typed: str, near: Iterable[_Candidate], frequencies: Mapping[str, int]
) -> Correction | None:
    least = max(RARE, TIMES_AS_FREQUENT * frequencies[typed])
    own = [each for each in near if each.typed == typed and frequencies[each.text] >= least]
    if frequencies[typed]:
        own = [each for each in own if each.distance == 1]
    if not own:
        return None
    best = min(own, key=lambda each: (each.distance, -frequencies[each.text], each.text))
    return Correction(typed, best.text)


def forget_all() -> None:
    Word.objects.all()._raw_delete(connection.alias)
