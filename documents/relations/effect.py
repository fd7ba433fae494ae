"""From when a regulation holds, as its last article says. No Django."""

import datetime
import re

from documents.metadata.enactment import DATE, date_of, enactment

_BEGINS = re.compile(
    r"\bini\s+(?:mulai\s+)?berlaku\s+(?:surut\s+)?(?:(?:pada|sejak|terhitung)\s+)+"
    rf"(?:mulai\s+)?(?:hari\s+)?(?:tanggal\s+)?(?:(?P<promulgated>diundangkan)|(?P<enacted>ditetapkan"
    rf"|disahkan)|{DATE})",
    re.IGNORECASE,
)


def effective_date(canonical: str) -> datetime.date | None:
    """The date of "mulai berlaku pada tanggal ..."; None where none is said."""
    match = _BEGINS.search(canonical)
    if match is None:
        return None
    if match["day"]:
        return date_of(match)
    signed = enactment(canonical)
    if match["promulgated"]:
        return signed.promulgated or signed.date
    return signed.date
