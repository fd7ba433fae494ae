"""Repeals: "... dicabut dan dinyatakan tidak berlaku". No Django.

A repeal names the regulation as subject of the sentence. What is told of the past ("telah
dicabut"), of a condition ("apabila dicabut"), of permits or of an own article is none, and
"dinyatakan masih tetap berlaku" is the opposite.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from documents.relations.heads import Head, heads
from documents.relations.places import Places
from documents.relations.types import Relation, Verb

_VERB = re.compile(
    r"\b(?:(?P<full>di(?:cabut|tarik\s+kembali)(?:\s*,?\s*dan)?\s+(?:dinyatakan\s+)?tidak\s+ber\s?laku"
    r"(?:\s+lagi)?|dinyatakan\s+(?:dicabut(?:\s+dan\s+tidak\s+berlaku)?|tidak\s+berlaku)(?:\s+lagi)?)"
    r"|(?P<short>dicabut|tidak\s+berlaku\s+lagi))\b",
    re.IGNORECASE,
)
_MENCABUT = re.compile(
    r"(?:^|[\n.;:…])\s*(?:[IVX]{1,4}\.|[a-z]\.|\d\.)?\s*(?P<verb>Mencabut)\s*:?\s+(?=\S)",
    re.MULTILINE,
)
_OPENER = re.compile(
    r"\b(?:pada\s+(?:saat|waktu)|sejak|dengan|terhitung|setelah)\b[^.;]{0,60}?"
    r"\b(?:mulai\s+)?(?:ber|di)?laku(?:nya|kannya)?\b[^.;]{0,90}?\bini\b"
    r"(?:\s+(?:mulai\s+)?(?:berlaku|diberlakukan|diundangkan))?\s*[,:]?\s*(?:maka\s*[,:]?\s*)?",
    re.IGNORECASE,
)
_NO_REPEAL_BEFORE = re.compile(
    r"\b(?:telah|perlu|dapat|akan|sudah|belum|tidak|yang|apabila|jika|bila|bilamana|hak|izin|harus"
    r"|bisa|agar|wajib|berhak|supaya)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:apabila|jika|dalam\s+hal|bilamana|jikalau)\b", re.IGNORECASE)
_STILL_IN_FORCE = re.compile(
    r"\b(?:masih|tetap|masih\s+tetap)\s+berlaku\b[^.;]*[.;]?", re.IGNORECASE
)
_PARTLY = re.compile(r"\bsepanjang\b(?!\s+(?:tidak|belum)\b)", re.IGNORECASE)
# Between the last regulation named and the verb stand its title and its gazette.
_FARTHEST = 1_200


def repeals(canonical: str, places: Places) -> Iterator[Relation]:
    """Every repeal that the text performs."""
    done = 0
    for match in _VERB.finditer(canonical):
        if places.enacts(match.start()) and not _told(canonical, match.start()):
            yield from _of_clause(canonical, places, done, match)
        done = match.end()
    for match in _MENCABUT.finditer(canonical):
        if places.enacts(match.start()):
            yield from _active(canonical, places, match)


def _told(canonical: str, start: int) -> bool:
    return bool(_NO_REPEAL_BEFORE.search(canonical[max(0, start - 40) : start]))


def _of_clause(
    canonical: str, places: Places, done: int, match: re.Match[str]
) -> Iterator[Relation]:
    begin = max(done, places.clause_start(match.start()))
    clause = canonical[begin : match.start()]
    for still in _STILL_IN_FORCE.finditer(clause):
        begin += still.end()
        clause = canonical[begin : match.start()]
        break
    opener = _last(_OPENER, clause)
    if opener is None and (match["short"] or _CONDITION.search(clause)):
        return
    if opener is not None:
        begin += opener.end()
    found = heads(canonical[begin : match.start()])
    if not found or match.start() - (begin + found[-1].end) > _FARTHEST:
        return
    partly = bool(_PARTLY.search(canonical[begin : match.end()]))
    for head in found:
        yield _relation(places, head, begin, match.end(), partly=partly)


def _active(canonical: str, places: Places, match: re.Match[str]) -> Iterator[Relation]:
    """ "Mencabut Peraturan ...", after Memutuskan or as a diktum."""
    begin = match.end()
    stop = re.compile(r"[;]|\.\s+(?=[A-Z])|\n\s*\n|$").search(canonical, begin + 20)
    end = min(stop.start() if stop else len(canonical), begin + 800)
    for head in heads(canonical[begin:end])[:1]:
        relation = _relation(places, head, begin, begin + head.end, partly=False)
        yield replace(relation, start=match.start("verb"))


def _relation(places: Places, head: Head, begin: int, end: int, *, partly: bool) -> Relation:
    verb: Verb = "partially_repeals" if partly or head.provisions else "repeals"
    return Relation(
        verb,
        head.regulation,
        begin + head.start,
        end,
        provisions=head.provisions,
        stated_in=places.provision(end - 1),
    )


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    last = None
    for last in pattern.finditer(text):  # noqa: B007  # the last one is wanted
        pass
    return last
