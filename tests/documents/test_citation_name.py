"""The short name under which a document is cited."""

import pytest

from documents.models import Document


@pytest.mark.parametrize(
    ("title", "kind", "number", "year", "name"),
    [
        (
            "Undang-Undang Nomor 11 Tahun 2006 tentang Pemerintahan Aceh",
            "uu",
            "11",
            2006,
            "UU 11/2006",
        ),
        (
            "Peraturan Otoritas Jasa Keuangan Nomor 22/POJK.01/2015 tentang Penyidikan",
            "permen",
            "22",
            2015,
            "POJK 22/2015",
        ),
        (
            "Qanun Aceh Nomor 6 Tahun 2014 tentang Hukum Jinayat",
            "qanun",
            "6",
            2014,
            "Qanun Aceh 6/2014",
        ),
        ("Hukum Jinayat", "qanun", "6", 2014, "Qanun 6/2014"),
        ("Laporan tentang UU 11/2006", "laporan", "3", 2020, "Laporan 3/2020"),
        ("Laporan Kinerja", "laporan", "", 2020, ""),
    ],
)
def test_it_is_the_name_that_lawyers_use(
    title: str, kind: str, number: str, year: int, name: str
) -> None:
    document = Document(title=title, kind=kind, number=number, year=year)
    assert document.citation_name == name
