"""Extra games that a host provides as files: all features of the client work with them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from steinreich import Position, load
from steinreich.draw.picture import result
from tests.browser.conftest import Visit
from tests.browser.devices import Mouse, act
from tests.conftest import BREAKTHROUGH, DOTS_AND_BOXES, EXAMPLES, mark_matrix
from tests.hall.server_process import Host, hosted

pytestmark = pytest.mark.xdist_group(__name__)

BOXES = (  # all lines, among four
    "c3-d3 b1-c1 b3-c3 d3-d4 c3-c4 a1-a2 c2-d2 b2-b3 a2-a3 d2-d3 a3-a4 a2-b2 b3-b4 c1-d1 b1-b2"
    " c2-c3 a3-b3 c1-c2 a4-b4 a1-b1 b4-c4 c4-d4 d1-d2 b2-c2"
)


@pytest.fixture(scope="module")
def larger_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("larger"), games=EXAMPLES) as host:
        yield host


def test_extra_games_are_on_the_front_page_with_pictures(visit: Visit, larger_hall: Host) -> None:
    visitor = visit("", host=larger_hall)
    for title in ("Breakthrough", "Connect Four", "Dots and Boxes", "TZAAR"):
        card = visitor.page.get_by_role("article").filter(has=visitor.page.get_by_text(title))
        expect(card.locator("svg").first).to_be_visible()


@pytest.mark.parametrize(
    ("file", "options", "words", "actions"),
    mark_matrix(
        [
            (BREAKTHROUGH, "size=5", ["5 by 5"], "a2-a3 d4-c3 a3xb4 e5-d4 b4xc5"),
            (DOTS_AND_BOXES, "players=4", ["four"], BOXES),
        ]
    ),
)
def test_extra_game_can_be_played_to_its_end(
    visit: Visit, larger_hall: Host, file: str, options: str, words: list[str], actions: str
) -> None:
    game, device = load(f"{file}({options})"), Mouse()
    visitor = visit(host=larger_hall)
    name = file.rpartition("/")[2].removesuffix(".py")
    chosen = {str(number): word for number, word in enumerate(words)}
    visitor.set_up(name, ["Here"] * game.players, **chosen)
    position: Position = game.start()
    for action in actions.split():
        position = act(visitor, device, position, action)
    assert position.is_over
    visitor.sees(result(position).within("en"))
    assert visitor.moves() == actions.split()


def test_extra_games_have_lessons(visit: Visit, larger_hall: Host) -> None:
    visitor = visit("learn/breakthrough(size=5)", host=larger_hall)
    expect(visitor.page.locator("figure[data-stage]")).to_have_count(4)  # the last one is the start
    visitor.go("learn/connect_four")
    board = visitor.page.get_by_role("figure")
    board.locator("[data-name='d.1']").click()
    expect(board.get_by_role("status")).to_contain_text("Yellow:")


@pytest.mark.parametrize("name", ["breakthrough", "dots_and_boxes"])
def test_computer_plays_extra_games(visit: Visit, larger_hall: Host, name: str) -> None:
    visitor = visit(host=larger_hall)
    visitor.set_up(name, ["Computer", "Here"])
    expect(visitor.page.get_by_role("status")).to_contain_text("Your turn")
    assert len(visitor.moves()) == 1
