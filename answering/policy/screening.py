"""Screen a question or an answer by the rules; whatever goes wrong, nothing passes unscreened."""

import logging
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from answering.policy import disguise

Direction = Literal["question", "answer"]

_RULES = Path(__file__).with_name("rules")
_LONGEST = 50_000
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Decision:
    """`category` is "ok" for what may pass, "error" when screening itself failed."""

    allowed: bool
    category: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Refuses what `pattern` matches and `unless`, where given, does not."""

    category: str
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None
    direction: str
    note: str

    def refuses(self, text: str, direction: Direction) -> bool:
        if self.direction not in {"both", direction} or not self.pattern.search(text):
            return False
        return not (self.unless and self.unless.search(text))


def screen(text: str, *, direction: Direction, extra: Sequence[Rule] = ()) -> Decision:
    """Decide whether a text may pass. `extra` rules can refuse more, never allow more."""
    try:
        return _decide(text, direction, (*rules(), *extra))
    except Exception:
        # The guard fails closed: a fault of its own must not open the door.
        logger.exception("Screening failed")
        return Decision(False, "error")


def _decide(text: str, direction: Direction, ruleset: Sequence[Rule]) -> Decision:
    if len(text) > _LONGEST:
        return Decision(False, "error")
    plain = disguise.plain(text)
    category = _category(plain, direction, ruleset)
    if disguise.hides_characters(text) or (category and disguise.splits_words(text)):
        return Decision(False, "hidden_unicode")
    if not category and disguise.masked_words(plain, insults()):
        category = "insult"
    if not category and (hidden := disguise.encoded(text)):
        found = _category(disguise.plain(hidden), direction, ruleset)
        category = "prompt_injection" if found else ""
    return Decision(not category, category or "ok")


def _category(text: str, direction: Direction, ruleset: Sequence[Rule]) -> str:
    refusing = (rule.category for rule in ruleset if rule.refuses(text, direction))
    found = set(refusing)
    return next((category for category in _ORDER if category in found), next(iter(found), ""))


# A crisis first: who needs help gets the signpost, whatever else the text says.
_ORDER = (
    "self_harm_signpost",
    "prompt_injection",
    "jailbreak",
    "personal_data",
    "sara",
    "invented_official_statement",
    "partisan",
    "illegal_instruction",
    "insult",
)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """Return the rules of the files. Raises OSError or ValueError when they cannot be read."""
    read = tomllib.loads((_RULES / "rules.toml").read_text(encoding="utf-8"))
    return tuple(
        Rule(
            category=entry["category"],
            pattern=_pattern(entry["pattern"]),
            unless=_pattern(entry["unless"]) if "unless" in entry else None,
            direction=entry.get("direction", "both"),
            note=entry["note"],
        )
        for entry in read["rule"]
    )


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    return tomllib.loads((_RULES / "words.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def insults() -> frozenset[str]:
    return frozenset(word for word in _words()["insults"].split("|") if word.isalpha())


def _pattern(source: str) -> re.Pattern[str]:
    """Compile a pattern with <name> replaced by the list of that name."""
    for name, words in _words().items():
        source = source.replace(f"<{name}>", words)
    return re.compile(source)
