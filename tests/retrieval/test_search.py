"""The search as its callers use it, over real PostgreSQL."""

import pytest
from django.contrib.auth.models import Group
from django.test.utils import override_settings

from documents.access import CITIZEN, STAFF, Asker
from documents.models import Document, Visibility
from documents.removal import trash
from documents.signals import document_changed
from retrieval.hits import NO_FILTERS, Filters, Mode
from retrieval.models import Embedding
from retrieval.search import search
from retrieval.statistics import statistics
from tests.retrieval.conftest import IndexText

UUPA = """# Undang-Undang Nomor 11 Tahun 2006 tentang Pemerintahan Aceh

Pasal 11
(1) Pemerintah menetapkan norma.
(2) Norma sebagaimana dimaksud dalam Pasal 12 dilaksanakan oleh bupati.

Pasal 12
(1) Urusan dilaksanakan oleh Gubernur.
(2) Gubernur melantik bupati.
(3) Bupati melantik keuchik di hadapan tuha peuet.

Pasal 13
Setiap penduduk berhak memperoleh informasi.
"""
PP_20 = """# Peraturan Pemerintah Nomor 20 Tahun 2007 tentang Partai Politik Lokal

Pasal 1
Partai politik lokal didirikan oleh warga negara Indonesia di Aceh.
"""


@pytest.fixture
def laws(index_text: IndexText) -> dict[str, Document]:
    return {
        "uupa": index_text(
            UUPA,
            title="Undang-Undang Nomor 11 Tahun 2006 tentang Pemerintahan Aceh",
            kind="uu",
            number="11",
            year=2006,
        ),
        "pp20": index_text(
            PP_20,
            title="Peraturan Pemerintah Nomor 20 Tahun 2007 tentang Partai Politik Lokal",
            kind="pp",
            number="20",
            year=2007,
        ),
    }


def found(query: str, *, asker: Asker = CITIZEN, filters: Filters = NO_FILTERS) -> list[str]:
    return [hit.text for hit in search(query, asker=asker, filters=filters, limit=20).hits]


def test_a_question_finds_the_passage_with_its_citation(laws: dict[str, Document]) -> None:
    hit = search("Siapa melantik keuchik?", asker=CITIZEN, mode="lexical").hits[0]
    assert "melantik keuchik" in hit.text
    assert hit.document_id == laws["uupa"].pk
    assert hit.legal_reference == "Pasal 12 UU 11/2006"
    assert hit.text == laws["uupa"].live_version.canonical[hit.start : hit.end]  # type: ignore[union-attr]
    assert hit.scores.bm25 is not None
    assert hit.scores.similarity is None


@pytest.mark.parametrize(
    "query",
    [
        "Apa isi Pasal 12 ayat (3) UU 11/2006?",
        "pasal 12 uu no 11 th 2006",
        "Pasal 12 UUPA",
        "Pasal 12 Undang-Undang Nomor 11 Tahun 2006",
    ],
)
def test_the_pasal_that_is_asked_for_comes_first(laws: dict[str, Document], query: str) -> None:
    hits = search(query, asker=CITIZEN).hits
    assert hits[0].legal_reference.startswith("Pasal 12")
    assert all("Pasal 12" in hit.text for hit in hits)


@pytest.mark.parametrize(
    ("query", "missing"),
    [
        ("PP 2/2007", "PP 2/2007"),
        ("Apa isi Pasal 999 UU 11/2006?", "Pasal 999 UU 11/2006"),
        ("arti kolom_rahasia", "kolom_rahasia"),
        ("arti KM 526", "KM526"),
    ],
)
def test_what_is_not_held_is_named_and_nothing_answers_for_it(
    laws: dict[str, Document], query: str, missing: str
) -> None:
    result = search(query, asker=CITIZEN)
    assert result.hits == result.near_misses == ()
    assert result.missing_identifiers == (missing,)


TNI = """# Undang-Undang Nomor 3 Tahun 2025 tentang Perubahan atas Undang-Undang Nomor 34 Tahun 2004

Pasal I
Beberapa ketentuan dalam Undang-Undang Nomor 34 Tahun 2004 diubah sebagai berikut:
1. Ketentuan Pasal 7 diubah sehingga berbunyi sebagai berikut:
Pasal 7
(1) Tugas pokok TNI adalah menegakkan kedaulatan negara.
(2) Tugas pokok dilakukan dengan operasi militer.
2. Ketentuan Pasal 15 diubah sehingga berbunyi sebagai berikut:
Pasal 15
Tugas Panglima adalah memimpin.

Pasal II
Undang-Undang ini mulai berlaku pada tanggal diundangkan.
"""


@pytest.mark.parametrize("query", ["Pasal 7 UU 3/2025", "Apa isi Pasal 7 UU 34/2004?"])
def test_a_quoted_pasal_is_found_by_either_law_and_says_whose_it_is(
    laws: dict[str, Document], index_text: IndexText, query: str
) -> None:
    index_text(
        TNI,
        title="Undang-Undang Nomor 3 Tahun 2025 tentang Perubahan atas UU 34/2004",
        kind="uu",
        number="3",
        year=2025,
    )
    hits = search(query, asker=CITIZEN).hits
    assert "Tugas pokok TNI" in hits[0].text
    assert "UU 3/2025 (mengubah Pasal 7" in hits[0].legal_reference
    assert all("Panglima" not in hit.text for hit in hits)


LONG = (
    "# Undang-Undang Nomor 5 Tahun 2010 tentang Zakat\n\nPasal 1\nZakat.\n\nPasal 2\n"
    + "\n".join(
        f"({n}) Ketentuan ke-{n} tentang zakat {'dan wakaf yang dikelola ' * 20}."
        for n in range(1, 9)
    )
)


@pytest.mark.parametrize("query", ["Pasal 2 UU 5/2010", "Apa bunyi pasal 2 UU No. 5 Tahun 2010?"])
def test_a_reference_alone_gives_the_ayat_in_their_order(index_text: IndexText, query: str) -> None:
    index_text(LONG, title="UU 5/2010 tentang Zakat", kind="uu", number="5", year=2010)
    ordinals = [hit.ordinal for hit in search(query, asker=CITIZEN).hits if "#2" in hit.provisions]
    assert len(ordinals) > 2
    assert ordinals == sorted(ordinals)


@pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("PP 20/2007", "20"),
        ("PP No. 20 Th. 2007 tentang partai politik lokal", "20"),
        ("Pasal 1 PP 20/2007", "20"),
        ("UU 11/2006 gubernur", "11"),
        ("Siapa melantik keuchik menurut Pasal 12 UU 11/2006?", "11"),
        ("penduduk, Pasal 13 UUPA", "11"),
    ],
)
def test_no_hit_is_of_another_regulation_nor_silent_about_it(
    laws: dict[str, Document], index_text: IndexText, query: str, number: str, mode: Mode
) -> None:
    index_text("PP 2/2007: partai politik lokal, gubernur, penduduk.", kind="pp", number="2")
    index_text("Gubernur melantik keuchik. Pada halaman 20 tahun 2007 tertulis lain.")
    own = {each.pk for each in laws.values() if each.number == number}
    hits = search(query, asker=CITIZEN, mode=mode, limit=20).hits
    assert hits
    assert {hit.document_id for hit in hits} <= own


def test_a_law_that_is_only_named_is_found_where_it_is_named(
    laws: dict[str, Document], index_text: IndexText
) -> None:
    index_text("Keputusan ini melaksanakan Undang-Undang Nomor 18 Tahun 2001 tentang Otonomi.")
    assert found("UU 18/2001") == [
        "Keputusan ini melaksanakan Undang-Undang Nomor 18 Tahun 2001 tentang Otonomi."
    ]


def test_a_code_is_required(laws: dict[str, Document], index_text: IndexText) -> None:
    index_text("Ruas jalan KM 526 rusak berat.")
    assert found("apa itu KM526") == ["Ruas jalan KM 526 rusak berat."]


def test_internal_documents_are_not_found_by_citizens(index_text: IndexText) -> None:
    group = Group.objects.create(name="Bappeda")
    document = index_text("Rapat rahasia anggaran.", visibility=Visibility.INTERNAL)
    document.groups.add(group)
    document_changed.send(sender=Document, document=document)
    assert found("rapat rahasia") == []
    assert found("rapat rahasia", asker=Asker(group_ids=frozenset({group.pk + 1}))) == []
    assert found("rapat rahasia", asker=Asker(group_ids=frozenset({group.pk}))) != []
    assert found("rapat rahasia", asker=STAFF) != []


def test_an_internal_law_is_said_not_to_be_held(index_text: IndexText) -> None:
    index_text(UUPA, kind="uu", number="11", year=2006, visibility=Visibility.INTERNAL)
    result = search("Pasal 12 UU 11/2006", asker=CITIZEN)
    assert result.missing_identifiers == ("Pasal 12 UU 11/2006",)


def test_the_trash_is_not_found(laws: dict[str, Document]) -> None:
    trash(laws["uupa"])
    assert laws["uupa"].pk not in {
        hit.document_id for hit in search("keuchik", asker=STAFF, limit=50).hits
    }


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(kinds=("pp",)), {"pp20"}),
        (Filters(year_from=2007), {"pp20"}),
        (Filters(year_to=2006), {"uupa"}),
        (Filters(language="en"), set()),
        (Filters(legal_status="dicabut"), set()),
        (Filters(tags=("x",)), set()),
        (Filters(), {"uupa", "pp20"}),
    ],
)
def test_filters(laws: dict[str, Document], filters: Filters, expected: set[str]) -> None:
    names = {document.pk: name for name, document in laws.items()}
    hits = search("Gubernur dan partai", asker=CITIZEN, filters=filters, limit=50).hits
    assert {names[hit.document_id] for hit in hits} == expected


@pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
@pytest.mark.parametrize(
    "query",
    [
        "",
        "yang dan di",
        "?!.,;:()[]{}",
        "'; DROP TABLE retrieval_chunk; --",
        "a:* & !b | (c <-> d) \\",
        "%s %(x)s {0} $1",
        '"tanpa penutup',
        "مرحبا بكم",
        "😀😀",
        "a" * 2_000,
        "gubernur " * 222,
        "\x00gubernur\x00",
        "\ud800",
    ],
)
def test_any_text_is_a_query(laws: dict[str, Document], query: str, mode: Mode) -> None:
    result = search(query, asker=CITIZEN, mode=mode)
    assert all(hit.scores.bm25 or hit.scores.similarity for hit in result.hits)
    if mode != "lexical":
        signs = not any(map(str.isalnum, query))
        nothing = "retrieval_chunk" in query or signs
        assert bool(result.hits) != nothing


def test_stop_words_alone_fall_back_to_vectors(laws: dict[str, Document]) -> None:
    hits = search("yang dan di", asker=CITIZEN, mode="lexical").hits
    assert hits
    assert all(hit.scores.similarity is not None for hit in hits)


@pytest.mark.parametrize("mode", ["hybrid", "vector", "lexical"])
@pytest.mark.parametrize("query", ["?!.,;:", '"' * 2_000, "_", "😀"])
def test_signs_alone_find_nothing(laws: dict[str, Document], query: str, mode: Mode) -> None:
    results = search(query, asker=CITIZEN, mode=mode)
    assert (results.hits, results.near_misses) == ((), ())


def test_the_same_words_are_shown_once(index_text: IndexText) -> None:
    index_text("Keuchik memimpin gampong.")
    index_text("Keuchik memimpin gampong.")
    assert found("keuchik") == ["Keuchik memimpin gampong."]


def test_a_table_of_contents_does_not_come_first(index_text: IndexText) -> None:
    index_text("Tata cara pemilihan keuchik ..... 3\nPemilihan ...... 4\nKeuchik ....... 9")
    index_text("Tata cara pemilihan keuchik diatur dalam qanun kabupaten.")
    first, second = found("tata cara pemilihan keuchik")
    assert first.startswith("Tata cara pemilihan keuchik diatur")
    assert "....." in second


def test_near_misses_come_after_the_limit(laws: dict[str, Document]) -> None:
    result = search("Gubernur", asker=CITIZEN, limit=1)
    assert len(result.hits) == 1
    assert result.near_misses
    assert result.hits[0] not in result.near_misses


@override_settings(HITS_PER_DOCUMENT=1)
def test_a_document_that_is_asked_for_is_not_capped(laws: dict[str, Document]) -> None:
    uupa = laws["uupa"].pk
    assert len(found("gubernur bupati norma")) <= len(laws)
    assert len(found("gubernur bupati norma", filters=Filters(document_ids=(uupa,)))) > 1
    assert len(found("UU 11/2006 gubernur bupati norma")) > 1


def test_a_narrow_filter_gives_the_full_list(index_text: IndexText) -> None:
    for number in range(30):
        index_text(f"Gampong nomor {number} di Aceh.", kind="panduan")
    for number in range(40):
        index_text(f"Kota nomor {number} di Aceh.", kind="laporan")
    for mode in ("vector", "lexical", "hybrid"):
        hits = search(
            "Aceh", asker=CITIZEN, filters=Filters(kinds=("panduan",)), limit=20, mode=mode
        ).hits
        assert len(hits) == 20
        assert {hit.kind for hit in hits} == {"panduan"}


def test_statistics_tell_the_truth(index_text: IndexText) -> None:
    assert statistics().vector_store_status == statistics().bm25_index_status == "empty"
    index_text("Satu gampong.")
    now = statistics()
    assert (now.total_documents, now.total_chunks, now.indexed_chunks) == (1, 1, 1)
    assert now.vector_store_status == now.bm25_index_status == "healthy"
    assert now.last_indexed is not None
    assert now.storage_size_mb > 0
    Embedding.objects.all().delete()
    assert statistics().vector_store_status == "error"
    assert statistics().indexed_chunks == 0


def test_each_stage_is_timed(laws: dict[str, Document]) -> None:
    timings = search("gubernur", asker=CITIZEN).timings_ms
    assert {"analyse", "embed", "lexical", "vector", "load", "rerank", "total"} <= set(timings)


@override_settings(RRF_WEIGHTS={"vector": 0.0, "lexical": 1.0})
def test_weights_of_the_paths_are_settings(laws: dict[str, Document]) -> None:
    assert "informasi" in found("informasi penduduk")[0]
