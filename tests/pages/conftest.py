"""A visitor known by the cookie, and the documents that the pages show."""

import pytest
from django.core import signing
from django.test import Client

from answering.visitors import COOKIE, SALT
from documents.extraction import Extraction, extract
from documents.models import Document
from tests.pages import samples

VISITOR = "a" * 32


@pytest.fixture
def visitor_client() -> Client:
    """A browser that has been here before."""
    client = Client()
    client.cookies[COOKIE] = signing.dumps(VISITOR, salt=SALT)
    return client


@pytest.fixture
def law(db: None) -> Document:
    """The chapter of UU 11/2006 on how governors are elected and inaugurated."""
    text = samples.UU_11.read_text()
    return samples.published(
        text[text.index("BAB X ") : text.index("BAB XI ")],
        title="Undang-Undang Nomor 11 Tahun 2006 tentang Pemerintahan Aceh",
        kind="uu",
        number="11",
        year=2006,
        legal_status="berlaku",
    )


@pytest.fixture(scope="session")
def pdf_extraction() -> Extraction:
    return extract(samples.PP_82, "application/pdf")


@pytest.fixture
def pdf(db: None, pdf_extraction: Extraction) -> Document:
    """A born-digital regulation of six pages, as the extractor reads it."""
    extraction = pdf_extraction
    first = extraction.pages[0]
    return samples.published(
        extraction.markdown,
        title="Peraturan Pemerintah Nomor 82 Tahun 2013",
        filename=samples.PP_82.name,
        content=samples.PP_82.read_bytes(),
        media_type="application/pdf",
        pages=[(page.number, page.start, page.end, page.words) for page in extraction.pages],
        size=(first.width, first.height),
        kind="pp",
        number="82",
        year=2013,
    )


@pytest.fixture
def internal(db: None) -> Document:
    return samples.published(
        "Isi yang rahasia.",
        title="Nota dinas",
        media_type="application/pdf",
        pages=[(1, 0, 17, [])],
        visibility="internal",
    )
