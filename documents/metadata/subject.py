"""The subject of a regulation: what follows TENTANG in its title block. No Django."""

import re

from documents.titles import title_case

MAX_CHARACTERS = 480

# What comes right after the subject in a title block.
_END = re.compile(
    r"\s*(?:\bDENGAN\s+(?:RAHMAT|NAMA)\b|\bBISMILLAH|\bATAS\s+(?:BERKAT\s+)?RAHMAT\b"
    r"|\bMenimbang\b|\bMENIMBANG\b|\bMengingat\b|\bMEMUTUSKAN\b|\bMemutuskan\s*:"
    r"|\bOLEH\s*:|\bOleh\s*:"
    r"|\bPRESIDEN\s+REPUBLIK\s+INDONESIA\s*[,:]|\bKAMI,\s+PRESIDEN"
    r"|\bPresiden\s+Republik\s+Indonesia,"
    r"|\b(?:PLT\.?\s+|PJ\.?\s+)?(?:GUBERNUR|BUPATI|WALI\s?KOTA)\s+[A-Z ]{3,40},"
    r"|\bMENTERI\s+[A-Z ]{3,80},|\bKEPALA\s+BADAN\b|\bDEWAN\s+KOMISIONER\b|\bKETUA\b"
    r"|\n\s*(?:KEPALA|DIREKTUR|SEKRETARIS|KEUCHIK|GEUCHIK|PIMPINAN|REKTOR|CAMAT)\s[A-Z ]{3,80},"
    r"|\bBAB\s+I\b|\n\s*UMUM\s*(?:\n|$)|\bPasal\s+1\b|\bSALINAN\b|\bI\.\s+UMUM|\bPADA\s+FASE\s*$|\n\s*\n\s*a\."
    r"|\bGUBERNUR\s*,|\n\s*(?:Ditetapkan|Kepada|Dalam\s+rangka|Menindaklanjuti)\b"
    r"|\n\s*[A1]\.\s)",
)
_ISSUER_BELOW = re.compile(
    r"(?<!WAKIL)(?<!CALON)\s+(?:GUBERNUR|BUPATI|WALI\s?KOTA|PRESIDEN)\s+"
    r"(?!DAN\b|ATAU\b)[A-Z ]{3,40}$"
)


def subject_end(rest: str) -> int:
    """How many characters of the words after TENTANG belong to the subject."""
    match = _END.search(rest)
    return match.start() if match else len(rest.split("\n\n", 1)[0])


def subject_of(rest: str, *, annex: bool = False) -> str:
    """From the words after TENTANG; the subject of an annex ends at the first empty line."""
    about = rest[: subject_end(rest)]
    if annex:
        about = about.split("\n\n", 1)[0]
    about = re.sub(r"-\s*\n\s*(?=[a-z])", "", about)
    about = re.sub(r"\s*\n+\s*", " ", about)
    about = re.sub(r"\b_+|_+\b|(?<=\s)_+(?=\s)|\*+", "", about)
    about = " ".join(about.split()).strip(" .,:;#_")
    # The issuer's name before "Menimbang" belongs to the next line of the block.
    return title_case(_ISSUER_BELOW.sub("", about).strip())[:MAX_CHARACTERS]
