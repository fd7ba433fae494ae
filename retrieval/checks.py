"""Mistakes in the settings of models, found at start without loading one."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_model_folders(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A model that is named by its path must be there."""
    return [
        Error(
            f"{where}: there is no folder {folder}.",
            hint="Name the folder of a model, or one that `manage.py export_model` made.",
            id="retrieval.E001",
        )
        for where, folder in _folders()
        if not folder.is_dir()
    ]


def _folders() -> Iterator[tuple[str, Path]]:
    """A name that is no path may be one of the hub's, whose models lie elsewhere."""
    entries = {f"EMBEDDERS[{alias!r}]": entry for alias, entry in settings.EMBEDDERS.items()}
    for where, entry in (entries | {"RERANKER": settings.RERANKER}).items():
        options: Mapping[str, Any] = entry.get("OPTIONS", {})
        if Path(options.get("model", "")).is_absolute():
            yield f"{where}['OPTIONS']['model']", Path(options["model"])
