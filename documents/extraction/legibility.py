"""Judge one page: is its text layer the text that a reader sees?"""

import re
from dataclasses import dataclass
from typing import Any

from documents.extraction.pdf_words import PageText
from documents.extraction.types import Judged

# A page whose picture covers this much of it is a scan; what stands over it may be a stamp.
SCAN_SHARE = 0.6
FEW_LETTERS = 80
ENOUGH_WORDS = 30
ENOUGH_CHARACTERS = 60
# Text shows these in some hundredths of its characters; a font without a Unicode map in a third.
STRANGE_SHARE = 0.15
# ASCII symbols; control characters, private use and the replacement character.
_STRANGE = re.compile(r"[!\"#$%&'*+<=>?@\[\\\]^_`{|}~\x7f-\x9f\ue000-\uf8ff\ufffd]")
# Dots that lead to a page number, and lines to be filled in.
_LEADERS = re.compile(r"[.…_]{3,}|(?:\.\s){3,}")

_COMMON = re.compile(
    r"\b(?:yang|dan|di|dengan|untuk|dalam|pada|ini|dari|oleh|atau|tentang|ayat|pasal|tahun|nomor"
    r"|daerah|sebagaimana|the|of|and|to|in|is|for)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Legibility:
    """What the page is, and otherwise why its text layer is of no use (a Finding's code)."""

    judged: Judged
    code: str
    detail: dict[str, Any]

    @property
    def readable(self) -> bool:
        return self.judged in ("text", "mixed")


def judge(page: PageText) -> Legibility:
    """no_text_layer, watermark_only, garbage_text, empty_page, or readable."""
    text = " ".join(word.text for word in page.words)
    if not text:
        if page.image_share > 0.05 or page.rules > 20:
            return Legibility("scan", "no_text_layer", {})
        return Legibility("empty", "empty_page", {})
    if page.image_share >= SCAN_SHARE and sum(map(str.isalnum, text)) < FEW_LETTERS:
        return Legibility("watermark", "watermark_only", {"text": text[:120]})
    if _is_garbage(text):
        return Legibility("garbage", "garbage_text", {"text": text[:60]})
    return Legibility("text", "", {})


def _is_garbage(text: str) -> bool:
    """Characters without meaning, or letters that make no words of a language we read."""
    bare = _LEADERS.sub("", text)
    visible = len(bare) - bare.count(" ")
    if visible < ENOUGH_CHARACTERS:
        return False
    if len(_STRANGE.findall(bare)) > STRANGE_SHARE * visible:
        return True
    words = re.findall(r"[A-Za-z]{3,}", bare)
    if len(words) < ENOUGH_WORDS:
        return False
    latin = sum(map(len, words))
    vowels = len(re.findall(r"[aeiou]", " ".join(words), re.IGNORECASE))
    common = len(_COMMON.findall(bare))
    return not 0.25 < vowels / latin < 0.6 and common < 0.02 * len(words)
