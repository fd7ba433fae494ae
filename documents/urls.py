"""Addresses of the public pages of documents."""

from django.urls import path, register_converter

from documents import views


class DocumentId:
    """`doc_` and 32 hexadecimal digits."""

    regex = "doc_[0-9a-f]{32}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Number:
    """A positive number that fits the database's integer."""

    regex = "[1-9][0-9]{0,6}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(DocumentId, "document")
register_converter(Number, "positive")

app_name = "documents"
VERSION = "<document:document_id>/v<positive:number>"
urlpatterns = [
    path("", views.document_list, name="list"),
    path("<document:document_id>", views.document, name="document"),
    path(VERSION, views.version_text, name="text"),
    path(f"{VERSION}/berkas", views.original, name="original"),
    path(f"{VERSION}/hal/", views.turn_to_page, name="turn"),
    path(f"{VERSION}/hal/<positive:page>", views.version_page, name="page"),
    path(
        f"{VERSION}/hal/<positive:page>/gambar-<slug:size>.png", views.page_picture, name="picture"
    ),
]
