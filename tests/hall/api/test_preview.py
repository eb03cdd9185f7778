"""Link previews of tables."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from steinreich import games
from steinreich.hall.api.pages import STATIC_FOLDER, Pages, parse_table_id, render_preview
from steinreich.hall.tokens import new_id
from steinreich.session.decisions import Join
from steinreich.session.schema.messages import Rename, Resign
from tests.hall.server_process import ServerProcess, running_server
from tests.session.table_driver import FIRST_SEAT, NO_SEATS, SECOND_SEAT, TableDriver

HALL = "https://hall.example"


def parse_tags(head: str) -> dict[str, str]:
    """Return the contents of the meta tags by name."""
    pairs = re.findall(r'<meta property="([^"<>]+)" content="([^"<>]*)" />', head)
    assert "".join(f'<meta property="{name}" content="{text}" />' for name, text in pairs) in head
    return {name: unescape(text) for name, text in pairs}


def render_tags(driver: TableDriver, language: str = "en") -> dict[str, str]:
    return parse_tags(render_preview(driver.table, HALL, language, {"preview/chain_reaxis.png"}))


def test_invitation_preview_names_inviter_game_and_variant() -> None:
    driver = TableDriver("chain_reaxis(size=8x8)", "here friend")
    assert render_tags(driver)["og:title"] == "You are invited to a game of Chain Reaxis"
    driver.handle(Rename("n", 0, "Ada"), FIRST_SEAT)
    tags = render_tags(driver)
    assert tags["og:title"] == "Ada invites you to a game of Chain Reaxis"
    assert tags["og:description"].startswith("8 × 8. ")
    assert tags["og:image"] == f"{HALL}/preview/chain_reaxis.png"
    assert render_tags(driver, "de")["og:title"] == "Ada lädt dich zu einer Partie Chain Reaxis ein"
    driver.handle(Join("j", 1, "Ben"), NO_SEATS)
    assert render_tags(driver)["og:title"] == "Chain Reaxis: Ada – Ben"
    driver.handle(Resign("r"), SECOND_SEAT)
    assert render_tags(driver)["og:title"] == "Chain Reaxis: Ada – Ben. Ada wins"
    assert render_tags(driver, "de")["og:title"] == "Chain Reaxis: Ada – Ben. Ada gewinnt"


def test_cancelled_game_has_no_invitation_preview() -> None:
    driver = TableDriver("chain_reaxis", "here friend")
    driver.handle(Resign("r"), FIRST_SEAT)
    assert render_tags(driver)["og:title"] == "Chain Reaxis: The game was cancelled"
    assert render_tags(driver, "de")["og:title"] == "Chain Reaxis: Die Partie wurde abgesagt"


def test_player_names_are_escaped_in_previews() -> None:
    driver = TableDriver("tzaar", "here friend")
    name = '"><script>alert(1)</script>'
    driver.handle(Rename("n", 0, name), FIRST_SEAT)
    head = render_preview(driver.table, HALL, "en", set())
    assert "<script" not in head
    assert parse_tags(head)["og:title"] == f"{name} invites you to a game of TZAAR"
    assert parse_tags(head)["og:image"] == f"{HALL}/icon-512.png"


@pytest.mark.parametrize("path", ["", "lobby", "table", "table/", "table/a/b", "new/tzaar"])
def test_other_pages_have_no_preview(path: str) -> None:
    assert parse_table_id(path) is None
    assert parse_table_id("join/x7") == "x7"


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_preview_picture(name: str) -> None:
    public = Path(__file__).parents[3] / "web/public/preview"
    assert (public / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("preview")) as server:
        yield server


@pytest.mark.skipif(not STATIC_FOLDER.exists(), reason="the pages are not built")
def test_invitation_page_contains_the_preview_in_its_head(server: ServerProcess) -> None:
    new_table = server.open_table("here friend", "tzaar")
    answer = server.get(f"join/{new_table['id']}")
    assert answer.status_code == 200
    assert "og:title" in answer.text.partition("</head>")[0]
    german = server.get(f"join/{new_table['id']}", headers={"accept-language": "de-DE"})
    assert "Du bist" in parse_tags(german.text)["og:title"]
    secrets = [new_table["token"], *new_table["invites"].values()]
    assert not any(secret in answer.text for secret in secrets)
    plain = Pages().files["index.html"].body.decode()
    assert server.get(f"join/{new_id()}").text == plain
    assert server.get("lobby").text == plain
