"""Documents come, change and go at random: the ranking stays BM25, the index sound."""

import random
from collections import Counter
from collections.abc import Callable, Collection

import pytest
from django.db import transaction
from django.db.models import Q

from documents.models import Document, Visibility
from documents.removal import restore, trash
from documents.signals import document_changed
from retrieval import bm25, lexical, lexical_index
from retrieval.lexical_check import Damage, check
from retrieval.models import Chunk, LexicalEntry, LexicalStatistics, Posting, Term
from retrieval.reindexing import rebuild_lexical
from retrieval.statistics import IndexStatus, statistics
from retrieval.tokens import stem, terms
from tests.retrieval.conftest import IndexText, MakeVersion

WORDS = [f"kata{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(120)]
KEUCHIK, GAMPONG = (stem(word, language="id") for word in ("keuchik", "gampong"))
KINDS = ["uu", "pp", "qanun"]
PUBLIC = Q(searchable=True, public=True)


def some_text(generator: random.Random) -> str:
    weights = [1 / rank for rank in range(1, len(WORDS) + 1)]
    return " ".join(generator.choices(WORDS, weights=weights, k=generator.randint(5, 60)))


class Shelf:
    """A few documents, changed by chance."""

    def __init__(self, make_version: MakeVersion, seed: int) -> None:
        self.generator = random.Random(seed)  # noqa: S311
        self._make_version = make_version
        self.documents: list[Document] = []

    def step(self) -> None:
        steps: list[Callable[[], None]] = [self.add, self.add, self.hide, self.trash, self.remove]
        self.generator.choice(steps)()

    def add(self) -> None:
        version = self._make_version("x", kind=self.generator.choice(KINDS))
        self.documents.append(version.document)
        texts = [some_text(self.generator) for _ in range(self.generator.randint(1, 15))]
        chunks = Chunk.objects.bulk_create(
            Chunk(
                document=version.document,
                version=version,
                ordinal=n,
                live=True,
                start=0,
                end=1,
                text=text,
                indexed_text=text,
                digest=str(n),
            )
            for n, text in enumerate(texts)
        )
        with transaction.atomic():
            lexical_index.add(version.document, chunks, statistics=lexical_index.locked())

    def hide(self) -> None:
        if document := self._any():
            document.visibility = self.generator.choice(list(Visibility))
            document.kind = self.generator.choice(KINDS)
            document.save()
            document_changed.send(sender=Document, document=document)

    def trash(self) -> None:
        if document := self._any():
            (restore if document.trashed_at else trash)(document)

    def remove(self) -> None:
        if document := self._any():
            own = Chunk.objects.filter(document=document)
            gone = self.generator.sample(sorted(own.values_list("pk", flat=True)), own.count() // 2)
            with transaction.atomic():
                lexical_index.remove(gone, statistics=lexical_index.locked())
                Chunk.objects.filter(pk__in=gone).delete()

    def _any(self) -> Document | None:
        if not self.documents:
            return None
        document = self.generator.choice(self.documents)
        document.refresh_from_db()
        return document


def by_hand(query: Collection[str], allowed: Q) -> list[tuple[int, float]]:
    """BM25 of the allowed chunks from their texts; frequencies are of public documents."""
    counts = {chunk.pk: Counter(terms(chunk.text, language="id")) for chunk in Chunk.objects.all()}
    public = LexicalEntry.objects.filter(PUBLIC).values_list("pk", flat=True)
    frequencies = Counter(term for i in public for term in counts[i])
    average = LexicalStatistics.objects.get().average_length
    scores = {
        i: sum(
            bm25.idf(frequencies[term], chunk_count=len(public))
            * bm25.impact(counts[i][term], length=counts[i].total(), average_length=average)
            for term in query
            if counts[i][term]
        )
        for i in LexicalEntry.objects.filter(allowed).values_list("pk", flat=True)
    }
    found = [(i, score) for i, score in scores.items() if score]
    return sorted(found, key=lambda row: (-row[1], row[0]))


def assert_same(found: list[tuple[int, float]], expected: list[tuple[int, float]]) -> None:
    """Equal scores in turn, and each chunk its own score; equal scores may change places."""
    assert [score for _, score in found] == pytest.approx([s for _, s in expected], rel=1e-5)


CONDITIONS = [
    PUBLIC,
    Q(searchable=True),
    PUBLIC & Q(kind__in=["uu"]),
    Q(searchable=True, year=1900),
]


@pytest.mark.parametrize("seed", range(3))
def test_the_ranking_is_bm25_at_any_time(
    make_version: MakeVersion, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    collection = Shelf(make_version, seed)
    generator = collection.generator
    for round_ in range(5):
        for _ in range(6):
            collection.step()
        if round_ == 3:
            rebuild_lexical()
        assert check() == Damage()
        # Few postings at a time, so that terms are left out; few candidates, so that more follow.
        monkeypatch.setattr(lexical, "FIRST_POSTINGS", generator.choice([5, 60, 400_000]))
        monkeypatch.setattr(lexical, "RESCORED", generator.choice([3, 500]))
        monkeypatch.setattr(lexical, "SPARE", generator.choice([0, 20]))
        for allowed in CONDITIONS:
            query = {generator.choice(WORDS): 1.0 for _ in range(generator.randint(1, 6))}
            expected = by_hand(query, allowed)
            found_terms = lexical.look_up(query)
            for few in (True, False):
                found = lexical.nearest(found_terms, allowed=allowed, limit=7, few=few)
                assert_same(found, expected[:7])
            places = lexical.ranks(found_terms, [i for i, _ in expected], allowed=allowed)
            assert len(places) == len(expected)
            assert_same(
                [(i, places[i][1]) for i in sorted(places, key=lambda i: places[i][0])], expected
            )


def test_ranks_leave_out_what_is_not_allowed_or_shares_no_word(index_text: IndexText) -> None:
    hidden = index_text("Gampong rahasia.", visibility=Visibility.INTERNAL)
    shown = index_text("Gampong dan mukim.")
    other = index_text("Laut.")
    ids = {d.pk: Chunk.objects.get(document=d).pk for d in (hidden, shown, other)}
    found = lexical.ranks(lexical.look_up({GAMPONG: 1.0}), ids.values(), allowed=PUBLIC)
    assert {chunk_id: rank for chunk_id, (rank, _) in found.items()} == {ids[shown.pk]: 1}


def test_the_work_for_one_query_is_bounded(
    make_version: MakeVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = Shelf(make_version, 1)
    for _ in range(20):
        collection.add()
    monkeypatch.setattr(lexical, "FIRST_POSTINGS", 50)
    monkeypatch.setattr(lexical, "MOST_POSTINGS", 100)
    read: list[int] = []
    original = lexical._sums

    def count(found: list[lexical.WeightedTerm]) -> object:
        read.append(sum(term.document_frequency for term in found))
        return original(found)

    monkeypatch.setattr(lexical, "_sums", count)
    found_terms = lexical.look_up(dict.fromkeys(WORDS, 1.0))
    found = lexical.nearest(found_terms, allowed=PUBLIC, limit=20, few=False)
    assert len(found) == 20
    assert sum(read) <= 100
    exact = dict(by_hand(WORDS, PUBLIC))
    assert [score for _, score in found] == pytest.approx([exact[i] for i, _ in found], rel=1e-5)


def status() -> str:
    return statistics().bm25_index_status


def test_missing_postings_are_told_and_the_rest_answers(index_text: IndexText) -> None:
    index_text("Keuchik memimpin gampong.")
    assert status() == IndexStatus.HEALTHY
    Posting.objects.filter(term__text=KEUCHIK).delete()
    assert status() == IndexStatus.ERROR
    assert check().missing == 1
    found_terms = lexical.look_up({KEUCHIK: 1.0, GAMPONG: 1.0})
    assert len(lexical.nearest(found_terms, allowed=PUBLIC, limit=5, few=False)) == 1
    rebuild_lexical()
    assert (status(), check()) == (IndexStatus.HEALTHY, Damage())


def test_missing_entries_are_told_and_the_rest_answers(index_text: IndexText) -> None:
    lost, held = index_text("Keuchik memimpin gampong."), index_text("Gampong dan mukim.")
    entry = LexicalEntry.objects.get(document=lost)
    held_terms = len(entry.weights.indices())
    entry.delete()
    assert status() == IndexStatus.ERROR
    damage = check()
    assert (damage.entries, damage.stray, damage.frequencies) == (1, held_terms, held_terms)
    found = lexical.nearest(lexical.look_up({GAMPONG: 1.0}), allowed=PUBLIC, limit=5, few=False)
    assert [i for i, _ in found] == [Chunk.objects.get(document=held).pk]
    rebuild_lexical()
    assert (status(), check()) == (IndexStatus.HEALTHY, Damage())


def test_missing_terms_are_told(index_text: IndexText) -> None:
    index_text("Keuchik memimpin gampong.")
    Term.objects.filter(text=KEUCHIK).delete()
    assert status() == IndexStatus.ERROR
    rebuild_lexical()
    assert (status(), check()) == (IndexStatus.HEALTHY, Damage())


def test_a_document_of_a_damaged_index_can_be_removed(index_text: IndexText) -> None:
    document = index_text("Keuchik memimpin gampong.")
    Term.objects.update(document_frequency=0)
    LexicalStatistics.objects.update(chunk_count=0, total_length=0)
    assert check().frequencies == Term.objects.count()
    with transaction.atomic():
        own = Chunk.objects.filter(document=document).values_list("pk", flat=True)
        lexical_index.remove(own, statistics=lexical_index.locked())
    assert not LexicalEntry.objects.exists()
    assert not Posting.objects.exists()
