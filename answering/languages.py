"""Which of the portal's languages a question is written in. No Django here."""

import re

LANGUAGES = ("id", "en")
DEFAULT = "id"

# Words of the grammar, which the other language does not have. Frequent ones suffice: a question
# without any of them is taken to be Indonesian, the language of the portal. Words of
# the law (pasal, tahun) are none: English questions cite Indonesian laws by them.
_INDONESIAN = """
    apa apakah siapa berapa bagaimana kapan mana dimana mengapa kenapa yang dan atau di ke dari
    untuk pada dengan dalam adalah tidak bukan itu ini tersebut oleh akan dapat bisa boleh harus
    menurut tentang antara saja kah nya ga gak brp gimana mau kalo kalau sebutkan jelaskan
    saya kami jika bila para tiap setiap
"""
_ENGLISH = """
    what who whom whose which when where why how is are was were do does did the a an of to for
    and or in on by with from must can may shall should has have many much long under according
    it its they them this that these those there be not at as between list explain tell my i we you
"""
INDONESIAN = frozenset(_INDONESIAN.split())
ENGLISH = frozenset(_ENGLISH.split())
WORD = re.compile(r"[a-z]+")


def language_of(text: str) -> str:
    """`id` or `en`, by the words of the grammar that occur."""
    words = WORD.findall(text.lower())
    english = sum(word in ENGLISH for word in words)
    indonesian = sum(word in INDONESIAN for word in words)
    return "en" if english > indonesian else DEFAULT
