"""Asking and reading answers without JavaScript, and whose they are."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from answering.models import Answer, Feedback
from answering.visitors import COOKIE
from documents.models import Document
from tests.pages import samples
from tests.pages.conftest import VISITOR

pytestmark = pytest.mark.django_db
QUOTE = "dilakukan oleh Menteri Dalam Negeri atas nama Presiden Republik Indonesia"
QUESTION = "Siapa yang melantik Gubernur Aceh terpilih?"


def body(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def answer(law: Document) -> Answer:
    citation = samples.citation(law, QUOTE, legal_reference="Pasal 69 huruf c UU 11/2006")
    return samples.answered(QUESTION, f"Pelantikan {QUOTE}. [1]", [citation], visitor=VISITOR)


class TestAsking:
    def test_a_question_leads_to_its_answer(self, client: Client) -> None:
        response = client.post("/tanya", {"question": QUESTION})
        answer = Answer.objects.get()
        assert response["Location"] == f"/jawaban/{answer.id}"
        assert answer.question == QUESTION

    def test_a_newcomer_gets_a_cookie_to_which_the_conversation_belongs(
        self, client: Client
    ) -> None:
        client.post("/tanya", {"question": QUESTION})
        assert COOKIE in client.cookies
        answer = Answer.objects.get()
        assert QUESTION in body(client, f"/?jawaban={answer.id}")

    def test_scripts_get_the_id(self, visitor_client: Client) -> None:
        response = visitor_client.post(
            "/tanya", {"question": QUESTION}, headers={"accept": "application/json"}
        )
        answer = Answer.objects.get()
        assert response.json() == {
            "query_id": answer.id,
            "conversation_id": str(answer.conversation_id),
        }

    @pytest.mark.parametrize("question", ["", "  ", "x" * 2_001, "a\0b", "y" * 10_000])
    def test_a_question_that_cannot_be_asked_is_given_back(
        self, client: Client, question: str
    ) -> None:
        response = client.post("/tanya", {"question": question})
        page = response.content.decode()
        assert response.status_code == 400
        assert re.search(r'role="alert">[^<]{10,}', page)
        assert unescape(page).count(question) >= 1
        assert not Answer.objects.exists()

    def test_2000_characters_are_not_too_many(self, client: Client) -> None:
        assert client.post("/tanya", {"question": "x" * 2_000}).status_code == 302

    def test_a_further_question_joins_the_conversation(
        self, visitor_client: Client, answer: Answer
    ) -> None:
        visitor_client.post(
            "/tanya", {"question": "Di mana?", "conversation_id": answer.conversation_id}
        )
        assert answer.conversation.answers.count() == 2

    @pytest.mark.parametrize("kind", ["another's", "unknown", "nonsense"])
    def test_the_conversation_of_another_is_unknown(
        self, client: Client, answer: Answer, kind: str
    ) -> None:
        ids = {
            "another's": str(answer.conversation_id),
            "unknown": "00000000-0000-0000-0000-000000000000",
            "nonsense": "x",
        }
        response = client.post(
            "/tanya",
            {"question": "Di mana?", "conversation_id": ids[kind]},
            headers={"accept-language": "id"},
        )
        assert response.status_code == 404
        page = response.content.decode()
        assert "Di mana?" in page
        assert "Percakapan itu tidak ada" in page

    def test_too_many_questions_are_told_when_to_come_back(
        self, client: Client, settings: object
    ) -> None:
        settings.RATE_LIMITS = {"address": 1, "key": 1}  # type: ignore[attr-defined]
        client.post("/tanya", {"question": QUESTION})
        response = client.post("/tanya", {"question": QUESTION})
        assert response.status_code == 429
        assert QUESTION in response.content.decode()

    def test_a_form_from_another_site_is_refused_and_the_question_kept(self) -> None:
        response = Client(enforce_csrf_checks=True).post("/tanya", {"question": QUESTION})
        assert response.status_code == 403
        assert QUESTION in response.content.decode()


class TestChat:
    def test_it_opens_with_examples(self, client: Client) -> None:
        page = body(client, "/", accept_language="id")
        assert page.count('name="question" value=') == 4
        assert '<html lang="id"' in page

    def test_a_question_in_the_address_is_in_the_box(self, client: Client) -> None:
        assert ">Apa itu mukim?</textarea>" in body(client, "/?q=Apa+itu+mukim?")

    def test_the_owner_sees_the_whole_conversation(
        self, visitor_client: Client, answer: Answer
    ) -> None:
        samples.answered("Kapan?", "Besok.", conversation=answer.conversation)
        page = body(visitor_client, f"/?jawaban={answer.id}")
        assert page.index(QUESTION) < page.index("Kapan?")

    def test_another_is_led_to_that_answer_alone(self, client: Client, answer: Answer) -> None:
        response = client.get(f"/?jawaban={answer.id}")
        assert response["Location"] == f"/jawaban/{answer.id}"

    def test_the_language_can_be_switched(self, client: Client) -> None:
        client.post("/i18n/setlang/", {"language": "en", "next": "/"})
        assert '<html lang="en"' in body(client, "/")


class TestAnswer:
    def test_it_shows_each_citation_and_where_it_leads(
        self, client: Client, answer: Answer
    ) -> None:
        page = body(client, f"/jawaban/{answer.id}")
        citation = answer.citations[0]
        span = f"{citation['char_start']}-{citation['char_end']}"
        assert QUOTE in page
        assert "Pasal 69 huruf c UU 11/2006" in page
        address = f"/dokumen/{citation['document_id']}/v1?k={span}#k{span}"
        assert f'href="{address}"' in page
        assert re.search(rf"<mark [^>]*>.*{QUOTE}</mark>", body(client, address))

    def test_it_opens_for_anyone_but_not_its_conversation(
        self, client: Client, answer: Answer
    ) -> None:
        samples.answered("Pertanyaan lain", "Jawaban lain.", conversation=answer.conversation)
        page = body(client, f"/jawaban/{answer.id}")
        assert "Pertanyaan lain" not in page
        assert str(answer.conversation_id) not in page
        assert "/nilai" not in page

    def test_a_marker_without_citation_stays_text(self, client: Client) -> None:
        answer = samples.answered("Apa?", "Lihat catatan [7].")
        assert "Lihat catatan [7]." in body(client, f"/jawaban/{answer.id}")

    def test_points_stand_under_one_another(self, client: Client) -> None:
        answer = samples.answered("Apa?", "1. Pertama.\n2. Kedua.")
        page = body(client, f"/jawaban/{answer.id}")
        assert page.count('<p class="point">') == 2
        assert "<span>2.</span> <span>Kedua.</span>" in page

    def test_it_says_what_is_not_in_force(self, client: Client, law: Document) -> None:
        citation = samples.citation(law, QUOTE, legal_status="dicabut")
        answer = samples.answered(QUESTION, "Ya. [1]", [citation])
        assert 'class="badge badge--dicabut"' in body(client, f"/jawaban/{answer.id}")

    @pytest.mark.parametrize("visibility", ["public", "internal"])
    def test_it_says_by_what_it_was_repealed_unless_that_is_internal(
        self, client: Client, law: Document, visibility: str
    ) -> None:
        repealing = samples.published("UU.", title="UU 5/2030", visibility=visibility)
        repealing.relations.create(
            start=0,
            end=3,
            quote="UU.",
            verb="repeals",
            fact="|repeals|uu/11/2006",
            target_key="uu/11/2006",
            target_citation="UU 11/2006",
            stated_in="Pasal 9",
            decision="confirmed",
        )
        citation = samples.citation(law, QUOTE, legal_status="dicabut")
        answer = samples.answered(QUESTION, "Ya. [1]", [citation])
        page = body(client, f"/jawaban/{answer.id}", accept_language="id")
        assert ("Dicabut oleh UU 5/2030, Pasal 9" in page) == (visibility == "public")

    def test_words_of_a_document_that_became_internal_are_gone(
        self, client: Client, visitor_client: Client, answer: Answer, law: Document
    ) -> None:
        Document.objects.filter(id=law.id).update(visibility="internal")
        for reader in (client, visitor_client):
            page = body(reader, f"/jawaban/{answer.id}", accept_language="id")
            assert QUOTE not in page
            assert law.title not in page
            assert "tidak tersedia lagi" in page

    def test_model_output_is_never_markup(self, client: Client) -> None:
        answer = samples.answered("<b>Apa?</b>", "<script>alert(1)</script>")
        page = body(client, f"/jawaban/{answer.id}")
        assert "<script>alert" not in page
        assert "<b>Apa?" not in page

    def test_one_that_is_being_made_is_looked_at_again(self, client: Client) -> None:
        answer = samples.answered(QUESTION, "", outcome="")
        page = body(client, f"/jawaban/{answer.id}")
        assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page

    def test_scripts_are_told_whether_it_is_finished(self, client: Client, answer: Answer) -> None:
        running = samples.answered(QUESTION, "", outcome="")
        assert client.get(f"/jawaban/{running.id}/isi").status_code == 202
        assert QUOTE in body(client, f"/jawaban/{answer.id}/isi")

    @pytest.mark.parametrize(
        ("outcome", "words"),
        [
            ("no_source", "Yang dapat Anda lakukan"),
            ("unverified", "Yang dapat Anda lakukan"),
            ("partial", "baru sebagian"),
            ("error_search", "Tanyakan lagi"),
            ("error_stopped", "Tanyakan lagi"),
        ],
    )
    def test_an_answer_that_is_none_says_what_can_be_done(
        self, visitor_client: Client, outcome: str, words: str
    ) -> None:
        answer = samples.answered(QUESTION, "Maaf.", outcome=outcome, visitor=VISITOR)
        assert words in body(visitor_client, f"/jawaban/{answer.id}", accept_language="id")

    @pytest.mark.parametrize("place", ["", "/isi"])
    def test_an_unknown_one_is_not_found(self, client: Client, place: str) -> None:
        assert client.get(f"/jawaban/q_{'0' * 32}{place}").status_code == 404


class TestRating:
    def test_the_owner_rates_and_gives_a_reason(
        self, visitor_client: Client, answer: Answer
    ) -> None:
        visitor_client.post(f"/jawaban/{answer.id}/nilai", {"rating": "down"})
        assert 'name="reason"' in body(visitor_client, f"/jawaban/{answer.id}")
        visitor_client.post(f"/jawaban/{answer.id}/nilai", {"rating": "down", "reason": "Kurang"})
        assert Feedback.objects.get().reason == "Kurang"
        assert 'name="reason"' not in body(visitor_client, f"/jawaban/{answer.id}")

    def test_another_cannot(self, client: Client, answer: Answer) -> None:
        assert client.post(f"/jawaban/{answer.id}/nilai", {"rating": "up"}).status_code == 404
        assert not Feedback.objects.exists()

    def test_nonsense_is_refused(self, visitor_client: Client, answer: Answer) -> None:
        response = visitor_client.post(f"/jawaban/{answer.id}/nilai", {"rating": "x"})
        assert response.status_code == 404


class TestStopping:
    def test_the_owner_stops(self, visitor_client: Client) -> None:
        answer = samples.answered(QUESTION, "", outcome="", visitor=VISITOR)
        visitor_client.post(f"/jawaban/{answer.id}/henti")
        answer.refresh_from_db()
        assert answer.stop_requested

    def test_another_cannot(self, client: Client) -> None:
        answer = samples.answered(QUESTION, "", outcome="", visitor=VISITOR)
        assert client.post(f"/jawaban/{answer.id}/henti").status_code == 404


def test_an_account_owns_what_it_asked(client: Client, django_user_model: type[User]) -> None:
    client.force_login(django_user_model.objects.create_user("warga"))
    client.post("/tanya", {"question": QUESTION})
    assert "/henti" in body(client, f"/jawaban/{Answer.objects.get().id}")
