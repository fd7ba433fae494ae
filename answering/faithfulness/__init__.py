"""The gate between a draft and its reader: a claim is shown only if its source supports it."""

from answering.faithfulness.gate import check_claim
from answering.faithfulness.verdict import Verdict

__all__ = ["Verdict", "check_claim"]
