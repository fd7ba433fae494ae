"""Answers made of the sources' own sentences, without a model."""

from answering.extractive.composing import Chosen, compose_from

__all__ = ["Chosen", "compose_from"]
