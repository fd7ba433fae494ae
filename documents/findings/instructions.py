"""Find what a document says to a language model rather than to its readers. No Django.

Such text is data and is never obeyed; staff should know of it all the same, because it shows that
somebody tampered with the file. Invisible characters are told for the same reason.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from documents.extraction.types import Finding

_ALL = r"(?:semua|seluruh|segala|all|any|every|the|your|my|these|those|of|apa\s?pun|each)"
_EARLIER = (
    r"(?:sebelum(?:nya)?|di\s?atas|terdahulu|tadi|yang\s+ada|previous|prior|above|earlier"
    r"|preceding|system|sistem)"
)
_ORDERS = (
    r"(?:instruksi|perintah|arahan|petunjuk|prompt|instructions?|directions?|rules|guidelines)"
)
_INSTRUCTION = re.compile(
    rf"\b(?:abaikan|lupakan|hiraukan|jangan\s+(?:ikuti|turuti|patuhi)|ignore|disregard|forget"
    rf"|override|bypass)\s+(?:{_ALL}\s+){{0,3}}(?:{_EARLIER}\s+)?{_ORDERS}\b(?:\s+{_EARLIER})?"
    r"|\b(?:abaikan|lupakan|ignore|disregard|forget)\s+(?:everything|all|semua(?:nya)?|segala)"
    rf"\s+(?:yang\s+)?(?:\w+\s+)?{_EARLIER}\b"
    r"|\b(?:kamu|anda|engkau|you)\s+(?:sekarang\s+)?(?:adalah|are\s+(?:now\s+)?|act\s+as\s+)"
    r"(?:sebuah\s+|seorang\s+|an?\s+)?(?:AI|asisten\s+AI|model\s+bahasa|chatbot|language\s+model"
    r"|DAN|AI\s+assistant|jailbroken)\b"
    r"|\b(?:as|sebagai)\s+(?:an?\s+)?(?:AI|model\s+bahasa|language\s+model|asisten\s+AI)\s*,?\s*"
    r"(?:you\s+must|kamu\s+harus|anda\s+harus|jawab|respond|answer)\b"
    r"|\b(?:bocorkan|tampilkan|ungkapkan|reveal|print|show|leak)\s+(?:\w+\s+){0,2}"
    r"(?:system\s+prompt|prompt\s+sistem|instruksi\s+sistem)\b"
    r"|<\|(?:im_start|im_end|system|endoftext)\|>|\[/?INST\]|<</?SYS>>"
    r"|^\s*(?:###\s*)?(?:system|assistant)\s*:\s*(?:you|kamu|anda|ignore|abaikan)\b",
    re.IGNORECASE | re.MULTILINE,
)
# Bidirectional overrides and tag characters have no place in a government's text at all.
_HIDDEN = re.compile("[\u200b\u2060\u2062-\u2064\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_NEVER = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
# Web pages and word processors leave single zero-width spaces behind.
STRAY = 20


def instruction_findings(text: str) -> Iterator[Finding]:
    """Findings `instruction_to_model`."""
    for match in _INSTRUCTION.finditer(text):
        start, end = max(0, match.start() - 20), min(len(text), match.end() + 60)
        written = " ".join(text[start:end].split())
        yield Finding("instruction_to_model", {"written": written}, span=match.span())


def hidden_character_findings(text: str) -> Iterator[Finding]:
    """One finding `hidden_characters`, where they are more than strays."""
    found = _HIDDEN.findall(text)
    if not found or (len(found) < STRAY and not _NEVER.search(text)):
        return
    names = [
        unicodedata.name(each, f"U+{ord(each):04X}") for each, _ in Counter(found).most_common(3)
    ]
    first = _HIDDEN.search(text)
    detail = {"count": len(found), "names": ", ".join(names)}
    yield Finding("hidden_characters", detail, span=first.span() if first else None)
