"""What a link to a table shows where it is sent."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from steinreich import games
from steinreich.hall.api.pages import FOLDER, Pages
from steinreich.hall.api.preview import preview, table_of
from steinreich.hall.api.tokens import new_id
from steinreich.session.schema.commands import Join, Rename
from tests.hall.hosting import Host, hosted
from tests.session.sitting import FIRST, NOBODY, Sitting

HALL = "https://hall.example"


def tags(head: str) -> dict[str, str]:
    """The contents of the tags by their names."""
    found = re.findall(r'<meta property="([^"<>]+)" content="([^"<>]*)" />', head)
    assert "".join(f'<meta property="{name}" content="{text}" />' for name, text in found) in head
    return {name: unescape(text) for name, text in found}


def of(sitting: Sitting, language: str = "en") -> dict[str, str]:
    return tags(preview(sitting.table, HALL, language, {"preview/chain_reaxis.png"}))


def test_an_invitation_names_inviter_game_and_variant() -> None:
    sitting = Sitting("chain_reaxis(size=8x8)", "here friend")
    assert of(sitting)["og:title"] == "You are invited to a game of Chain Reaxis"
    sitting.ask(Rename("n", 0, "Ada"), FIRST)
    shown = of(sitting)
    assert shown["og:title"] == "Ada invites you to a game of Chain Reaxis"
    assert shown["og:description"].startswith("8 × 8. ")
    assert shown["og:image"] == f"{HALL}/preview/chain_reaxis.png"
    assert of(sitting, "de")["og:title"] == "Ada lädt dich zu einer Partie Chain Reaxis ein"
    sitting.ask(Join("j", 1, "Ben"), NOBODY)
    assert of(sitting)["og:title"] == "Chain Reaxis: Ada – Ben"


def test_names_of_strangers_stay_text() -> None:
    sitting = Sitting("tzaar", "here friend")
    name = '"><script>alert(1)</script>'
    sitting.ask(Rename("n", 0, name), FIRST)
    head = preview(sitting.table, HALL, "en", set())
    assert "<script" not in head
    assert tags(head)["og:title"] == f"{name} invites you to a game of TZAAR"
    assert tags(head)["og:image"] == f"{HALL}/icon-512.png"


@pytest.mark.parametrize("path", ["", "lobby", "table", "table/", "table/a/b", "new/tzaar"])
def test_other_pages_have_none(path: str) -> None:
    assert table_of(path) is None
    assert table_of("join/x7") == "x7"


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_picture(name: str) -> None:
    public = Path(__file__).parents[3] / "web/public/preview"
    assert (public / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("preview")) as host:
        yield host


@pytest.mark.skipif(not FOLDER.exists(), reason="the pages are not built")
def test_the_page_of_an_invitation_has_it_in_its_head(host: Host) -> None:
    made = host.open_table("here friend", "tzaar")
    answer = host.get(f"join/{made['id']}")
    assert answer.status_code == 200
    assert "og:title" in answer.text.partition("</head>")[0]
    german = host.get(f"join/{made['id']}", headers={"accept-language": "de-DE"})
    assert "Du bist" in tags(german.text)["og:title"]
    secrets = [made["token"], *made["invites"].values()]
    assert not any(secret in answer.text for secret in secrets)
    plain = Pages().files["index.html"].body.decode()
    assert host.get(f"join/{new_id()}").text == plain
    assert host.get("lobby").text == plain
