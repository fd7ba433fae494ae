"""Intervals and tests, against published values; times of stages."""

import pytest

from answering.evaluation.averages import average
from answering.evaluation.chance import sign_test, wilson_interval
from answering.evaluation.timings import percentile, stage_times
from tests.answering.evaluation.rows import result


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29.
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1 / 29, 29, 0.0061, 0.1718),
    ],
)
def test_an_interval_is_that_of_wilson(share: float, count: int, low: float, high: float) -> None:
    assert wilson_interval(share, count) == pytest.approx((low, high), abs=1e-4)


def test_an_average_of_nothing_has_no_value() -> None:
    assert (average([]).value, average([]).low) == (None, None)


@pytest.mark.parametrize(
    ("better", "worse", "p"), [(0, 0, 1), (1, 1, 1), (5, 0, 0.0625), (0, 6, 0.03125), (3, 1, 0.625)]
)
def test_how_likely_a_split_is_by_chance(better: int, worse: int, p: float) -> None:
    assert sign_test(better, worse) == p


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentile([3.0, 1.0, 2.0, 4.0], 50) == 2
    assert percentile([float(each) for each in range(1, 101)], 95) == 95
    assert percentile([7.0], 95) == 7


def test_stages_come_in_their_order_with_the_total_last() -> None:
    times = stage_times(
        [
            result(timings_ms={"total": 9.0, "lexical": 1.0}),
            result(timings_ms={"total": 11.0, "lexical": 3.0, "vector": 2.0}),
        ]
    )
    assert [(each.stage, each.p50_ms, each.count) for each in times] == [
        ("lexical", 1.0, 2),
        ("vector", 2.0, 1),
        ("total", 9.0, 2),
    ]
