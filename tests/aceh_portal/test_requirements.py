"""A fresh machine gets all that the code imports."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from django.conf import settings

APPLICATIONS = ("aceh_portal", "documents", "retrieval", "answering")
COMES_WITH_DJANGO = {"asgiref"}
ONLY_FOR_TYPES = {"django-stubs-ext"}  # imported under TYPE_CHECKING


def imported() -> Iterator[str]:
    """Names of packages that the applications import."""
    for application in APPLICATIONS:
        for path in (Path(settings.BASE_DIR) / application).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    yield from (alias.name.split(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module.split(".")[0]


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required(*files: str) -> set[str]:
    lines = [line for file in files for line in (Path(settings.BASE_DIR) / file).open()]
    return {normalised(match[1]) for line in lines if (match := re.match(r"([\w.-]+)\S*==", line))}


def test_every_imported_package_is_required() -> None:
    outside = set(imported()) - set(sys.stdlib_module_names) - set(APPLICATIONS)
    distributions = packages_distributions()
    # What is optional need not be installed where this runs.
    needed = {normalised(distributions.get(name, [name])[0]) for name in outside}
    named = required("requirements.txt", "requirements-models.txt")
    assert needed - named - COMES_WITH_DJANGO - ONLY_FOR_TYPES == set()


def test_every_requirement_is_pinned() -> None:
    for file in Path(settings.BASE_DIR).glob("requirements*.txt"):
        lines = [line.strip() for line in file.open() if line.strip() and line[0] not in "#-"]
        assert [line for line in lines if "==" not in line] == []
