"""What stands side by side on a page is read in the order in which a reader takes it."""

from pathlib import Path

import pytest

from documents.extraction.pdf import PdfExtractor
from documents.extraction.types import Extraction
from tests.documents.pdf_files import column, line, pdf

BODY = [
    "Setiap orang berhak memperoleh informasi dari badan publik yang berada di daerah",
    "sesuai dengan ketentuan peraturan perundang-undangan yang berlaku di Aceh.",
]


def read(tmp_path: Path, contents: list[str], **options: object) -> Extraction:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf(contents, **options))  # type: ignore[arg-type]
    return PdfExtractor().extract(path)


def in_order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_three_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    texts = [
        column([f"{name} baris {n} tentang hal lain" for n in range(12)], x=40 + 180 * k)
        for k, name in enumerate(("Satu", "Dua", "Tiga"))
    ]
    text = read(tmp_path, ["\n".join(texts)]).markdown
    assert in_order(text, "Satu baris 0", "Satu baris 11", "Dua baris 0", "Dua baris 11", "Tiga")


def test_a_heading_over_two_columns_comes_before_them(tmp_path: Path) -> None:
    left = [f"Kolom kiri baris ke {n} memuat beberapa kata" for n in range(10)]
    right = [f"Kolom kanan baris ke {n} memuat beberapa kata" for n in range(10)]
    heading = line("PENYELENGGARAAN PEMERINTAHAN ACEH DALAM BERITA", 120, 790)
    text = read(tmp_path, [heading + column(left, x=50) + column(right, x=320)]).markdown
    assert in_order(text, "PENYELENGGARAAN", "kiri baris ke 9", "kanan baris ke 0")


def test_a_short_list_in_two_columns_keeps_its_order(tmp_path: Path) -> None:
    left = ["1. Surat permohonan", "2. Fotokopi KTP", "3. Akta pendirian"]
    right = ["4. Sketsa lokasi", "5. Bukti pembayaran", "6. Dokumen UKL"]
    text = read(
        tmp_path, [column(BODY) + column(left, top=600) + column(right, x=320, top=600)]
    ).markdown
    assert in_order(text, *left, *right)


def test_signatures_side_by_side_are_kept_together(tmp_path: Path) -> None:
    left = [
        "Diundangkan di Banda Aceh",
        "pada tanggal 5 Mei 2020",
        "SEKRETARIS DAERAH,",
        "",
        "TAQWA",
    ]
    right = ["Ditetapkan di Banda Aceh", "pada tanggal 4 Mei 2020", "GUBERNUR ACEH,", "", "NOVA"]
    text = read(
        tmp_path, [column(BODY) + column(left, top=600) + column(right, x=330, top=600)]
    ).markdown
    assert in_order(text, "Diundangkan", "5 Mei", "SEKRETARIS", "TAQWA", "Ditetapkan", "GUBERNUR")


def test_a_signature_that_stands_higher_comes_first(tmp_path: Path) -> None:
    right = ["Ditetapkan di Jakarta", "pada tanggal 7 April 2014", "KETUA DEWAN,", "", "", "HADAD"]
    left = ["Salinan sesuai dengan aslinya", "DIREKTUR HUKUM,", "ttd.", "", "MUFLI"]
    text = read(
        tmp_path, [column(BODY) + column(right, x=330, top=600) + column(left, top=550)]
    ).markdown
    assert in_order(text, "Ditetapkan", "KETUA", "HADAD", "Salinan", "DIREKTUR", "MUFLI")


def test_a_label_is_read_with_the_text_beside_it(tmp_path: Path) -> None:
    texts = line("Menimbang :", 72, 700) + "".join(
        line(mark, 160, 700 - 64 * n) + column(BODY * 2, x=180, top=700 - 64 * n, step=15)
        for n, mark in enumerate(("a.", "b."))
    )
    text = read(tmp_path, [texts], size=(700, 842)).markdown
    assert in_order(text, "Menimbang : a. Setiap", "Aceh.", "b. Setiap")


def test_text_in_frames_is_read_frame_by_frame(tmp_path: Path) -> None:
    frames, texts = [], []
    for n, words in enumerate(
        (("Satu", "lain"), ("Dua", "hal"), ("Tiga", "itu"), ("Empat", "ini"))
    ):
        x, y = 60 + 240 * (n // 2), 600 - 80 * (n % 2)
        frames.append(f"{x} {y} 220 60 re S")
        texts += [line(words[0], x + 40, y + 35), line(words[1], x + 30, y + 20)]
    text = read(tmp_path, [column(BODY) + "\n".join((*frames, *texts))]).markdown
    flat = " ".join(text.split())
    assert in_order(flat, "Satu lain", "Dua hal", "Tiga itu", "Empat ini")


def test_running_lines_of_odd_and_even_pages_are_left_out(tmp_path: Path) -> None:
    pages = [
        line("BERITA DAERAH" if n % 2 else "QANUN ACEH TENTANG PAJAK", 220, 810)
        + column([f"Bagian {n} {BODY[0]}", BODY[1]])
        + line(f"{n} | Laporan Tahunan" if n % 2 else f"Laporan Tahunan | {n}", 72, 30)
        for n in range(1, 9)
    ]
    extraction = read(tmp_path, pages)
    assert extraction.markdown.count("BERITA DAERAH") == 1
    assert extraction.markdown.count("Laporan Tahunan") == 0
    assert [page.printed_number for page in extraction.pages] == [str(n) for n in range(1, 9)]


@pytest.mark.parametrize(
    ("printed", "number"),
    [("- 4 -", "4"), ("iv", "iv"), ("12/30", "12"), ("Halaman 3 dari 9", "3"), ("Page | 7", "7")],
)
def test_the_printed_page_number_is_kept(tmp_path: Path, printed: str, number: str) -> None:
    extraction = read(tmp_path, [column(BODY) + line(printed, 280, 30)])
    assert extraction.pages[0].printed_number == number
    assert extraction.markdown == " ".join(BODY)


def test_raised_figures_do_not_join_the_number_before_them(tmp_path: Path) -> None:
    content = column(BODY) + line("Luas 5.000", 72, 600)
    content += line("2", 127.6, 605, size=6) + line("12 m", 72, 580) + line("2", 97, 585, size=6)
    text = read(tmp_path, [content]).markdown
    assert "5.000²" in text
    assert "m²" in text


@pytest.mark.parametrize("title", ["DAFTAR ISI", "DAFTAR TABEL"])
def test_contents_are_known_as_such(tmp_path: Path, title: str) -> None:
    entries = [
        line(f"{n}. Bagian {name} {'.' * 60} {3 * n}", 72, 700 - 18 * n)
        for n, name in enumerate(("Awal", "Isi", "Pasal", "Tabel", "Akhir"), 1)
    ]
    pages = [line(title, 250, 740) + "\n".join(entries), column(BODY)]
    extraction = read(tmp_path, pages)
    assert [page.is_contents for page in extraction.pages] == [True, False]
    assert "Bagian Akhir" in extraction.markdown


def test_contents_without_leaders_go_on_over_the_page(tmp_path: Path) -> None:
    pages = [
        "\n".join(
            line(f"Bab tentang {name}", 72, 700 - 18 * n) + line(str(9 * k + n), 500, 700 - 18 * n)
            for n, name in enumerate(("Awal", "Isi", "Pasal", "Tabel", "Akhir"), 1)
        )
        for k in range(2)
    ]
    extraction = read(tmp_path, [line("DAFTAR ISI", 250, 740) + pages[0], pages[1], column(BODY)])
    assert [page.is_contents for page in extraction.pages] == [True, True, False]


def test_letters_set_apart_are_one_word(tmp_path: Path) -> None:
    extraction = read(
        tmp_path, [column(BODY) + line("M E M U T U S K A N :", 220, 600) + column(BODY, top=560)]
    )
    assert "\nMEMUTUSKAN :\n" in extraction.markdown
    page = extraction.pages[0]
    letters = "".join(extraction.markdown[w.start : w.end] for w in page.words)
    assert "MEMUTUSKAN:" in letters


def test_a_note_at_the_foot_does_not_run_into_the_next_page(tmp_path: Path) -> None:
    pages = [
        column([BODY[0]])
        + line("1 Lihat Undang-Undang Nomor 11 Tahun 2006 tentang", 72, 80, size=7),
        column([BODY[1]]),
    ]
    text = read(tmp_path, pages).markdown
    assert f"tentang\n\n{BODY[1]}" in text


@pytest.mark.parametrize("rotation", [0, 90, 270])
def test_only_what_stands_higher_is_raised_however_the_page_is_turned(
    tmp_path: Path, rotation: int
) -> None:
    matrix, x, y, (right, up) = {
        0: ("1 0 0 1", 100, 700, ((1, 0), (0, 1))),
        90: ("0 1 -1 0", 300, 100, ((0, 1), (-1, 0))),
        270: ("0 -1 1 0", 300, 700, ((0, -1), (1, 0))),
    }[rotation]
    # "W" is far wider than the figures after it; "10" is 12.2 points wide at this size.
    pieces = [
        ("W-180 berlaku bagi semua kabupaten dan semua kota yang ada di Aceh", 0, 0, 11),
        ("10", 0, -20, 11),
        ("-9", 12.4, -15, 6),
    ]
    content = "\n".join(
        line(
            text,
            x + along * right[0] + upward * up[0],
            y + along * right[1] + upward * up[1],
            size=size,
            matrix=matrix,
        )
        for text, along, upward, size in pieces
    )
    text = read(tmp_path, [content], extra=f"/Rotate {rotation}").markdown
    assert text.startswith("W-180 berlaku")
    assert "10⁻⁹" in text


@pytest.mark.parametrize("joint", ["; dan", "; atau", "; dan/atau"])
def test_the_last_item_of_a_list_begins_a_line_after_its_joint(tmp_path: Path, joint: str) -> None:
    items = [
        "a. menyediakan laporan secara efektif mengenai profil dan kebiasaan pola transaksi",
        f"yang dilakukan oleh Nasabah{joint}",
        "b. menelusuri setiap transaksi, apabila diperlukan.",
    ]
    assert "\nb. menelusuri" in read(tmp_path, [column(items)]).markdown


def test_the_lines_of_a_table_of_contents_stay_lines(tmp_path: Path) -> None:
    items = [
        f"3.{n} {name} {'.' * (110 - 2 * len(name))} {20 + n}"
        for n, name in enumerate(("Kata Pengantar", "Daftar Isi", "Isi Laporan", "Daftar Pustaka"))
    ]
    lines = read(tmp_path, [column(items)]).markdown.splitlines()
    assert sum(line.endswith(f" {20 + n}") for n, line in enumerate(lines)) == 4


def test_the_title_of_an_official_is_no_part_of_the_considerations(tmp_path: Path) -> None:
    lines = [
        "DENGAN RAHMAT TUHAN YANG MAHA ESA",
        "GUBERNUR ACEH,",
        f"Menimbang : {BODY[0]}",
        BODY[1],
    ]
    text = read(tmp_path, [column(lines)]).markdown
    assert "GUBERNUR ACEH,\n" in text
    assert f"\nMenimbang : {' '.join(BODY)}" in text


def test_a_paragraph_in_double_spacing_stays_one_before_a_capital(tmp_path: Path) -> None:
    words = "Pemerintah Aceh menetapkan Qanun tentang Penyelenggaraan Pendidikan bagi Masyarakat"
    lines = [f"{words} Daerah {n}" for n in range(8)]
    text = read(tmp_path, [column(lines, step=26), column([*lines[:4], "", *lines[4:]], step=26)])
    first, second = (text.markdown[page.start : page.end] for page in text.pages)
    assert first == " ".join(lines)
    assert second.split("\n\n") == [" ".join(lines[:4]), " ".join(lines[4:])]


def test_a_numbered_section_begins_after_the_end_of_a_sentence(tmp_path: Path) -> None:
    body = "Mahasiswa menyelesaikan kerja praktik dengan bimbingan seorang dosen pembimbing tetap."
    lines = [body, "1.3 Capaian Pembelajaran", body]
    assert "tetap.\n\n1.3 Capaian" in read(tmp_path, [column(lines)]).markdown
