"""Names that can be shown anywhere."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from steinreich.session.names import LONGEST, clean


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
    ],
)
def test_names(given: str, shown: str) -> None:
    assert clean(given) == shown


@given(some.text(some.characters(exclude_categories=[]), max_size=60))
def test_a_clean_name_is_one_short_line(name: str) -> None:
    shown = clean(name)
    assert len(shown) <= LONGEST
    assert clean(shown) == shown
    assert not any(unicodedata.category(c)[0] == "C" for c in shown)
    shown.encode()
