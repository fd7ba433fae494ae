"""Undo the ways in which a text hides what it says: odd characters, spacing, letters as digits."""

import base64
import binascii
import re
import unicodedata

_TAGS = re.compile(r"[\U000e0000-\U000e007f]")
_OVERRIDES = re.compile(r"[\u202d\u202e]")
_INVISIBLE = re.compile(
    r"[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u034f\u180e\u202a-\u202e\u2066-\u2069]"
)
_INSIDE_A_WORD = re.compile(r"(?<=[a-zA-Z])[\u200b-\u200d\u2060\ufeff]+(?=[a-zA-Z])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝьѵӏкмтвнАЕОРСУХІЈЅКМТВНαορνικτυεΑΒΕΗΙΚΜΝΟΡΤΥΧɑıƖ",
    "aeopcyxijshdqwbvlkmtbhAEOPCYXIJSKMTBHaopvikrueABEHIKMNOPTYXaiI",
)
_MIXED = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[\u0400-\u04ff\u0370-\u03bb\u03bd-\u03ff])\w{3,}\b")
_SPACED = re.compile(r"(?<!\w)\w(?:([ \-._*])\w)(?:\1\w){2,}(?!\w)")
_DIGITS = str.maketrans("01345789@$!|", "oieastbgasil")
_MASKED = re.compile(r"(?<!\S)(?=\S*[a-z])(?=\S*[0-9@$!|])[a-z0-9@$!|]{4,}")
_STARRED = re.compile(r"(?<![a-z*])(?=[a-z]+\*)[a-z*]{3,20}(?![a-z*])")
_BASE64 = re.compile(r"\b[A-Za-z0-9+/]{24,}={0,2}")


def hides_characters(text: str) -> bool:
    """Are there characters that no honest text needs: tags, overrides, mixed alphabets?"""
    return bool(_TAGS.search(text) or _OVERRIDES.search(text) or _MIXED.search(text))


def splits_words(text: str) -> bool:
    """Are there invisible characters inside words? Soft hyphens come from copied PDF pages."""
    return _INSIDE_A_WORD.search(text) is not None


def plain(text: str) -> str:
    """Return the text in lower case as it would be read aloud."""
    text = _INVISIBLE.sub("", _TAGS.sub("", text)).translate(_LOOKALIKES)
    text = _CONTROL.sub(" ", unicodedata.normalize("NFKC", text)).lower()
    decomposed = unicodedata.normalize("NFD", text)
    text = "".join(letter for letter in decomposed if unicodedata.category(letter) != "Mn")
    text = text.replace("’", "'").replace("‘", "'")
    text = _SPACED.sub(lambda match: re.sub(r"[ \-._*]", "", match.group()), text)
    text = _MASKED.sub(_letters_for_digits, text)
    return re.sub(r"\s+", " ", text)


def _letters_for_digits(match: re.Match[str]) -> str:
    """Read "b0d0h" as letters, and leave "km2", "uu11" and "2006an" alone."""
    word = match.group()
    letters = sum(character.isalpha() for character in word)
    between = re.search(r"[a-z][0-9@$!|]+[a-z]", word) or re.match(r"[0-9@$][a-z]{3,}", word)
    return word.translate(_DIGITS) if between and letters >= len(word) / 3 else word


def masked_words(text: str, words: frozenset[str]) -> bool:
    """Is one of the words written with letters replaced by stars ("t*l*l")?"""
    for token in _STARRED.findall(text):
        pattern = re.compile(token.replace("*", "."))
        if any(pattern.fullmatch(word) for word in words):
            return True
    return False


def encoded(text: str) -> str:
    """Return what the base64 in a text says, where it is text at all."""
    found = []
    for match in _BASE64.finditer(text):
        try:
            raw = base64.b64decode(match.group() + "=" * (-len(match.group()) % 4), validate=True)
            found.append(raw.decode("utf-8"))
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
    return " ".join(found)
