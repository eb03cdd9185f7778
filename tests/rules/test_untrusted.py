"""Untrusted texts are made displayable, and similar names are suggested."""

import pytest
from hypothesis import given
from hypothesis import strategies as strategies

from steinreich.rules.untrusted import (
    INVISIBLE,
    JOINERS,
    did_you_mean,
    one_line,
    quote,
    remove_invisible,
    similar_names,
    with_suggestion,
)
from tests.translated import Translated

ANY_TEXT = strategies.text(strategies.characters(exclude_categories=[]), max_size=60)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a \r\n\t b  c", "a b  c"),
        ("a\x1b[2J\x9b1m\u202eb\x00", "a\ufffd[2J\ufffd1m\ufffdb\ufffd"),
        ("half \ud800, turned \u061c", "half \ufffd, turned \ufffd"),
        ("می\u200cخواهم 👩\u200d🔬", "می\u200cخواهم 👩\u200d🔬"),
        ("123456789", "12345..."),
    ],
)
def test_text_becomes_one_line(given: str, shown: str) -> None:
    assert one_line(given, 8 if given.isdigit() else None) == shown


@given(ANY_TEXT, strategies.integers(4, 60))
def test_line_is_printable_and_has_a_maximum_length(text: str, max_length: int) -> None:
    line = one_line(text, max_length)
    assert len(line) <= max_length
    assert line.translate(dict.fromkeys(map(ord, JOINERS))).isprintable()
    line.encode()
    assert one_line(line) == line


@given(ANY_TEXT)
def test_only_visible_characters_are_kept(text: str) -> None:
    shown = remove_invisible(text)
    assert shown.isprintable()
    assert shown == " ".join(shown.split())
    visible = [c for c in text if c.isprintable() and c != " " and not INVISIBLE.match(c)]
    assert [c for c in shown if c != " "] == visible


def test_quotations_are_short() -> None:
    assert quote("a\n'b'") == repr("a\n'b'")
    assert quote("x" * 50) == repr("x" * 37 + "...")


# Names

GAMES = ("chain_reaxis", "inner_square", "six_in_line", "tzaar", "vier3d")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("vier3", ["vier3d"]),
        ("TZAR", ["tzaar"]),
        ("six in line", ["six_in_line"]),
        ("chain", ["chain_reaxis"]),  # a prefix
        ("square", ["inner_square"]),  # a suffix
        ("tz", []),  # a prefix, but too short
        ("chess", []),
        ("", []),
        ("v" * 10_000, []),
    ],
)
def test_similar_names_are_found(word: str, found: list[str]) -> None:
    assert similar_names(word, GAMES) == found


def test_suggestion_is_a_question() -> None:
    assert did_you_mean("b3", ["b4"]) is None
    assert did_you_mean("B3", ["b4", "b3"]) == Translated("did you mean 'b3'?", "meintest du 'b3'?")
    several = did_you_mean("c2c5", ["c2-c5", "c2xc5", "c2-c4"])
    assert several == Translated(
        "did you mean 'c2-c5' or 'c2xc5'?", "meintest du 'c2-c5' oder 'c2xc5'?"
    )
    assert did_you_mean("a1a", ["a1b", "a1c", "a1d", "a1e"]) is None  # too many


def test_suggestion_follows_the_message() -> None:
    message = Translated("no game", "kein Spiel")
    assert with_suggestion(message, "chess", GAMES) is message
    assert (
        with_suggestion(message, "tzar", GAMES).in_language("de")
        == "kein Spiel; meintest du 'tzaar'?"
    )
