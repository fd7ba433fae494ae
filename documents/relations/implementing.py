"""What a regulation implements, as its considerations say: "untuk melaksanakan ketentuan ...".

No Django.
"""

import re
from collections.abc import Iterator

from documents.relations.heads import heads
from documents.relations.opening import Span
from documents.relations.types import Relation

_LEAD = re.compile(
    r"(?:\b(?:untuk|guna|rangka|segera|perlu)\s+(?:lebih\s+)?(?:melaksanakan|memenuhi|menindaklanjuti)"
    r"|\b(?:dalam\s+rangka|sebagai|untuk)\s+pelaksanaan(?:\s+lebih\s+lanjut)?(?:\s+dari)?"
    r"|\b(?P<based>berdasar(?:kan)?|sesuai(?:\s+dengan)?))"
    r"(?:\s+(?:lebih\s+lanjut|ketentuan(?:-ketentuan)?|amanat|bunyi|isi|maksud|tersebut))*"
    r"(?:\s+(?:dari|dalam|sebagai(?:mana)?\s+(?:yang\s+)?(?:dimaksud|diatur|diamanatkan)"
    r"(?:\s+(?:dalam|oleh|pada))?))?\s+(?=\S)",
    re.IGNORECASE,
)
# Where what is implemented ends and what is therefore done begins.
_DONE = re.compile(
    r"[;]|(?<!Prp)(?<!Drt)(?<!\bNo)\.\s|,?\s*\b(?:di(?:pandang|anggap)\s+)?perlu\b|\bmaka\b|\bdipandang\b",
    re.IGNORECASE,
)
_DELEGATED = re.compile(
    r"\b(?:perlu\s+(?:segera\s+)?(?:di)?(?:menetapkan|tetapkan|atur|mengatur|membentuk|bentuk)"
    r"|(?:ditetapkan|diatur)\s+dengan|(?:perlu|harus)\s+(?:di(?:tetapkan|atur|bentuk)))\b",
    re.IGNORECASE,
)
_ITEM = 1_500


def implementing(canonical: str, menimbang: Span) -> Iterator[Relation]:
    """From the Menimbang; a mere legal base ("berdasarkan") counts where it delegates."""
    for lead in _LEAD.finditer(canonical, *menimbang):
        yield from _of_lead(canonical, menimbang[1], lead)


def _of_lead(canonical: str, end_of_all: int, lead: re.Match[str]) -> Iterator[Relation]:
    limit = min(end_of_all, lead.end() + _ITEM)
    done = _DONE.search(canonical, lead.end(), limit)
    end = done.start() if done else limit
    clause = canonical[lead.end() : end]
    found = heads(clause)
    if not found or found[0].start > 3:
        return
    item_end = canonical.find(";", end, limit)
    rest = canonical[end : item_end if item_end >= 0 else limit]
    if lead["based"] and not (
        any(head.provisions for head in found) and _DELEGATED.search(clause + rest)
    ):
        return
    for head in found:
        yield Relation(
            "implements",
            head.regulation,
            lead.start(),
            lead.end() + head.end,
            provisions=head.provisions,
            stated_in="Menimbang",
        )
