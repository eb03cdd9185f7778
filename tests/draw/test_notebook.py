"""Positions and games in notebooks."""

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from steinreich import Engine, Record, games, load, play_match
from steinreich.draw.notebook import register_display_methods


class TagChecker(HTMLParser):
    """Checks the nesting of tags and collects the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open_tags: list[str] = []
        self.text_content = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open_tags.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open_tags.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text_content += data


def get_text_content(text: str) -> str:
    """Return the text of an HTML fragment; check that all its tags are closed."""
    checker = TagChecker(text)
    assert not checker.open_tags
    return checker.text_content


def test_notebook_displays_a_position() -> None:
    register_display_methods()
    position = load("vier3d").start()
    picture = position._repr_svg_()  # type: ignore[attr-defined]
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert position._repr_html_() == picture  # type: ignore[attr-defined]
    assert "[data-jp-theme-light=false]" in picture  # selects the dark theme of JupyterLab


@pytest.mark.parametrize("name", games())
def test_notebook_displays_a_game(name: str) -> None:
    game = load(name)
    text = game._repr_html_()  # type: ignore[attr-defined]
    assert "<svg" in text
    assert game.about.title.in_language("en") in get_text_content(text)


def test_notebook_displays_a_record() -> None:
    record = Record.new("vier3d")
    for move in ("b3", "c2", "b3"):
        record.play(move)
    record.headers["Player1"] = "<script>alert(1)</script>"
    text = record._repr_html_()
    assert "<script" not in text
    assert "b3 c2 b3" in get_text_content(text)


def test_notebook_displays_an_analysis() -> None:
    position = load("tzaar", setup="fixed").start()
    with Engine("tzaar(setup=fixed)") as engine:
        analysis = engine.analyse(position, lines=2, nodes=200)
    text_content = get_text_content(analysis._repr_html_())
    assert all(line.words.in_language("en") in text_content for line in analysis.lines)
    assert analysis.best in text_content


def test_notebook_displays_a_match() -> None:
    result = play_match("vier3d", {"one": "random", "other": "random"}, games=2, progress=False)
    text_content = get_text_content(result._repr_html_())
    assert "one" in text_content
    assert "Elo" in text_content
