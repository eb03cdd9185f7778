"""A game without translations passes all checks and is shown in English."""

import re
from pathlib import Path

import pytest

from steinreich import load
from steinreich.cli.main import main
from tests.conftest import CONNECT_FOUR
from tests.hall.server_process import running_server


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return Connect Four with texts that no catalogue has."""
    source = Path(CONNECT_FOUR).read_text()
    path = tmp_path / "english.py"
    path.write_text(re.sub(r'(Text\(\s*)"(?=[A-Z])', r'\1"The ', source))
    return path


def test_loading_a_game_without_translations(path: Path) -> None:
    game = load(path)
    assert game.about.title.in_language("de") == "The Connect Four"
    assert game.lesson[0].heading.in_language("de") == "Regeln"
    assert game.start().play("a").text(language="de")


def test_game_without_translations_passes_the_checks(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(path), "--lang", "de"]) == 0
    assert capsys.readouterr().out == f"{path}: erfüllt den Vertrag (1)\n"


def test_hall_offers_a_game_without_translations(path: Path, tmp_path: Path) -> None:
    with running_server(tmp_path, game_files=(str(path),)) as server:
        games = {game["name"]: game for game in server.get("api/games").json()["games"]}
        assert games["english"]["title"] == "The Connect Four"
        params, german = {"game": "english"}, {"accept-language": "de"}
        rules = server.get("api/rules", params=params, headers=german).json()
        assert rules["sections"][0]["paragraphs"][0]["text"].startswith("The The board stands")
        new_table = server.open_table(game="english")
        assert server.get(f"api/tables/{new_table['id']}").status_code == 200
        assert not server.find_log_errors()
