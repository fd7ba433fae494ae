"""The SQL ranking against BM25 computed by hand over the same chunks."""

import random
from collections import Counter
from collections.abc import Collection

import pytest
from django.db import transaction
from django.db.models import Q

from documents.models import Document, Visibility
from documents.removal import delete_for_good, restore, trash
from documents.signals import document_changed
from retrieval import bm25, lexical, lexical_check, lexical_index
from retrieval.lexical_check import Damage
from retrieval.models import Chunk, LexicalStatistics, Posting, Term
from retrieval.reindexing import rebuild_lexical
from retrieval.tokens import stem, terms
from tests.retrieval.conftest import IndexText, MakeVersion

WORDS = [f"kata{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(400)]


def zipf_text(generator: random.Random, length: int) -> str:
    weights = [1 / rank for rank in range(1, len(WORDS) + 1)]
    return " ".join(generator.choices(WORDS, weights=weights, k=length))


@pytest.fixture
def synthetic(make_version: MakeVersion) -> list[Chunk]:
    """300 chunks of Zipf text in the lexical index, every seventh document internal."""
    generator = random.Random(7)  # noqa: S311
    made: list[Chunk] = []
    for index in range(10):
        visibility = Visibility.INTERNAL if index % 7 == 6 else Visibility.PUBLIC
        version = make_version("x", visibility=visibility)
        texts = [zipf_text(generator, generator.randint(20, 200)) for _ in range(30)]
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
        made += chunks
    return made


class ByHand:
    """Exact BM25 over the public chunks as they are now."""

    def __init__(self) -> None:
        public = Chunk.objects.filter(document__visibility="public", document__trashed_at=None)
        self.counts = {each.pk: Counter(terms(each.indexed_text, language="id")) for each in public}
        self.frequencies = Counter(term for counts in self.counts.values() for term in counts)
        self.average = LexicalStatistics.objects.get().average_length

    def ranked(self, query: Collection[str], *, limit: int = 20) -> list[float]:
        scores = [self.score(query, counts) for counts in self.counts.values()]
        return sorted((score for score in scores if score), reverse=True)[:limit]

    def score(self, query: Collection[str], counts: Counter[str]) -> float:
        length = counts.total()
        return sum(
            bm25.idf(self.frequencies[term], chunk_count=len(self.counts))
            * bm25.impact(counts[term], length=length, average_length=self.average)
            for term in query
        )


def ask(query: Collection[str], *, few: bool = False, limit: int = 20) -> list[tuple[int, float]]:
    weights = dict.fromkeys(query, 1.0)
    public = Q(public=True, searchable=True)
    return lexical.nearest(lexical.look_up(weights), allowed=public, limit=limit, few=few)


@pytest.mark.parametrize("few", [False, True], ids=["postings", "each"])
@pytest.mark.parametrize("budget", [10, 200, 4_000])
def test_it_ranks_as_exact_bm25(
    synthetic: list[Chunk], monkeypatch: pytest.MonkeyPatch, budget: int, few: bool
) -> None:
    monkeypatch.setattr(lexical, "FIRST_POSTINGS", budget)
    rebuild_lexical()
    by_hand = ByHand()
    generator = random.Random(3)  # noqa: S311
    for _ in range(15):
        query = {generator.choice(WORDS) for _ in range(generator.randint(1, 6))}
        found = [score for _, score in ask(query, few=few)]
        assert found == pytest.approx(by_hand.ranked(query), rel=1e-5)


def test_common_words_alone_rank_exactly(synthetic: list[Chunk]) -> None:
    found = [score for _, score in ask(WORDS[:3])]
    assert found == pytest.approx(ByHand().ranked(WORDS[:3]), rel=1e-5)


def frequency(text: str) -> int:
    found = Term.objects.filter(text=stem(text, language="id"))
    return found.values_list("document_frequency", flat=True).first() or 0


def assert_the_index_is_sound() -> None:
    """Postings, frequencies and totals are what a count over the entries gives."""
    assert lexical_check.check() == Damage()


def test_frequencies_follow_a_document_through_its_life(index_text: IndexText) -> None:
    other = index_text("Gubernur melantik bupati.")
    document = index_text("Keuchik memimpin gampong.")
    assert frequency("keuchik") == 1

    trash(document)
    assert frequency("keuchik") == 0
    restore(document)
    assert frequency("keuchik") == 1

    with transaction.atomic():
        document.visibility = Visibility.INTERNAL
        document.save()
        document_changed.send(sender=Document, document=document)
    assert frequency("keuchik") == 0
    assert_the_index_is_sound()

    delete_for_good(document)
    assert not Posting.objects.filter(term__text=stem("keuchik", language="id")).exists()
    assert_the_index_is_sound()
    assert Chunk.objects.values_list("document_id", flat=True).get() == other.pk


def test_an_internal_document_never_counts(index_text: IndexText) -> None:
    index_text("Rahasia besar.", visibility=Visibility.INTERNAL)
    assert frequency("rahasia") == 0
    assert LexicalStatistics.objects.get().chunk_count == 0
    assert_the_index_is_sound()


def test_a_rebuild_freezes_the_average_and_changes_no_counts(index_text: IndexText) -> None:
    index_text("Gubernur melantik bupati.")
    index_text("Keuchik memimpin gampong.", visibility=Visibility.INTERNAL)
    before = LexicalStatistics.objects.get()
    rebuild_lexical()
    after = LexicalStatistics.objects.get()
    assert after.generation == before.generation + 1
    assert after.average_length == before.total_length / before.chunk_count
    assert (after.chunk_count, after.total_length) == (before.chunk_count, before.total_length)
    assert_the_index_is_sound()
