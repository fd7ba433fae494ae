"""What a reader is shown of an answer whose documents may have been hidden since."""

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import Group

from answering import pipeline
from answering.models import Answer
from answering.presentation import answer_json, event_data, hit_json
from answering.progress import stream_of
from documents import events
from documents.access import CITIZEN, STAFF, Asker
from documents.models import Document
from tests.answering.conftest import FakeSearch, make_document, make_hit, stored_question
from tests.scripted_generator import ScriptedGenerator

FIRST = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"
SECOND = "Denda paling banyak Rp1.500.000,00 dijatuhkan kepada pelanggar"

pytestmark = pytest.mark.django_db


@pytest.fixture
def hidden(search: FakeSearch, document: Document) -> Document:
    """The document of the second passage, which is hidden after it was cited."""
    second = make_document("Laporan Rahasia")
    search.hits = (search.hits[0], make_hit(second, 9, search.hits[1].start, search.hits[1].end))
    return second


@pytest.fixture
def answer(hidden: Document, generator: type[ScriptedGenerator]) -> Answer:
    generator.enqueue(f"{FIRST} [1]. {SECOND} [2].")
    answer = stored_question("Apa denda dan siapa yang melantik?")
    pipeline.run(answer.id)
    hidden.visibility = "internal"
    hidden.save()
    answer.refresh_from_db()
    return answer


def everything_shown(answer: Answer, asker: Asker) -> str:
    told = [
        event_data(event, asker=asker, language="id")
        for event in events.after(stream_of(answer.id), 0)
    ]
    return json.dumps([told, answer_json(answer, asker=asker)], ensure_ascii=False)


def test_what_was_hidden_since_is_left_out_and_marked(answer: Answer, hidden: Document) -> None:
    body = answer_json(answer, asker=CITIZEN)
    assert body["answer"].startswith(f"{FIRST}. [1] [")
    assert [citation.get("withheld", False) for citation in body["citations"]] == [False, True]
    assert set(body["citations"][1]) >= set(body["citations"][0])
    shown = everything_shown(answer, CITIZEN)
    for trace in ("1.500.000", hidden.id, hidden.title):
        assert trace not in shown


def test_staff_still_read_it_with_its_visibility(answer: Answer, hidden: Document) -> None:
    body = answer_json(answer, asker=STAFF)
    assert "1.500.000" in body["answer"]
    assert body["citations"][1]["document_id"] == hidden.id
    assert "visibility" in body["citations"][1]


def test_a_group_that_may_see_it_reads_it(answer: Answer, hidden: Document) -> None:
    group = Group.objects.create(name="Biro Hukum")
    hidden.groups.add(group)
    assert "1.500.000" in everything_shown(answer, Asker(group_ids=frozenset({group.pk})))
    assert "1.500.000" not in everything_shown(answer, Asker(group_ids=frozenset({group.pk + 1})))


def test_what_was_trashed_is_gone_for_all(answer: Answer, hidden: Document) -> None:
    Document.objects.filter(id=hidden.id).update(trashed_at="2026-01-01T00:00:00Z")
    assert "1.500.000" not in everything_shown(answer, STAFF)


def test_an_answer_that_is_being_made_has_no_outcome() -> None:
    body = answer_json(stored_question("Apa?"), asker=CITIZEN)
    assert (body["outcome"], body["answer"], body["sources"]) == (None, "", [])


def test_a_hit_is_a_source_with_scores_and_the_citation_of_its_chunk(document: Document) -> None:
    body = hit_json(make_hit(document, 3, 9, 40), rank=2, asker=CITIZEN)
    assert body["id"] == f"{document.id}_chunk_3"
    assert body["score"] == body["scores"]["fused"] == 0.5
    assert body["scores"]["rerank"] is None
    assert body["citation"]["marker"] == 2
    assert (body["citation"]["char_start"], body["citation"]["char_end"]) == (9, 40)
    assert body["metadata"]["source"] == "uji/contoh.pdf"


def test_a_format_without_pages_is_cited_by_its_span_alone(document: Document) -> None:
    hit = replace(make_hit(document, 3, 9, 40), page_from=None, page_to=None)
    citation = hit_json(hit, rank=1, asker=CITIZEN)["citation"]
    assert citation["url"] == f"/dokumen/{document.id}/v1#k9-40"
