"""Every finding that can be noted has words in both languages, a harm and an advice."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

import documents
from documents.findings.catalogue import FINDINGS, UNKNOWN, explained, kind_of

SOURCE = Path(documents.__file__).parent


def codes_emitted() -> Iterator[str]:
    """First arguments of all calls `Finding("...")` in the source."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
                first = [*node.args, *(k.value for k in node.keywords if k.arg == "code")][:1]
                yield from (c.value for c in first if isinstance(c, ast.Constant))


def test_every_code_in_the_source_stands_in_the_catalogue() -> None:
    codes = set(codes_emitted())

    assert "doubled_letters" in codes
    assert codes <= set(FINDINGS)


@pytest.mark.parametrize("code", FINDINGS)
def test_a_kind_is_worded_in_both_languages(code: str) -> None:
    kind = FINDINGS[code]
    texts = (kind.group, kind.wording, kind.advice)
    with translation.override("en"):
        english = [str(text) for text in texts]
    with translation.override("id"):
        indonesian = [str(text) for text in texts]

    assert all(said != meant for said, meant in zip(indonesian, english, strict=True))
    assert 0 <= kind.harm <= 20


def test_an_unknown_code_has_a_general_wording() -> None:
    assert kind_of("of_another_release") is UNKNOWN
    assert explained("of_another_release", {"rows": 7}) == "rows: 7"


def test_the_particulars_are_told_in_a_sentence() -> None:
    detail = {"before": "5", "after": "7", "missing": "6"}

    with translation.override("id"):
        assert explained("missing_pasal", detail) == "Di antara Pasal 5 dan Pasal 7: 6"
    assert explained("missing_pasal", {"number": 3}) == "number: 3"


def test_codes_for_programs_are_not_told_to_people() -> None:
    with translation.override("id"):
        assert explained("unread_page", {"judged": "scan", "reason": "time_limit"}) == ""
        assert explained("watermark_only", {"text": "DRAF"}) == "teks: DRAF"
        assert explained("missing_ayat", {"further": 12}) == "dan 12 lagi sejenis ini"
