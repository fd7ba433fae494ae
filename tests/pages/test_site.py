"""What holds for every page: failures in words, no inline code, all words in both languages."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from aceh_portal import views

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
CATALOGUE = settings.BASE_DIR / "aceh_portal" / "locale" / "id" / "LC_MESSAGES" / "django.po"


@pytest.mark.parametrize(("language", "words"), [("id", "tidak ada"), ("en", "not here")])
@pytest.mark.django_db
def test_an_unknown_page_is_told_in_words(client: Client, language: str, words: str) -> None:
    response = client.get("/ada-apa", headers={"accept-language": language})
    assert response.status_code == 404
    assert words in response.content.decode()


@pytest.mark.parametrize(("view", "status"), [(views.bad_request, 400), (views.not_found, 404)])
def test_failures_have_their_status(view: object, status: int) -> None:
    assert view(RequestFactory().get("/"), None).status_code == status  # type: ignore[operator]


def test_a_server_error_needs_no_database() -> None:
    response = views.server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert b"<h1>" in response.content


def test_robots_are_kept_from_answers(client: Client) -> None:
    assert "Disallow: /jawaban/" in client.get("/robots.txt").content.decode()


def test_a_page_without_an_icon_of_its_own_gets_the_portals(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith("icons/portal.svg")


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_holds_no_inline_code_and_trusts_no_text(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|\|safe\b|autoescape off", text)


@pytest.mark.django_db
def test_a_page_allows_scripts_of_its_own_alone(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy


def test_every_word_of_the_pages_is_translated() -> None:
    catalogue = CATALOGUE.read_text()
    known = set(re.findall(r'^msgid "(.+)"$', catalogue, re.MULTILINE))
    used = {
        words
        for path in TEMPLATES
        if "admin" not in path.parts
        for words in re.findall(r'{% translate "([^"]+)"', path.read_text())
    }
    assert used
    assert used <= known
    assert 'msgstr ""\n\n' not in catalogue
