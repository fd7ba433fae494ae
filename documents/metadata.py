"""Read what a document says of itself: kind, number, year, title, issuer, date. No Django.

A regulation is read from its title block, as UU 12/2011 prescribes it ("PERATURAN ... NOMOR ...
TAHUN ... TENTANG ..."); anything else gets a title for people from its heading or file name.
"""

import datetime
import re
from dataclasses import dataclass
from typing import Final

from documents.kinds import KIND_BY_CODE, KIND_PATTERN, document_kind, matched_kind
from documents.references import legal_references, short_citation
from documents.titles import plain_title, title_case

# A title block stands near the top; a letterhead or a cover may come first.
HEAD_CHARACTERS = 4_000
TITLE_CHARACTERS = 480

MONTHS: Final = (
    "januari",
    "februari",
    "maret",
    "april",
    "mei",
    "juni",
    "juli",
    "agustus",
    "september",
    "oktober",
    "november",
    "desember",
)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What was read; empty (None) where the text does not say it.

    `kind` is a code of documents.kinds.DOCUMENT_KINDS, `regulation_kind` the finer code of a
    regulation ("pojk" where kind is "permen"). `amends` holds "qanun 8/2012".
    """

    title: str
    kind: str = "lain"
    regulation_kind: str = ""
    number: str = ""
    year: int | None = None
    about: str = ""
    issuer: str = ""
    region: str = ""
    date: datetime.date | None = None
    amends: tuple[str, ...] = ()
    language: str = "id"

    @property
    def short_name(self) -> str:
        """The citation, "UU 11/2006" or "Qanun Aceh 6/2014"; empty for what is no regulation."""
        if not self.regulation_kind or not self.number:
            return ""
        area = self.region if self.regulation_kind in _REGIONAL else ""
        return short_citation(self.regulation_kind, self.number, self.year, area=area)


_REGIONAL = frozenset(
    ("qanun", "perda", "pergub", "kepgub", "ingub", "perbup", "kepbup", "perwal", "kepwal")
)

_NUMBER = (
    r"(?:NOMOR|NO\b\.?|NR\b\.?)\s*:?\s*(?P<number>(?:\d{1,4}\s?/\s?[^\s,;]{1,40}"
    r"|[\dOlI]{1,4}[A-Z]?(?:\.[\d.]+)?(?:/[^\s,;]{1,40})*|\.{2,}|…)(?:\s?DRT)?)?"
)
_YEAR = r"(?:\s*TAHUN\s*(?P<year>[\dOlI]{4}))?"
_TITLE_BLOCK = re.compile(
    rf"\b(?:{KIND_PATTERN})\b(?P<area>[^.;:]{{0,160}}?)\s+{_NUMBER}{_YEAR}"
    r"\s*(?P<middle>[^.;:]{0,80}?)\s*\bTENTANG\b\s*(?P<about>.{3,1500})",
    re.IGNORECASE | re.DOTALL,
)
# What comes right after the subject in a title block.
_ABOUT_END = re.compile(
    r"\s*(?:\bDENGAN\s+(?:RAHMAT|NAMA)\b|\bBISMILLAH|\bATAS\s+(?:BERKAT\s+)?RAHMAT\b"
    r"|\bMenimbang\b|\bMENIMBANG\b|\bMengingat\b"
    r"|\bPRESIDEN\s+REPUBLIK\s+INDONESIA\s*[,:]|\bKAMI,\s+PRESIDEN|\bPresiden\s+Republik\s+Indonesia,"
    r"|\bGUBERNUR\s+[A-Z ]{3,40},|\bBUPATI\s+[A-Z ]{3,40},|\bWALI\s?KOTA\s+[A-Z ]{3,40},"
    r"|\bMENTERI\s+[A-Z ]{3,80},|\bKEPALA\s+BADAN\b|\bDEWAN\s+KOMISIONER\b|\bKETUA\b"
    r"|\bBAB\s+I\b|\bUMUM\b|\bPasal\s+1\b|\bSALINAN\b|\bI\.\s+UMUM|\bPADA\s+FASE\s*$|\n\s*\n\s*a\."
    r"|\bGUBERNUR\s*,)",
)
_DATE = re.compile(
    r"\b(?:Disahkan|Ditetapkan|DISAHKAN|DITETAPKAN)\s+di\s+(?P<place>[\w .-]{3,40}?)[,\s]+"
    r"(?:pada\s+tanggal|Pada\s+tanggal|PADA\s+TANGGAL|tanggal)\s*:?\s*"
    rf"(?P<day>\d{{1,2}})\s+(?P<month>{'|'.join(MONTHS)}|nopember|pebruari)\s+(?P<year>\d{{4}})",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\b(?:the|of|and|to|in|is|for|that|shall|by|with|this|be|are|which|or)\b")
_INDONESIAN = re.compile(
    r"\b(?:yang|dan|di|dengan|untuk|dalam|pada|ini|dari|tidak|oleh|atau|adalah)\b"
)


def read_metadata(canonical: str, *, filename: str = "") -> Metadata:
    """Read the text; the file name serves where the text has no title of its own."""
    head = _without_spaced_letters(canonical[:HEAD_CHARACTERS])
    found = _title_block(head) or _enacting_clause(canonical)
    if found is None:
        return _plain(canonical, filename)
    code = matched_kind(found)
    number, year = _number_and_year(found)
    named_number, named_year = _of_path(filename, code)
    if not number or number == named_number:  # years are misread more often than misnamed
        number, year = named_number, named_year or year
    about = _about(found["about"])
    region = _region(found, code, head)
    enacted = _date(canonical)
    if year is None and enacted is not None:
        year = enacted.year
    return Metadata(
        title=_regulation_title(code, found, region, number, year, about),
        kind=document_kind(code),
        regulation_kind=code,
        number=number,
        year=year,
        about=about,
        issuer=_issuer(code, region, found["area"]),
        region=region,
        date=enacted,
        amends=_amends(about),
        language=language_of(canonical),
    )


def _without_spaced_letters(text: str) -> str:
    """Close up "Q A N U N A C E H" and the like; the word break is lost and mended by name."""
    closed = re.sub(r"\b(?:[A-Z] ){4,}[A-Z]\b", lambda match: match[0].replace(" ", ""), text)
    closed = re.sub(r"\bQANUN(?=ACEH\b)", "QANUN ", closed)
    closed = re.sub(
        r"\bPERATURAN(?=GUBERNUR|BUPATI|DAERAH|WALI|PRESIDEN|PEMERINTAH)", "PERATURAN ", closed
    )
    return re.sub(r"\bUNDANG[\s.–­]UNDANG\b", "UNDANG-UNDANG", closed)


def _title_block(head: str) -> re.Match[str] | None:
    """The first title whose kind is written large or stands at the start of a line."""
    for match in _TITLE_BLOCK.finditer(head):
        kind = match[matched_kind(match)]
        before = head[: match.start()]
        if len(kind) < 5 or re.search(r"\b(?:Menimbang|Mengingat|MENIMBANG)\b", before):
            return None
        if not kind.isupper() and not re.search(r"(?:^|\n)[\s#*]*$", before):
            continue
        # "UNDANG-UNDANG REPUBLIK INDONESIA UNDANG-UNDANG REPUBLIK INDONESIA NOMOR 11 ..."
        inner = _TITLE_BLOCK.match(head, match.start("number") - 1) if match["number"] else None
        return inner or match
    return None


# "Menetapkan : PERATURAN PEMERINTAH TENTANG ...", with the groups of a title block.
_ENACTING_CLAUSE = re.compile(
    rf"\bMenetapkan\s*:\s*(?:Menetapkan\s*:\s*)?(?:{KIND_PATTERN})\b(?P<area>[^.;:]{{0,120}}?)"
    r"\s+TENTANG\s+(?P<about>[^.;]{3,600})\.(?P<number>)(?P<year>)",
    re.IGNORECASE,
)


def _enacting_clause(canonical: str) -> re.Match[str] | None:
    """Serves where a file begins below its title block, or the block was read badly."""
    return _ENACTING_CLAUSE.search(canonical, 0, 20_000)


def _of_path(path: str, code: str) -> tuple[str, int | None]:
    """Number and year from a path such as "pp/1983/5.md" or "PP_Nomor_5_Tahun_1983.pdf"."""
    folders = re.search(rf"(?:^|/){code}/(\d{{4}})/(\d{{1,4}})\.\w+$", path, re.IGNORECASE)
    if folders:
        return folders[2], int(folders[1])
    for reference in legal_references(re.sub(r"[_/.]+", " ", path)):
        if reference.kind == code:
            return reference.number, reference.year
    return "", None


def _named_regulation(canonical: str, path: str) -> tuple[str, str, int | None]:
    if not re.search(r"\b(?:MEMUTUSKAN|Pasal\s+[1I]\b)", canonical):
        return "", "", None
    folders = re.search(r"(?:^|/)(\w+)/\d{4}/\d{1,4}\.\w+$", path)
    named = [reference.kind for reference in legal_references(re.sub(r"[_/.]+", " ", path))]
    if folders and folders[1].lower() in KIND_BY_CODE:
        named = [folders[1].lower()]
    number, year = _of_path(path, named[0]) if named else ("", None)
    return (named[0], number, year) if number else ("", "", None)


def _number_and_year(match: re.Match[str]) -> tuple[str, int | None]:
    number = (match["number"] or "").strip(" .…/,")
    year = match["year"]
    slashed = re.fullmatch(r"(.+?)\s?/\s?((?:19|20)\d{2})", number)
    if slashed and not year:
        number, year = slashed[1], slashed[2]
    number = re.sub(r"\s?/\s?S?E?P?OJK[.\d]*.*$", "", number, flags=re.IGNORECASE)
    short = re.fullmatch(r".*/[IVX]+-(\d{2})", number)
    if short and not year:
        year = f"19{short[1]}" if int(short[1]) > 45 else f"20{short[1]}"
    number = _digits(number) if len(number) <= 4 else number
    return number.lstrip("0") or number, int(_digits(year)) if year else None


def _digits(written: str) -> str:
    """Mend letters that a reader took for digits ("2OO4", "I")."""
    if not re.fullmatch(r"[\dOlI]+", written):
        return written
    return written.replace("O", "0").replace("l", "1").replace("I", "1")


def _about(rest: str) -> str:
    match = _ABOUT_END.search(rest)
    about = rest[: match.start()] if match else rest.split("\n\n", 1)[0]
    about = re.sub(r"-\s*\n\s*(?=[a-z])", "", about)
    about = re.sub(r"\s*\n+\s*", " ", about)
    about = re.sub(r"\b_+|_+\b|(?<=\s)_+(?=\s)|\*+", "", about)
    about = " ".join(about.split()).strip(" .,:;#_")
    # The issuer's name before "Menimbang" belongs to the next line of the block.
    about = re.sub(
        r"\s+(?:GUBERNUR|BUPATI|WALI\s?KOTA|PRESIDEN)\s+[A-Z ]{3,40}$", "", about
    ).strip()
    return title_case(about)[:TITLE_CHARACTERS]


def _region(match: re.Match[str], code: str, head: str) -> str:
    if code not in _REGIONAL:
        return "Indonesia"
    area = re.sub(r"\bNANGGROE\s+ACEH\s+DARUSSALAM\b", "ACEH", match["area"], flags=re.IGNORECASE)
    area = " ".join(area.split()).strip(" ,")
    if re.match(r"(?:PROVINSI|PROPINSI)\b", area, re.IGNORECASE):
        area = area.split(" ", 1)[-1]
    area = title_case(area.upper()) if area else ""
    level = {"perbup": "Kabupaten", "kepbup": "Kabupaten", "perwal": "Kota", "kepwal": "Kota"}
    prefix = level.get(code, "")
    return area if not prefix or area.startswith(prefix) else f"{prefix} {area}".strip()


def _issuer(code: str, region: str, area: str) -> str:
    bare = re.sub(r"^(?:Kabupaten|Kota)\s+", "", region)
    issuers = {
        "uu": "Presiden Republik Indonesia",
        "perppu": "Presiden Republik Indonesia",
        "pp": "Presiden Republik Indonesia",
        "perpres": "Presiden Republik Indonesia",
        "keppres": "Presiden Republik Indonesia",
        "inpres": "Presiden Republik Indonesia",
        "pergub": f"Gubernur {bare}",
        "kepgub": f"Gubernur {bare}",
        "ingub": f"Gubernur {bare}",
        "perbup": f"Bupati {bare}",
        "kepbup": f"Bupati {bare}",
        "perwal": f"Wali Kota {bare}",
        "kepwal": f"Wali Kota {bare}",
        "pojk": "Otoritas Jasa Keuangan",
        "seojk": "Otoritas Jasa Keuangan",
        "perma": "Mahkamah Agung",
    }
    if code in ("permen", "kepmen"):
        return f"Menteri {title_case(' '.join(area.split()))}".strip()
    if code in ("perban", "kepka"):
        return f"Kepala {title_case(' '.join(area.split()))}".strip()
    if code in ("qanun", "perda"):
        return f"Pemerintah {region}".strip()
    return issuers.get(code, "")


def _regulation_title(
    code: str, match: re.Match[str], region: str, number: str, year: int | None, about: str
) -> str:
    form = KIND_BY_CODE[code].full
    area = region if code in _REGIONAL else ""
    if code in ("perbup", "kepbup", "perwal", "kepwal"):
        area = re.sub(r"^(?:Kabupaten|Kota)\s+", "", region)
    if code in ("permen", "kepmen", "perban", "kepka"):
        form = title_case(" ".join(match[code].split()).upper())
        area = title_case(" ".join(match["area"].split()).upper())
        area = re.sub(r"\s*Republik Indonesia$", "", area)
    if match[code].lower().endswith("darurat"):
        form += " Darurat"
    written = re.sub(r"\s*/\s*", "/", (match["number"] or "").strip(" .…"))
    if "/" in written and not match["year"]:
        return " ".join(part for part in (form, area, "Nomor", written, "tentang", about) if part)
    parts = [form, area, f"Nomor {number}" if number else "", f"Tahun {year}" if year else ""]
    return f"{' '.join(part for part in parts if part)} tentang {about}"


def _date(canonical: str) -> datetime.date | None:
    match = _DATE.search(canonical)
    if match is None:
        return None
    month = match["month"].lower().replace("nopember", "november").replace("pebruari", "februari")
    try:
        return datetime.date(int(match["year"]), MONTHS.index(month) + 1, int(match["day"]))
    except ValueError:
        return None


def _amends(about: str) -> tuple[str, ...]:
    if not re.match(r"perubahan\b", about, re.IGNORECASE):
        return ()
    first = re.split(r"\btentang\b", about, maxsplit=1, flags=re.IGNORECASE)[0]
    return tuple(
        f"{reference.kind} {reference.number}/{reference.year}"
        for reference in legal_references(first)
        if reference.number
    )


def language_of(canonical: str) -> str:
    """The language by its most common words, "id" or "en"."""
    sample = canonical[:20_000].lower()
    english = len(_ENGLISH.findall(sample))
    indonesian = len(_INDONESIAN.findall(sample))
    return "en" if english > 2 * indonesian and english > 10 else "id"


def _plain(canonical: str, filename: str) -> Metadata:
    """Metadata of what is no regulation, or of one that only its file name tells of."""
    title, kind, year = plain_title(canonical, filename)
    code, number, named_year = _named_regulation(canonical, filename)
    if code:
        return Metadata(
            title=f"{KIND_BY_CODE[code].full} Nomor {number} Tahun {named_year}",
            kind=document_kind(code),
            regulation_kind=code,
            number=number,
            year=named_year,
            region="" if code in _REGIONAL else "Indonesia",
            date=_date(canonical),
            language=language_of(canonical),
        )
    return Metadata(
        title=title,
        kind=kind,
        year=year,
        about=title,
        date=_date(canonical),
        language=language_of(canonical),
    )
