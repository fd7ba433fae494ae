"""Real laws, read, indexed, searched and quoted: every citation points at its very words."""

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings

from answering import pipeline
from answering.models import Answer
from documents import jobs
from documents.intake import store_upload
from documents.models import Document, Page, Version
from documents.processing import run_job
from retrieval.models import Chunk
from tests.answering.conftest import stored_question
from tests.fake_embedder import FakeEmbedder
from tests.scripted_generator import ScriptedGenerator

SAMPLE = Path(settings.BASE_DIR) / "documents" / "sample_collection"
LAW = SAMPLE / "corpus/data-peraturan/uu/1999/48.md"
TABLE = SAMPLE / (
    "office/aceh/Nama_Nama_Ibukota_Kabupaten_Kota_Banyaknya_Kecamatan_Mukim_dan_Gampong_Desa"
    "_Tahun_2013.csv"
)
PDF = SAMPLE / "pdf/kesehatan_PP_Nomor_82_Tahun_2013.pdf"

# The heartbeat of a job is another connection, which must see the job.
pytestmark = pytest.mark.django_db(transaction=True)


def imported(path: Path) -> Document:
    """The document as the queue leaves it: read, cut, embedded, searchable."""
    document = store_upload(BytesIO(path.read_bytes()), filename=path.name).document
    run_job(jobs.request_processing([document.pk]).pk)
    document.refresh_from_db()
    assert document.status == "ready"
    return document


def answered(question: str, draft: str, generator: type[ScriptedGenerator]) -> Answer:
    generator.enqueue(draft)
    answer = stored_question(question)
    pipeline.run(answer.id)
    answer.refresh_from_db()
    return answer


def assert_each_citation_points_at_its_words(answer: Answer) -> None:
    assert answer.citations
    for citation in answer.citations:
        version = Version.objects.get(
            document_id=citation["document_id"], number=citation["version"]
        )
        start, end = citation["char_start"], citation["char_end"]
        assert citation["quote"] == version.canonical[start:end]
        if citation["page_from"]:
            first = Page.objects.get(version=version, number=citation["page_from"])
            last = Page.objects.get(version=version, number=citation["page_to"])
            assert first.start <= start < first.end
            assert last.start < end <= last.end


@pytest.mark.parametrize(
    ("path", "question", "words"),
    [
        (TABLE, "Berapa jumlah gampong di Kabupaten Aceh Utara pada tahun 2013?", "852"),
        (LAW, "Di mana ibukota Kabupaten Simeulue berkedudukan?", "Sinabang"),
        (PDF, "Berapa rupiah nilai modal awal menurut Pasal 2 PP 82/2013?", "500.000.000.000"),
    ],
    ids=["table", "law", "PDF"],
)
def test_without_a_model_an_answer_is_found_and_cited(
    path: Path, question: str, words: str, fake_embedder: FakeEmbedder
) -> None:
    imported(path)
    answer = stored_question(question)
    pipeline.run(answer.id)
    answer.refresh_from_db()
    assert answer.outcome == "answered"
    assert answer.generator == "extractive"
    assert words in answer.text
    assert_each_citation_points_at_its_words(answer)


def test_chunks_are_indexed_under_the_name_that_was_read_from_the_text(
    fake_embedder: FakeEmbedder,
) -> None:
    document = imported(LAW)
    chunk = Chunk.objects.filter(document=document, legal_reference__startswith="Pasal 1").first()
    assert chunk
    assert chunk.legal_reference.endswith("UU 48/1999")
    assert "Pembentukan Kabupaten" in chunk.indexed_text.partition("\n")[0]


@pytest.mark.parametrize(
    ("path", "question", "words"),
    [
        (LAW, "Apakah Ibukota Kabupaten Simeulue di Sinabang?", "Sinabang"),
        (PDF, "Berapa nilai modal awal menurut Pasal 2 PP 82/2013?", "500.000.000.000"),
    ],
    ids=["Markdown", "PDF"],
)
def test_the_whole_chain_cites_the_words_it_quotes(
    path: Path,
    question: str,
    words: str,
    fake_embedder: FakeEmbedder,
    generator: type[ScriptedGenerator],
) -> None:
    document = imported(path)
    chunk = Chunk.objects.filter(document=document, live=True, text__contains=words).earliest(
        "ordinal"
    )
    line = next(line for line in chunk.text.splitlines() if words in line)
    sentence = line[line.index(")") + 1 :] if line.startswith("(") else line
    answer = answered(question, f"{sentence.strip().rstrip('.')}.", generator)
    assert answer.outcome == "answered", answer.removed_claims
    assert words in "".join(citation["quote"] for citation in answer.citations)
    assert_each_citation_points_at_its_words(answer)
