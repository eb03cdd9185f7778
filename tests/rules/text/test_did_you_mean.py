"""Names that are like a misspelt one."""

import pytest

from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import alike, did_you_mean, suggesting

GAMES = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("vier3", ["vier3d"]),
        ("TZAR", ["tzaar"]),
        ("six in line", ["six_in_line"]),
        ("chain", ["chain_reaxis"]),  # a beginning
        ("square", ["inner_square"]),  # an end
        ("ts", []),  # too short to be one
        ("chess", []),
        ("", []),
        ("v" * 10_000, []),
    ],
)
def test_names_like_a_word(word: str, found: list[str]) -> None:
    assert alike(word, GAMES) == found


def test_the_question() -> None:
    assert did_you_mean("b3", ["b4"]) is None
    assert did_you_mean("B3", ["b4", "b3"]) == ("did you mean 'b3'?", "meintest du 'b3'?")
    several = did_you_mean("c2c5", ["c2-c5", "c2xc5", "c2-c4"])
    assert several == ("did you mean 'c2-c5' or 'c2xc5'?", "meintest du 'c2-c5' oder 'c2xc5'?")
    assert did_you_mean("a1a", ["a1b", "a1c", "a1d", "a1e"]) is None  # too many


def test_what_is_wrong_comes_first() -> None:
    said = Words("no game", "kein Spiel")
    assert suggesting(said, "chess", GAMES) is said
    assert suggesting(said, "tzar", GAMES).de == "kein Spiel; meintest du 'tzaar'?"
