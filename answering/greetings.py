"""Knows a message that only greets or thanks. No Django here."""

import re

GREETING = re.compile(
    r"^\W*(?:(?:halo+|hai+|hi|hello|hey|hei|permisi|assalamu['’ ]?alaikum|salam|horas|tes|test|"
    r"ping|selamat (?:pagi|siang|sore|malam)|good (?:morning|afternoon|evening|day)|"
    r"terima ?kasih|makasih|trims|thanks?(?: you)?|ok(?:e|ay)?|baik|sip|mantap|"
    r"(?:bagaimana|apa) kabar|how are you)"
    r"(?:[\s,.!?]+(?:banyak|min|admin|kak|bang|pak|bu|bapak|ibu|semua|there|all|ya|nya|so much|"
    r"very much|atas (?:bantuan|jawaban)(?:nya)?|sudah membantu))*[\s,.!?]*)+\W*$",
    re.IGNORECASE,
)
MAX_CHARACTERS = 80


def is_greeting(text: str) -> bool:
    return len(text) <= MAX_CHARACTERS and GREETING.match(text) is not None
