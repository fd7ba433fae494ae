"""What of a web page is no part of the document: programs, menus, banners, hidden elements."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree  # type: ignore[import-untyped]

_DROPPED: Final = {
    *("script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "canvas"),
    *("nav", "head", "input", "button", "select", "textarea", "audio", "video", "map"),
    *("datalist", "dialog"),
}
_ROLES: Final = {"navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu"}
# Names that sites of all makes give to what surrounds a text.
_SURROUNDINGS: Final = re.compile(
    r"(?:^|[-_\s])(?:cookies?|consent|gdpr|breadcrumbs?|nav(?:bar|igation)?|sidebar|menu|share"
    r"|sharing|sosmed|social|skip|popup|modal|pagination|related|comments?)(?:$|[-_\s])",
    re.IGNORECASE,
)
_HIDDEN: Final = re.compile(r"display:none|visibility:(?:hidden|collapse)|(?:^|;)opacity:0(?:;|$)")
# A surrounding that holds more of the page's words than this is the text after all.
MOST_OF_PAGE = 0.4
_KEPT: Final = {
    *("html", "body", "main", "article", "form", "table", "tr", "td", "th", "p"),
    *(f"h{level}" for level in range(1, 7)),
}
_EMPTY: Final = "template"  # stands for what was taken out


@dataclass(slots=True)
class _Part:
    """An element with the words of the page that it holds, counted from the first one on."""

    element: Any
    first: int
    headings: int
    end: int = 0

    def holds(self, other: "_Part") -> bool:
        return self.first <= other.first and other.end <= self.end


def prune(root: Any) -> Any:
    """Empty what is no document; returns the element that holds it, the main one if marked."""
    page = _Page()
    page.walk(root)
    removed = list(_outermost(page.surroundings, page.words))
    for part in removed:
        _empty(part.element)
    return _main(root, page, removed)


class _Page:
    """One walk over the tree, which also empties what no reader sees."""

    def __init__(self) -> None:
        self.words = 0
        self.headings = 0
        self.within_text = 0  # how many <article> and <main> are open
        self.surroundings: list[_Part] = []
        self.main: list[_Part] = []
        self._open: list[tuple[_Part, bool]] = []  # and whether it is a surrounding

    def walk(self, root: Any) -> None:
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "end":
                self._end(element)
                if element is not root and element.tail:
                    self.words += len(element.tail.split())
            elif element.tag in _DROPPED or is_hidden(element):
                walk.skip_subtree()
                _empty(element)
            else:
                self._start(element)

    def _start(self, element: Any) -> None:
        if element.tag == "h1":
            self.headings += 1
        main = element.tag == "main" or element.get("role") == "main"
        surrounding = not main and _is_surrounding(element, within_text=self.within_text > 0)
        if surrounding or main:
            part = _Part(element, self.words, self.headings)
            self._open.append((part, surrounding))
        self.within_text += element.tag in ("article", "main")
        if element.text:
            self.words += len(element.text.split())

    def _end(self, element: Any) -> None:
        self.within_text -= element.tag in ("article", "main")
        if not self._open or self._open[-1][0].element is not element:
            return
        part, surrounding = self._open.pop()
        part.end = self.words
        if not surrounding:
            self.main.append(part)
        elif part.headings == self.headings or not _is_named(element):
            self.surroundings.append(part)


def _outermost(parts: Sequence[_Part], words: int) -> Iterator[_Part]:
    """Those that hold little of the page, without what lies within another."""
    last: _Part | None = None
    # A part ends after those within it, so the outer ones come first from the end.
    for part in reversed(parts):
        if part.end - part.first > MOST_OF_PAGE * words or (last and last.holds(part)):
            continue
        last = part
        yield part


def _main(root: Any, page: _Page, removed: Iterable[_Part]) -> Any:
    """<main> or, where there is none, what has its role; if it is one and holds most words."""
    gone = list(removed)
    marked = [part for part in page.main if part.element.tag == "main"] or page.main
    if len(marked) != 1 or any(part.holds(marked[0]) for part in gone):
        return root
    main = marked[0]
    words = page.words - sum(part.end - part.first for part in gone)
    inside = main.end - main.first
    inside -= sum(part.end - part.first for part in gone if main.holds(part))
    return main.element if inside >= MOST_OF_PAGE * words else root


def _empty(element: Any) -> None:
    """Leave nothing of it but what follows it."""
    element.clear(keep_tail=True)
    element.tag = _EMPTY


def is_hidden(element: Any) -> bool:
    if not element.keys():
        return False
    if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
        return True
    style = element.get("style")
    return bool(style and _HIDDEN.search(re.sub(r"\s", "", style).lower()))


def _is_surrounding(element: Any, *, within_text: bool) -> bool:
    """By role, tag or name; an <article> has a footer of its own."""
    if element.tag in _KEPT:
        return False
    if element.tag == "footer":
        return not within_text or _has_role(element)
    return bool(element.keys()) and (_has_role(element) or _is_named(element))


def _has_role(element: Any) -> bool:
    return (element.get("role") or "").lower() in _ROLES


def _is_named(element: Any) -> bool:
    """Its names say so; then it is none after all if the heading of the page is in it."""
    if element.tag == "footer" or _has_role(element):
        return False
    names = [element.get("id") or "", *(element.get("class") or "").split()]
    return any(_SURROUNDINGS.search(name) for name in names)
