"""What commands lead to, and what is refused, and why."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from steinreich.session import texts
from steinreich.session.rulings import drawn, flag, flag_time, rule_on
from steinreich.session.schema.commands import (
    Act,
    Command,
    Decline,
    Done,
    Draft,
    Drafted,
    Join,
    Offer,
    Rename,
    Resign,
    Why,
)
from steinreich.session.table import Event, Table, places_of, seats_at
from tests.conftest import BREAKTHROUGH, DOTS_AND_BOXES
from tests.session.sitting import (
    BOTH,
    FIRST,
    NOBODY,
    NOON,
    SECOND,
    Sitting,
    fresh,
    friends,
    happened,
    why,
)

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 5}
ALL_COMMANDS: list[Command] = [
    Act("c", 0, ["a1"]),
    Draft(1, 0, ["a1"]),
    Why(1, 0, [], [0]),
    Offer("c", "draw"),
    Offer("c", "undo"),
    Offer("c", "rematch"),
    Decline("c", "draw"),
    Resign("c"),
    Rename("c", 0, "x"),
]


# Lots


def lots(lot: int, game: str = "vier3d(players=3)", kinds: str = "here friend computer") -> Sitting:
    """Somebody called Ada joins, and then nobody is missing."""
    sitting = Sitting(game, kinds, lots=True)
    assert [texts.title(sitting.table, seat).en for seat in (0, 1)] == ["Seat 1", "Seat 2"]
    outcome = sitting.ask(Join("j", 1, "Ada", lot), NOBODY)
    assert sorted(happened(outcome)[1]["order"]) == list(range(len(kinds.split())))
    return sitting


def test_lots_are_drawn_when_the_last_one_sits_down() -> None:
    for lot in range(9):
        sitting = lots(lot)
        table = sitting.table
        order = sitting.events[-1].data["order"]
        assert table.status == "playing"
        assert [seat.kind for seat in table.seats] == [
            ["here", "friend", "computer"][place] for place in order
        ]
        assert table.seats[order.index(1)].name == "Ada"
        assert seats_at(table.order, frozenset({1})) == {order.index(1)}
        assert places_of(table.order, seats_at(table.order, frozenset({0, 2}))) == {0, 2}
        assert texts.title(table, 0).en == "Red"
        assert vars(Table.of("t", sitting.events)) == vars(table), "the log tells it all"


def test_every_lot_falls_about_as_often() -> None:
    seen = Counter(tuple(drawn(lot, 3)) for lot in range(6000))
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())  # 1000 +- 5 standard deviations


def test_lots_wait_for_everybody() -> None:
    sitting = Sitting("vier3d(players=3)", "here friend friend", lots=True)
    first = happened(sitting.ask(Join("j", 2, "Ada", 5), NOBODY))
    assert first == ("joined", {"seat": 2, "name": "Ada"})
    assert sitting.table.awaits_lots
    assert "order" in happened(sitting.ask(Join("k", 1, "Ben", 6), NOBODY))[1]


def test_a_join_sent_twice_draws_once() -> None:
    sitting = lots(1)
    assert sitting.ask(Join("j", 1, "Ada", 2), NOBODY) == Done(2)


def test_without_lots_sides_stay_as_they_were_chosen() -> None:
    assert "order" not in friends().events[-1].data


# Turns


def test_a_turn_is_played() -> None:
    sitting = Sitting()
    outcome = sitting.ask(Act("c", 0, ["b3"]), FIRST)
    assert outcome == Event(2, NOON, "played", {"seat": 0, "actions": ["b3"]}, "0:c")
    assert sitting.table.position.last == "b3"


def test_a_command_sent_twice_is_carried_out_once() -> None:
    sitting = Sitting()
    sitting.ask(Act("c", 0, ["b3"]), FIRST)
    sitting.act("b3", SECOND)
    assert sitting.ask(Act("c", 0, ["b3"]), FIRST) == Done(2)
    assert sitting.table.actions == 2


def test_only_the_seat_whose_turn_it_is_acts() -> None:
    sitting = friends()
    assert why(sitting.act("a1", SECOND)) == "Red is to move."
    sitting.act("a1", FIRST)
    assert why(sitting.act("a1", FIRST)) == "Ada is to move."


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=lambda command: type(command).__name__)
def test_spectators_only_watch(command: Command) -> None:
    assert why(Sitting().ask(command, NOBODY)).startswith("You are watching")


def test_nobody_acts_on_a_board_that_has_changed() -> None:
    sitting = Sitting().play("a1 a2")
    assert why(sitting.ask(Act("c", 0, ["a1"]), BOTH)) == "The game has moved on in the meantime."
    assert why(sitting.ask(Act("c", 3, ["a1"]), BOTH)) == "The game has moved on in the meantime."


def test_nobody_acts_before_everybody_is_here() -> None:
    assert "everyone is here" in why(Sitting(kinds="here friend").act("a1", FIRST))


def test_half_a_turn_is_shown_and_not_played() -> None:
    sitting = Sitting("six_in_line")
    outcome = sitting.act("a1")
    assert isinstance(outcome, Drafted)
    assert not outcome.complete
    assert outcome.position.due.en == "place one more stone anywhere"
    assert sitting.table.actions == 0


def test_a_draft_of_a_whole_turn_is_not_played() -> None:
    sitting = Sitting("six_in_line")
    outcome = sitting.ask(Draft(1, 0, ["a1", "b2"]), FIRST)
    assert isinstance(outcome, Drafted)
    assert outcome.complete
    assert sitting.table.actions == 0


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ("a1 a1", "a1 is not empty."),
        ("a1 b2 c3", "The turn is over before c3."),
        ("a1 zz", "Not the name of an action (one would be 'a2')."),
        ("a1-a2", "An opening stone must be placed now."),
        (" ".join(["a1"] * 65), "No turn has that many moves."),
        ("x" * 1000, "Not the name of an action (one would be 'a1')."),
    ],
)
def test_refused_turns(actions: str, reason: str) -> None:
    assert why(Sitting("six_in_line").act(actions)) == reason


def test_a_turn_that_ends_the_game_may_be_short() -> None:
    """A capture that takes the last Tzarra: no second action is due."""
    start = "Zr..T/R...../......./......../......../......../z....../t...../..... w 1"
    sitting = Sitting("tzaar", start=start)
    assert happened(sitting.act("A1xA2"))[1]["actions"] == ["A1xA2"]
    assert sitting.table.result is not None
    assert sitting.table.result.returns == (1, -1)
    assert why(sitting.act("pass")) == "The game is over."


# Why not


@pytest.mark.parametrize(
    ("game", "actions", "cells", "reason"),
    [
        ("vier3d", "", ["b3.1"], "Now: drop a ball on a rod."),
        ("vier3d", "", [], "Now: drop a ball on a rod."),
        ("six_in_line", "a1", ["a1"], "a1 is not empty."),
        ("six_in_line", "", ["a1", "b1"], "Now: place two stones anywhere."),
        ("inner_square", "", ["a6", "a5"], "Red has no stone on a6."),
        ("inner_square", "", ["a6"], "Red has no stone on a6."),
        ("inner_square", "", ["a2", "c5"], "No line leads from a2 to c5."),
        ("inner_square", "", ["a1"], "No point beside a1 is empty."),
        ("tzaar(setup=fixed)", "", ["A1", "A2"], "White has no piece on A1."),
        ("tzaar(setup=fixed)", "", ["A1"], "White has no piece on A1."),
        ("tzaar(setup=fixed)", "", ["A5", "I1"], "B5 stands in the way from A5 to I1"),
        ("chain_reaxis", "", ["a1", "c1"], "a1 and c1 do not share an edge."),
        # games that give no reasons of their own
        (BREAKTHROUGH, "", ["a4"], "a4 is empty: choose one of your own pieces."),
        (BREAKTHROUGH, "", ["a8"], "The piece on a8 is not yours."),
        (BREAKTHROUGH, "", ["a1"], "No legal move begins on a1."),
        (BREAKTHROUGH, "", ["a2", "h8"], "No legal move leads over a2, h8."),
    ],
)
def test_why_not_these_cells(game: str, actions: str, cells: list[str], reason: str) -> None:
    sitting = Sitting(game)
    names = [cell.name for cell in sitting.table.game.board.cells]
    wished = [names.index(cell) for cell in cells]
    assert why(sitting.ask(Why(1, 0, actions.split(), wished), FIRST)).startswith(reason)


def test_why_not_speaks_of_the_likeliest_action() -> None:
    """Both captures and reinforcements are legal; an enemy that is too tall was to be captured."""
    start = "....r/....Z./......./r2..TR3..t2/...z.r3../.......Z/R.T2..../T..r2../...t. w 2"
    sitting = Sitting("tzaar", start=start)
    assert any("+" in move for move in sitting.table.position.legal_moves())
    names = [cell.name for cell in sitting.table.game.board.cells]
    wished = [names.index("D4"), names.index("D1")]
    outcome = sitting.ask(Why(1, 0, [], wished), FIRST)
    assert why(outcome) == "The stack on D1 is taller (2) than D4 (1)."


def test_a_complete_turn_needs_no_more_cells() -> None:
    assert why(Sitting().ask(Why(1, 0, ["a1"], [0]), FIRST)) == "The turn is complete."


def test_cells_that_are_not_on_the_board() -> None:
    assert why(Sitting().ask(Why(1, 0, [], [999]), FIRST)) == "Now: drop a ball on a rod."


# Seats


def test_a_friend_joins_once() -> None:
    sitting = Sitting(kinds="here friend")
    assert happened(sitting.ask(Join("j", 1, " Ada\n"), NOBODY)) == (
        "joined",
        {"seat": 1, "name": "Ada"},
    )
    assert sitting.ask(Join("j", 1, "Ada"), NOBODY) == Done(2)
    assert why(sitting.ask(Join("k", 1, "Eve"), NOBODY)) == "This seat is already taken."
    assert why(sitting.ask(Join("k", 0, "Eve"), NOBODY)) == "This seat is already taken."
    assert why(sitting.ask(Join("k", 2, "Eve"), NOBODY)) == "There is no such seat."
    assert why(sitting.ask(Join("k", -1, "Eve"), NOBODY)) == "There is no such seat."


def test_names_are_given_by_who_sits_there() -> None:
    sitting = friends()
    assert happened(sitting.ask(Rename("n", 0, "Bob\u202e"), FIRST))[1]["name"] == "Bob"
    assert sitting.table.seats[0].name == "Bob"
    assert sitting.ask(Rename("m", 0, "Bob"), FIRST) == Done(3)
    assert why(sitting.ask(Rename("n2", 1, "Bob"), FIRST)) == "This is not your seat."


# Ends


def test_of_two_players_the_other_wins() -> None:
    sitting = friends()
    data = happened(sitting.ask(Resign("r"), SECOND))[1]
    assert data == {"seat": 1, "reason": "resigned", "returns": [1, -1]}
    assert sitting.table.status == "over"
    assert why(sitting.ask(Resign("r2"), FIRST)) == "The game is over."
    assert sitting.ask(Resign("r"), SECOND) == Done(3)


def test_of_three_players_nobody_wins() -> None:
    sitting = Sitting("vier3d(players=3)", "here here here")
    assert happened(sitting.ask(Resign("r", 2), frozenset({0, 1, 2})))[1]["returns"] == [0, 0, -1]


def test_who_plays_alone_has_lost() -> None:
    sitting = Sitting("six_in_line(players=1)", "here")
    assert happened(sitting.ask(Resign("r"), FIRST))[1]["returns"] == [-1]


def test_a_game_without_opponent_is_called_off() -> None:
    sitting = Sitting(kinds="here friend")
    assert happened(sitting.ask(Resign("r"), FIRST))[1] == {
        "seat": 0,
        "reason": "aborted",
        "returns": [0, 0],
    }
    assert why(sitting.ask(Join("j", 1, ""), NOBODY)) == "The game is over."


def test_one_resigns_for_the_seat_to_play_unless_another_is_named() -> None:
    assert happened(Sitting().play("a1").ask(Resign("r"), BOTH))[1]["seat"] == 1
    assert happened(Sitting().play("a1").ask(Resign("r", 0), BOTH))[1]["seat"] == 0
    assert why(Sitting().ask(Resign("r", 1), FIRST)) == "This is not your seat."


def test_the_flag_falls() -> None:
    sitting = friends(clock=FISCHER).play("a1 a2 a3", after=20_000)
    assert sitting.table.clocks.left == (45_000, 60_000)
    assert flag_time(sitting.table) == sitting.now + 60_000
    assert flag(sitting.table, sitting.now + 59_999) is None
    assert why(sitting.act("a4", SECOND, after=60_000)) == "Your time is up."
    end = flag(sitting.table, sitting.now)
    assert end is not None
    assert end.data == {"seat": 1, "reason": "time", "returns": [1, -1]}
    sitting.take_in(end)
    assert sitting.table.clocks.left == (45_000, 0)
    assert flag_time(sitting.table) is None
    assert flag(sitting.table, sitting.now + 10**9) is None


@pytest.mark.parametrize("clock", [FISCHER, {"kind": "move", "seconds": 5}, {"kind": "none"}])
def test_no_flag_falls_before_the_game_is_under_way(clock: dict[str, Any]) -> None:
    waiting = Sitting(kinds="here friend", clock=clock).table
    assert flag(waiting, NOON + 10**9) is None
    assert flag(friends(clock=clock).table, NOON + 10**9) is None


# Words


def test_every_saying_is_a_sentence_in_both_languages() -> None:
    said = {name: words for name, words in vars(texts).items() if name.isupper()}
    assert len(said) > 10
    for name, words in said.items():
        assert words.en != words.de, name
        assert all(text[0].isupper() and text.endswith(".") for text in words), name


def test_a_ruling_changes_nothing() -> None:
    sitting = friends(clock=FISCHER).play("a1 a2")
    for command in ALL_COMMANDS:
        for seats in (NOBODY, FIRST, SECOND, BOTH):
            before = str(vars(sitting.table))
            rule_on(sitting.table, command, seats, sitting.now)
            assert str(vars(sitting.table)) == before


def test_a_turn_may_have_many_actions() -> None:
    """As in games in which one goes on for as long as something is closed."""
    sitting, dice = Sitting(f"{DOTS_AND_BOXES}(size=5)"), Random(170)
    longest = 0
    while sitting.table.status == "playing":
        position, turn = sitting.table.position, list[str]()
        while not (turn and (position.starts_turn or position.is_over)):
            action = dice.choice(position.actions())
            turn.append(position.name(action))
            position = position.after_legal(action)
        longest = max(longest, len(turn))
        assert isinstance(sitting.ask(Act(next(fresh), sitting.table.actions, turn), BOTH), Event)
    assert longest > 12
