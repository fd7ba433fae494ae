"""What stamps and stains leave is dropped, lost spaces are put back, and nothing else changes."""

import pytest
from PIL import Image, ImageDraw

from documents.extraction.ocr.cleaning import OcrLine, cleaned
from documents.extraction.ocr.known_words import is_known, known_share
from documents.extraction.ocr.stamps import with_pale_colours
from documents.extraction.ocr.straightening import View, skew_of
from documents.extraction.pdf_columns import in_reading_order
from documents.extraction.pdf_words import PlacedWord


def line(text: str, certainty: float = 0.98) -> OcrLine:
    words = [
        PlacedWord(word, 100 * n, 10, 100 * n + 90, 20, 100 * n, 10, 100 * n + 90, 20)
        for n, word in enumerate(text.split())
    ]
    return OcrLine(tuple(words), certainty)


def texts(*lines: OcrLine) -> list[str]:
    return [each.text for each in cleaned(lines)]


@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        ("KEPALA BADAN PENGAWAS", 0.6),
        ("VERA ELENA LARUNI", 0.9),
        ("NIP. 19771122 201001 1 003", 0.7),
        ("(1)", 0.95),
        (":", 0.95),
        ("ttd", 0.97),
        ("a.", 0.9),
        ("No", 0.97),
        ("IV", 0.99),
    ],
)
def test_text_stays(text: str, certainty: float) -> None:
    assert texts(line(text, certainty)) == [text]


@pytest.mark.parametrize(
    ("text", "certainty"),
    [
        ("~ \\", 0.99),
        ("吕公", 0.95),
        ("BOPO", 0.7),
        ("KEPALA BADAN", 0.4),
        ("*", 0.6),
        ("ij", 0.9),
        ("IV", 0.9),
    ],
)
def test_what_a_stamp_leaves_is_dropped(text: str, certainty: float) -> None:
    assert texts(line(text, certainty)) == []


@pytest.mark.parametrize(
    ("read", "mended"),
    [
        ("Pasall", "Pasal 1"),
        ("Pasal5", "Pasal 5"),
        ("ayat(1)", "ayat (1)"),
        ("NOMOR3 TAHUN2025", "NOMOR 3 TAHUN 2025"),
        ("BADANPENGAWAS", "BADAN PENGAWAS"),
        ("untukmelaksanakan", "untuk melaksanakan"),
        ("yangdimaksud,", "yang dimaksud,"),
        ("2025tentang", "2025 tentang"),
        ("'Pasal 9", "Pasal 9"),
        ("BABIV", "BAB IV"),
        ("Ahli2018-2019", "Ahli 2018-2019"),
        ("1.Peraturan", "1. Peraturan"),
        ("(2)Setiap orang", "(2) Setiap orang"),
        ("KabupatenDonggala", "Kabupaten Donggala"),
        ("Republik lndonesia", "Republik Indonesia"),
    ],
)
def test_a_lost_space_is_put_back(read: str, mended: str) -> None:
    assert texts(line(read)) == [mended]


@pytest.mark.parametrize(
    "text",
    [
        "penyelenggaraannya",
        "pertanggungjawaban",
        "perundang-undangan",
        "Singkawang Lhokseumawe",
        "lembaga layanan",
        "PT. Bank 12.500,00",
        "P-RKPD",
        "'Negara' adalah",
    ],
)
def test_whole_words_are_left_alone(text: str) -> None:
    assert texts(line(text)) == [text]


def test_the_parts_of_a_divided_word_share_its_box() -> None:
    (mended,) = cleaned([line("BADANPENGAWAS")])
    first, second = mended.words
    assert (first.x0, second.x1) == (0, 90)
    assert first.x1 == second.x0 == pytest.approx(90 * 5 / 13)
    assert (first.y0, first.y1) == (second.y0, second.y1) == (10, 20)


def test_a_line_that_runs_uphill_stays_one_line() -> None:
    """On a photograph one end of a line stands as high as the next line's other end."""
    texts = ["YENI AMIR, SH., M.Si", "NIP. 19670611 199403 2 009"]
    slanting = [
        OcrLine(
            tuple(
                PlacedWord(word, 60 * n, y - 5 * n, 60 * n + 50, y + 10 - 5 * n,
                           60 * n, y - 5 * n, 60 * n + 50, y + 10 - 5 * n)
                for n, word in enumerate(text.split())
            ),
            0.98,
        )
        for text, y in zip(texts, (100, 114), strict=True)
    ]  # fmt: skip
    words = [word for each in cleaned(slanting) for word in each.words]
    assert [each.text for each in in_reading_order(words)] == texts
    assert [word.y0 for word in words[:4]] == [100, 95, 90, 85]


@pytest.mark.parametrize(
    ("word", "known"), [("Peraturan", True), ("ketentuannya", True), ("Stuivtilvg", False)]
)
def test_words_of_official_documents_are_known(word: str, known: bool) -> None:
    assert is_known(word) is known


def test_the_share_of_known_words_tells_good_text_from_bad() -> None:
    good, _ = known_share("Setiap orang berhak memperoleh informasi publik")
    bad, letters = known_share("Setirp orrng borhrk mempereleh infcrmasi pubIik")
    assert good == 1
    assert bad < 0.3
    assert letters > 30
    assert known_share("12 34") == (0.0, 0)


def stripes(skew: float) -> Image.Image:
    picture = Image.new("L", (800, 600), "white")
    draw = ImageDraw.Draw(picture)
    for row in range(8):
        draw.rectangle((100, 80 + 50 * row, 700, 95 + 50 * row), fill="black")
    return picture.rotate(-skew, fillcolor="white", resample=Image.Resampling.BICUBIC)


@pytest.mark.parametrize("skew", [-3, -1, 0, 2, 4.5])
def test_the_skew_of_lines_is_measured(skew: float) -> None:
    assert skew_of(stripes(skew)) == pytest.approx(skew, abs=0.3)


def test_a_white_page_has_no_skew() -> None:
    assert skew_of(Image.new("L", (800, 600), "white")) == 0


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("skew", [0.0, 3.0])
def test_a_box_is_found_again_on_the_page(turned: int, skew: float) -> None:
    """A black spot on a page that was scanned turned and askew."""
    page = Image.new("L", (400, 300), "white")
    page.paste("black", (100, 60, 120, 75))
    view = View(400, 300, skew, turned)  # type: ignore[arg-type]
    shown = view.shown(page)
    found = shown.point(lambda value: 255 - value).getbbox()
    assert found is not None
    assert view.back(found) == pytest.approx((100, 60, 120, 75), abs=3)


def test_stamps_turn_pale_and_what_is_black_below_them_stays() -> None:
    inks = {
        "white": (255, 255),
        "black": (0, 0),
        (40, 45, 60): (40, 60),  # black ink as a camera sees it
        (60, 60, 220): (200, 228),  # a blue stamp
        (230, 30, 40): (200, 228),  # a red one, still darker than the paper
        (250, 240, 225): (235, 250),  # old paper
    }
    for ink, (darkest, lightest) in inks.items():
        grey, *_ = with_pale_colours(Image.new("RGB", (1, 1), ink)).getpixel((0, 0))
        assert darkest <= grey <= lightest, ink
