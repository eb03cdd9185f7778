"""Texts of strangers can be shown anywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from steinreich.rules.text.safe import JOINERS, one_line, only_visible, quoted

ANY_TEXT = some.text(some.characters(exclude_categories=[]), max_size=60)


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
def test_a_line(given: str, shown: str) -> None:
    assert one_line(given, 8 if given.isdigit() else None) == shown


@given(ANY_TEXT, some.integers(4, 60))
def test_a_line_is_printable_and_as_short_as_wished(text: str, longest: int) -> None:
    line = one_line(text, longest)
    assert len(line) <= longest
    assert line.translate(dict.fromkeys(map(ord, JOINERS))).isprintable()
    line.encode()
    assert one_line(line) == line


@given(ANY_TEXT)
def test_only_what_is_visible_stays(text: str) -> None:
    shown = only_visible(text)
    assert shown.isprintable()
    assert shown == " ".join(shown.split())
    assert [c for c in shown if c != " "] == [c for c in text if c.isprintable() and c != " "]


def test_quotations_are_short() -> None:
    assert quoted("a\n'b'") == repr("a\n'b'")
    assert quoted("x" * 50) == repr("x" * 37 + "...")
