"""Extra games that a host provides as files: all features of the client work with them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from steinreich import Position, load
from steinreich.draw.picture import result
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.conftest import BREAKTHROUGH, DOTS_AND_BOXES, EXAMPLES, mark_matrix
from tests.hall.server_process import ServerProcess, running_server

pytestmark = pytest.mark.xdist_group(__name__)

DOTS_AND_BOXES_GAME = (  # all lines of the board, for four players
    "c3-d3 b1-c1 b3-c3 d3-d4 c3-c4 a1-a2 c2-d2 b2-b3 a2-a3 d2-d3 a3-a4 a2-b2 b3-b4 c1-d1 b1-b2"
    " c2-c3 a3-b3 c1-c2 a4-b4 a1-b1 b4-c4 c4-d4 d1-d2 b2-c2"
)


@pytest.fixture(scope="module")
def hall_with_extra_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("larger"), game_files=EXAMPLES) as server:
        yield server


def test_extra_games_are_on_the_front_page_with_pictures(
    visit: Visit, hall_with_extra_games: ServerProcess
) -> None:
    visitor = visit("", server=hall_with_extra_games)
    for title in ("Breakthrough", "Connect Four", "Dots and Boxes", "TZAAR"):
        card = visitor.page.get_by_role("article").filter(has=visitor.page.get_by_text(title))
        expect(card.locator("svg").first).to_be_visible()


@pytest.mark.parametrize(
    ("file", "options", "labels", "actions"),
    mark_matrix(
        [
            (BREAKTHROUGH, "size=5", ["5 by 5"], "a2-a3 d4-c3 a3xb4 e5-d4 b4xc5"),
            (DOTS_AND_BOXES, "players=4", ["four"], DOTS_AND_BOXES_GAME),
        ]
    ),
)
def test_extra_game_can_be_played_to_its_end(
    visit: Visit,
    hall_with_extra_games: ServerProcess,
    file: str,
    options: str,
    labels: list[str],
    actions: str,
) -> None:
    game, device = load(f"{file}({options})"), Mouse()
    visitor = visit(server=hall_with_extra_games)
    name = file.rpartition("/")[2].removesuffix(".py")
    chosen = {str(number): label for number, label in enumerate(labels)}
    visitor.create_table_by_form(name, ["Here"] * game.players, **chosen)
    position: Position = game.start()
    for action in actions.split():
        position = act(visitor, device, position, action)
    assert position.is_over
    visitor.expect_status(result(position).in_language("en"))
    assert visitor.moves() == actions.split()


def test_extra_games_have_lessons(visit: Visit, hall_with_extra_games: ServerProcess) -> None:
    visitor = visit("learn/breakthrough(size=5)", server=hall_with_extra_games)
    expect(visitor.page.locator("figure[data-stage]")).to_have_count(4)  # the last one is the start
    visitor.open_page("learn/connect_four")
    board = visitor.page.get_by_role("figure")
    board.locator("[data-name='d.1']").click()
    expect(board.get_by_role("status")).to_contain_text("Yellow:")


@pytest.mark.parametrize("name", ["breakthrough", "dots_and_boxes"])
def test_computer_plays_extra_games(
    visit: Visit, hall_with_extra_games: ServerProcess, name: str
) -> None:
    visitor = visit(server=hall_with_extra_games)
    visitor.create_table_by_form(name, ["Computer", "Here"])
    expect(visitor.page.get_by_role("status")).to_contain_text("Your turn")
    assert len(visitor.moves()) == 1
