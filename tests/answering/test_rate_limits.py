"""Counting requests, and whose request it is."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from answering.models import RateCounter
from answering.rate_limits import client_address, count_address, count_request, network_of


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "expected"),
    [
        pytest.param("203.0.113.9", "", "203.0.113.9", id="no proxy"),
        pytest.param("203.0.113.9", "198.51.100.1", "203.0.113.9", id="header of a stranger"),
        pytest.param("10.0.0.1", "198.51.100.1", "198.51.100.1", id="trusted proxy"),
        pytest.param("10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1", id="made up hop first"),
        pytest.param("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1", id="two proxies"),
        pytest.param("10.0.0.1", "198.51.100.1:4711", "198.51.100.1:4711", id="with a port"),
        pytest.param("10.0.0.1", "unknown", "10.0.0.1", id="no address in the header"),
        pytest.param("10.0.0.1", "", "10.0.0.1", id="proxy without the header"),
        pytest.param("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1", id="IPv4 in IPv6"),
        pytest.param(None, "198.51.100.1", "", id="unix socket"),
    ],
)
def test_it_believes_only_trusted_proxies(
    settings: Settings, peer: str | None, forwarded_for: str, expected: str
) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/30"]
    assert client_address(peer, forwarded_for) == expected


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("198.51.100.1:4711", "198.51.100.1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
    ],
)
def test_it_takes_an_ipv6_subscriber_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.django_db
def test_it_tells_when_to_come_again_beyond_the_limit(settings: Settings) -> None:
    settings.RATE_LIMITS = {"address": 2, "key": 2}
    used = [count_address("198.51.100.1") for _ in range(3)]
    assert [usage.exceeded for usage in used] == [False, False, True]
    assert used[0].retry_after_s == 0
    assert 1 <= used[2].retry_after_s <= 60
    assert not count_address("198.51.100.2").exceeded
    assert not count_address("198.51.100.1", purpose="read").exceeded


@pytest.mark.django_db
def test_it_removes_counters_of_minutes_long_gone() -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    for minutes in (60, 1):
        RateCounter.objects.create(bucket="old", minute=now - timedelta(minutes=minutes), count=9)
    count_request("new", limit=1)
    assert list(RateCounter.objects.filter(bucket="old").values_list("minute", flat=True)) == [
        now - timedelta(minutes=1)
    ]


@pytest.mark.django_db(transaction=True)
def test_it_loses_no_count_among_requests_at_once() -> None:
    def count(_: int) -> int:
        try:
            return count_request("crowd", limit=1_000).count
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        counts = list(threads.map(count, range(80)))
    # A new minute may begin in between, and counts from 1 again.
    rows = RateCounter.objects.filter(bucket="crowd").values_list("count", flat=True)
    assert sum(rows) == 80
    assert sorted(counts) == sorted(n for most in rows for n in range(1, most + 1))
