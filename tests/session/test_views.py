"""What the browser gets to see."""

import importlib
import json
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from pydantic import TypeAdapter

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.session import views
from steinreich.session.rulings import flag
from steinreich.session.schema import messages, protocol
from steinreich.session.schema.commands import Join, Offer, Rename, Resign
from steinreich.session.table import Event
from tests.session.sitting import BOTH, FIRST, NOBODY, NOON, SECOND, Sitting

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 5}


def is_declared(shape: Any, data: Any) -> bool:
    """Whether data are as declared, with nothing missing and nothing more, and come through the
    wire as they were."""
    importlib.import_module("steinreich.hall.api")  # where it is said how strictly things are read
    return bool(TypeAdapter(shape).validate_json(orjson.dumps(data)) == data)


def words_in(data: Any) -> list[dict[str, str]]:
    """All texts in two languages, anywhere in some data."""
    if isinstance(data, dict):
        if data.keys() == {"en", "de"}:
            return [data]
        return [found for value in data.values() for found in words_in(value)]
    return [found for value in data for found in words_in(value)] if isinstance(data, list) else []


def played(id: str, actions: int, seed: int = 1) -> Position:
    """A position after some actions, not the last of the game."""
    position = load(id).start(seed)
    for number in range(actions):
        moves = position.legal_moves()
        following = position.play(moves[(number + seed) * 7919 % len(moves)])
        if following.is_over:
            break
        position = following
    return position


# Games


@pytest.mark.parametrize("name", games())
def test_games_as_in_the_contract(name: str) -> None:
    info = views.game_info(name)
    for option in info["options"]:
        for value in option["values"]:
            load(name, **{option["name"]: value["value"]})
    credit = info["credit"]
    told = {key: value for key, value in info.items() if key != "picture"}
    assert all(all(words.values()) for words in words_in(told) if words is not credit)
    assert is_declared(protocol.GameInfo, info)


@pytest.mark.parametrize("name", games())
def test_boards_as_in_the_contract(name: str) -> None:
    board = views.board_view(load(name))
    assert len({cell["name"] for cell in board["cells"]}) == len(board["cells"])
    assert len(board["scene"]) in (0, len(board["cells"]))
    assert is_declared(protocol.Board, board)


@pytest.mark.parametrize("name", games())
def test_a_game_to_show(name: str) -> None:
    demo = views.demo(name)
    assert 12 <= len(demo["frames"]) - 1 <= 40
    assert demo["frames"][0]["last"] == []
    picture = views.game_info(name)["picture"]
    assert picture == {"board": demo["board"], "frame": demo["frames"][demo["first"]]}
    assert picture["frame"]["pieces"]
    assert not any(frame["targets"] for frame in demo["frames"])
    assert is_declared(protocol.Demo, demo)


# Frames


@settings(max_examples=30, deadline=None)
@given(
    some.sampled_from([*games(), "vier3d(variant=most_fours)", "tzaar(setup=tournament)"]),
    some.integers(0, 30),
    some.integers(0, 50),
)
def test_frames_as_in_the_contract(id: str, actions: int, seed: int) -> None:
    position = played(id, actions, seed)
    frame = views.frame(position)
    assert sorted(frame["targets"]) == position.legal_moves()
    assert all(letter in frame["hand"] for t in frame["targets"].values() for letter in t["puts"])
    assert frame["turn"] == position.player
    cells = range(len(position.game.board.cells))
    named = [cell for target in frame["targets"].values() for cell in target["cells"]]
    assert all(cell in cells for cell in named)
    assert all(all(words.values()) for words in words_in({**frame, "info": None}))
    assert is_declared(protocol.Frame, frame)


def test_a_ball_lands_where_the_target_says() -> None:
    position = load("vier3d").start().play("b3").play("b3")
    board = views.board_view(position.game)["cells"]
    frame = views.frame(position)
    assert [board[cell]["name"] for cell in frame["targets"]["b3"]["cells"]] == ["b3.3"]
    [last] = frame["last"]
    assert [board[cell]["name"] for cell in last["cells"]] == ["b3.2"]
    assert last["action"] == "b3"


def whole(result: protocol.Result | None) -> dict[str, str]:
    """A result with its reason."""
    assert is_declared(protocol.Result, result)
    assert result
    return {
        language: ": ".join(filter(None, (result["text"][language], result["why"][language])))
        for language in ("en", "de")
    }


def actions(frame: protocol.Frame) -> list[str]:
    """The turn that led to a frame."""
    return [one["action"] for one in frame["last"]]


def test_the_whole_last_turn_is_told() -> None:
    """Slide and placement; in a turn under way, what has been done of it."""
    sitting = Sitting("six_in_line")
    for turn, who in (("a1 a6", FIRST), ("a1-f1 +c1", SECOND), ("c1-c4 +c6", FIRST)):
        sitting.act(turn, who)
    shown = views.frames(sitting.table, 0, 6)["frames"]
    assert [actions(frame) for frame in shown] == [
        [],
        ["a1"],
        ["a1", "a6"],
        ["a1-f1"],
        ["a1-f1", "+c1"],
        ["c1-c4"],
        ["c1-c4", "+c6"],
    ]
    assert actions(views.state_of(sitting.table)["frame"]) == ["c1-c4", "+c6"]
    tried = views.steps([sitting.table.position, sitting.table.position.play("c6-d6")])
    assert actions(views.frame(tried[-1].position, tried)) == ["c6-d6"]


def test_captures_are_told_with_what_they_take() -> None:
    sitting = Sitting("tzaar(setup=fixed)")
    sitting.act("E4xF3", FIRST)
    sitting.act("E5xF5 A4xA5", SECOND)
    shot = views.snapshot(sitting.table, NOON)
    cells = [cell["name"] for cell in shot["board"]["cells"]]
    first, second = shot["state"]["frame"]["last"]
    assert [cells[piece["cell"]] for piece in first["taken"]] == ["F5"]
    assert [cells[piece["cell"]] for piece in second["taken"]] == ["A5"]
    assert first["taken"][0]["kind"]["en"].startswith("white")


def test_a_completed_line_is_told_though_it_is_gone() -> None:
    """With the stone that completed it, which no frame ever shows."""
    sitting = Sitting("six_in_line(players=3)", "here here here")
    script = (
        "a1 a6|a1-f1 +c1|c1-c4 +c6|c6-f6 +e6|e6-e2 +e5|e5-e6 +e4|e4-e5 +e1|c4-e4 +d4|d4-c4 +f4|"
        "e5-b5 +f5|f5-e5 +c5|c5-c6 +c3|c3-d3 +e3"
    )
    for turn in script.split("|"):
        assert isinstance(sitting.act(turn, frozenset({0, 1, 2})), Event), turn
    shot = views.snapshot(sitting.table, NOON)
    slide, placed = shot["state"]["frame"]["last"]
    assert (slide["lines"], slide["taken"]) == ([], [])
    full = {cell for line in placed["lines"] for cell in line}
    assert [len(line) for line in placed["lines"]] == [6, 6]
    assert placed["cells"][0] in full
    assert {piece["cell"] for piece in placed["taken"]} == full
    assert "completes" in placed["spoken"]["en"]
    assert shot["turns"][-1] == {
        "seat": sitting.table.turns[-1].seat,
        "actions": ["c3-d3", "+e3"],
        "signs": ["", placed["sign"]],
    }
    assert placed["sign"]


def test_taking_back_forgets_what_happened() -> None:
    sitting = Sitting("tzaar(setup=fixed)")
    sitting.act("E4xF3", FIRST)
    sitting.act("E5xF5 A4xA5", SECOND)
    sitting.ask(Offer("undo", "undo", 1), BOTH)
    table = sitting.table
    assert (table.actions, len(table.effects)) == (1, 1)
    assert actions(views.state_of(table)["frame"]) == ["E4xF3"]


def test_an_ending_says_why_and_where() -> None:
    sitting = Sitting()
    for seat, name in enumerate(("Ada", "Ben")):
        sitting.ask(Rename(f"name{seat}", seat, name), BOTH)
    for number, rod in enumerate(["a1", "b1", "a1", "b1", "a1", "b1", "a1"]):
        sitting.act(rod, (FIRST, SECOND)[number % 2])
    state = views.state_of(sitting.table)
    assert state["result"]
    assert state["result"]["text"]["en"] == "Ada wins"
    assert state["result"]["why"]["en"] == "Ada has completed a four"
    assert sorted(state["frame"]["decided"]) == sorted(state["frame"]["lit"][0])
    assert [seat["called"]["en"] for seat in state["seats"]] == ["Ada", "Ben"]


def test_moves_say_where_from_and_where_to() -> None:
    position = load("inner_square").start()
    board = views.board_view(position.game)["cells"]
    target = views.frame(position)["targets"]["c2-c4"]
    assert [board[cell]["name"] for cell in target["cells"]] == ["c2", "c4"]


def test_a_hand_shows_what_would_be_put() -> None:
    red, blue, yellow = (
        {"colour": colour, "mark": mark, "owner": owner}
        for colour, mark, owner in (
            ("red", "plain", 0),
            ("blue", "ring", 1),
            ("yellow", "dot", None),
        )
    )
    start = load("vier3d(variant=most_fours)").start()
    assert views.frame(start)["hand"] == {"r": red, "y": yellow}
    assert views.frame(start.play("a1"))["hand"] == {"b": blue, "y": yellow}
    assert views.frame(start, targets=False)["hand"] == {}
    frame = views.frame(load("chain_reaxis").start())
    assert {letter: half["mark"] for letter, half in frame["hand"].items()} == {
        "o": "plain",
        "x": "holes",
    }
    assert {target["puts"] for target in frame["targets"].values()} == {"ox"}
    assert views.frame(load("inner_square").start())["hand"] == {}


@settings(max_examples=20, deadline=None)
@given(
    some.sampled_from(
        ["vier3d(players=3)", "chain_reaxis", "six_in_line", "tzaar(setup=tournament)"]
    ),
    some.integers(0, 20),
    some.integers(0, 50),
)
def test_a_hand_shows_what_then_lies_there(id: str, actions: int, seed: int) -> None:
    position = played(id, actions, seed)
    frame = views.frame(position)
    for action, target in list(frame["targets"].items())[::7]:
        there = {piece.cell: piece for piece in position.play(action).pieces()}
        put = target["kind"] in ("place", "tile")
        assert len(target["puts"]) == (len(target["cells"]) if put else 0)
        for cell, letter in zip(target["cells"], target["puts"], strict=False):
            look = frame["hand"][letter]
            if cell in there:  # a full line may have left the board with it
                piece = there[cell]
                assert (piece.colour, piece.mark, piece.owner) == tuple(look.values())
                assert piece.letter == letter


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
def test_seats_are_known_by_their_pieces(id: str, looks: str) -> None:
    seats = views.seats_of(Sitting(id, " ".join(["here"] * load(id).players)).table)
    worn = [seat["look"] for seat in seats]
    seen = [f"{look['colour']}-{look['mark']}" if look else "none" for look in worn]
    assert seen == looks.split()


def test_cells_do_not_depend_on_what_was_asked_before() -> None:
    """Boards of one game with other options name other cells."""
    for id in ("chain_reaxis", "chain_reaxis(size=8x8)", "chain_reaxis(size=4x5)"):
        board = views.board_view(load(id))["cells"]
        for action, target in views.frame(load(id).start())["targets"].items():
            assert "".join(board[cell]["name"] for cell in target["cells"]) == action


def test_the_end_of_a_game_shows_the_line_that_won() -> None:
    sitting = Sitting().play("a1 b1 a1 b1 a1 b1 a1")
    frame = views.state_of(sitting.table)["frame"]
    names = [cell["name"] for cell in views.board_view(sitting.table.game)["cells"]]
    assert [[names[cell] for cell in line] for line in frame["lit"]] == [
        ["a1.1", "a1.2", "a1.3", "a1.4"]
    ]
    assert (frame["turn"], frame["targets"]) == (None, {})


# Tables


def test_a_snapshot_as_in_the_contract() -> None:
    sitting = Sitting("six_in_line(players=3)", "here friend computer", clock=FISCHER)
    sitting.ask(Join("j", 1, "Ada"), NOBODY)
    sitting.act("a1 b2", FIRST)
    shot = views.snapshot(sitting.table, NOON + 7)
    assert shot["game"] == "six_in_line(players=3)"
    assert shot["options"] == {"players": "3", "slide": "rook", "coins": "line"}
    assert shot["turns"] == [{"seat": 0, "actions": ["a1", "b2"], "signs": ["", ""]}]
    assert shot["now"] == NOON + 7
    state = shot["state"]
    assert state["offers"] == {"draw": [], "undo": None, "rematch": []}
    assert [seat["name"] for seat in state["seats"]] == ["", "Ada", ""]
    assert (state["seq"], state["status"], state["actions"]) == (3, "playing", 2)
    assert is_declared(protocol.Snapshot, shot)


def test_an_event_shows_what_lies_between() -> None:
    sitting = Sitting("six_in_line")
    event = sitting.act("a1 b2", FIRST)
    assert isinstance(event, Event)
    view = views.event_view(sitting.table, event, NOON)
    assert (view["type"], view["kind"], view["seat"]) == ("event", "played", 0)
    assert view["actions"] == ["a1", "b2"]
    assert [actions(frame) for frame in view["frames"]] == [["a1"]]
    assert view["frames"][0]["targets"] == {}
    assert view["state"] == views.state_of(sitting.table)
    assert is_declared(messages.EventMessage, view)


def test_legal_actions_are_for_who_is_to_act() -> None:
    sitting = Sitting("six_in_line")
    event = sitting.act("a1 b2", FIRST)
    assert isinstance(event, Event)
    to_all = views.event_view(sitting.table, event, NOON)
    to_one = views.for_who_acts(to_all, sitting.table)
    frame = to_one["state"]["frame"]
    assert sorted(frame["targets"]) == sitting.table.position.legal_moves()
    assert set(frame["hand"]) == {
        letter for one in frame["targets"].values() for letter in one["puts"]
    }
    assert (to_all["state"]["frame"]["targets"], to_all["state"]["frame"]["hand"]) == ({}, {})
    assert views.snapshot(sitting.table, NOON)["state"] == to_all["state"]
    assert views.snapshot(sitting.table, NOON, acts=True)["state"] == to_one["state"]
    assert is_declared(messages.EventMessage, to_one)


def test_a_turn_of_one_action_has_nothing_between() -> None:
    sitting = Sitting()
    event = sitting.act("a1", FIRST)
    assert isinstance(event, Event)
    assert views.event_view(sitting.table, event, NOON)["frames"] == []


def test_secrets_of_commands_are_not_shown() -> None:
    """Who knew another's id of a command could have it taken for done."""
    sitting = Sitting()
    sitting.ask(Resign("a-secret-id"), FIRST)
    view = views.event_view(sitting.table, sitting.events[-1], NOON)
    assert "a-secret-id" not in json.dumps([view, views.snapshot(sitting.table, NOON)])


def test_frames_of_the_past() -> None:
    table = Sitting().play("a1 a2 a3").table
    past = views.frames(table, 0, 2)
    assert past["first"] == 0
    assert [len(frame["pieces"]) for frame in past["frames"]] == [0, 1, 2]
    assert not any(frame["targets"] for frame in past["frames"])
    assert len(views.frames(table, 2, 99)["frames"]) == 2
    assert views.frames(table, 50, 60)["frames"] == []
    assert views.frames(table, 3, 1)["frames"] == []
    assert len(views.frames(table, -5, 0)["frames"]) == 1


def test_offers_are_shown() -> None:
    sitting = Sitting(kinds="here friend")
    sitting.ask(Join("j", 1, ""), NOBODY)
    sitting.play("a1 a2")
    sitting.ask(Offer("o", "draw"), FIRST)
    sitting.ask(Offer("u", "undo"), SECOND)
    offers = views.state_of(sitting.table)["offers"]
    assert offers == {"draw": [0], "undo": {"seat": 1, "to": 1, "asks": [0]}, "rematch": []}


def test_the_lobby() -> None:
    table = Sitting(kinds="here friend").table
    line = views.listed(table)
    assert (line["status"], line["opened"]) == ("waiting", NOON)
    assert [seat["taken"] for seat in line["seats"]] == [True, False]


# Results


def test_a_result_by_the_rules() -> None:
    result = views.state_of(Sitting().play("a1 b1 a1 b1 a1 b1 a1").table)["result"]
    assert result
    assert whole(result) == {
        "en": "Red wins: Red has completed a four",
        "de": "Rot gewinnt: Rot hat einen Vierer vollendet",
    }
    assert (result["winner"], result["returns"], result["reason"]) == (0, [1, -1], "rules")


@pytest.mark.parametrize(
    ("game", "kinds", "english", "german"),
    [
        ("vier3d", "here here", "Blue wins: Red has resigned", "Blau gewinnt: Rot hat aufgegeben"),
        (
            "vier3d(players=3)",
            "here here here",
            "Nobody wins: Red has resigned",
            "Niemand gewinnt: Rot hat aufgegeben",
        ),
        ("six_in_line(players=1)", "here", "Not solved: given up", "Nicht geschafft: aufgegeben"),
        ("vier3d", "here friend", "The game was called off", "Das Spiel wurde abgesagt"),
    ],
)
def test_who_gave_up(game: str, kinds: str, english: str, german: str) -> None:
    sitting = Sitting(game, kinds)
    sitting.ask(Resign("r"), FIRST)
    state = views.state_of(sitting.table)
    assert whole(state["result"]) == {"en": english, "de": german}
    assert state["frame"]["targets"] == {}


def test_time_and_agreement() -> None:
    sitting = Sitting(clock={"kind": "move", "seconds": 10}).play("a1")
    end = flag(sitting.table, NOON + 10_000)
    assert end is not None
    sitting.take_in(end)
    assert whole(views.state_of(sitting.table)["result"]) == {
        "en": "Red wins: Blue has run out of time",
        "de": "Rot gewinnt: Blau hat die Zeit überschritten",
    }
    other = Sitting()
    other.ask(Offer("o", "draw"), BOTH)
    result = views.state_of(other.table)["result"]
    assert result
    assert (result["winner"], result["returns"]) == (None, [0, 0])
    assert whole(result)["en"] == "Draw: by agreement"
