"""Addresses of the pages on which citizens ask and read answers."""

from django.urls import path, register_converter

from answering import page_views


class AnswerId:
    """`q_` and 32 hexadecimal digits."""

    regex = "q_[0-9a-f]{32}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(AnswerId, "answer")

urlpatterns = [
    path("", page_views.chat, name="chat"),
    path("tanya", page_views.ask, name="ask"),
    path("jawaban/<answer:answer_id>", page_views.answer, name="answer"),
    path("jawaban/<answer:answer_id>/isi", page_views.answer_body, name="answer_body"),
    path("jawaban/<answer:answer_id>/henti", page_views.stop, name="stop_answer"),
    path("jawaban/<answer:answer_id>/nilai", page_views.rate, name="rate_answer"),
]
