"""Find the parts of a regulation, or the headings of any other text. No Django, linear time.

A regulation is a title block, considerations (Menimbang, Mengingat), a body of BAB, Bagian,
Paragraf, Pasal and ayat, a closing, and often an elucidation (Penjelasan) and annexes (Lampiran).
The order is that of UU 12/2011, Lampiran II. Texts come with one heading a line, but also with
headings in the middle of a line ("... umum. BAB II TUJUAN Pasal 2 (1) ..."): those are taken only
where the number follows the one before, so that a cross-reference is not mistaken for a heading.
"""

from documents.structure.nesting import sections
from documents.structure.types import Kind, Section

__all__ = ["Kind", "Section", "sections"]
