"""Completes a question that leans on an earlier one. Deterministic rules; no Django here.

"Berapa lama masa jabatan imeum mukim?", then "Terus siapa yang membantu dia?" is searched as
"Siapa yang membantu imeum mukim?".
"""

import re
from collections.abc import Sequence

# Connectives with which people go on; they say nothing of the subject.
OPENING = re.compile(
    r"^(?:(?:terus|lalu|kemudian|trus|nah|oke|ok|dan|and|then|so|also|selain itu)\b[\s,]*)+",
    re.IGNORECASE,
)
# "Kalau Simeulue?", "Bagaimana dengan Kota Sabang?", "What about Sabang?": a new focus.
NEW_FOCUS = re.compile(
    r"^(?:kalau|kalo|klo|bagaimana (?:dengan|kalau)|gimana (?:dengan|kalau|kalo)|untuk|"
    r"what about|how about|and for|for)\s+(?P<focus>[^?.!]{2,60}?)"
    r"(?:\s+(?:bagaimana|gimana|berapa|apa|siapa))?\s*[?.!]*$",
    re.IGNORECASE,
)
# The English pronouns point, but nothing can be put in their place word by word.
PERSON = re.compile(r"\b(?:dia|ia|beliau|mereka)\b", re.IGNORECASE)
ENGLISH_PRONOUN = re.compile(
    r"\b(?:they|them|he|she|him|her|it|its|their|his|that|those|these)\b", re.IGNORECASE
)
THING = re.compile(
    r"\b(?:(?:hal|lembaga|izin|dana|aturan|pasal|undang-undang|qanun|dokumen|orang|badan)\s+)?"
    r"(?:itu|tersebut|tsb|tadi|begitu)\b(?!\s+(?:mukim|apa))",
    re.IGNORECASE,
)
# Words ending in -nya that name a thing owned by what was spoken of.
OWNED = re.compile(
    r"\b(?:biaya|syarat|persyaratan|cara|prosedur|tugas|fungsi|wewenang|anggota|ketua|isi|bunyi|"
    r"jumlah|jangka waktu|waktu|masa jabatan|sanksi|denda|hukuman|pidana|alamat|kantor|dasar hukum|"
    r"pengertian|definisi|contoh|ibu ?kota|luas|besar|tarif|batas|pejabat|kepala|gaji|jadwal|"
    r"nilai|tujuan|formulir|pasal|ayat|tahun)nya\b",
    re.IGNORECASE,
)
# "Bisa diperpanjang berapa lama?": a verb without anything that it could be about.
ELLIPSIS = re.compile(
    r"^(?:(?:apakah|apa)\s+)?(?:bisa|boleh|dapat|harus|perlu|wajib|berapa|kapan|di ?mana|siapa|"
    r"kenapa|mengapa|bagaimana|gimana|how (?:long|much|many)|when|where|who|why|can|must)\b",
    re.IGNORECASE,
)
VERB = re.compile(r"(?:di|ber|mem|men|meng|ter)\w{4,}$|(?:serve|apply|last|cost|pay)$")
MAX_ELLIPSIS_WORDS = 6
MAX_CONTENT_WORDS = 1  # of an ellipsis: its verb
MAX_FOLLOW_UP_WORDS = 14  # a longer question names what it is about

_QUESTION_WORDS = """
    apa apakah siapa siapakah berapa berapakah bagaimana gimana kapan mana dimana mengapa kenapa
    sebutkan jelaskan what who whom which when where why how many much long old
"""
_GRAMMAR = """
    yang dan atau di ke dari untuk pada dengan dalam adalah ialah oleh akan dapat bisa boleh harus
    menurut tentang antara saja itu ini tersebut kah lama hari kerja banyak besar paling ada ya
    sih dong lagi juga para setiap tiap agar supaya jika bila kalau perlu wajib tidak lamanya
    diperpanjang
    the a an of to for and or in on by with from must can may shall should is are was were do
    does did be has have according under
"""
QUESTION_WORDS = frozenset(_QUESTION_WORDS.split())
GRAMMAR = frozenset(_GRAMMAR.split())
# What is asked of a subject; the subject itself comes after it.
ATTRIBUTES = re.compile(
    r"\b(?:masa jabatan|syarat(?:-syarat)?|persyaratan|tugas|fungsi|wewenang|kewenangan|prosedur|"
    r"cara|biaya|tarif|jumlah|anggota|pengertian|definisi|arti|isi|bunyi|dasar hukum|sanksi|"
    r"members?|duties|term of office|requirements?|fees?)\s+(?:dari\s+|of\s+(?:the\s+)?)?",
    re.IGNORECASE,
)
REFERENCE = re.compile(
    r"\b(?:(?:UU|PP|Perpres|Perppu|Permen\w*|Qanun(?:\s+Aceh)?|Pergub|Perda|Kepgub|Undang-Undang|"
    r"Peraturan\s+\w+|Law)\s*(?:Nomor|No\.?|Number)?\s*\d+\s*(?:/|\s+(?:Tahun|of)\s+)\s*\d{4}|UUPA)\b",
    re.IGNORECASE,
)
PASAL = re.compile(r"\bpasal\s+\d+\w?(?:\s+ayat\s+\(?\d+\w?\)?)?", re.IGNORECASE)
ARTICLE = re.compile(r"\bpasal\s+\d+\w?", re.IGNORECASE)
AYAT = re.compile(r"\s*\bayat\s+\(?\d+\w?\)?", re.IGNORECASE)
NAME = re.compile(r"\b[A-Z][\w’'-]+(?:\s+[A-Z][\w’'-]+)*")
WORD = re.compile(r"[\w’'/-]+")


def completed(question: str, former: Sequence[str]) -> str | None:
    """The question with what it leaves unsaid, from the latest of the former questions.

    None where the question stands by itself or there is nothing to complete it from. `former`
    holds earlier questions, oldest first, each already complete.
    """
    if not former or not leans_on_earlier(question):
        return None
    earlier = former[-1].strip().rstrip("?!. ")
    bare = OPENING.sub("", question.strip()) or question.strip()
    if match := NEW_FOCUS.match(bare):
        return _with_new_focus(earlier, match["focus"].strip())
    return _with_subject(bare, earlier)


def leans_on_earlier(question: str) -> bool:
    """Whether the question cannot be understood without an earlier one."""
    text = question.strip()
    bare = OPENING.sub("", text)
    words = WORD.findall(bare)
    if not words or len(words) > MAX_FOLLOW_UP_WORDS or REFERENCE.search(bare):
        return bool(words) and text != bare and len(words) <= MAX_FOLLOW_UP_WORDS
    if text != bare or NEW_FOCUS.match(bare):
        return True
    pointing = any(rule.search(bare) for rule in (PERSON, THING, OWNED, ENGLISH_PRONOUN))
    if pointing and not _names_subject(bare):
        return True
    return _is_ellipsis(bare, words)


def says_too_little(question: str) -> bool:
    """Whether nobody could tell what is asked without an earlier question: "Berapa biayanya?"."""
    if not leans_on_earlier(question):
        return False
    bare = OPENING.sub("", question.strip())
    content = _content(bare)
    if len(WORD.findall(bare)) > MAX_ELLIPSIS_WORDS or len(content) > MAX_CONTENT_WORDS:
        return False
    return bool(NEW_FOCUS.match(bare)) or all(
        VERB.match(word) or OWNED.match(word) for word in content
    )


def _is_ellipsis(text: str, words: list[str]) -> bool:
    if len(words) > MAX_ELLIPSIS_WORDS or not ELLIPSIS.match(text) or NAME.search(text[1:]):
        return False
    content = _content(text)
    return len(content) <= MAX_CONTENT_WORDS and all(VERB.match(word) for word in content)


def _names_subject(text: str) -> bool:
    """A proper name after the first word: "Apa ibu kota Kabupaten Bireuen dan luasnya?"."""
    return bool(NAME.search(text[1:]))


def _content(text: str) -> list[str]:
    return [
        word
        for word in WORD.findall(text)
        if word.lower() not in QUESTION_WORDS and word.lower() not in GRAMMAR
    ]


def _with_new_focus(earlier: str, focus: str) -> str:
    """The earlier question, asked of something else."""
    if PASAL.match(focus) and PASAL.search(earlier):
        return f"{PASAL.sub(focus, earlier, count=1)}?"
    if AYAT.match(focus) and (article := ARTICLE.search(earlier)):
        rest = AYAT.sub("", earlier[article.end() :], count=1)
        return f"{earlier[: article.end()]} {focus}{rest}?"
    names = [
        match
        for match in NAME.finditer(earlier)
        if match.start() > 0 and not _inside_reference(match, earlier)
    ]
    if len(names) != 1:
        return f"{earlier} {focus}?"
    start, end = names[0].span()
    kept = names[0].group().split()[:-1] if " " not in focus else []
    return f"{earlier[:start]}{' '.join([*kept, focus])}{earlier[end:]}?"


def _inside_reference(match: re.Match[str], text: str) -> bool:
    return any(
        reference.start() <= match.start() < reference.end()
        for rule in (REFERENCE, PASAL)
        for reference in rule.finditer(text)
    )


def _with_subject(question: str, earlier: str) -> str:
    subject = _subject(earlier, keep_pasal=not PASAL.search(question))
    bare = question.rstrip("?!. ")
    for rule in (PERSON, THING):
        if rule.search(bare):
            return f"{_capitalised(rule.sub(lambda _: subject, bare, count=1))}?"
    return f"{_capitalised(bare)} ({subject})?"


def _subject(earlier: str, *, keep_pasal: bool) -> str:
    """What the earlier question was about: its content words behind what it asked of them."""
    text = earlier if keep_pasal else PASAL.sub("", earlier)
    references = " ".join(match.group() for match in REFERENCE.finditer(text))
    words = " ".join(_content(REFERENCE.sub(" ", text)))
    if match := ATTRIBUTES.search(words):
        words = words[match.end() :] or words
    return " ".join(f"{words} {references}".split())


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
