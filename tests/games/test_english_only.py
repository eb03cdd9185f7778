"""A game with English texts only passes all checks and is shown in English."""

import re
from pathlib import Path

import pytest

from steinreich import load
from steinreich.cli.main import main
from tests.conftest import CONNECT_FOUR
from tests.hall.server_process import hosted


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return Connect Four with texts that no catalogue has."""
    source = Path(CONNECT_FOUR).read_text()
    path = tmp_path / "english.py"
    path.write_text(re.sub(r'(Text\(\s*)"(?=[A-Z])', r'\1"The ', source))
    return path


def test_english_only_game_can_be_loaded(path: Path) -> None:
    game = load(path)
    assert game.about.title.within("de") == "The Connect Four"
    assert game.lesson[0].heading.within("de") == "Regeln"
    assert game.start().play("a").text(language="de")


def test_english_only_game_passes_the_checks(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(path), "--lang", "de"]) == 0
    assert capsys.readouterr().out == f"{path}: hält den Vertrag (1)\n"


def test_english_only_game_can_be_played_in_a_hall(path: Path, tmp_path: Path) -> None:
    with hosted(tmp_path, games=(str(path),)) as host:
        found = {game["name"]: game for game in host.get("api/games").json()["games"]}
        assert found["english"]["title"] == "The Connect Four"
        params, german = {"game": "english"}, {"accept-language": "de"}
        rules = host.get("api/rules", params=params, headers=german).json()
        assert rules["sections"][0]["paragraphs"][0]["text"].startswith("The The board stands")
        made = host.open_table(game="english")
        assert host.get(f"api/tables/{made['id']}").status_code == 200
        assert not host.failures()
