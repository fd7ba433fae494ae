"""The guard of questions and answers; its rules are data in `rules/`."""

from answering.policy.screening import Decision, Rule, screen

__all__ = ["Decision", "Rule", "screen"]
