"""The chart of ratings."""

import re
from importlib import import_module
from xml.etree import ElementTree

import pytest

from steinreich import arena
from steinreich.arena.chart import Scale, choose_step, format_elo, plot, shorten
from steinreich.arena.ratings import Rating
from steinreich.arena.report import report
from tests.arena.test_report import ROD, finished_game, game

SVG = "{http://www.w3.org/2000/svg}"


def test_chart_is_xml_with_a_dot_for_each_player() -> None:
    names = ["ab", "bc", "ca", "ab"]
    text = plot(
        [report([game(pair, ROD) for pair in names]), report([finished_game("abc", (0, 0, 0))])]
    )
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert len(root.findall(f"{SVG}circle")) == 6
    words = [element.text for element in root.findall(f"{SVG}text")]
    assert {"vier3d", "vier3d(players=3)", "a", "b", "c"} <= set(words)
    assert root.findtext(f"{SVG}title") == "Ratings of players"
    assert "@" not in re.sub(r"<style>.*</style>", "", text)  # every colour is determined


def test_chart_supports_light_and_dark() -> None:
    text = plot([report([game("ab", ROD)])])
    assert "color-scheme:light dark" in text  # as the reader prefers
    assert "light-dark(#fbf8f1," in text
    assert 'fill="#fbf8f1"' in text  # for programs without style sheets


def test_chart_can_be_german() -> None:
    text = plot([report([game("ab", ROD)])], "de")
    assert "Wertungszahlen der Spieler" in text
    assert 'lang="de"' in text


def test_error_bars_match_the_numbers() -> None:
    """On the Elo scale of the axis labels."""
    chart_report = report([game("ab", ROD), game("ab", ROD), game("ba", ROD)])
    root = ElementTree.fromstring(plot([chart_report]))
    scale = Scale([standing.rating for standing in chart_report.standings if standing.rating])
    for standing, dot in zip(chart_report.standings, root.findall(f"{SVG}circle"), strict=True):
        assert standing.rating
        assert float(dot.attrib["cx"]) == pytest.approx(scale(standing.rating.elo), abs=0.02)
        bar_ends = [
            (float(line.attrib["x1"]), float(line.attrib["x2"]))
            for line in root.findall(f"{SVG}line")
            if line.attrib["y1"] == line.attrib["y2"] == dot.attrib["cy"]
        ]
        low, high = (
            standing.rating.elo - standing.rating.margin,
            standing.rating.elo + standing.rating.margin,
        )
        assert bar_ends == [pytest.approx((scale(low), scale(high)), abs=0.02)]
    marks = {
        element.text: float(element.attrib["x"])
        for element in root.findall(f"{SVG}text")
        if element.attrib["text-anchor"] == "middle"
    }
    assert marks["0"] == pytest.approx(scale(0), abs=0.02)
    assert marks[format_elo(scale.high)] == pytest.approx(scale(scale.high), abs=0.02)


def test_plot_escapes_names() -> None:
    record = game("ab", ROD, Player1="<b>&\x00~@ink", Player2="x" * 99)
    root = ElementTree.fromstring(plot([report([record])]))
    words = [element.text for element in root.findall(f"{SVG}text")]
    assert "<b>&\ufffd~@ink" in words
    assert shorten("x" * 99) in words
    assert len(shorten("x" * 99)) == 26


def test_plot_omits_players_without_games() -> None:
    text = plot([report([game("aa", ROD)])])
    ElementTree.fromstring(text)
    assert "no two players have played each other" in text


@pytest.mark.parametrize(("span", "step"), [(1, 10), (60, 10), (61, 20), (1000, 200), (9000, 2000)])
def test_axis_ticks_are_round(span: float, step: float) -> None:
    assert choose_step(span) == step


def test_scale_includes_all_ratings() -> None:
    scale = Scale([Rating("a", 170, 45), Rating("b", -170, 60)])
    assert (scale.low, scale.high) == (-300, 300)
    assert scale.marks() == [-300, -200, -100, 0, 100, 200, 300]


def test_plot_function_is_available_after_importing_its_module() -> None:
    import_module("steinreich.arena.chart")
    assert callable(arena.plot)
