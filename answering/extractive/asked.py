"""What a question asks for: its words, and the kind of answer that would do."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from answering.faithfulness.lexicon import Word, content_words
from answering.figures import figures
from answering.figures.tokens import word_set

_COLLOQUIAL = Path(__file__).with_name("colloquial.txt")
# "tanggung jawab" is no answering.
_WORD = re.compile(r"\b(?<!tanggung )[^\W\d_]+")
_ASKING = word_set(
    "mau saya jadi tahun hari jam bulan orang hektar menit persen soal harus abis sudah kami kalo "
    "uu pp perda perppu undang-undang peraturan law regulation waktu years days people percent "
    "apa apakah siapa berapa kapan mana dimana bagaimana mengapa kenapa sebutkan jelaskan "
    "isi bunyi menurut berdasarkan benarkah bolehkah kan betul sih dong kah dulu saja "
    "berarti arti kepanjangan singkatan dimaksud terus kalau sama sekali banyak besar "
    "besarnya nilai nomor pasal ayat huruf what who whom when where how why which many "
    "much long does under minimum maximum tentang mengatur"
)
_UNITS = (
    ("percent", r"\b(?:persen|persentase|percent|percentage|share)\b"),
    ("minute", r"\b(?:menit|minutes?)\b"),
    ("working_day", r"\bhari kerja\b|\bworking days?\b"),
    ("day", r"\bhari\b|\bdays?\b"),
    ("year", r"\b(?:tahun|taon|usia|umur|umr|age|years?)\b|\bberapa lama\b|\bhow long\b"),
    ("month", r"\bbulan\b|\bmonths?\b"),
    ("IDR", r"\b(?:rupiah|biaya|denda|modal|sumbangan|gaji|upah|harga|fine|cost|budget|nilai)\b"),
    ("hectare", r"\b(?:hektar|hektare|ha|hectares?)\b"),
    ("km2", r"\bkm ?2\b|\bkilometer persegi\b"),
    ("person", r"\b(?:orang|org|jiwa|penduduk|anggota|people|members)\b"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """`words` without the question's own; `kinds` of answer; `units` of the figure asked for.

    `parts` counts what is asked: "berapa ..., dan siapa ...?" asks two things.
    `naming` holds the words that only name a regulation ("menurut UU Pelayanan Publik").
    """

    text: str
    words: tuple[Word, ...]
    kinds: frozenset[str]
    units: frozenset[str]
    years: frozenset[str]
    numbers: frozenset[tuple[str, str]]
    parts: int = 1
    naming: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def _spellings() -> dict[str, str]:
    lines = _COLLOQUIAL.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" ", 1) for line in lines if line and not line.startswith("#"))
    return dict(pairs)


def asked(question: str) -> Asked:
    """Read a question."""
    known = _spellings()
    written = _WORD.sub(lambda m: known.get(m.group().lower(), m.group()), question)
    low = question.lower()
    plain = _YEAR.sub(" ", _REGULATION.sub(" ", written)).lower()
    references = [figure for figure in figures(question) if figure.structural]
    words = [word for word in content_words(written) if word.text not in _ASKING]
    unique = {word.keys: word for word in reversed(words)}
    return Asked(
        written,
        tuple(reversed(unique.values())),
        _kinds(low),
        frozenset(unit for unit, pattern in _UNITS if re.search(pattern, plain)),
        frozenset(str(f.value) for f in references if f.unit == "year"),
        frozenset((f.unit, str(f.value)) for f in references),
        1 + len(_ALSO.findall(low)),
        _naming(written),
    )


_ALSO = re.compile(
    r"(?:\b(?:dan|and|serta)\b|[,?])[^,?]{0,30}?\b(?:apa|siapa|berapa|brp|kapan|di mana|bagaimana"
    r"|how|who|what|when|where|mana|bs|bisa|bolehkah)\b"
)
# "tahun 2013" tells when; it asks for no number of years.
_YEAR = re.compile(r"\b(?:tahun|year)\s+\d{4}\b", re.IGNORECASE)
_REGULATION = re.compile(
    r"\b(?:UU|PP|Perpres|Perppu|Perda|Pergub|Permen\w*|Qanun|POJK|SOP|Law|Undang-Undang|Peraturan|Presidential"
    r" Regulation)(?:\s+(?:[A-Z][\w-]*|\d[\d/]*|[Nn]omor|[Tt]ahun|dan|of))+"
)


def _naming(question: str) -> frozenset[str]:
    """Return the words that stand in the names of regulations and nowhere else."""
    names = " ".join(match.group() for match in _REGULATION.finditer(question))
    rest = {word.text for word in content_words(_REGULATION.sub(" ", question))}
    return frozenset(word.text for word in content_words(names)) - rest


_KINDS = (
    ("figure", r"(?<!nomor )(?<!pasal )\b(?:berapa|brp|brapa|how many|how much|how long|jumlah"
        r"|minimum|what .*?share)\b"),
    ("at_least", r"\b(?:minimal|minimum|paling (?:sedikit|kurang|rendah|singkat)|at least)\b"),
    ("at_most", r"\b(?:maksimal|maksimum|maximum|paling (?:banyak|lama|tinggi|lambat|besar)"
        r"|at most|batas (?:waktu|maks\w*))\b"),
    ("now", r"\b(?:sekarang|skrg|saat ini|kini|currently|current|now)\b"),
    ("recipient", r"\b(?:kepada siapa|ditujukan kepada|ke mana|to whom)\b"),
    ("condition", r"\b(?:jika|bila|apabila|kalau|gagal|if|when)\b"),
    ("how_long", r"\b(?:berapa lama|brp lama|how long|jangka waktu|batas waktu|lama)\b"),
    ("actor", r"\b(?:siapa|kepada siapa|lembaga mana|who|whom|by whom)\b"),
    ("definition", r"\b(?:apa itu|dimaksud|kepanjangan|singkatan|pengertian|definisi|apa arti"
     r"|what is an?|stand for|what are)\b"),
    ("list", r"\b(?:apa saja|sebutkan|syarat|alasan|komponen|berkas|dari apa saja|kriteria|tugas"
     r"|wewenang|list|which)\b"),
    ("place", r"\b(?:di mana|dimana|ibu ?kota|where)\b"),
    ("time", r"\b(?:kapan|when|mulai berlaku)\b"),
    ("polar", r"\b(?:apakah|benarkah|bolehkah|kah|kan|gak|ga|nggak|betul|bisakah"
        r")\b|^\s*(?:is|are|does|do|can|may|must)\b"),
    ("most", r"\b(?:paling tinggi|tertinggi|terbanyak|terbesar|paling banyak|highest"
        r"|largest|most)\b"),
    ("least", r"\b(?:paling (?:rendah|sedikit|kecil)|terendah|tersedikit|terkecil"
        r"|lowest|smallest|least)\b"),
    ("subject", r"\b(?:tentang apa|mengatur tentang|mengatur apa|regulate)\b"),
)  # fmt: skip


def _kinds(low: str) -> frozenset[str]:
    return frozenset(kind for kind, pattern in _KINDS if re.search(pattern, low))
