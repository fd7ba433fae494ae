"""The public pages of documents. What a reader may not see is not found."""

from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.files import File
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from documents import page_pictures
from documents.access import asker_of_user
from documents.blocks import has_mark, mark
from documents.catalogue import (
    PAGE_SIZE,
    CatalogueQuery,
    catalogue,
    kinds_held,
    out_of_force,
    years_held,
)
from documents.contents import part_holding, parts
from documents.extraction.types import ExtractionError
from documents.models import Document, Version
from documents.quoted_span import QuotedSpan
from documents.relation_lines import RelationLine, lines_of, out_of_force_by
from documents.version_text import contents_of, first_page_holding, text_blocks

CHUNK_BYTES = 256 * 1024
PICTURE_KEPT_S = 3_600  # short: a document may become internal


@require_safe
def document_list(request: HttpRequest) -> HttpResponse:
    asker = asker_of_user(request.user)
    query = CatalogueQuery.from_request(request.GET)
    page = Paginator(catalogue(query, asker=asker), PAGE_SIZE).get_page(request.GET.get("hal"))
    context = {
        "page": page,
        "query": query,
        "kinds": kinds_held(asker),
        "years": years_held(asker),
        "section": "documents",
    }
    return render(request, "documents/list.html", context)


@gzip_page
@require_safe
def document(request: HttpRequest, document_id: str) -> HttpResponse:
    """Metadata, versions and table of contents."""
    found = _document(request, document_id)
    version = found.live_version
    if version is None:
        raise Http404
    context = {
        "document": found,
        "version": version,
        "versions": _shown_versions(request, found),
        "contents": contents_of(version),
        "pages": _page_numbers(version),
        "relations": lines_of(found, asker=asker_of_user(request.user)),
        "acts": _acts(request, found),
        "section": "documents",
    }
    return render(request, "documents/document.html", context)


@gzip_page
@require_safe
def version_text(request: HttpRequest, document_id: str, number: int) -> HttpResponse:
    """The whole text of a version; one with pages opens at the page of the quoted words."""
    version = _version(request, document_id, number)
    span = QuotedSpan.from_request(request.GET)
    first = first_page_holding(version, span.start if span else 0)
    if first is not None and first.number is not None:
        address = _page_address(version, first.number)
        return redirect(f"{address}{span.query}{span.fragment}" if span else address)
    spans = parts(version.canonical)
    shown = part_holding(spans, span.start) if span else _asked_part(request, len(spans))
    start, end = spans[shown]
    context = _reading_context(request, version, span, start, end) | {
        "part": shown + 1,
        "part_count": len(spans),
        "contents": contents_of(version),
        "table_only": version.media_type in TABLE_TYPES,
    }
    return render(request, "documents/text.html", context)


@gzip_page
@require_safe
def version_page(request: HttpRequest, document_id: str, number: int, page: int) -> HttpResponse:
    """One page: its text, and its picture where the file has one."""
    version = _version(request, document_id, number)
    shown = get_object_or_404(version.pages, number=page)
    span = QuotedSpan.from_request(request.GET)
    numbers = _page_numbers(version)
    place = numbers.index(page)
    context = _reading_context(request, version, span, shown.start, shown.end) | {
        "page": shown,
        "page_count": len(numbers),
        "previous": numbers[place - 1] if place else None,
        "next": numbers[place + 1] if place + 1 < len(numbers) else None,
        "has_picture": page_pictures.has_pictures(version),
        "boxes": page_pictures.boxes(shown, span.bounds) if span else [],
        "goes_on": bool(span and span.end > shown.end and place + 1 < len(numbers)),
    }
    return render(request, "documents/page.html", context)


@require_safe
def turn_to_page(request: HttpRequest, document_id: str, number: int) -> HttpResponse:
    """Where the form "go to page" leads; a number that is no page leads to the nearest."""
    version = _version(request, document_id, number)
    numbers = _page_numbers(version)
    if not numbers:
        raise Http404
    wanted = request.GET.get("nomor", "")
    page = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 else numbers[0]
    return redirect(_page_address(version, min(numbers, key=lambda held: abs(held - page))))


@require_safe
def page_picture(
    request: HttpRequest, document_id: str, number: int, page: int, size: str
) -> HttpResponseBase:
    version = _version(request, document_id, number)
    if not page_pictures.has_pictures(version) or size not in page_pictures.SCALES:
        raise Http404
    get_object_or_404(version.pages, number=page)
    try:
        path = page_pictures.picture(version, page=page, size=size)
    except (ExtractionError, FileNotFoundError):
        raise Http404 from None
    # Read whole: some 100 kB, and under ASGI a FileResponse would be read whole anyway.
    response = HttpResponse(path.read_bytes(), content_type="image/png")
    response["Cache-Control"] = f"private, max-age={PICTURE_KEPT_S}"
    return response


@require_safe
def original(request: HttpRequest, document_id: str, number: int) -> HttpResponseBase:
    """The file as it was uploaded; always saved, never opened by the browser as a page."""
    version = _version(request, document_id, number)
    try:
        file = version.file.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    response = StreamingHttpResponse(
        chunks_of(file), content_type=version.media_type or "application/octet-stream"
    )
    name = version.document.original_filename
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["Content-Length"] = str(version.file.size)
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-cache"
    return response


async def chunks_of(file: "File[bytes]") -> AsyncIterator[bytes]:
    """The file piece by piece, read in a thread, so that a large one never stands in memory."""
    read = sync_to_async(file.read, thread_sensitive=False)
    try:
        while chunk := await read(CHUNK_BYTES):
            yield chunk
    finally:
        file.close()


TABLE_TYPES = {
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def _document(request: HttpRequest, document_id: str) -> Document:
    visible = Document.objects.visible_to(asker_of_user(request.user))
    return get_object_or_404(visible.select_related("live_version"), id=document_id)


def _shown_versions(request: HttpRequest, document: Document) -> list[Version]:
    """Versions that were published: those up to the live one. Who sees all sees drafts as well."""
    versions = document.versions.defer("canonical").exclude(read_at=None)
    if not asker_of_user(request.user).sees_everything:
        live = document.live_version.number if document.live_version else 0
        versions = versions.filter(number__lte=live)
    return list(versions.order_by("-number"))


def _version(request: HttpRequest, document_id: str, number: int) -> Version:
    document = _document(request, document_id)
    live = document.live_version.number if document.live_version else 0
    if number > live and not asker_of_user(request.user).sees_everything:
        raise Http404
    version = get_object_or_404(document.versions, number=number)
    version.document = document
    return version


def _page_numbers(version: Version) -> list[int]:
    numbers = version.pages.exclude(number=None).order_by("number")
    return [number for number in numbers.values_list("number", flat=True) if number is not None]


def _page_address(version: Version, page: int) -> str:
    return f"/dokumen/{version.document_id}/v{version.number}/hal/{page}"


def _asked_part(request: HttpRequest, count: int) -> int:
    wanted = request.GET.get("bagian", "1")
    part = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 else 1
    return min(max(part, 1), count) - 1


def _acts(request: HttpRequest, document: Document) -> list[RelationLine]:
    """By what it was amended or repealed, as far as the reader may know."""
    if not out_of_force(document):
        return []
    return out_of_force_by(document, asker=asker_of_user(request.user))


def _reading_context(
    request: HttpRequest, version: Version, span: QuotedSpan | None, start: int, end: int
) -> dict[str, Any]:
    blocks = text_blocks(version, start, end)
    shown = mark(blocks, span.bounds) if span else blocks
    return {
        "section": "documents",
        "document": version.document,
        "version": version,
        "is_live": version.id == version.document.live_version_id,
        "acts": _acts(request, version.document),
        "blocks": shown,
        "span": span,
        "marked": any(has_mark(block) for block in shown),
    }
