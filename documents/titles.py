"""Titles for people: capital letters to title case, file names to words. No Django."""

import re
from typing import Final

HEAD_CHARACTERS = 4_000

_SMALL_WORDS = re.compile(
    r"dan|atau|di|ke|dari|yang|untuk|dalam|pada|dengan|atas|bagi|oleh|serta|tentang|sebagai"
    r"|terhadap|antara|kepada|secara|menjadi|of|the|and|on|for|in|to",
    re.IGNORECASE,
)
_ABBREVIATIONS = re.compile(
    r"[IVXL]+|DPR[ADK]?|APB[NADK]|KIP|MPU|PPID|UMKM|BPJS|BUM[ND]|PNS|ASN|TNI|RI|BPK|NTB|NTT|DKI|PT"
    r"|OJK|LKM|SOP|HIV|AIDS|SKP[AD]|RPJ[MP]|BPS|PDRB|IPM|BAPETEN"
)


def title_case(text: str) -> str:
    """Capital letters to title case, as Indonesian titles are cited; mixed text is left alone."""
    letters = [character for character in text if character.isalpha()]
    if not letters or sum(map(str.isupper, letters)) < 0.7 * len(letters):
        return text
    return " ".join(_cased(word, first=index == 0) for index, word in enumerate(text.split()))


def _cased(word: str, *, first: bool) -> str:
    bare = word.strip('(),.;:"“”')
    if _SMALL_WORDS.fullmatch(bare) and not first:
        return word.lower()
    if _ABBREVIATIONS.fullmatch(bare):
        return word
    return re.sub(
        r"[^\W\d_][^\W\d_’']*", lambda match: match[0][0].upper() + match[0][1:].lower(), word
    )


_KIND_WORDS: Final = (
    ("laporan", r"\blaporan\b|\blkjip\b|\blakip\b|\breport\b"),
    ("panduan", r"\bpanduan\b|\bpedoman\b|\bpetunjuk\b|\bsop\b|\bguide\b|\bmanual\b|\bprosedur\b"),
    ("formulir", r"\bformulir\b|\bform\b|\bblangko\b"),
    (
        "statistik",
        r"\bindeks\b|\bjumlah\b|\bpersentase\b|\bpdrb\b|\binflasi\b|\bstatistik\b|\bpenduduk\b"
        r"|\bekspor\b|\bimpor\b|\bkontribusi\b|\bpertumbuhan\b|\btingkat\b|\bluas\b|\bgini\b|\bipm\b",
    ),
)


def plain_title(canonical: str, filename: str) -> tuple[str, str, int | None]:
    """Title, kind and last year named, from the first heading or the file name."""
    from_name = _title_of_filename(filename)
    title = _first_heading(canonical) or from_name or "Dokumen"
    years = re.findall(r"(?<!\d)(?:19|20)\d{2}(?!\d)", from_name or title)
    return title, _plain_kind(f"{title} {from_name}"), int(years[-1]) if years else None


def _plain_kind(words: str) -> str:
    for kind, pattern in _KIND_WORDS:
        if re.search(pattern, words, re.IGNORECASE):
            return kind
    return "lain"


def _first_heading(canonical: str) -> str:
    """The Markdown heading near the top; a table's own caption is made from the file name."""
    match = re.search(r"^#{1,2}[ \t]+(.{3,200})$", canonical[:HEAD_CHARACTERS], re.MULTILINE)
    return title_case(match[1].strip(" #*")) if match else ""


def _title_of_filename(filename: str) -> str:
    """ "Indeks_..._Menurut_Kabupaten_Kota_Tahun_2014.csv" as a person would write it."""
    stem = re.sub(r"\.[A-Za-z0-9]{1,5}$", "", filename.replace("\\", "/").rsplit("/", 1)[-1])
    words = re.sub(r"[_\s]+", " ", stem).strip()
    if "-" in words and " " not in words:
        words = words.replace("-", " ")
    words = re.sub(
        r"\b(?:bps|ppid|ipm|pdrb|sop|tpt|apbn|apba)\b",
        lambda match: match[0].upper(),
        words,
        flags=re.IGNORECASE,
    )
    words = re.sub(r"\bKabupaten (?:atau )?Kota\b", "Kabupaten/Kota", words)
    words = re.sub(r"\b((?:19|20)\d{2}) ((?:19|20)\d{2})\b", r"\1–\2", words)
    words = re.sub(r"(?<! )\((?=\w)", " (", words)
    for word in ("Menurut", "Dan", "Yang", "Dengan", "Atau", "Berdasarkan", "Pada", "Untuk"):
        words = re.sub(rf"(?<=\S )\b{word}\b", word.lower(), words)
    return words[:1].upper() + words[1:]
