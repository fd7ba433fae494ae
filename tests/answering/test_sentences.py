"""Sentences and provisions of Indonesian legal text."""

import time

import pytest

from answering.sentences import provisions, sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Satu hal. Dua hal.", ["Satu hal.", "Dua hal."]),
        ("Menurut UU No. 11 Tahun 2006 hal itu sah.", None),
        ("Denda Rp. 5.000.000,- saja. Lunas.", ["Denda Rp. 5.000.000,- saja.", "Lunas."]),
        ("Ditandatangani a.n. Presiden oleh Dr. H. Amin.", None),
        ("Benar [1]. Salah [2].", ["Benar [1].", "Salah [2]."]),
        ("Ya! Betul? Tentu.", ["Ya!", "Betul?", "Tentu."]),
        ("1. Gubernur\n2. Bupati", ["1. Gubernur", "2. Bupati"]),
        ("- satu\n- dua", ["- satu", "- dua"]),
        ("Baris yang\nterbelah dua.", ["Baris yang\nterbelah dua."]),
        ("tanpa akhir", ["tanpa akhir"]),
        ("", []),
    ],
)
def test_a_text_is_cut_into_sentences(text, expected):
    assert cut(text) == (expected if expected is not None else [text])


def test_ayat_and_huruf_are_provisions_with_their_lead():
    text = (
        "Pasal 13 (1) Dana ditetapkan paling tinggi: a. 10% dari Iuran; dan b. 2% dari hasil."
        " (2) Besaran ditetapkan Menteri."
    )
    found = provisions(text)
    assert [(p.pasal, p.ayat, p.item) for p in found] == [
        ("", "", ""),
        ("13", "1", ""),
        ("13", "1", "a"),
        ("13", "1", "b"),
        ("13", "2", ""),
    ]
    assert text[slice(*found[3].span)] == "b. 2% dari hasil"
    assert found[3].lead
    assert text[slice(*found[3].lead)] == "(1) Dana ditetapkan paling tinggi:"


def test_a_cross_reference_is_no_new_ayat():
    text = "Pasal 5 (2) Dana sebagaimana dimaksud pada ayat (1) merupakan pendapatan."
    assert [p.ayat for p in provisions(text)][-1] == "2"
    assert len(provisions(text)) == 2


@pytest.mark.parametrize("piece", ["a. ", "kata ", "(1) A", ". ", "\n", ": a. b; "])
def test_a_hundred_thousand_characters_are_cut_in_linear_time(piece):
    text = piece * (100_000 // len(piece))
    started = time.process_time()
    sentences(text)
    provisions(text)
    assert time.process_time() - started < 5


def test_an_ayat_that_is_named_begins_no_provision() -> None:
    text = "Sesuai dengan ketentuan Pasal 41 ayat (1) Undang-Undang Nomor 24 Tahun 2011, aset ada."
    assert [(text[slice(*one.span)], one.ayat) for one in provisions(text)] == [(text, "")]
