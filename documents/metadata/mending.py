"""Repair what readers of scans and layouts do to a title block. No Django."""

import re

_SPACED = re.compile(r"\b(?:[A-Z] ){3,}[A-Z]\b")
# Words that end where no space is left after closing spaced letters up.
_FIRST_WORDS = re.compile(
    r"\b(QANUN(?=ACEH|KABUPATEN|KOTA)|(?:PERATURAN|KEPUTUSAN|INSTRUKSI)"
    r"(?=GUBERNUR|BUPATI|DAERAH|WALI|PRESIDEN|PEMERINTAH|MENTERI|KEPALA)"
    r"|(?:GUBERNUR|BUPATI)(?=ACEH))"
)
_YEAR = re.compile(r"\b(TAHUN\s+)([12][\dOolIq]{3})\b", re.IGNORECASE)
_LETTERS_FOR_DIGITS = str.maketrans("OolIq", "00119")


def mended(head: str) -> str:
    """The opening of a text with letters, words and figures of its title block put right."""
    text = _SPACED.sub(lambda match: match[0].replace(" ", ""), head)
    text = _FIRST_WORDS.sub(r"\1 ", text)
    text = re.sub(r"\bUNDANG[-\s.–­]{1,3}UNDANG\b", "UNDANG-UNDANG", text)
    text = re.sub(r"\bN[O0]M[O0]R(?=[\s:\dlIO.])", "NOMOR", text)
    text = re.sub(r"\bTENTAN\s+G\b", "TENTANG", text)
    text = re.sub(r"\bNOMOR(?=\d)", "NOMOR ", text)
    text = re.sub(r"(?<=\d)TAHUN(?=\s?\d)", " TAHUN", text)
    text = re.sub(r"\bTAHUN(?=\d{4}\b)", "TAHUN ", text)
    return _YEAR.sub(lambda match: match[1] + match[2].translate(_LETTERS_FOR_DIGITS), text)


def digits(written: str) -> str:
    """Mend letters that a reader took for digits ("2OO4", "I")."""
    if not re.fullmatch(r"[\dOolIq]+", written):
        return written
    return written.translate(_LETTERS_FOR_DIGITS)
