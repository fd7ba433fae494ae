"""Equations of a Word file as one line of text; ECMA-376, part 1, 22.1."""

import re
from typing import Any, Final

M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def equation(element: Any) -> str:
    """ "x^2", "(a + b)/c", "√(n)", "∑_(i=1)^n x_i"."""
    return " ".join(_linear(element).split())


def _linear(element: Any) -> str:
    if not isinstance(element.tag, str):
        return ""
    name = element.tag.removeprefix(M)
    if name == "t":
        return element.text or ""
    if name == "f":
        return f"{_part(element, 'num')}/{_part(element, 'den')}"
    if name in ("sSup", "sSub", "sSubSup"):
        return _part(element, "e") + _scripts(element)
    if name == "rad":
        return f"{_inner(element, 'deg')}√{_part(element, 'e')}"
    if name == "nary":
        sign = element.find(f"{M}naryPr/{M}chr")
        symbol = "∫" if sign is None else sign.get(M + "val", "∫")
        return f"{symbol}{_scripts(element)} {_inner(element, 'e')}"
    if name == "d":
        return f"({', '.join(_linear(each) for each in element.iterfind(M + 'e'))})"
    if name == "mr":
        return f"[{', '.join(_linear(each) for each in element.iterfind(M + 'e'))}]"
    if name.endswith("Pr"):
        return ""
    return "".join(map(_linear, element))


def _scripts(element: Any) -> str:
    below, above = _part(element, "sub"), _part(element, "sup")
    return (f"_{below}" if below else "") + (f"^{above}" if above else "")


def _inner(element: Any, name: str) -> str:
    child = element.find(M + name)
    return "" if child is None else _linear(child)


def _part(element: Any, name: str) -> str:
    """In parentheses where it is more than one word."""
    text = _inner(element, name).strip()
    return text if not text or re.fullmatch(r"[\w.,%]+|\(.*\)", text) else f"({text})"
