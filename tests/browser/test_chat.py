"""Citizens ask in a real browser. The words of the answer are given; all else is the portal."""

import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from answering import execution, pipeline
from answering.finishing import finish
from answering.models import Answer
from answering.progress import EarlyStop, Progress
from documents.extraction import extract
from documents.models import Document
from tests.browser.conftest import DESKTOP, opened
from tests.pages import samples

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUESTION = "Berapa modal awal BPJS Kesehatan?"
DRAWN_WIDTH = "image => image.decode().then(() => image.naturalWidth)"
QUOTE = "sebesar Rp500.000.000.000,00 (lima ratus miliar rupiah)"


class Script:
    """Plays an answer in two sentences; the second waits until `go_on` is set."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.go_on = threading.Event()

    def run(self, answer_id: str) -> None:
        answer = Answer.objects.get(id=answer_id)
        progress = Progress(answer_id, answer.language)
        citation = samples.citation(self.document, QUOTE, legal_reference="Pasal 2 PP 82/2013")
        first, second = f"Modal awalnya {QUOTE}. [1]", " Modal itu berbentuk tunai. [1]"
        try:
            progress.meta("vector_search")
            with progress.stage("search"):
                pass
            with progress.stage("compose"):
                progress.emit("token", {"text": first, "citations": [citation]})
                while not self.go_on.wait(timeout=0.05):
                    progress.go_on()
                progress.emit("token", {"text": second, "citations": [citation]})
        except EarlyStop as stop:
            finish(answer_id, stop.outcome, text="Jawaban dihentikan.", confidence=0.0)
            return
        claim = {"text": first + second, "separator": "", "documents": [self.document.id]}
        finish(
            answer_id,
            "answered",
            text=first + second,
            claims=[claim],
            citations=[citation],
            confidence=0.9,
        )


@pytest.fixture
def document(transactional_db: None) -> Document:
    extraction = extract(samples.PP_82, "application/pdf")
    return samples.published(
        extraction.markdown,
        title="Peraturan Pemerintah Nomor 82 Tahun 2013",
        filename=samples.PP_82.name,
        content=samples.PP_82.read_bytes(),
        media_type="application/pdf",
        pages=[(page.number, page.start, page.end, page.words) for page in extraction.pages],
        size=(extraction.pages[0].width, extraction.pages[0].height),
    )


@pytest.fixture
def script(document: Document, monkeypatch: pytest.MonkeyPatch) -> Iterator[Script]:
    played = Script(document)
    monkeypatch.setattr(pipeline, "run", played.run)
    yield played
    played.go_on.set()
    for answer_id in execution.executor().held():
        if future := execution.executor().future_of(answer_id):
            future.result(timeout=20)


def ask(page: Page, question: str = QUESTION) -> None:
    page.goto("/")
    page.get_by_label("Pertanyaan Anda").fill(question)
    page.get_by_role("button", name="Tanya", exact=True).click()


def test_an_answer_arrives_sentence_by_sentence_with_its_sources(
    phone: Page, script: Script
) -> None:
    ask(phone)
    expect(phone.locator(".answer__text")).to_contain_text(QUOTE)
    expect(phone.locator("#spoken")).to_contain_text(QUOTE)
    expect(phone.locator(".source")).to_have_count(0)
    script.go_on.set()
    expect(phone.locator(".source")).to_have_count(1)
    expect(phone.locator(".answer__text")).to_contain_text("berbentuk tunai")
    expect(phone.locator("#spoken")).to_have_text("Jawaban sudah lengkap beserta sumbernya.")


def test_the_citation_opens_the_page_with_the_words_marked(phone: Page, script: Script) -> None:
    script.go_on.set()
    ask(phone)
    phone.get_by_role("link", name="Buka halamannya").click()
    expect(phone.locator("mark").first).to_be_in_viewport()
    assert QUOTE in phone.locator(".text").inner_text().replace("[awal kutipan] ", "")
    expect(phone.locator(".picture rect").first).to_be_visible()
    assert phone.locator(".picture img").evaluate(DRAWN_WIDTH) > 300


def test_a_reload_in_the_middle_shows_the_finished_answer(phone: Page, script: Script) -> None:
    ask(phone)
    expect(phone.locator(".answer__text")).to_contain_text(QUOTE)
    phone.reload()
    expect(phone.locator(".answer__text")).to_contain_text(QUOTE)
    script.go_on.set()
    expect(phone.locator(".source")).to_have_count(1)
    phone.reload()
    expect(phone.locator(".source")).to_have_count(1)
    expect(phone.get_by_role("heading", name=QUESTION)).to_be_visible()


def test_stop_ends_the_answer(phone: Page, script: Script) -> None:
    ask(phone)
    phone.get_by_role("button", name="Hentikan").click()
    expect(phone.locator(".answer .notice")).to_contain_text("dihentikan")
    expect(phone.get_by_role("button", name="Tanyakan lagi")).to_be_visible()


def test_a_lost_connection_is_made_again_and_the_answer_goes_on(
    phone: Page, script: Script, faults: list[str]
) -> None:
    phone.add_init_script(
        "const Socket = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Socket { constructor(...all) {"
        " super(...all); window.sockets.push(this);"
        " this.addEventListener('message', () => {"
        " document.body.dataset.sockets = window.sockets.length; }); } };"
    )
    ask(phone)
    expect(phone.locator(".answer__text")).to_contain_text(QUOTE)
    phone.evaluate("window.sockets.at(-1).close()")
    script.go_on.set()
    expect(phone.locator(".source")).to_have_count(1)
    expect(phone.locator("body")).to_have_attribute("data-sockets", "2")
    assert faults == []


def test_without_websockets_the_answer_comes_all_the_same(
    browser: Browser, site: str, script: Script
) -> None:
    script.go_on.set()
    with browser.new_context(viewport=DESKTOP, locale="id-ID", base_url=site) as context:
        page = opened(context, [])
        page.add_init_script(
            "window.WebSocket = class { constructor() {"
            " setTimeout(() => this.onclose({}), 1); } close() {} };"
        )
        ask(page)
        expect(page.locator(".source")).to_have_count(1)


def test_a_question_can_be_rated_with_a_reason(phone: Page, script: Script) -> None:
    script.go_on.set()
    ask(phone)
    phone.get_by_role("button", name="Tidak", exact=True).click()
    reason = phone.get_by_label("Apa yang keliru")
    expect(reason).to_be_focused()
    reason.fill("Kurang lengkap")
    phone.get_by_role("button", name="Kirim").click()
    expect(reason).to_have_count(0)
    assert Answer.objects.get().feedback.reason == "Kurang lengkap"


@pytest.mark.parametrize(
    ("question", "words"), [("", "Silakan tulis"), ("x" * 2_001, "paling banyak 2000")]
)
def test_what_cannot_be_asked_is_said_and_kept(
    phone: Page, site: str, question: str, words: str
) -> None:
    ask(phone, question)
    expect(phone.get_by_role("alert")).to_contain_text(words)
    assert phone.get_by_label("Pertanyaan Anda").input_value() == question


def test_without_javascript_a_form_asks_and_the_page_waits(plain: Page, script: Script) -> None:
    ask(plain)
    expect(plain).to_have_url(re.compile(r"/jawaban/q_[0-9a-f]{32}$"))
    expect(plain.locator("[data-status]")).to_be_visible()
    script.go_on.set()
    expect(plain.locator(".source")).to_have_count(1)
    plain.get_by_role("link", name="Buka halamannya").click()
    assert "lima ratus miliar rupiah" in plain.locator("mark").last.inner_text()
    expect(plain.locator(".picture rect").first).to_be_attached()


def test_an_address_of_the_api_marks_the_words(phone: Page, document: Document, site: str) -> None:
    url = samples.citation(document, QUOTE)["url"]
    assert "?" not in url
    phone.goto(url)
    expect(phone.locator("mark").first).to_be_in_viewport()
    assert phone.url.endswith(url.partition("#")[2])


@pytest.mark.parametrize(
    "address", ["/", "/dokumen/", "/dokumen/{id}", "/dokumen/{id}/v1/hal/3", "/x"]
)
def test_no_page_is_wider_than_a_phone(
    browser: Browser, site: str, document: Document, address: str
) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}, base_url=site) as context:
        page = context.new_page()
        page.goto(address.format(id=document.id))
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
