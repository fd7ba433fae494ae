"""The generator that the GENERATOR setting names, built once."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.utils.module_loading import import_string

from answering.generators.base import Generator


@lru_cache(maxsize=1)
def active_generator() -> Generator:
    """Raises ImproperlyConfigured naming the setting."""
    try:
        backend = import_string(settings.GENERATOR["BACKEND"])
        generator = backend(**settings.GENERATOR.get("OPTIONS", {}))
    except (ImportError, KeyError, TypeError) as error:
        raise ImproperlyConfigured(f"The setting GENERATOR cannot be used: {error}") from error
    if not isinstance(generator, Generator):
        raise ImproperlyConfigured("The setting GENERATOR names a class that is no Generator")
    return generator


@receiver(setting_changed)
def _forget(*, setting: str, **kwargs: Any) -> None:
    if setting == "GENERATOR":
        active_generator.cache_clear()
