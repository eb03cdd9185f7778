"""Tables as the browser receives them."""

import pytest

from steinreich.core.game import load
from steinreich.session.decisions import Join
from steinreich.session.schema import protocol
from steinreich.session.schema.messages import Offer, Rename
from steinreich.session.table import Event
from steinreich.session.views.frames import get_steps, make_frame
from steinreich.session.views.games import board_view
from steinreich.session.views.tables import (
    lobby_view,
    make_past_frames,
    make_snapshot,
    seats_view,
    state_view,
    turns_view,
)
from tests.session.table_driver import (
    BOTH_SEATS,
    FIRST_SEAT,
    NO_SEATS,
    NOON,
    SECOND_SEAT,
    TableDriver,
)
from tests.session.views.helpers import get_last_actions, matches_declaration

FISCHER_CLOCK = {"kind": "fischer", "seconds": 60, "increment": 5}


def test_snapshot_includes_the_whole_last_turn() -> None:
    """It is a slide and a placement; within a turn, the actions played so far."""
    driver = TableDriver("six_in_line")
    for turn, who in (("a1 a6", FIRST_SEAT), ("a1-f1 +c1", SECOND_SEAT), ("c1-c4 +c6", FIRST_SEAT)):
        driver.act(turn, who)
    shown = make_past_frames(driver.table, 0, 6)["frames"]
    assert [get_last_actions(frame) for frame in shown] == [
        [],
        ["a1"],
        ["a1", "a6"],
        ["a1-f1"],
        ["a1-f1", "+c1"],
        ["c1-c4"],
        ["c1-c4", "+c6"],
    ]
    assert get_last_actions(state_view(driver.table)["frame"]) == ["c1-c4", "+c6"]
    path_steps = get_steps([driver.table.position, driver.table.position.play("c6-d6")])
    assert get_last_actions(make_frame(path_steps[-1].position, path_steps)) == ["c6-d6"]


def test_captures_include_the_captured_pieces() -> None:
    driver = TableDriver("tzaar(setup=fixed)")
    driver.act("E4xF3", FIRST_SEAT)
    driver.act("E5xF5 A4xA5", SECOND_SEAT)
    view = make_snapshot(driver.table, NOON)
    cells = [cell["name"] for cell in view["board"]["cells"]]
    first, second = view["state"]["frame"]["last"]
    assert [cells[piece["cell"]] for piece in first["taken"]] == ["F5"]
    assert [cells[piece["cell"]] for piece in second["taken"]] == ["A5"]
    assert first["taken"][0]["colour"] == "white"


def test_completed_line_is_described_after_it_left_the_board() -> None:
    """Including the stone that completed it, which no frame shows."""
    driver = TableDriver("six_in_line(players=3)", "here here here")
    script = (
        "a1 a6|a1-f1 +c1|c1-c4 +c6|c6-f6 +e6|e6-e2 +e5|e5-e6 +e4|e4-e5 +e1|c4-e4 +d4|d4-c4 +f4|"
        "e5-b5 +f5|f5-e5 +c5|c5-c6 +c3|c3-d3 +e3"
    )
    for turn in script.split("|"):
        assert isinstance(driver.act(turn, frozenset({0, 1, 2})), Event), turn
    view = make_snapshot(driver.table, NOON)
    slide, placed = view["state"]["frame"]["last"]
    assert (slide["lines"], slide["taken"]) == ([], [])
    completed = {cell for line in placed["lines"] for cell in line}
    assert [len(line) for line in placed["lines"]] == [6, 6]
    assert placed["cells"][0] in completed
    assert {piece["cell"] for piece in placed["taken"]} == completed
    assert "fills" in placed["spoken"].in_language("en")
    assert view["turns"][-1] == {
        "seat": driver.table.turns[-1].seat,
        "actions": ["c3-d3", "+e3"],
        "signs": ["", placed["sign"]],
    }
    assert placed["sign"]


def test_undo_clears_the_last_turn() -> None:
    driver = TableDriver("tzaar(setup=fixed)")
    driver.act("E4xF3", FIRST_SEAT)
    driver.act("E5xF5 A4xA5", SECOND_SEAT)
    driver.handle(Offer("undo", "undo", 1), BOTH_SEATS)
    table = driver.table
    assert (table.actions, len(turns_view(table))) == (1, 1)
    assert get_last_actions(state_view(table)["frame"]) == ["E4xF3"]


def test_ending_has_a_reason_and_cells() -> None:
    driver = TableDriver()
    for seat, name in enumerate(("Ada", "Ben")):
        driver.handle(Rename(f"name{seat}", seat, name), BOTH_SEATS)
    for number, rod in enumerate(["a1", "b1", "a1", "b1", "a1", "b1", "a1"]):
        driver.act(rod, (FIRST_SEAT, SECOND_SEAT)[number % 2])
    state = state_view(driver.table)
    assert state["result"]
    assert state["result"]["text"].in_language("en") == "Ada wins"
    assert state["result"]["why"].in_language("en") == "Ada completed a four"
    assert sorted(state["frame"]["decisive_cells"]) == sorted(state["frame"]["winning_lines"][0])
    assert [seat["display_name"].in_language("en") for seat in state["seats"]] == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("id", "looks"),
    [
        ("vier3d(players=3)", "red-plain blue-ring yellow-dot"),
        ("tzaar", "white-plain black-plain"),
        ("tzaar(setup=tournament)", "white-plain black-plain"),
        ("inner_square", "red-plain yellow-dot"),
        ("chain_reaxis", "wood-plain wood-holes"),
        ("six_in_line", "none none"),
        ("six_in_line(players=1)", "none"),
    ],
)
def test_seats_are_described_by_their_pieces(id: str, looks: str) -> None:
    seats = seats_view(TableDriver(id, " ".join(["here"] * load(id).players)).table)
    seat_looks = [seat["look"] for seat in seats]
    shown_looks = [f"{look['colour']}-{look['mark']}" if look else "none" for look in seat_looks]
    assert shown_looks == looks.split()


def test_seats_show_no_pieces_before_sides_are_assigned() -> None:
    driver = TableDriver("tzaar", "here friend", random_sides=True)
    assert [seat["look"] for seat in seats_view(driver.table)] == [None, None]
    driver.handle(Join("j", 1, "Ada"), NO_SEATS)
    assert None not in [seat["look"] for seat in seats_view(driver.table)]


def test_final_frame_shows_the_winning_line() -> None:
    driver = TableDriver().play("a1 b1 a1 b1 a1 b1 a1")
    frame = state_view(driver.table)["frame"]
    names = [cell["name"] for cell in board_view(driver.table.game)["cells"]]
    assert [[names[cell] for cell in line] for line in frame["winning_lines"]] == [
        ["a1.1", "a1.2", "a1.3", "a1.4"]
    ]
    assert (frame["turn"], frame["targets"]) == (None, {})


def test_snapshot_matches_its_declaration() -> None:
    driver = TableDriver("six_in_line(players=3)", "here friend computer", clock=FISCHER_CLOCK)
    driver.handle(Join("j", 1, "Ada"), NO_SEATS)
    driver.act("a1 b2", FIRST_SEAT)
    view = make_snapshot(driver.table, NOON + 7)
    assert view["game"] == "six_in_line(players=3)"
    assert view["options"] == {"players": "3", "slide": "rook", "coins": "line"}
    assert view["turns"] == [{"seat": 0, "actions": ["a1", "b2"], "signs": ["", ""]}]
    assert view["now"] == NOON + 7
    state = view["state"]
    assert state["offers"] == {"draw": [], "undo": None, "rematch": []}
    assert [seat["name"] for seat in state["seats"]] == ["", "Ada", ""]
    assert (state["seq"], state["status"], state["actions"]) == (3, "playing", 2)
    assert matches_declaration(protocol.Snapshot, view)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("chain_reaxis", "tiles"),
        ("inner_square", "cells"),
        ("vier3d(players=3)", "cells"),
        ("tzaar", "none"),  # turns of two actions
        ("six_in_line", "none"),
    ],
)
def test_premoves_are_allowed_in_games_with_one_action_a_turn(game: str, how: str) -> None:
    kinds = " ".join(["here"] * load(game).players)
    assert make_snapshot(TableDriver(game, kinds).table, NOON)["premoves"] == how


def test_past_frames_are_limited_to_played_actions() -> None:
    table = TableDriver().play("a1 a2 a3").table
    past_view = make_past_frames(table, 0, 2)
    assert past_view["first"] == 0
    assert [len(frame["pieces"]) for frame in past_view["frames"]] == [0, 1, 2]
    assert not any(frame["targets"] for frame in past_view["frames"])
    assert len(make_past_frames(table, 2, 99)["frames"]) == 2
    assert make_past_frames(table, 50, 60)["frames"] == []
    assert make_past_frames(table, 3, 1)["frames"] == []
    assert len(make_past_frames(table, -5, 0)["frames"]) == 1


def test_state_includes_offers() -> None:
    driver = TableDriver(kinds="here friend")
    driver.handle(Join("j", 1, ""), NO_SEATS)
    driver.play("a1 a2")
    driver.handle(Offer("o", "draw"), FIRST_SEAT)
    driver.handle(Offer("u", "undo"), SECOND_SEAT)
    offers = state_view(driver.table)["offers"]
    assert offers == {
        "draw": [0],
        "undo": {"seat": 1, "to": 1, "pending_seats": [0]},
        "rematch": [],
    }


def test_lobby_entries() -> None:
    table = TableDriver(kinds="here friend").table
    line = lobby_view(table)
    assert (line["status"], line["opened_at"]) == ("waiting", NOON)
    assert [seat["taken"] for seat in line["seats"]] == [True, False]
