"""The policy's decision as an outcome; it fails closed."""

import logging
from importlib import import_module
from typing import Literal

from answering.outcomes import SIGNPOST
from answering.progress import EarlyStop

logger = logging.getLogger(__name__)

CRISIS = "self_harm_signpost"
UNSCREENED = "blocked_unscreened"


def pass_policy(text: str, *, direction: Literal["question", "answer"]) -> None:
    """Raises EarlyStop with the outcome where the text must not pass."""
    outcome = refusal(text, direction=direction)
    if outcome:
        raise EarlyStop(outcome)


def refusal(text: str, *, direction: Literal["question", "answer"]) -> str:
    """The outcome that the text leads to, or an empty string where it may pass."""
    try:
        decision = import_module("answering.policy").screen(text, direction=direction)
    except Exception:
        # Whatever fails in the check, nothing passes unchecked.
        logger.exception("The policy check failed")
        return UNSCREENED
    if decision.allowed:
        return ""
    return SIGNPOST if decision.category == CRISIS else f"blocked_{decision.category}"
