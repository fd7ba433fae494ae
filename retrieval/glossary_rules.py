"""What an entry of the glossary may say. Raises ValidationError by field."""

import unicodedata
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from retrieval.glossary import meant_regulations
from retrieval.tokens import STOP_WORDS, words

MAX_WORDS = 6
MAX_MEANINGS = 8
MAX_MEANING_CHARACTERS = 120


def normal_phrase(phrase: str) -> str:
    """As the glossary looks it up: lower case, single spaces."""
    return " ".join(unicodedata.normalize("NFC", phrase).lower().split())


def check_phrase(phrase: str, *, kind: str) -> None:
    found = words(phrase)
    if not any(character.isalpha() for character in phrase) or len(phrase) < 2:
        raise ValidationError({"phrase": _("A phrase has two characters or more, with a letter.")})
    if all(word in STOP_WORDS for word in found):
        raise ValidationError(
            {"phrase": _("Words such as “yang” or “apa” alone would change every question.")}
        )
    if len(phrase.split()) > MAX_WORDS:
        raise ValidationError(
            {"phrase": _("A phrase has at most %(most)d words.") % {"most": MAX_WORDS}}
        )
    if kind == "informal" and not (phrase.isascii() and phrase.isalpha()):
        raise ValidationError({"phrase": _("An informal spelling is one word of letters a to z.")})


def check_meanings(meanings: Sequence[str], *, phrase: str, kind: str, effect: str) -> None:
    if effect == "off":
        return
    if not meanings:
        raise ValidationError({"meanings": _("Write at least one meaning.")})
    if len(meanings) > MAX_MEANINGS:
        raise ValidationError(
            {"meanings": _("At most %(most)d meanings.") % {"most": MAX_MEANINGS}}
        )
    for meaning in meanings:
        _check_meaning(meaning, phrase=phrase, kind=kind)
    if kind == "informal" and len(meanings) > 1:
        raise ValidationError(
            {"meanings": _("An informal spelling stands for one word or phrase.")}
        )


def _check_meaning(meaning: str, *, phrase: str, kind: str) -> None:
    if len(meaning) > MAX_MEANING_CHARACTERS:
        raise ValidationError(
            {
                "meanings": _("A meaning has at most %(most)d characters.")
                % {"most": MAX_MEANING_CHARACTERS}
            }
        )
    if normal_phrase(meaning) == phrase:
        raise ValidationError({"meanings": _("A meaning must differ from the phrase.")})
    if kind == "name" and not meant_regulations([meaning]):
        raise ValidationError(
            {
                "meanings": _("“%(meaning)s” names no regulation. Write it such as UU 11/2006.")
                % {"meaning": meaning}
            }
        )
    if not words(meaning) or (
        kind != "informal" and all(word in STOP_WORDS for word in words(meaning))
    ):
        raise ValidationError({"meanings": _("“%(meaning)s” says nothing.") % {"meaning": meaning}})
