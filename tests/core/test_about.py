"""What games say about themselves."""

import pytest

from steinreich.core.about import Option, Words

SENTENCE = Words("Which way.", "Wie herum.")


def test_an_option_shows_its_names_where_it_has_no_labels() -> None:
    option = Option("way", ("up", "down"), SENTENCE)
    assert option.title == Words("way", "way")
    assert option.labels == (Words("up", "up"), Words("down", "down"))


def test_every_value_has_a_label_or_none_has() -> None:
    with pytest.raises(ValueError, match="option way has 2 values, not 1"):
        Option("way", ("up", "down"), SENTENCE, labels=(Words("up", "hinauf"),))
