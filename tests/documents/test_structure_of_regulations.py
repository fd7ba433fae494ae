"""Headings as they are written and misread in regulations; references that only look like them."""

import time

import pytest

from documents.structure import Section, sections


def of_kind(text: str, *kinds: str) -> list[Section]:
    return [section for section in sections(text) if section.kind in kinds]


def pasal(text: str) -> list[str]:
    return [section.number for section in of_kind(text, "pasal")]


def quoted(text: str) -> list[tuple[str, ...]]:
    """Paths of the pasal that stand below another one."""
    return [section.path for section in of_kind(text, "pasal") if len(section.path) > 1]


def body(*numbers: str) -> str:
    return "MEMUTUSKAN:\n" + "".join(f"Pasal {n}\nSetiap orang berhak.\n" for n in numbers)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("Pasal 11", "11"),
        ("Pasal I 1", "11"),
        ("Pasal 1 1", "11"),
        ("Pasal ll", "11"),
        ("PasaI 11", "11"),
        ("Pasai 11", "11"),
        ("PasaT 11", "11"),
        ("Pasal11", "11"),
        ("Pasal 11.", "11"),
        ("**Pasal 11**", "11"),
        ("### Pasal 11", "11"),
        ("Fasal 11", "11"),
        ("PASAL 11", "11"),
        ("pasal 11.", "11"),
        ("- 14 -Pasal 11", "11"),
        ("Pasal 10A", "10A"),
        ("Pasal 10 A", "10A"),
    ],
)
def test_a_heading_is_read_through_its_slips(written: str, number: str) -> None:
    text = body(*map(str, range(1, 11))) + f"{written}\nSetiap orang wajib.\n"
    assert pasal(text)[-1] == number
    assert len(pasal(text)) == 11


@pytest.mark.parametrize("written", ["Pasal l0", "Pasal 1O", "Pasal lO", "Pasal I0"])
def test_letters_taken_for_digits_are_ten(written: str) -> None:
    text = body(*map(str, range(1, 10))) + f"{written}\nSetiap orang wajib.\n"
    assert pasal(text)[-1] == "10"


@pytest.mark.parametrize(
    "line",
    [
        "Pasal 7 ayat (2) berlaku juga bagi daerah.",
        "Pasal 10 dan Pasal 11 wajib dipatuhi.",
        "Pasal 3 Undang-Undang Nomor 5 Tahun 1999 tidak berlaku.",
        "Pasal 3, Pasal 4 dan Pasal 5 berlaku.",
        "Pasal 3 sampai dengan Pasal 9 tidak berlaku.",
        "sebagaimana dimaksud dalam\nPasal 9\nayat (2) berlaku.",
        "sebagaimana dimaksud dalam\nPasal 3\nUndang-Undang tersebut.",
        "melanggar ketentuan\n\nPasal 9\n\ndipidana dengan denda.",
        "Pasal 3...",
        "Pasal 3 ........ 12",
        "| Pasal 3 | Pasal 4 |",
        "```\nPasal 3\n```",
        "> Pasal 3\n> Kutipan.",
    ],
)
def test_a_reference_is_no_heading(line: str) -> None:
    text = body("1", "2") + f"{line}\nPasal 3\nSetiap orang wajib.\nPasal 4\nBerlaku.\n"
    assert pasal(text) == ["1", "2", "3", "4"]
    assert text[of_kind(text, "pasal")[2].start :].startswith("Pasal 3\nSetiap")


def test_a_number_far_ahead_is_a_reference_while_the_next_one_is_still_to_come() -> None:
    text = body("1", "2") + "Lihat juga:\nPasal 98\n" + body("3", "4")[12:]
    assert pasal(text) == ["1", "2", "3", "4"]


def test_a_lost_heading_does_not_lose_those_that_follow() -> None:
    assert pasal(body("1", "2", "6", "7", "8")) == ["1", "2", "6", "7", "8"]


def test_what_is_left_of_a_watermark_does_not_hide_a_heading() -> None:
    text = "MEMUTUSKAN:\nPasal 1 Kota dibentuk. www.djpp.depkumham.go.id Pasal 2 Kota dipimpin. "
    assert pasal(text) == ["1", "2"]


def test_a_catchword_at_the_foot_of_a_page_is_no_heading() -> None:
    text = body("1", "2") + "Pasal 3\n\nSK No 069416 A\n\nPRESIDEN\n\nPasal 3\n(1) Menteri.\n"
    assert pasal(text) == ["1", "2", "3"]
    assert text[of_kind(text, "pasal")[2].start :].startswith("Pasal 3\n(1)")


def test_a_pasal_that_only_says_that_it_is_repeated_stays() -> None:
    text = (
        body("1") + "PENJELASAN ATAS PERATURAN DAERAH\nPASAL DEMI PASAL\nPasal 1\nCukup jelas.\n"
        "Pasal 2\nCukup jelas.\nPasal 2\nCukup jelas.\n"
    )
    assert [each.number for each in of_kind(text, "penjelasan_pasal")] == ["1", "2", "2"]


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("(1) Satu.\n(2) Dua.\n(3) Tiga.", ["1", "2", "3"]),
        ("(l) Satu.\n(2) Dua.", ["1", "2"]),
        ("(I) Satu.\n( 2 ) Dua.\n{3} Tiga.", ["1", "2", "3"]),
        ("(1) Satu.\n(21 Honorarium diberikan.\n(3) Tiga.", ["1", "2", "3"]),
        ("(1) Satu.\n(1a) Sisipan.\n(2) Dua.", ["1", "1a", "2"]),
        ("(1) Satu.\n(3) Tiga.\n(2) Dua.", ["1", "3", "2"]),
        ("(1) Satu. (2) Dua. (3) Tiga.", ["1", "2", "3"]),
        ("(1) Satu pada ayat\n(2) huruf a.\n(2) Dua.", ["1", "2"]),
        ("(1) Sejumlah (2) dua orang.\n(2) Dua.", ["1", "2"]),
        ("(1) Satu. (21 Dua kali.\n(3) Tiga.", ["1", "2", "3"]),
        ("(1) Satu bagian tanpa titik (2) Dua bagian.\n(3) Tiga.", ["1", "2", "3"]),
        ("(1) Sesuai Pasal 5 (2) Undang-Undang itu.\n(2) Dua.", ["1", "2"]),
    ],
)
def test_ayat_are_read_through_their_slips(written: str, numbers: list[str]) -> None:
    assert [each.number for each in of_kind(f"Pasal 1\n{written}\n", "ayat")] == numbers


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("BAB II\nKEWENANGAN", "BAB II KEWENANGAN"),
        ("BAB Il\nKEWENANGAN", "BAB II KEWENANGAN"),
        ("BAB 1I KEWENANGAN", "BAB II KEWENANGAN"),
        ("BAB 11\nKEWENANGAN", "BAB II KEWENANGAN"),
        ("B A B II\nKEWENANGAN", "BAB II KEWENANGAN"),
        ("## BAB II KEWENANGAN", "BAB II KEWENANGAN"),
    ],
)
def test_a_bab_is_read_through_its_slips(written: str, label: str) -> None:
    text = f"MEMUTUSKAN:\nBAB I\nUMUM\nPasal 1\nIsi.\n{written}\nPasal 2\nIsi.\n"
    assert of_kind(text, "bab")[-1].path == (label,)


def test_old_spellings_have_the_same_parts() -> None:
    text = (
        "UNDANG-UNDANG No. 5 TAHUN 1956\nTENTANG\nPEMBENTUKAN\nMenimbang : bahwa;\nMengingat : a;\n"
        "Mendengar : Dewan;\nMEMUTUSKAN :\nFasal 1.\n(1) Daerah dibentuk.\nFasal 2.\nBerlaku.\n"
        "Agar supaya setiap orang dapat mengetahuinya.\n"
        "PENDJELASAN ATAS UNDANG-UNDANG No. 5\nPENDJELASAN UMUM\nUraian.\n"
        "PASAL DEMI PASAL\nFasal 1.\nAjat (1) Tjukup djelas.\nFasal 2 s/d 4\nTjukup djelas.\n"
    )
    assert pasal(text) == ["1", "2"]
    assert [each.number for each in of_kind(text, "penjelasan_pasal")] == ["1", "2-4"]
    assert [each.path[-1] for each in of_kind(text, "mengingat")] == ["Mengingat", "Mendengar"]


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("Pasal 1 dan 2 Lihat penjelasan umum", "1-2"),
        ("Pasal 1, 2 dan 3 Lihat penjelasan umum", "1-3"),
        ("Pasal 1 sampai dengan Pasal 3\nCukup jelas", "1-3"),
        ("Pasal 1 s/d. Pasal 3 Cukup jelas", "1-3"),
        ("Pasal 1 - 3\nCukup jelas", "1-3"),
    ],
)
def test_an_elucidation_may_explain_several_pasal_at_once(written: str, number: str) -> None:
    text = (
        body("1", "2", "3", "4")
        + "PENJELASAN ATAS UNDANG-UNDANG\nII. PASAL DEMI PASAL\n"
        + f"{written}\nPasal 4\nCukup jelas.\n"
    )
    assert [each.number for each in of_kind(text, "penjelasan_pasal")] == [number, "4"]


def test_an_elucidation_without_its_heading_begins_after_the_signatures() -> None:
    text = (
        body("1", "2")
        + "Agar setiap orang mengetahuinya. Disahkan di Jakarta. ttd MEGAWATI I. UMUM Uraian umum. "
        + "II. PASAL DEMI PASAL\nPasal 1\nCukup jelas.\nPasal 2\nCukup jelas.\n"
    )
    assert pasal(text) == ["1", "2"]
    assert [each.path for each in of_kind(text, "penjelasan_pasal")] == [
        ("Penjelasan", "Pasal 1"),
        ("Penjelasan", "Pasal 2"),
    ]


AMENDING = """MEMUTUSKAN:
Menetapkan : UNDANG-UNDANG TENTANG PERUBAHAN ATAS UNDANG-UNDANG NOMOR 18 TAHUN 2001.
Pasal I
Beberapa ketentuan dalam Undang-Undang Nomor 18 Tahun 2001 diubah sebagai berikut:
1. Ketentuan Pasal 5 diubah sehingga berbunyi sebagai berikut:
Pasal 5
(1) Isi baru.
(2) Tetap.
2. Di antara Pasal 7 dan Pasal 8 disisipkan 2 (dua) pasal, yakni Pasal 7A dan Pasal 7B:
Pasal 7A
Disisipkan.
Pasal 7B
Disisipkan pula.
3. Pasal 9 dihapus.
4. Di antara BAB V dan BAB VI disisipkan 1 (satu) bab, yakni BAB VA sebagai berikut:
BAB VA
PENGAWASAN
Pasal 11
Diawasi.
Pasal II
Undang-Undang ini mulai berlaku pada tanggal diundangkan.
Agar setiap orang mengetahuinya.
PENJELASAN ATAS UNDANG-UNDANG NOMOR 2 TAHUN 2008
I. UMUM
Uraian.
II. PASAL DEMI PASAL
Pasal I
Angka 1
Pasal 5
Ayat (1) Cukup jelas.
Angka 2
Pasal 7A
Cukup jelas.
Pasal II
Cukup jelas.
"""


def test_what_an_amendment_quotes_lies_below_its_point() -> None:
    assert [section.path for section in of_kind(AMENDING, "pasal", "angka", "bab")] == [
        ("Pasal I",),
        ("Pasal I", "angka 1"),
        ("Pasal I", "angka 1", "Pasal 5"),
        ("Pasal I", "angka 2"),
        ("Pasal I", "angka 2", "Pasal 7A"),
        ("Pasal I", "angka 2", "Pasal 7B"),
        ("Pasal I", "angka 3"),
        ("Pasal I", "angka 4"),
        ("Pasal I", "angka 4", "BAB VA PENGAWASAN"),
        ("Pasal I", "angka 4", "BAB VA PENGAWASAN", "Pasal 11"),
        ("Pasal II",),
        ("Penjelasan", "Pasal I", "angka 1"),
        ("Penjelasan", "Pasal I", "angka 2"),
    ]


def test_the_elucidation_of_an_amendment_follows_its_points() -> None:
    assert [section.path for section in of_kind(AMENDING, "penjelasan_pasal")] == [
        ("Penjelasan", "Pasal I"),
        ("Penjelasan", "Pasal I", "angka 1", "Pasal 5"),
        ("Penjelasan", "Pasal I", "angka 2", "Pasal 7A"),
        ("Penjelasan", "Pasal II"),
    ]


def test_a_law_with_arabic_numbers_may_amend_others_in_between() -> None:
    text = (
        body("1", "2")
        + "Pasal 3\nBeberapa ketentuan dalam Undang-Undang Nomor 26 Tahun 2007 diubah sebagai"
        " berikut:\n1. Ketentuan Pasal 1 diubah sehingga berbunyi sebagai berikut:\nPasal 1\nIsi.\n"
        "2. Ketentuan Pasal 4 diubah sehingga berbunyi sebagai berikut:\nPasal 4\nIsi pasal baru.\n"
        "Pasal 4\nPeraturan pelaksanaan ditetapkan.\nPasal 5\nBerlaku.\n"
    )
    own = [each.number for each in of_kind(text, "pasal") if len(each.path) == 1]
    assert own == ["1", "2", "3", "4", "5"]
    assert quoted(text) == [("Pasal 3", "angka 1", "Pasal 1"), ("Pasal 3", "angka 2", "Pasal 4")]


def test_below_a_repealed_pasal_the_amending_laws_own_number_may_follow() -> None:
    text = (
        "MEMUTUSKAN:\nPasal 1\nBeberapa ketentuan dalam Peraturan Gubernur Nomor 60 Tahun 2013 "
        'diubah sebagai berikut:\n1. Ketentuan Pasal 3 diubah, sehingga berbunyi:\n"Pasal 3\n'
        "Pegawai diberikan tunjangan.\n2. Ketentuan Pasal 2 dihapus.\n"
        "Pasal 2\nPeraturan Gubernur ini mulai berlaku.\n"
    )
    own = [each.number for each in of_kind(text, "pasal") if len(each.path) == 1]
    assert own == ["1", "2"]
    assert quoted(text) == [("Pasal 1", "angka 1", "Pasal 3")]


def test_a_quoted_pasal_may_begin_within_a_line() -> None:
    text = (
        "MEMUTUSKAN:\nPasal I\nKetentuan Pasal 17 Undang-undang Nomor 47 Tahun 1999 diubah hingga "
        "berbunyi sebagai berikut: “Pasal 17 (1) Dengan terbentuknya daerah. (2) Jumlah anggota.\n"
        "Pasal II\nUndang-undang ini mulai berlaku.\n"
    )
    assert quoted(text) == [("Pasal I", "Pasal 17")]
    assert pasal(text) == ["I", "17", "II"]


def test_pasal_ii_misread_as_eleven_is_still_the_amending_laws_own() -> None:
    text = AMENDING.replace("Pasal II\nUndang", "Pasal 11\nUndang").replace(
        "Pasal 11\nDiawasi", "Pasal 12\nDiawasi"
    )
    own = [each.number for each in of_kind(text, "pasal") if len(each.path) == 1]
    assert own == ["I", "II"]


def test_each_lampiran_counts_for_itself() -> None:
    text = (
        body("1", "2")
        + "Ditetapkan di Banda Aceh\nLAMPIRAN I\nPERATURAN GUBERNUR ACEH\nNOMOR 1 TAHUN 2020\n"
        "BAB I\nUMUM\nPasal 1\nPara pihak.\nPasal 2\nJangka waktu.\n"
        "LAMPIRAN II : PERATURAN GUBERNUR ACEH\nNOMOR 1 TAHUN 2020\nDaftar.\n"
    )
    assert [each.path for each in of_kind(text, "pasal")] == [
        ("Pasal 1",),
        ("Pasal 2",),
        ("Lampiran I", "BAB I UMUM", "Pasal 1"),
        ("Lampiran I", "BAB I UMUM", "Pasal 2"),
    ]
    assert [each.number for each in of_kind(text, "lampiran")] == ["I", "II"]


def test_a_header_repeated_on_each_page_of_a_lampiran_is_one_lampiran() -> None:
    page = "LAMPIRAN I\nKEPUTUSAN GUBERNUR ACEH\nDaftar nama.\n"
    assert len(of_kind(body("1") + page * 3, "lampiran")) == 1


@pytest.mark.parametrize(
    "words", [("KESATU", "KEDUA", "KETIGA"), ("PERTAMA", "KEDUA", "KETIGA"), ("Kesatu", "Kedua")]
)
def test_a_decree_has_its_diktum(words: tuple[str, ...]) -> None:
    text = "KEPUTUSAN GUBERNUR\nMEMUTUSKAN:\nMenetapkan:\n" + "".join(
        f"{word} : Menetapkan sesuatu sebagaimana diktum KESATU.\n" for word in words
    )
    assert [each.number for each in of_kind(text, "diktum")] == [w.capitalize() for w in words]


def test_contents_without_leaders_are_no_headings() -> None:
    text = (
        "DAFTAR ISI\nKATA PENGANTAR i\nBAB I PENDAHULUAN 1\n1.1 Latar Belakang 1\n"
        "BAB II GAMBARAN UMUM DAERAH\nDAN CAPAIAN 5\n\nBAB I\nPENDAHULUAN\n1.1 Latar Belakang\n"
        "Uraian latar belakang.\n1.2 Maksud dan Tujuan\nUraian tujuan.\n"
    )
    assert [each.path for each in of_kind(text, "bab", "heading")] == [
        ("BAB I PENDAHULUAN",),
        ("BAB I PENDAHULUAN", "1.1 Latar Belakang"),
        ("BAB I PENDAHULUAN", "1.2 Maksud dan Tujuan"),
    ]


def test_a_circular_has_lettered_headings() -> None:
    text = (
        "SURAT EDARAN\nNOMOR 5 TAHUN 2021\nA. Umum\nUraian umum yang cukup panjang.\n"
        "B. Maksud dan Tujuan\nUraian.\nC. Ruang Lingkup\nUraian.\n"
    )
    assert [each.title for each in of_kind(text, "heading")] == [
        "Umum",
        "Maksud dan Tujuan",
        "Ruang Lingkup",
    ]


def test_numbered_headings_may_be_in_sentence_case_or_spaced() -> None:
    text = "BAB 2\nPENGAWASAN\n2.1. U m u m\nUraian.\n2.2. Pembatasan zat radioaktif\nUraian.\n"
    assert [each.path for each in of_kind(text, "heading")] == [
        ("BAB 2 PENGAWASAN", "2.1. Umum"),
        ("BAB 2 PENGAWASAN", "2.2. Pembatasan zat radioaktif"),
    ]


def test_points_of_a_list_are_no_headings() -> None:
    text = "A. membantu gubernur dalam tugas;\nB. Melakukan pembinaan;\n1.1 orang hadir.\n"
    assert of_kind(text, "heading") == []


def test_a_judgment_has_its_parts() -> None:
    text = (
        "PUTUSAN\nNomor 5/PUU-X/2012\nDUDUK PERKARA\nPemohon mengajukan.\n"
        "PERTIMBANGAN HUKUM\nMenimbang.\nM E N G A D I L I\nMengabulkan.\n"
    )
    assert [each.title for each in of_kind(text, "heading")] == [
        "DUDUK PERKARA",
        "PERTIMBANGAN HUKUM",
        "MENGADILI",
    ]


def test_the_constitution_counts_its_last_parts_in_roman_numbers() -> None:
    text = (
        "UNDANG-UNDANG DASAR\nPEMBUKAAN\nBahwa sesungguhnya.\n"
        "BAB I\nBENTUK\nPasal 1\n(1) Kesatuan.\nPasal 6A***)\n(1) Dipilih.\n"
        "Pasal 37\nUbah.\nATURAN PERALIHAN\nPasal I\nSegala peraturan.\nPasal II\nSemua lembaga.\n"
        "ATURAN TAMBAHAN\nPasal I\nMajelis.\nPasal II\nTerdiri.\n"
    )
    assert of_kind(text, "heading")[0].path == ("Pembukaan",)
    assert [each.path[-2:] for each in of_kind(text, "pasal")[-4:]] == [
        ("ATURAN PERALIHAN", "Pasal I"),
        ("ATURAN PERALIHAN", "Pasal II"),
        ("ATURAN TAMBAHAN", "Pasal I"),
        ("ATURAN TAMBAHAN", "Pasal II"),
    ]


@pytest.mark.parametrize("last", ["0", "9999", "5"])
def test_an_impossible_range_is_no_failure(last: str) -> None:
    text = (
        f"MEMUTUSKAN:\nPasal I\n1. Ketentuan Pasal 5 - {last} diubah sehingga berbunyi:\nPasal 5\n"
    )
    assert quoted(text) == [("Pasal I", "angka 1", "Pasal 5")]


@pytest.mark.parametrize(
    "piece",
    [
        "Pasal 1\n",
        "(1) a (2) b\n",
        "\n",
        " ",
        "(",
        "M E M U T U S ",
        "```\n",
        "Pasal I\n1. Ketentuan Pasal 5 diubah sehingga berbunyi sebagai berikut:\nPasal 5\n",
        "Pasal 1, 2",
        "BAB I\nKETENTUAN\n",
    ],
)
def test_time_grows_with_the_length_alone(piece: str) -> None:
    def seconds(length: int) -> float:
        text = "Pasal 1\n" + piece * (length // len(piece))
        begin = time.process_time()
        sections(text)
        return time.process_time() - begin

    short, long = seconds(40_000), seconds(160_000)
    assert long < 12 * max(short, 0.05)
