"""Readiness is 100 less what was not read and what is known to be wrong."""

import pytest

from documents.findings.catalogue import FINDINGS
from documents.findings.readiness import PageReading, cost, readiness

GOOD = PageReading("text_layer", "text", None, has_text=True)
UNREAD = PageReading("none", "scan", None, has_text=False)
EMPTY = PageReading("none", "empty", None, has_text=False)


def ocr(certainty: float) -> PageReading:
    return PageReading("ocr", "scan", certainty, has_text=True)


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ([], 100),
        ([GOOD, GOOD], 100),
        ([GOOD, UNREAD], 50),
        ([UNREAD], 0),
        ([GOOD, EMPTY], 100),
        ([ocr(0.97)], 100),
        ([ocr(0.5)], 0),
        ([ocr(0.725), GOOD], 75),
    ],
)
def test_pages_count_by_how_well_they_were_read(pages: list[PageReading], expected: int) -> None:
    assert readiness([], pages) == expected


def test_findings_cost_their_harm_and_further_ones_less() -> None:
    harm = FINDINGS["figure_disagrees"].harm

    assert readiness(["figure_disagrees"]) == 100 - harm
    assert cost("figure_disagrees", 2) == pytest.approx(1.2 * harm)
    assert cost("figure_disagrees", 1_000) == pytest.approx(3 * harm)


def test_codes_of_pages_cost_nothing_beside_the_pages() -> None:
    assert readiness(["unread_page"], [GOOD, UNREAD]) == 50


def test_it_never_leaves_its_range() -> None:
    assert readiness([*FINDINGS] * 50, [UNREAD, GOOD]) == 0
