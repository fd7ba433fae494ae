import pytest

from retrieval.ordering import Candidate, Wanted, is_contents_page, ordered, says_nothing


def texts(*candidates: Candidate, wanted: Wanted = Wanted()) -> list[str]:  # noqa: B008
    return [each.text for each in ordered(candidates, wanted)]


def test_the_pasal_comes_before_a_better_score() -> None:
    asked = Candidate(1, "Pasal 12 tentang urusan", "", fused=0.01, level=2)
    other = Candidate(2, "Uraian lain sama sekali", "", fused=0.02, level=1)
    assert texts(other, asked)[0] == asked.text


def test_naming_a_regulation_only_weighs() -> None:
    repealing = Candidate(1, "Undang-Undang 18 dicabut", "", fused=0.02)
    own = Candidate(2, "Pemilih adalah warga", "", fused=0.01, level=1)
    assert texts(own, repealing)[0] == repealing.text


def test_a_heading_that_matches_raises() -> None:
    plain = Candidate(1, "satu dua tiga", "Lain", fused=0.0101)
    headed = Candidate(2, "empat lima enam", "Baitul Mal", fused=0.01)
    assert texts(plain, headed, wanted=Wanted(("baitul", "mal")))[0] == headed.text


def test_a_definition_comes_first_when_one_is_wanted() -> None:
    use = Candidate(1, "BPMA mempunyai tugas", "", fused=0.0101)
    definition = Candidate(2, "Badan yang selanjutnya disingkat BPMA adalah badan", "", fused=0.01)
    assert texts(use, definition)[0] == use.text
    assert texts(use, definition, wanted=Wanted(definition=True))[0] == definition.text


def test_nearly_the_same_words_are_shown_once_but_other_figures_twice() -> None:
    law = "modal awal diberikan negara kepada badan penyelenggara jaminan sosial sebesar 500"
    again = law.upper() + "."
    other = law.replace("500", "900")
    rows = [Candidate(n, text, "", fused=1 / n) for n, text in enumerate([law, again, other], 1)]
    assert texts(*rows) == [law, other]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pasal 5\nCukup jelas.", True),
        ("Pasal 5 ayat (1) Cukup jelas. Ayat (2) Cukup jelas.", True),
        ("Pasal 5 Gubernur melantik bupati dan wali kota atas nama Presiden.", False),
        ("Pasal 5 Keuchik memimpin gampong.", False),
    ],
)
def test_what_says_nothing(text: str, expected: bool) -> None:
    assert says_nothing(text) is expected


def test_dot_leaders_make_a_contents_page() -> None:
    assert is_contents_page("BAB I ....... 1\nBAB II ...... 4\nBAB III ..... 9")
    assert not is_contents_page("Pasal 1 ... dan seterusnya.")
