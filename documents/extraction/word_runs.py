"""The words of one paragraph of a Word file as a reader sees them, changes accepted."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from documents.extraction.office_parts import Relationship
from documents.extraction.word_equations import M, equation
from documents.extraction.word_styles import Styles, W, flag, value

PAGE_BREAK: Final = "\ue00f"  # stands in a text where the printed page changes
_R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DIAGRAM: Final = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_VML: Final = "{urn:schemas-microsoft-com:vml}"

_INSIDE: Final = {
    *(W + name for name in ("ins", "moveTo", "smartTag", "customXml", "dir", "bdo", "rubyBase")),
    *(W + name for name in ("sdtContent", "sdt", "ruby")),
}
# Fields whose result is no text of the author: contents, index, page numbers.
_NOT_SHOWN: Final = {"TOC", "INDEX", "XE", "TC", "RD", "PAGE", "NUMPAGES", "SECTIONPAGES"}
_SUPERSCRIPT: Final = str.maketrans("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾")
_SYMBOLS: Final = {
    0xA7: "▪", 0xA8: "□", 0xB7: "•", 0xD8: "➢", 0xE0: "→", 0xFC: "✓", 0xFB: "✗",
    0xFD: "☒", 0xFE: "☑", 0x6F: "□", 0x71: "□", 0x76: "❖", 0x6C: "●", 0x6E: "■",
    0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xA3: "≤", 0xB4: "×", 0xB8: "÷", 0xB9: "≠",
    0x61: "α", 0x62: "β", 0x67: "γ", 0x64: "δ", 0x44: "Δ", 0x6D: "μ", 0x70: "π", 0x73: "σ",
    0x53: "Σ", 0xD6: "√", 0xA5: "∞", 0x57: "Ω",
}  # fmt: skip
_DINGBATS: Final = re.compile(r"[\uf020-\uf0ff]")


@dataclass(slots=True)
class Inline:
    """What one paragraph holds."""

    text: str = ""
    boxes: list[Any] = field(default_factory=list)  # w:txbxContent
    notes: list[tuple[str, str]] = field(default_factory=list)  # "footnote" or "endnote", id
    diagrams: list[str] = field(default_factory=list)  # relationship ids
    pictures: int = 0


@dataclass(slots=True)
class _Field:
    code: str = ""
    in_result: bool = False


class RunReader:
    """Reads paragraphs in their order: a field may begin in one and end in another."""

    def __init__(self, styles: Styles, mark_of_note: Callable[[str, str], str]) -> None:
        self._styles = styles
        self._mark_of_note = mark_of_note
        self._fields: list[_Field] = []
        self._found = Inline()
        self._style = ""
        self.links: Mapping[str, Relationship] = {}

    def read(self, paragraph: Any, style_id: str) -> Inline:
        self._found, self._style = Inline(), style_id
        self._walk(paragraph)
        found = self._found
        found.text = _tidy(found.text)
        return found

    def _walk(self, parent: Any) -> None:
        for child in parent:
            tag = child.tag
            if tag == W + "r":
                self._run(child)
            elif tag in _INSIDE:
                self._walk(child)
            elif tag == W + "hyperlink":
                self._hyperlink(child)
            elif tag == W + "fldSimple":
                if _name_of(child.get(W + "instr", "")) not in _NOT_SHOWN:
                    self._walk(child)
            elif tag in (M + "oMath", M + "oMathPara"):
                self._add(f" {equation(child)} ")
            elif tag == _MC + "AlternateContent":
                self._walk(_chosen(child))

    def _hyperlink(self, element: Any) -> None:
        """The address follows where the words do not say it: "di sini (https://...)"."""
        before = len(self._found.text)
        self._walk(element)
        words = self._found.text[before:].strip()
        link = self.links.get(element.get(_R + "id", ""))
        if link is None or not link.external or not words:
            return
        address = link.target.removeprefix("mailto:").rstrip("/")
        if address.startswith(("http://", "https://")) or "@" in address:
            bare = re.sub(r"^https?://(?:www\.)?", "", address)
            if bare.lower() not in words.lower() and len(address) <= 200:
                self._add(f" ({address})")

    def _run(self, run: Any) -> None:
        properties = run.find(W + "rPr")
        if self._styles.shows(properties, self._style, "vanish") or flag(properties, "del"):
            self._only_fields(run)
            return
        before = len(self._found.text)
        for child in run:
            self._piece(child)
        added = self._found.text[before:]
        if self._styles.shows(properties, self._style, "caps"):
            added = added.upper()
        if value(properties, "vertAlign") == "superscript" and re.fullmatch(r"[-+]?\d+", added):
            added = added.translate(_SUPERSCRIPT)
        self._found.text = self._found.text[:before] + added

    def _only_fields(self, run: Any) -> None:
        for child in run:
            if child.tag in (W + "fldChar", W + "instrText"):
                self._piece(child)

    def _piece(self, child: Any) -> None:
        tag = child.tag
        if tag == W + "t":
            self._add(_DINGBATS.sub(_symbol, child.text or ""))
        elif tag in (W + "tab", W + "ptab"):
            self._add("\t")
        elif tag == W + "br":
            self._add(" " if child.get(W + "type") in ("page", "column") else "\n")
        elif tag == W + "cr":
            self._add("\n")
        elif tag == W + "noBreakHyphen":
            self._add("-")
        elif tag == W + "lastRenderedPageBreak":
            self._found.text += PAGE_BREAK
        elif tag == W + "sym":
            self._add(_symbol_of(child.get(W + "char", "")))
        elif tag == W + "fldChar":
            self._field(child)
        elif tag == W + "instrText":
            if self._fields:
                self._fields[-1].code += child.text or ""
        elif tag in (W + "footnoteReference", W + "endnoteReference"):
            self._note(child, "footnote" if tag == W + "footnoteReference" else "endnote")
        elif tag == _MC + "AlternateContent":
            for each in _chosen(child):
                self._piece(each)
        elif tag in (W + "drawing", W + "pict", W + "object"):
            self._drawing(child)
        elif tag == W + "ruby":
            self._walk(child)

    def _add(self, text: str) -> None:
        if all(f.in_result and _name_of(f.code) not in _NOT_SHOWN for f in self._fields):
            self._found.text += text.replace(PAGE_BREAK, "")

    def _field(self, element: Any) -> None:
        kind = element.get(W + "fldCharType")
        if kind == "begin":
            self._add(_form_field(element))
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].in_result = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _note(self, element: Any, kind: str) -> None:
        number = element.get(W + "id", "")
        mark = self._mark_of_note(kind, number)
        if mark:
            self._found.notes.append((kind, number))
            self._add(f"[^{mark}]")

    def _drawing(self, element: Any) -> None:
        boxes = list(element.iter(W + "txbxContent"))
        outer = [box for box in boxes if not any(_contains(other, box) for other in boxes)]
        self._found.boxes += outer
        for diagram in element.iter(_DIAGRAM + "relIds"):
            self._found.diagrams.append(diagram.get(_R + "dm", ""))
        if not outer:
            self._found.pictures += sum(1 for _ in element.iter(_A + "blip", _VML + "imagedata"))


def _contains(outer: Any, inner: Any) -> bool:
    return outer is not inner and any(above is outer for above in inner.iterancestors())


def _chosen(alternatives: Any) -> Any:
    """The first choice; the fallback where only that has words."""
    choice = alternatives.find(_MC + "Choice")
    fallback = alternatives.find(_MC + "Fallback")
    if choice is None:
        return () if fallback is None else fallback
    if fallback is not None and next(choice.iter(W + "t", _A + "blip"), None) is None:
        return fallback
    return choice


def _name_of(code: str) -> str:
    words = code.split(maxsplit=1)
    return words[0].upper() if words else ""


def _form_field(element: Any) -> str:
    """A box that is ticked or not, or the chosen entry of a list."""
    data = element.find(W + "ffData")
    if data is None:
        return ""
    box, entries = data.find(W + "checkBox"), data.find(W + "ddList")
    if box is not None:
        ticked = flag(box, "checked")
        return "☑" if (flag(box, "default") if ticked is None else ticked) else "☐"
    if entries is not None:
        chosen = value(entries, "result", "0")
        texts = [entry.get(W + "val", "") for entry in entries.iterfind(W + "listEntry")]
        return texts[int(chosen)] if chosen.isdigit() and int(chosen) < len(texts) else ""
    return ""


def _symbol(match: "re.Match[str]") -> str:
    return _SYMBOLS.get(ord(match[0]) & 0xFF, "")


def _symbol_of(code: str) -> str:
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    return _SYMBOLS.get(number & 0xFF, "") if number >= 0xF000 or number < 0x100 else chr(number)


def _tidy(text: str) -> str:
    """Single blanks within lines, no empty lines; the places of page breaks stay."""
    text = text.replace("\x00", "").replace("\u00ad", "")
    lines = (re.sub(r"[^\S\n]+", " ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
