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
    cased = " ".join(_cased(word, first=index == 0) for index, word in enumerate(text.split()))
    return re.sub(r"\bMenteri dalam Negeri\b", "Menteri Dalam Negeri", cased)


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
    ("laporan", r"\blaporan\b|\blkjip\b|\blakip\b|\blppd\b|\blkpj\b|\breport\b"),
    ("formulir", r"\bformulir\b|\bform\b|\bblangko\b"),
    (
        "panduan",
        r"\bpanduan\b|\bpedoman\b|\bpetunjuk\b|\bsop\b|\bguide\b|\bmanual\b|\bprosedur\b|\bjuknis\b"
        r"|\btata\s+cara\b",
    ),
    (
        "statistik",
        r"\bindeks\b|\bjumlah\b|\bpersentase\b|\bpdrb\b|\binflasi\b|\bstatistik\b|\bpenduduk\b"
        r"|\bekspor\b|\bimpor\b|\bkontribusi\b|\bpertumbuhan\b|\btingkat\b|\bluas\b|\bgini\b|\bipm\b"
        r"|\bdalam\s+angka\b|\bin\s+figures\b|\bprofil\s+kemiskinan\b",
    ),
)


def plain_title(canonical: str, filename: str) -> tuple[str, str]:
    """Title from the first heading, the lines of a cover or the file name; and the file's name."""
    from_name = _title_of_filename(filename)
    title = _first_heading(canonical) or _cover_title(canonical) or from_name or "Dokumen"
    return title, from_name


def kind_of_words(words: str) -> str:
    """Kind of document by the words of its title; "lain" where none tells."""
    for kind, pattern in _KIND_WORDS:
        if re.search(pattern, words, re.IGNORECASE):
            return kind
    return "lain"


# A letterhead, a mark of a copy, and what else stands above a title on a cover.
_LETTERHEAD = re.compile(
    r"\W*(?:SALINAN|PEMERINTAH|REPUBLIK\s+INDONESIA|DINAS|BADAN|SEKRETARIAT|KEMENTERIAN|GUBERNUR"
    r"|BUPATI|WALI\s?KOTA|KOMISI|PRESIDEN|MENTERI|KEPALA|KANTOR|JALAN|JL\.|PROVINSI\s+\w+$"
    r"|KABUPATEN|KOTA)\b",
)
_COVER_CHARACTERS = 1_200
_COVER_LINES = 5


def _cover_title(canonical: str) -> str:
    """The first lines written large, below the letterhead; or empty."""
    taken: list[str] = []
    for line in canonical[:_COVER_CHARACTERS].splitlines():
        words = line.strip(" #*_\t")
        if taken and (not words or not _is_large(words) or len(taken) == _COVER_LINES):
            break
        if not words or (not taken and _LETTERHEAD.match(words) and "DALAM ANGKA" not in words):
            continue
        if not _is_large(words):
            break
        taken.append(words)
    return title_case(" ".join(taken))[:200] if sum(map(len, taken)) > 9 else ""


def _is_large(line: str) -> bool:
    """Written in capital letters, as titles are; figures and brackets may stand among them."""
    letters = [character for character in line if character.isalpha()]
    if line.startswith("|") or line.endswith((":", ";")):
        return False
    if not letters:
        return bool(re.fullmatch(r"[\d/ –-]{4,12}", line))
    return sum(map(str.isupper, letters)) >= 0.8 * len(letters)


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
