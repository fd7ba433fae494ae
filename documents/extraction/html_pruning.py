"""What of a web page is no part of the document: programs, menus, banners, hidden elements."""

import re
from typing import Final

from bs4 import BeautifulSoup
from bs4.element import Tag

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
_KEPT: Final = {"html", "body", "main", "article", "form", "table", "tr", "td", "th", "p"}


def prune(soup: BeautifulSoup) -> Tag:
    """Take out what is no document; returns the element that holds it, the main one if marked."""
    # One walk over the tree: `find_all` takes longer than parsing did.
    tags = [each for each in soup.descendants if isinstance(each, Tag)]
    for tag in tags:
        if (tag.name in _DROPPED or is_hidden(tag)) and not tag.decomposed:
            tag.decompose()
    surrounding = [tag for tag in tags if not tag.decomposed and _is_surrounding(tag)]
    total = len(soup.get_text()) if surrounding else 0
    for tag in surrounding:
        if not tag.decomposed and len(tag.get_text()) <= MOST_OF_PAGE * total:
            tag.decompose()
    return _main(soup)


def is_hidden(tag: Tag) -> bool:
    if not tag.attrs:
        return False
    style = re.sub(r"\s", "", str(tag.get("style") or "")).lower()
    return (
        tag.has_attr("hidden")
        or str(tag.get("aria-hidden") or "").lower() == "true"
        or bool(style and _HIDDEN.search(style))
    )


def _is_surrounding(tag: Tag) -> bool:
    if not tag.attrs and tag.name != "footer":
        return False
    if tag.name in _KEPT or re.fullmatch(r"h[1-6]", tag.name):
        return False
    if str(tag.get("role") or "").lower() in _ROLES:
        return True
    if tag.name == "footer":
        return tag.find_parent(["article", "main"]) is None
    names = [str(tag.get("id") or ""), *_classes(tag)]
    return any(_SURROUNDINGS.search(name) for name in names) and tag.find("h1") is None


def _classes(tag: Tag) -> list[str]:
    classes = tag.get("class") or []
    return [classes] if isinstance(classes, str) else [str(each) for each in classes]


def _main(soup: BeautifulSoup) -> Tag:
    marked = soup.find_all("main") or soup.find_all(attrs={"role": "main"})
    if len(marked) == 1 and isinstance(marked[0], Tag):
        words = len(marked[0].get_text().split())
        if words >= MOST_OF_PAGE * len(soup.get_text().split()):
            return marked[0]
    return soup
