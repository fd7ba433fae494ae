"""Where a document fell in a search: every reason, from the very search that was done."""

from collections import defaultdict
from dataclasses import replace
from typing import get_args

import pytest
from django.contrib.auth.models import Group
from django.utils.translation import override
from pytest_django import Settings

from documents.access import CITIZEN, STAFF, Asker
from documents.models import Document, Visibility
from documents.removal import trash
from retrieval.candidates import Fate
from retrieval.explaining import BEST_FIRST, Explanation, explain
from retrieval.fates import REASONS
from retrieval.hits import NO_FILTERS, Filters, Mode
from retrieval.models import Embedding
from retrieval.query_terms import query_terms
from retrieval.search import Request, SearchRun, run
from tests.retrieval.conftest import IndexText, MakeVersion


def searched(
    query: str,
    *,
    asker: Asker = CITIZEN,
    limit: int = 10,
    filters: Filters = NO_FILTERS,
    mode: Mode = "hybrid",
) -> SearchRun:
    return run(Request(query, asker, limit=limit, filters=filters, mode=mode))


def told(done: SearchRun, document: Document | str) -> Explanation:
    (one,) = explain(done, document if isinstance(document, str) else document.pk)
    return one


def test_every_fate_of_a_candidate_has_its_words() -> None:
    assert set(get_args(Fate)) == set(BEST_FIRST) <= set(REASONS)


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_is_told_in_both_languages(reason: str) -> None:
    values = defaultdict(lambda: "7")
    texts = []
    for language in ("id", "en"):
        with override(language):
            shown = Explanation(reason, values)
            texts.append((shown.label, shown.text))
    assert texts[0][1] != texts[1][1]
    assert "%(" not in texts[0][1] + texts[1][1]


def test_a_hit_is_told_with_its_places_and_words(index_text: IndexText) -> None:
    index_text("Mukim membawahi gampong.")
    document = index_text("Keuchik memimpin gampong.")
    shown = told(searched("keuchik gampong xyzzy"), document)
    assert shown.reason == "hit"
    assert shown.values["rank"] in (1, 2)
    assert (shown.chunk_count, shown.found_count) == (1, 1)
    assert shown.standings is not None
    assert (shown.standings.words.state, shown.standings.words.rank) == ("taken", 1)
    assert shown.standings.vectors.rank in (1, 2)
    by_word = {term.word: term for term in shown.terms}
    assert list(by_word) == ["keuchik", "gampong", "xyzzy"]
    assert by_word["keuchik"].document_frequency == 1
    assert by_word["gampong"].document_frequency == 2
    assert by_word["xyzzy"].document_frequency == 0
    scores = [by_word[word].score or 0 for word in ("keuchik", "gampong")]
    assert sum(scores) == pytest.approx(shown.standings.words.score, rel=1e-3)
    assert by_word["xyzzy"].score == 0


def test_words_of_a_reference_are_told_apart(index_text: IndexText) -> None:
    index_text("# Peraturan Pemerintah Nomor 2 Tahun 2007\n\nPasal 7\nSumpah.", kind="pp")
    terms = query_terms(searched("sumpah menurut pasal 7 PP 2/2007 dan UUPA").analysis)
    cited = {term.word for term in terms if term.in_reference}
    assert cited >= {"pasal", "7", "pp", "uupa"}
    assert "sumpah" not in cited


def test_what_nobody_holds(index_text: IndexText) -> None:
    index_text("Satu.")
    shown = told(searched("satu"), "UU 404/2004")
    assert (shown.reason, shown.document) == ("not_held", None)
    assert "UU 404/2004" in shown.text


def test_what_is_in_the_trash(index_text: IndexText) -> None:
    document = index_text("Keuchik.")
    trash(document)
    assert told(searched("keuchik"), document).reason == "trashed"


def test_what_is_not_searchable_yet(index_text: IndexText, make_version: MakeVersion) -> None:
    index_text("Satu.")
    document = make_version("Keuchik.", status="error", error_code="embedding_failed").document
    shown = told(searched("keuchik"), document)
    assert shown.reason == "not_searchable"
    assert document.get_status_display() in shown.text
    assert document.error_message in shown.text


def test_what_the_asker_may_not_see(index_text: IndexText) -> None:
    document = index_text("Keuchik rahasia.", visibility=Visibility.INTERNAL)
    group = Group.objects.create(name="Bappeda")
    for asker in (CITIZEN, Asker(group_ids=frozenset({group.pk}))):
        assert told(searched("keuchik", asker=asker), document).reason == "internal"
    assert told(searched("keuchik", asker=STAFF), document).reason == "hit"


def test_filters_that_leave_it_out_are_named_and_no_others(index_text: IndexText) -> None:
    document = index_text("Keuchik.", kind="qanun", year=2006, tags=["adat"])
    filters = Filters(kinds=("uu",), year_from=2010, tags=("adat",), language="id")
    with override("en"):
        shown = told(searched("keuchik", filters=filters), document)
        assert shown.reason == "filtered"
        assert (
            shown.values["filters"]
            == f"kind (here: {document.get_kind_display()}); year from (here: 2006)"
        )


def test_identifiers(index_text: IndexText) -> None:
    law = index_text(
        "# Undang-Undang Nomor 11 Tahun 2006\n\nPasal 1\nSatu.\n\nPasal 2\nDua.",
        kind="uu",
        number="11",
        year=2006,
    )
    other = index_text("Keuchik memimpin gampong.")
    shown = told(searched("Pasal 2 UU 11/2006"), other)
    assert (shown.reason, shown.values["asked"]) == ("identifier", "Pasal 2 UU 11/2006")
    assert told(searched("Pasal 2 UU 11/2006"), law).reason == "hit"
    shown = told(searched("Pasal 9 UU 11/2006"), law)
    assert shown.reason == "identifier_not_held"
    assert "Pasal 9 UU 11/2006" in shown.text


def test_what_was_not_found_is_told_with_its_exact_ranks(
    index_text: IndexText, settings: Settings
) -> None:
    settings.CANDIDATES = 3
    for n in range(12):
        index_text(f"Keuchik keuchik keuchik nomor {n}.")
    far = index_text("Pada zaman dahulu ada seorang keuchik di sebuah gampong yang jauh sekali.")
    shown = told(searched("keuchik", mode="lexical", limit=1), far)
    assert shown.reason == "not_retrieved"
    assert shown.standings is not None
    words = shown.standings.words
    assert (words.state, words.rank, words.taken) == ("too_far", 13, 3)
    assert shown.standings.vectors.state == "not_asked"
    assert "13" in shown.text
    silent = index_text("Mukim.")
    shown = told(searched("keuchik", limit=1), silent)
    assert shown.standings is not None
    assert shown.standings.words.state == "shares_nothing"


def test_ranks_by_meaning_are_a_ranking(index_text: IndexText) -> None:
    documents = [index_text(f"Gampong nomor {n}.") for n in range(8)]
    done = searched("zebra", mode="vector", limit=1)
    ranks = []
    for document in documents:
        shown = told(done, document)
        assert shown.standings is not None
        ranks.append(shown.standings.vectors.rank)
    assert sorted(map(int, filter(None, ranks))) == list(range(1, 9))


def test_what_the_approximate_index_leaves_out_is_told(index_text: IndexText) -> None:
    documents = [index_text(f"Gampong nomor {n}.") for n in range(4)]
    done = searched("zebra", mode="vector")
    first = done.vector[0][0]
    done = replace(done, vector=done.vector[1:], fused=[], candidates=(), judged=())
    (told_of,) = (each for each in (told(done, one) for one in documents) if _is(each, first))
    assert told_of.standings is not None
    vectors = told_of.standings.vectors
    assert (vectors.state, vectors.rank, vectors.taken) == ("missed", 1, 3)


def _is(explanation: Explanation, chunk_id: int) -> bool:
    return explanation.chunk is not None and explanation.chunk.chunk_id == chunk_id


def test_a_missing_vector_is_told(index_text: IndexText) -> None:
    document = index_text("Mukim.")
    index_text("Keuchik.")
    Embedding.objects.filter(document=document).delete()
    shown = told(searched("keuchik"), document)
    assert shown.reason == "not_retrieved"
    assert shown.standings is not None
    assert shown.standings.vectors.state == "no_vector"


def test_what_says_the_same_names_the_better_one(index_text: IndexText) -> None:
    one = index_text("Keuchik memimpin gampong.", title="Yang satu")
    two = index_text("Keuchik memimpin gampong.", title="Yang lain")
    done = searched("keuchik")
    shown = {each.pk: told(done, each) for each in (one, two)}
    assert {each.reason for each in shown.values()} == {"hit", "repeated"}
    (repeated,) = (each for each in shown.values() if each.reason == "repeated")
    assert repeated.better is not None
    assert shown[repeated.better.document_id].reason == "hit"
    assert repeated.better.document_title in repeated.text


def test_what_is_beyond_the_limit(index_text: IndexText) -> None:
    documents = [index_text(f"Keuchik nomor {n}.") for n in range(3)]
    done = searched("keuchik", limit=2)
    shown = [told(done, each) for each in documents]
    assert sorted(each.reason for each in shown) == ["beyond_limit", "hit", "hit"]
    (beyond,) = (each for each in shown if not each.shown)
    assert (beyond.values["rank"], beyond.values["limit"]) == (3, 2)


def test_documents_are_named_in_the_ways_people_know_them_by(index_text: IndexText) -> None:
    document = index_text(
        "# Qanun Aceh Nomor 6 Tahun 2014\n\nPasal 1\nSatu perkara.\n\nPasal 2\nDua perkara.",
        title="Hukum Jinayat",
        kind="qanun",
        number="6",
        year=2014,
        source="qanun/2014/6.pdf",
        original_filename="jinayat.pdf",
    )
    index_text("Lain.")
    done = searched("perkara")
    for name in (
        document.pk,
        "qanun/2014/6.pdf",
        "2014/6.pdf",
        "jinayat.pdf",
        "Qanun 6/2014",
        "jinayat",
    ):
        assert told(done, name).document == document, name
    for name in ("Pasal 2 Qanun 6/2014", f"{document.pk}_chunk_1"):
        shown = told(done, name)
        assert shown.chunk is not None
        assert "Dua" in shown.chunk.text
        assert shown.chunk_count == 1
    for name in ("", "\x00", "doc_0", "a%b_c'"):
        assert told(done, name).reason == "not_held"
