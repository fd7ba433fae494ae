import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from aceh_portal import environment

EXAMPLE = settings.BASE_DIR / ".env.example"
SETTINGS = settings.BASE_DIR / "aceh_portal" / "settings.py"


def variables_in_settings() -> dict[str, str]:
    """Names and defaults of what settings.py reads, e.g. `env.number("PORT", 8000)`."""
    calls = [
        node
        for node in ast.walk(ast.parse(SETTINGS.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("env.")
    ]
    defaults = {}
    for call in calls:
        name = ast.literal_eval(call.args[0])
        default = call.args[1] if len(call.args) > 1 else None
        value = default.value if isinstance(default, ast.Constant) else ""
        defaults[name] = "false" if ast.unparse(call.func) == "env.flag" else str(value)
    # Its default is the folder var/ beside the code, whatever the working directory is.
    return defaults | {"PORTAL_DATA_DIR": "var"}


def variables_in_example() -> dict[str, str]:
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE.read_text(), flags=re.MULTILINE))


def test_each_variable_stands_in_the_example_with_its_default() -> None:
    assert variables_in_example() == variables_in_settings()


def test_each_variable_is_explained_above_it() -> None:
    # Not behind it: systemd and docker would take that for a part of the value.
    lines = EXAMPLE.read_text().splitlines()
    above = {line.partition("=")[0]: line_above for line_above, line in pairwise(lines)}
    unexplained = [name for name in variables_in_example() if not above[name].startswith("# ")]
    assert unexplained == []


def test_a_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    made = environment.secret("PORTAL_TEST_SECRET", tmp_path / "var")
    assert len(made) >= 50
    assert environment.secret("PORTAL_TEST_SECRET", tmp_path / "var") == made
    assert (tmp_path / "var" / "portal_test_secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["portal_test_secret"]


def test_a_number_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "delapan")
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number, not 'delapan'"):
        environment.number("PORT", 8000)


def test_a_choice_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.choice("PORTAL_OCR", "off", {"off": None, "on": 1}) is None
    monkeypatch.setenv("PORTAL_OCR", "mata")
    with pytest.raises(ImproperlyConfigured, match="PORTAL_OCR must be one of off, on, not 'mata'"):
        environment.choice("PORTAL_OCR", "off", {"off": None, "on": 1})
