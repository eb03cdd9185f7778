"""Names that can be shown anywhere."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from steinreich.session.names import INVISIBLE_NAME, LONGEST, STACKED_MARKS, clean, fault


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Jörg \t  Müller\n", "Jörg Müller"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("zero\u200bwidth\x00\x1b[31m", "zerowidth[31m"),
        ("x" * 40, "x" * 30),
        ("x" * 29 + " y", "x" * 29),
        ("\ud800broken", "broken"),
        ("u\u0308ber", "über"),
        ("u\u200b\u0308ber", "über"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        (" \u2028 ", ""),
        ("a\u3164b\u2800c\u115fd\ufe0fe\U000e0041f", "abcdef"),
    ],
)
def test_names(given: str, shown: str) -> None:
    assert clean(given) == shown


@pytest.mark.parametrize(
    "name",
    [
        *("\u3164", "\u2800\u2800", "\u115f \u1160", "\uffa0", "\u200b", "\u202e"),
        *("\u034f\u0301", "\U000e0041", "\U0001d159", "\u180e\u17b4"),
    ],
)
def test_a_name_that_looks_empty_is_refused(name: str) -> None:
    assert fault(name) == INVISIBLE_NAME


@pytest.mark.parametrize(
    "name", ["a" + 4 * "\u0334", "Z\u0361\u0336\u034f\u0334\u0335", "e" + 9 * "\u20dd"]
)
def test_a_name_that_stacks_marks_is_refused(name: str) -> None:
    assert fault(name) == STACKED_MARKS


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "Jörg",
        "u\u0308ber",
        "Nguyễn Thị Hồng",
        "กี่",
        "שָׁלוֹם",
        "مُحَمَّد",
        "བསྒྲུབས",
        "हिन्दी",
        "🙂",
        "❤\ufe0f",
        "김",
    ],
)
def test_names_in_all_scripts_are_welcome(name: str) -> None:
    assert fault(name) is None


@given(some.text(some.characters(exclude_categories=[]), max_size=60))
def test_a_clean_name_is_one_short_line(name: str) -> None:
    shown = clean(name)
    assert len(shown) <= LONGEST
    assert clean(shown) == shown
    assert not any(unicodedata.category(c)[0] == "C" for c in shown)
    shown.encode()
