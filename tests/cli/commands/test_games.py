"""`steinreich games`."""

import json

import pytest

from steinreich import games, load
from tests.cli.conftest import CONNECT_FOUR, Run


@pytest.mark.parametrize("language", ["en", "de"])
def test_lists_games_with_their_options(run: Run, language: str) -> None:
    done = run("games", "--lang", language)
    assert done.code == 0
    listed = " ".join(done.out.split())
    for name in games():
        about = load(name).about
        assert f"{name} {about.title.in_language(language)}" in listed
        for option in about.options:
            assert f"{option.name} {', '.join(option.values)}" in listed
            assert option.about.in_language(language) in listed


def test_numbers_of_players_are_shown(run: Run) -> None:
    assert "· 2 players" in run("games", "tzaar").out
    assert "· 1–4 players" in run("games", "six_in_line").out
    assert "· 2–3 Spieler" in run("games", "vier3d", "--lang", "de").out


def test_lines_fit_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(map(len, run("games").out.splitlines())) <= 80
    monkeypatch.setenv("COLUMNS", "300")
    assert max(map(len, run("games").out.splitlines())) <= 100


def test_json_output(run: Run) -> None:
    data = json.loads(run("games", "--json").out)
    assert [game["id"] for game in data] == list(games())
    tzaar = data[games().index("tzaar")]
    assert tzaar["players"][0] == {"en": "White", "de": "Weiß", "fr": "Blanc"}
    assert tzaar["options"][0]["values"] == ["random", "fixed", "tournament"]
    assert tzaar["options"][0]["title"] == {
        "en": "Set-up",
        "de": "Aufstellung",
        "fr": "Mise en place",
    }
    assert tzaar["options"][0]["labels"][0] == {
        "en": "at random",
        "de": "zufällig",
        "fr": "au hasard",
    }


def test_lists_a_game_file(run: Run) -> None:
    done = run("games", CONNECT_FOUR)
    assert done.code == 0
    assert "Connect Four · 2 players" in done.out


def test_colours_are_used_on_terminals_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in run("games").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1m" in run("games").out
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b[1m" in run("games").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("games").out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "")
    assert "\x1b" not in run("games").out
