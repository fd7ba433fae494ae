"""Judge one page: is its text layer the text that a reader sees?"""

import re
from dataclasses import dataclass
from typing import Any

from documents.extraction.pdf_words import PageText

# A page whose picture covers this much of it is a scan; what stands over it may be a stamp.
SCAN_SHARE = 0.6
FEW_LETTERS = 80
ENOUGH_LETTERS = 120

_COMMON = re.compile(
    r"\b(?:yang|dan|di|dengan|untuk|dalam|pada|ini|dari|oleh|atau|tentang|ayat|pasal|tahun|nomor"
    r"|daerah|sebagaimana|the|of|and|to|in|is|for)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Legibility:
    """Whether the text layer is to be used, and otherwise why not (a Finding's code)."""

    readable: bool
    code: str
    detail: dict[str, Any]


def judge(page: PageText) -> Legibility:
    """no_text_layer, watermark_only, garbage_text, empty_page, or readable."""
    text = " ".join(word.text for word in page.words)
    letters = sum(character.isalnum() for character in text)
    scanned = page.image_share >= SCAN_SHARE
    if not letters:
        code = "no_text_layer" if page.image_share > 0.05 or page.rules > 20 else "empty_page"
        return Legibility(False, code, {})
    if scanned and letters < FEW_LETTERS:
        return Legibility(False, "watermark_only", {"text": text[:120]})
    if letters >= ENOUGH_LETTERS and _is_garbage(text, letters):
        return Legibility(False, "garbage_text", {"text": text[:60]})
    return Legibility(True, "", {})


def _is_garbage(text: str, letters: int) -> bool:
    """Characters without Unicode meaning, or letters that make no words of any language we read."""
    visible = sum(not character.isspace() for character in text)
    latin = sum(character.isascii() and character.isalpha() for character in text)
    digits = sum(character.isdigit() for character in text)
    if latin + digits < 0.6 * visible:
        return True
    if latin < ENOUGH_LETTERS:
        return False
    vowels = len(re.findall(r"[aeiou]", text, re.IGNORECASE))
    common = len(_COMMON.findall(text))
    words = len(text.split())
    return not 0.25 < vowels / latin < 0.6 and common < 0.02 * words
