"""Text of unknown encoding. No Django, no library beside the standard one."""

import codecs
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16, so it is asked for first
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_BYTES = 4096
_FALLBACK = "windows-1252-bytes"


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Decode the bytes that are no UTF-8 by themselves, so that one of them spoils no others."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return wrong.decode("cp1252", errors="replace"), error.end


codecs.register_error(_FALLBACK, _as_windows_1252)


def decoded(content: bytes) -> str:
    """By byte order mark, else UTF-16 if every other byte is NUL, else UTF-8, what is none of it
    as Windows-1252; NUL removed. A character cut off at the end is left out.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decode(content[len(mark) :], encoding)
    return _decode(content, _wide(content) or "utf-8")


def _decode(content: bytes, encoding: str) -> str:
    errors = _FALLBACK if encoding == "utf-8" else "replace"
    # Not final: an unfinished sequence at the end is kept back rather than called wrong.
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    return decoder.decode(content).replace("\x00", "")


def _wide(content: bytes) -> str:
    """UTF-16 without a mark: Latin letters have a zero byte each, always on the same side."""
    sample = content[:_SAMPLE_BYTES]
    half = len(sample) // 2
    if half < 4:
        return ""
    if sample[1::2].count(0) > 0.7 * half and sample[::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if sample[::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return ""
