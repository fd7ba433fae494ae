"""Any text is a question: none raises, and none takes its time."""

import json
from time import process_time

import pytest
from django.test import Client
from django.urls import reverse

from documents.access import CITIZEN
from retrieval.analysis import MAX_QUERY_CHARACTERS, MOST_CODES, MOST_REFERENCES, analyse
from retrieval.search import search
from tests.retrieval.conftest import IndexText

# Pieces, each repeated to the longest question: what our own patterns could run away with.
RUNS = [
    *"1a/.'\"(\\ ²\u0640",
    *("1/", "1-2-", "a-", "a.1", "uu 1/", "uu no ", "uu aceh ", "uu 1 2006 ", "uu tahun 2006 "),
    *("pasal 1, ", "pasal 1-2-3", "ayat (1) ", "huruf b ", "dan 2 ", "nomor dua ", "bab i "),
    *("peraturan badan ", "undang-undang ", "law of ", "article 1 of ", "law no. 1 of 2006 "),
    *('"a', "KM 526 ", "qanun aceh tentang ", "pasal 1 ( , ", "ayat 1 pasal ", "Gampông ", "yang "),
]
# Of which each would look up much in the database.
COSTLY = ["uu 1/2006 pasal 2, ", "pasal 1 s.d. 60 ", "KM 526 KM 527 ", "gbernur gubenur ", "a"]
NASTY = [
    "'; DROP TABLE retrieval_chunk; --",
    '" OR 1=1 --',
    "') UNION SELECT * FROM auth_user --",
    "%s %d %(name)s {0} {{x}} {% x %} ${jndi:ldap://x}",
    "100% _ LIKE '%'",
    "a & b | !c <-> (d:*)",
    "& | ! ( ) : * <->",
    ":* :A !!",
    "(a|a)*$ ^(.+)+$ [[:alpha:]] \\b\\d+ \\",
    "\\\\ \\x00 \\u0000 \\'",
    "\x00null\x00",
    "\ud800 lone \udfff",
    '"tidak ditutup',
    "“tidak ditutup",
    "'''\"\"\"«»“”",
    "((((((((((((((((",
    "?!.,;:-–—…",
    "😀👍🏽👩‍👩‍👧‍👦🏴‍☠️",
    "\u202etxet lrt\u202c \u200f\u200e",
    "ما هي شروط المحافظ في آتشيه؟",
    "شَرِيعَة ٱلْإِسْلَامِ كتـــاب",
    "peue syarat jeuet keu keuchik di gampông?",
    "Keujruen Blang, Panglima Laôt, Haria Peukan",
    "जिला 村 ẞ ﷺ ﬁ ½ ① Ⅷ",
    "Z̷̡̛a̵l̴g̷o̸ ́́́́́́́́",
    "a" * 1_999,
    "1" * 2_000,
    "x " * 1_500,
    " ".join(f"kata{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(600)),
    "gubernur " * 220,
    "UU 99999999999999999999/2006 pasal 99999999999999 ayat 9999999",
    "UU 0/0 Pasal 0 ayat (0)",
    "pasal 1 sampai 999999999",
    "pasal 9999 s.d. pasal 1",
    "UU 11/20066",
    "KM 000000000526 A" + "1" * 500,
    "<script>alert(1)</script> <img src=x onerror=alert(1)>",
    "http://a.b/c?d=e&f=g#h user@host.id C:\\Windows\\system32",
    "SELECT",
    "NULL None nan inf -0 1e309 true",
    "\t\r\n\x0b\x0c\x1b[31m",
    "yang dan di ke dari",
    "ⅠⅡⅢ Pasal Ⅶ",
    "٣ ayat ٢ pasal",
    "pasal ² ayat ³",
]


@pytest.fixture
def two_laws(index_text: IndexText) -> None:
    index_text("Keuchik memimpin gampong menurut Pasal 7 ayat (2) UU 11/2006.", title="Satu")
    index_text("Gubernur memimpin Aceh. KM 526. Luas 10 cm².", title="Dua")


@pytest.mark.parametrize("text", NASTY)
def test_it_is_searched_without_an_error(text: str, two_laws: None) -> None:
    for mode in ("hybrid", "lexical"):
        search(text, asker=CITIZEN, mode=mode)  # type: ignore[arg-type]
    assert len(analyse(text).query) <= MAX_QUERY_CHARACTERS


def test_runs_of_pieces_are_searched_without_an_error(two_laws: None) -> None:
    for piece in COSTLY:
        search((piece * MAX_QUERY_CHARACTERS)[:MAX_QUERY_CHARACTERS], asker=CITIZEN)


def test_references_and_codes_are_so_few_that_they_are_looked_up_quickly() -> None:
    analysis = analyse(" ".join(f"Pasal {n} UU {n}/2006 KM {100 + n}" for n in range(1, 80)))
    assert len(analysis.references) <= MOST_REFERENCES
    assert len(analysis.codes) <= MOST_CODES
    assert len(analyse("UU 11/2006 " * 100).references) == 1


def _analyse_s(text: str) -> float:
    return min(_once(text) for _ in range(3))


def _once(text: str) -> float:
    start = process_time()
    analyse(text)
    return process_time() - start


def test_no_question_takes_much_longer_to_analyse_than_a_plain_one_of_its_length() -> None:
    plain = "Siapa yang melantik Gubernur Aceh terpilih menurut Pasal 69 UU 11/2006? "
    usual = _analyse_s((plain * 30)[:MAX_QUERY_CHARACTERS])
    slow = {}
    for piece in RUNS:
        text = (piece * MAX_QUERY_CHARACTERS)[:MAX_QUERY_CHARACTERS]
        ratio = _analyse_s(text) / usual
        if ratio > 4:  # 3 and noise
            slow[piece] = ratio
    assert not slow


@pytest.mark.parametrize("text", NASTY)
def test_the_api_answers_or_refuses(text: str, two_laws: None, client: Client) -> None:
    body = json.dumps({"query": text})
    response = client.post("/v1/search", body, content_type="application/json")
    assert response.status_code in (200, 400)


def test_the_console_shows_or_refuses(two_laws: None, admin_client: Client) -> None:
    for text in NASTY[::4]:
        query = text.encode("utf-8", "replace").decode()
        response = admin_client.get(reverse("admin:retrieval_chunk_search"), {"query": query})
        assert response.status_code == 200


def test_more_than_the_longest_question_is_refused_with_a_reason(client: Client, db: None) -> None:
    body = json.dumps({"query": "a" * (MAX_QUERY_CHARACTERS + 1)})
    response = client.post("/v1/search", body, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "query"
