"""How often anyone may ask: counted in the database, so that all processes count together."""

import ipaddress
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection

from answering.models import RateCounter

WINDOW_S = 60
KEPT = timedelta(minutes=5)  # rows of former minutes count nothing

COUNT = """
    INSERT INTO answering_ratecounter (bucket, minute, count)
    VALUES (%s, date_trunc('minute', statement_timestamp()), 1)
    ON CONFLICT (bucket, minute) DO UPDATE SET count = answering_ratecounter.count + 1
    RETURNING count, minute, extract(epoch FROM statement_timestamp() - minute)
"""


@dataclass(frozen=True, slots=True)
class Usage:
    """What an asker has used of one minute; `retry_after_s` is 0 while within the limit."""

    count: int
    limit: int
    retry_after_s: int

    @property
    def exceeded(self) -> bool:
        return self.count > self.limit


def count_request(bucket: str, *, limit: int) -> Usage:
    """Count one request of the bucket in this minute of the database's clock.

    One statement counts and reads: of two that are sent together, both are counted.
    """
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [bucket])
        count, minute, elapsed_s = cursor.fetchone()
    if count == 1:
        purge(before=minute - KEPT)
    exceeded = count > limit
    return Usage(count, limit, math.ceil(WINDOW_S - float(elapsed_s)) if exceeded else 0)


def purge(*, before: datetime) -> int:
    """Remove counters of minutes long gone; the first request of a bucket's minute calls it."""
    removed, _ = RateCounter.objects.filter(minute__lt=before).delete()
    return removed


def count_address(address: str, *, purpose: str = "ask") -> Usage:
    """Count one request of someone known by address alone."""
    return count_request(
        f"address:{network_of(address)}:{purpose}", limit=settings.RATE_LIMITS["address"]
    )


def count_key(key_id: int, *, purpose: str = "ask") -> Usage:
    return count_request(f"key:{key_id}:{purpose}", limit=settings.RATE_LIMITS["key"])


def count_user(user_id: int, *, purpose: str = "ask") -> Usage:
    """Count one request of someone who signed in; they have the limit of a key."""
    return count_request(f"user:{user_id}:{purpose}", limit=settings.RATE_LIMITS["key"])


def client_address(peer: str | None, forwarded_for: str = "") -> str:
    """The address of whoever asks.

    X-Forwarded-For is read from its end, past proxies that are trusted: what stands before the
    first untrusted address was written by the client and may be made up.
    """
    address = peer or ""
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    while hops and is_trusted(address, settings.TRUSTED_PROXIES):
        hop = hops.pop()
        if parsed(hop) is None:
            break
        address = hop
    return address


def is_trusted(address: str, proxies: Iterable[str]) -> bool:
    """Whether the address is one of the proxies, which are addresses or networks."""
    ip = parsed(address)
    return ip is not None and any(
        ip in ipaddress.ip_network(each, strict=False) for each in proxies
    )


def network_of(address: str) -> str:
    """An IPv6 subscriber holds a /64 and could change the address with every request."""
    ip = parsed(address)
    if ip is None:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address without port and zone; an IPv4 address written as IPv6 is the IPv4 address."""
    text = address.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip
