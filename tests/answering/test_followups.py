"""Questions that lean on an earlier one, and those that do not."""

import pytest

from answering.followups import completed, says_too_little

MUKIM = "Berapa lama masa jabatan imeum mukim?"
IZIN = "Apa syarat izin penelitian?"
PASAL = "Apa isi Pasal 12 ayat (1) UU 11/2006?"
BIREUEN = "Apa ibu kota Kabupaten Bireuen menurut UU 48/1999?"


@pytest.mark.parametrize(
    ("earlier", "question", "expected"),
    [
        (MUKIM, "Terus siapa yang membantu dia?", "Siapa yang membantu imeum mukim?"),
        (IZIN, "berapa biayanya?", "Berapa biayanya (izin penelitian)?"),
        (IZIN, "Berapa lama?", "Berapa lama (izin penelitian)?"),
        (BIREUEN, "Kalau Simeulue?", "Apa ibu kota Kabupaten Simeulue menurut UU 48/1999?"),
        (BIREUEN, "Bagaimana dengan Kota Sabang?", "Apa ibu kota Kota Sabang menurut UU 48/1999?"),
        (PASAL, "Bagaimana dengan Pasal 13?", "Apa isi Pasal 13 UU 11/2006?"),
        (PASAL, "Kalau ayat (2)?", "Apa isi Pasal 12 ayat (2) UU 11/2006?"),
        ("What is BPMA?", "What about its head?", "What is its head?"),
        (
            "Berapa hari kerja badan publik harus menjawab permintaan menurut UU 14/2008?",
            "Bisa diperpanjang berapa lama?",
            "Bisa diperpanjang berapa lama (badan publik menjawab permintaan UU 14/2008)?",
        ),
    ],
)
def test_a_follow_up_is_completed(earlier: str, question: str, expected: str) -> None:
    assert completed(question, [earlier]) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Apa ibu kota Kabupaten Bireuen?",
        "Siapa yang melantik Gubernur Aceh terpilih?",
        "Apa itu mukim?",
        "Berapa ancaman pidana menurut UU 14/2008?",
        "Siapa gubernur?",
        "UU 11/2006",
        "terima kasih",
        "",
    ],
)
def test_a_question_that_stands_by_itself_is_left_alone(question: str) -> None:
    assert completed(question, [MUKIM]) is None


def test_without_an_earlier_question_there_is_nothing_to_complete_from() -> None:
    assert completed("berapa biayanya?", []) is None


def test_only_the_latest_question_counts() -> None:
    assert completed("berapa biayanya?", [MUKIM, IZIN]) == "Berapa biayanya (izin penelitian)?"


@pytest.mark.parametrize("question", ["berapa biayanya?", "Kalau Simeulue?", "How long?"])
def test_too_little_is_asked_back(question: str) -> None:
    assert says_too_little(question)


@pytest.mark.parametrize(
    "question", ["Siapa gubernur?", "Berapa UMP Aceh?", "Simeulue", "di mana kantor PPID?"]
)
def test_a_short_question_with_a_subject_is_not_asked_back(question: str) -> None:
    assert not says_too_little(question)
