"""The words by which headings are known, and what tells them from references."""

import re
from typing import Final

from documents.structure.types import Kind

LEVELS: Final[dict[Kind, int]] = {
    "buku": 0,
    "bab": 1,
    "bagian": 2,
    "paragraf": 3,
    "pasal": 4,
    "angka": 5,
    "ayat": 10,
}
# What an amendment quotes lies below the pasal, and the point, that amends: BAB 6 to Pasal 9.
QUOTED: Final = 5
# Front matter holds no other sections: whatever comes next ends it.
FRONT_MATTER: Final = 20

ORDINAL: Final = (
    r"(?:[Kk]e|KE)[a-zA-Z]{3,12}(?:\s(?:belas|puluh|BELAS|PULUH)(?:\s[a-zA-Z]{4,8})?)?"
    r"|PERTAMA|Pertama"
)
_COUNT: Final = "satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|sebelas"
DIKTUM: Final = f"(?:Ke(?:{_COUNT})(?: belas| puluh)?|Pertama)"
FORMS: Final = (
    r"(?:UNDANG|PERATURAN|QANUN|Q\s?A\s?N\s?U\s?N|KEPUTUSAN|RANCANGAN|MENGENAI|INSTRUKSI|SURAT"
    r"|SALINAN|Undang|Peraturan|Qanun|Keputusan|Rancangan|Instruksi|Surat)"
)
# "Pasai", "Pasat", "Pasd", "PasaI": what OCR made of "Pasal"; in small letters in old texts.
PASAL_WORD: Final = r"(?:[Pp]as(?:a[l1I!it|TJ]|d)|PASA[L1I]|[Ff]asal|FASAL|P A S A L|P a s a l)"
# A number, with spaces between its digits only where the line ends ("Pasal 1 1").
PASAL_NUMBER: Final = (
    r"(?:[\dlIO|][\dlIOo]{0,3}(?:[ \t][\dlIOo]{1,2}(?=[ \t.:*_]*$))?(?:[ \t]?[A-Z])?"
    r"|[IVXLl1]{1,7})(?![\w/]|[.,]\d)"
)
_SEPARATOR: Final = (
    r"[ \t]*(?:s\.?[ \t]?[/.]?[ \t]?d\.?|sampai(?:[ \t]dengan)?|dan|hingga|-|–|,)[ \t]*"
)
# Looked for only where a word may begin, and only a word with such a first letter: four times as
# fast as trying every form at every letter.
_FIRST: Final = r"(?<!\w)(?=[ \t*]{0,40}[#({A-Z\dpfl])"
MARK: Final = re.compile(
    _FIRST + r"(?:(?P<heading>^(?P<hashes>\#{1,6})[ \t]+(?P<heading_title>[^\n]{1,300}))"
    r"|(?P<menimbang>^[ \t]*(?:Menimbang|MENIMBANG)\b[ \t]*:?)"
    r"|(?P<mengingat>^[ \t]*(?:Mengingat|MENGINGAT|Memperhatikan|MEMPERHATIKAN|Mendengar|MENDENGAR"
    r"|Membaca|MEMBACA)\b[ \t]*:?)"
    r"|(?P<memutuskan>\b(?:M ?E ?M ?U ?T ?U ?S ?K ?A ?N\b[ \t]*:?|Memutuskan[ \t]*:))"
    rf"|(?P<diktum>^[ \t]*(?P<diktum_no>{DIKTUM.upper()}|{DIKTUM})\b(?P<diktum_colon>\s{{0,3}}:)?)"
    r"|(?P<buku>^[ \t]*(?:BUKU|Buku)[ \t]+(?P<buku_no>[IVX]{1,4}|KE[A-Z]{3,8}|Ke[a-z]{3,8})\b\.?)"
    r"|(?P<peralihan>^[ \t*]*(?P<peralihan_title>ATURAN[ \t]+(?:PERALIHAN|TAMBAHAN)|PEMBUKAAN)"
    r"[ \t*]*$)"
    r"|(?P<bab>\b(?:BAB|B A B)[ \t]+(?P<bab_no>[IVXLCl1|]{1,8}[A-Z]?|\d{1,2}[A-Z]?)"
    r"(?=[\s.:*]|$)\.?)"
    rf"|(?P<bagian>\b(?:Bagian|BAGIAN)[ \t]+(?P<bagian_no>{ORDINAL}|[IVX]{{1,4}}|\d{{1,2}})\b\.?)"
    rf"|(?P<paragraf>\b(?:Paragraf|PARAGRAF)[ \t]+(?P<paragraf_no>\d{{1,2}}|{ORDINAL})\b\.?)"
    r"|(?P<demi>(?:\b[IVX1l]{1,4}\.?[ \t]*)?(?:PENJELASAN[ \t]+)?"
    r"(?:PASAL[ \t]+DEMI[ \t]+PASAL|P ?A ?S ?A ?L ? D ?E ?M ?I ? P ?A ?S ?A ?L"
    r"|Pasal[ \t]+[Dd]emi[ \t]+[Pp]asal)\b\.?)"
    rf"|(?P<pasal>(?<!\w){PASAL_WORD}[ \t]*(?P<pasal_no>{PASAL_NUMBER})"
    rf"(?P<pasal_to>(?:{_SEPARATOR}(?:[Pp]asal[ \t]+)?\d{{1,4}})*"
    rf"{_SEPARATOR}(?:[Pp]asal[ \t]+)?(?P<pasal_last>\d{{1,4}})(?=[.:]?(?:\s|$)))?)"
    r"|(?P<angka>(?:^[ \t]*|(?<=[.;:”\"]\s))(?P<angka_no>\d{1,3}[a-z]?)[.)][ \t]+(?=[A-Z])"
    r"|(?:^[ \t]*|(?<=[.;]\s))Angka[ \t]+(?P<penjelasan_angka_no>[\dIl]{1,3})[ \t.:]*$)"
    r"|(?P<ayat>[({][ \t]?(?P<ayat_no>[lIO\d]{1,2}[a-z]?)[ \t]?(?P<ayat_end>[)}])"
    r"|(?:^[ \t]*|(?<=[.;]\s))[({](?P<ayat_open>\d{1,2})[1lI](?=[ \t]+[A-Z])"
    r"|\bA[yj]at[ \t]*[({]?[ \t]?(?P<penjelasan_ayat_no>[\dlI]{1,2}[a-z]?|a(?=\)))[ \t]?[)}]?)"
    rf"|(?P<penjelasan>\b(?:MEMORI[ \t]+)?P ?E ?N ?(?:D ?)?J ?E ?L ?A ?S ?A ?N\s+"
    rf"(?:A ?T ?A ?S\s+|MENGENAI\s+|TENTANG\s+)?(?={FORMS}))"
    r"|(?P<umum>\b(?:(?:(?:I|1|l|A)\.?[ \t]*)?(?:PENJELASAN[ \t]+)?(?:UMUM|U M U M)\b\.?"
    r"|I\.[ \t]+Umum\b|Penjelasan[ \t]+Umum\b(?=[ \t.:*]*$)))"
    r"|(?P<lampiran>\b(?:LAMPIRAN|Lampiran)(?:[ \t]+(?P<lampiran_no>[IVXl1]{1,6}|\d{1,2}))?"
    r"(?:[.]?[A-Z])?\b[ \t]*[.:]?)"
    r"|(?P<closing>\b(?:Agar[ \t]+(?:supaya[ \t]+)?setiap[ \t]+orang[ \t]+(?:dapat[ \t]+)?menge"
    r"tahui"
    r"|(?:Disahkan|Ditetapkan|Diundangkan|DISAHKAN|DITETAPKAN)[ \t]+di\b))"
    r"|(?P<court>^[ \t*]*(?P<court_title>(?:TENTANG[ \t]+)?DUDUK(?:NYA)?[ \t]+PERKARA"
    r"|(?:TENTANG[ \t]+)?(?:PERTIMBANGAN[ \t]+)?HUKUM(?:NYA)?|M ?E ?N ?G ?A ?D ?I ?L ?I"
    r"|AMAR[ \t]+PUTUSAN|KONKLUSI)[ \t:*.]*$)"
    r"|(?P<numbered>^[ \t*]*(?P<numbered_no>\d{1,2}(?:\.\d{1,2}){1,3}\.?|[A-Z]\.)[ \t]+"
    r"(?P<numbered_title>[A-Z][^\n]{1,110})$))",
    re.MULTILINE,
)
KINDS: Final = (
    "heading",
    "menimbang",
    "mengingat",
    "memutuskan",
    "diktum",
    "buku",
    "peralihan",
    "bab",
    "bagian",
    "paragraf",
    "demi",
    "pasal",
    "angka",
    "ayat",
    "penjelasan",
    "umum",
    "lampiran",
    "closing",
    "court",
    "numbered",
)
# A line that ends in such a word, or a comma, goes on: a "Pasal 7" that follows is a reference.
UNFINISHED: Final = frozenset(
    (
        *("dalam", "dan", "pada", "atau", "ketentuan", "dengan", "huruf", "oleh", "dari", "yang"),
        *("ayat", "serta", "ke", "menurut", "melanggar", "antara", "bunyi", "judul", "yaitu"),
        *("pasal", "bagi", "untuk", "dimaksud", "berdasarkan", "juncto", "jo", "jo.", "djo"),
        *("djo.", "terhadap", "sesuai", "kepada", "atas", "tentang", "sampai", "di", "vide"),
        *("angka", "melalui"),
    )
)
CONTINUES: Final = re.compile(
    r"\s*(?:[,;]|(?:ayat|huruf|dan|atau|sampai|s/d|sebagaimana|berlaku|juncto|jo|djo|angka|tentang"
    r"|tersebut|di atas|diatas|serta|jika|maka|harus|dapat|tidak)\b)"
)
# What may follow a pasal's heading on the same line, and what shows a reference instead.
BODY: Final = re.compile(r"[ \t`^*_]*[.:]?\s*(?:\(\s?[\dlI]|[A-Z0-9“\"'])")
FIRST_AYAT: Final = re.compile(r"[ \t`^*_]*[.:]?\s*\(1\)|\.\s+[A-Z]")
REFERENCE: Final = re.compile(
    r"[ \t]*:?[ \t]*(?:Undang|UUD?\b|UNDANG|Peraturan|Qanun|KUH|Konstitusi|Reglemen|Perjanjian"
    r"|Konvensi|PP\b|Piagam)(?![^.;:\n]{0,60}\bini\b)"
)
ELLIPSIS: Final = re.compile(r"[ \t]*(?:\.[ \t]?\.|…)")
LEADERS: Final = re.compile(r"(?:\.[ \t]?){4,}|…{2,}|_{4,}")
SENTENCE_END: Final = '.;:!?)”"…'
