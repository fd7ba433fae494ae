"""The words by which headings are known, and what tells them from references."""

import re
from typing import Final

from documents.structure.types import Kind

LEVELS: Final[dict[Kind, int]] = {"bab": 1, "bagian": 2, "paragraf": 3, "pasal": 4, "ayat": 6}
NESTED_PASAL = 5
# Front matter holds no other sections: whatever comes next ends it.
FRONT_MATTER = 9

_ORDINAL = (
    r"(?:[Kk]e|KE)[a-zA-Z]{3,12}(?:\s(?:belas|puluh|BELAS|PULUH)(?:\s[a-zA-Z]{4,8})?)?"
    r"|PERTAMA|Pertama"
)
FORMS = (
    r"(?:UNDANG|PERATURAN|QANUN|Q\s?A\s?N\s?U\s?N|KEPUTUSAN|RANCANGAN|MENGENAI|INSTRUKSI|SURAT"
    r"|SALINAN)"
)
MARK = re.compile(
    r"(?P<heading>^(?P<hashes>\#{1,6})[ \t]+(?P<heading_title>[^\n]{1,300}))"
    r"|(?P<menimbang>^[ \t]*(?:Menimbang|MENIMBANG)\b[ \t]*:?)"
    r"|(?P<mengingat>^[ \t]*(?:Mengingat|MENGINGAT|Memperhatikan|MEMPERHATIKAN)\b[ \t]*:?)"
    r"|(?P<memutuskan>\b(?:M ?E ?M ?U ?T ?U ?S ?K ?A ?N\b[ \t]*:?|Memutuskan[ \t]*:))"
    r"|(?P<diktum>^[ \t]*(?P<diktum_no>KESATU|PERTAMA|KE[A-Z]{3,9}(?: BELAS)?)\b[ \t]*:)"
    r"|(?P<bab>\b(?:BAB|B A B)[ \t]+(?P<bab_no>[IVXLCl1]{1,8}[A-Z]?|\d{1,2})\b\.?)"
    rf"|(?P<bagian>\b(?:Bagian|BAGIAN)[ \t]+(?P<bagian_no>{_ORDINAL})\b\.?)"
    rf"|(?P<paragraf>\b(?:Paragraf|PARAGRAF)[ \t]+(?P<paragraf_no>\d{{1,2}}|{_ORDINAL})\b\.?)"
    r"|(?P<demi>(?:\b[IVX1]{1,4}\.[ \t]*)?(?:PENJELASAN[ \t]+)?PASAL[ \t]+DEMI[ \t]+PASAL\b\.?)"
    r"|(?P<pasal>\b(?:Pasal|PASAL|Fasal|FASAL)[ \t]+(?P<pasal_no>\d{1,4}(?:[ \t]?[A-Z]\b)?"
    r"|[IVX]{1,5}\b)(?P<pasal_to>[ \t]*(?:s\.?[/ ]?d\.?|sampai(?:[ \t]dengan)?|dan|-)"
    r"[ \t]*(?:[Pp]asal[ \t]+)?(?P<pasal_last>\d{1,4})(?=[.:]?\s))?)"
    r"|(?P<ayat>\((?P<ayat_no>[lI\d]{1,2}[a-z]?)\)"
    r"|\bAyat[ \t]*\(?(?P<penjelasan_ayat_no>\d{1,2}[a-z]?)\)?)"
    rf"|(?P<penjelasan>\b(?:MEMORI[ \t]+)?P ?E ?N ?J ?E ?L ?A ?S ?A ?N\s+"
    rf"(?:A ?T ?A ?S\s+)?(?={FORMS}))"
    r"|(?P<umum>\b(?:(?:(?:I|1|l|A)\.?[ \t]*)?(?:PENJELASAN[ \t]+)?UMUM\b\.?|I\.[ \t]+Umum\b))"
    r"|(?P<lampiran>\bLAMPIRAN(?:[ \t]+(?P<lampiran_no>[IVX]{1,5}|\d{1,2}))?\b[ \t]*[.:]?)"
    r"|(?P<closing>\b(?:Agar[ \t]+(?:supaya[ \t]+)?setiap[ \t]+orang[ \t]+(?:dapat[ \t]+)?menge"
    r"tahui"
    r"|(?:Disahkan|Ditetapkan|Diundangkan|DISAHKAN|DITETAPKAN)[ \t]+di\b))",
    re.MULTILINE,
)
KINDS: Final = (
    "heading",
    "menimbang",
    "mengingat",
    "memutuskan",
    "diktum",
    "bab",
    "bagian",
    "paragraf",
    "demi",
    "pasal",
    "ayat",
    "penjelasan",
    "umum",
    "lampiran",
    "closing",
)
# A line that ends so goes on in the next: a "Pasal 7" that follows is a reference.
UNFINISHED = re.compile(
    r"(?:\b(?:dalam|dan|pada|atau|ketentuan|dengan|huruf|oleh|dari|yang|ayat|serta|ke|menurut"
    r"|melanggar|antara|bunyi|judul|yaitu)|,)\s*$",
    re.IGNORECASE,
)
CONTINUES = re.compile(r"\s*(?:ayat|huruf|dan|atau|sampai|sebagaimana|berlaku|juncto|jo)\b")
# What may follow a pasal's heading on the same line, and what shows a reference instead.
BODY = re.compile(r"[ \t`^*_]*[.:]?\s*(?:\(\d|[A-Z0-9“\"'])")
FIRST_AYAT = re.compile(r"[ \t`^*_]*[.:]?\s*\(1\)|\.\s+[A-Z]")
REFERENCE = re.compile(
    r"[ \t]*[.:]?[ \t]*(?:Undang|UUD?\b|UNDANG|Peraturan|Qanun|KUH|Konstitusi|Reglemen|Perjanjian"
    r"|Konvensi|PP\b|Piagam)"
)
ELLIPSIS = re.compile(r"[ \t]*(?:\.[ \t]?\.|…)")
LEADERS = re.compile(r"(?:\.[ \t]?){4,}|…{2,}|_{4,}")
SENTENCE_END = '.;:!?)”"…'
