"""The policy's decision as an outcome."""

from typing import Literal

from answering import policy
from answering.outcomes import BLOCKED_UNSCREENED, SIGNPOST
from answering.progress import EarlyStop

# "error": the screening itself failed, and so lets nothing through.
CATEGORIES = {"self_harm_signpost": SIGNPOST, "error": BLOCKED_UNSCREENED}


def pass_policy(text: str, *, direction: Literal["question", "answer"]) -> None:
    """Raises EarlyStop with the outcome where the text must not pass."""
    outcome = refusal(text, direction=direction)
    if outcome:
        raise EarlyStop(outcome)


def refusal(text: str, *, direction: Literal["question", "answer"]) -> str:
    """The outcome that the text leads to, or an empty string where it may pass."""
    decision = policy.screen(text, direction=direction)
    if decision.allowed:
        return ""
    return CATEGORIES.get(decision.category, f"blocked_{decision.category}")
