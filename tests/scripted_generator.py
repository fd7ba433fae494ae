"""A generator that says what a test has written for it."""

from collections import deque
from collections.abc import Generator as Yields

from answering.generators.base import DraftRequest, GeneratorError, TextGenerator


class ScriptedGenerator(TextGenerator):
    """`enqueue` what the next drafts say; `history` holds the requests that came."""

    name = "scripted"
    remote = False
    cloud = False
    replies: deque[str | Exception] = deque()
    history: list[DraftRequest] = []
    pieces_sent = 0

    @classmethod
    def enqueue(cls, *replies: str | Exception) -> None:
        cls.replies.extend(replies)

    @classmethod
    def forget(cls) -> None:
        cls.replies.clear()
        cls.history.clear()
        cls.pieces_sent = 0
        cls.cloud = cls.remote = False

    def _pieces(self, request: DraftRequest) -> Yields[str, None, None]:
        self.history.append(request)
        reply = self.replies.popleft()
        if isinstance(reply, Exception):
            raise reply
        for piece in reply.split(" "):
            type(self).pieces_sent += 1
            if piece == "<fails>":
                raise GeneratorError("the script says so")
            yield f"{piece} "
