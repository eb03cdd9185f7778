"""Outcomes of commands: events, drafts, answers, and refusals with their reasons."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from steinreich.rules.language import Text
from steinreich.session import texts
from steinreich.session.decisions import (
    AlreadyDone,
    Command,
    DraftOutcome,
    Join,
    decide,
    get_timeout,
    make_random_order,
    make_timeout,
)
from steinreich.session.schema.messages import Act, Decline, Draft, Offer, Rename, Resign, Why
from steinreich.session.table import Event, Table, get_seats, get_slots
from tests.conftest import BREAKTHROUGH, DOTS_AND_BOXES
from tests.session.table_driver import (
    BOTH,
    FIRST,
    NOBODY,
    NOON,
    SECOND,
    TableDriver,
    fresh,
    friends,
    happened,
    refusal_reason,
)
from tests.translated import both

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


# Drawn sides


def join_last_seat(
    lot: int, game: str = "vier3d(players=3)", kinds: str = "here friend computer"
) -> TableDriver:
    """Return the event of Ada's join, which fills the table."""
    sitting = TableDriver(game, kinds, random_sides=True)
    assert [texts.get_seat_title(sitting.table, seat).in_language("en") for seat in (0, 1)] == [
        "Seat 1",
        "Seat 2",
    ]
    outcome = sitting.ask(Join("j", 1, "Ada", lot), NOBODY)
    assert sorted(happened(outcome)[1]["order"]) == list(range(len(kinds.split())))
    return sitting


def test_sides_are_drawn_when_the_last_seat_is_taken() -> None:
    for lot in range(9):
        sitting = join_last_seat(lot)
        table = sitting.table
        order = sitting.events[-1].data["order"]
        assert table.status == "playing"
        assert [seat.kind for seat in table.seats] == [
            ["here", "friend", "computer"][place] for place in order
        ]
        assert table.seats[order.index(1)].name == "Ada"
        assert get_seats(table.order, frozenset({1})) == {order.index(1)}
        assert get_slots(table.order, get_seats(table.order, frozenset({0, 2}))) == {0, 2}
        assert texts.get_seat_title(table, 0).in_language("en") == "Red"
        assert vars(Table.from_events("t", sitting.events)) == vars(table), (
            "the log contains everything"
        )


def test_all_draws_are_about_equally_frequent() -> None:
    seen = Counter(tuple(make_random_order(lot, 3)) for lot in range(6000))
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())  # 1000 +- 5 standard deviations


def test_sides_are_not_drawn_before_all_seats_are_taken() -> None:
    sitting = TableDriver("vier3d(players=3)", "here friend friend", random_sides=True)
    first = happened(sitting.ask(Join("j", 2, "Ada", 5), NOBODY))
    assert first == ("joined", {"seat": 2, "name": "Ada"})
    assert sitting.table.has_unassigned_sides
    assert "order" in happened(sitting.ask(Join("k", 1, "Ben", 6), NOBODY))[1]


def test_duplicate_join_draws_once() -> None:
    sitting = join_last_seat(1)
    assert sitting.ask(Join("j", 1, "Ada", 2), NOBODY) == AlreadyDone(2)


def test_chosen_sides_are_kept_without_a_draw() -> None:
    assert "order" not in friends().events[-1].data


# Turns


def test_turn_is_played() -> None:
    sitting = TableDriver()
    outcome = sitting.ask(Act("c", 0, ["b3"]), FIRST)
    assert outcome == Event(2, NOON, "played", {"seat": 0, "actions": ["b3"]}, "0:c")
    assert sitting.table.position.last_move == "b3"


def test_duplicate_command_is_handled_once() -> None:
    sitting = TableDriver()
    sitting.ask(Act("c", 0, ["b3"]), FIRST)
    sitting.act("b3", SECOND)
    assert sitting.ask(Act("c", 0, ["b3"]), FIRST) == AlreadyDone(2)
    assert sitting.table.actions == 2


def test_only_the_seat_to_move_can_act() -> None:
    sitting = friends()
    assert refusal_reason(sitting.act("a1", SECOND)) == "Red is to move."
    sitting.act("a1", FIRST)
    assert refusal_reason(sitting.act("a1", FIRST)) == "Ada is to move."


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=lambda command: type(command).__name__)
def test_spectators_cannot_act(command: Command) -> None:
    assert refusal_reason(TableDriver().ask(command, NOBODY)).startswith("You are watching")


def test_action_on_an_outdated_board_is_refused() -> None:
    sitting = TableDriver().play("a1 a2")
    assert (
        refusal_reason(sitting.ask(Act("c", 0, ["a1"]), BOTH))
        == "The game has moved on in the meantime."
    )
    assert (
        refusal_reason(sitting.ask(Act("c", 3, ["a1"]), BOTH))
        == "The game has moved on in the meantime."
    )


def test_action_before_all_seats_are_taken_is_refused() -> None:
    assert "everyone is here" in refusal_reason(TableDriver(kinds="here friend").act("a1", FIRST))


def test_partial_turn_is_shown_as_draft_and_not_played() -> None:
    sitting = TableDriver("six_in_line")
    outcome = sitting.act("a1")
    assert isinstance(outcome, DraftOutcome)
    assert not outcome.is_complete
    assert outcome.position.prompt.in_language("en") == "place one more stone anywhere"
    assert sitting.table.actions == 0


def test_draft_of_a_complete_turn_is_not_played() -> None:
    sitting = TableDriver("six_in_line")
    outcome = sitting.ask(Draft(1, 0, ["a1", "b2"]), FIRST)
    assert isinstance(outcome, DraftOutcome)
    assert outcome.is_complete
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
def test_invalid_turns_are_refused(actions: str, reason: str) -> None:
    assert refusal_reason(TableDriver("six_in_line").act(actions)) == reason


def test_turn_that_ends_the_game_can_be_incomplete() -> None:
    """A capture of the last Tzarra: no second action is due."""
    start = "Zr..T/R...../......./......../......../......../z....../t...../..... w 1"
    sitting = TableDriver("tzaar", start=start)
    assert happened(sitting.act("A1xA2"))[1]["actions"] == ["A1xA2"]
    assert sitting.table.result is not None
    assert sitting.table.result.returns == (1, -1)
    assert refusal_reason(sitting.act("pass")) == "The game is over."


# Reasons for illegal cells


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
        # games without reasons of their own
        (BREAKTHROUGH, "", ["a4"], "a4 is empty: choose one of your own pieces."),
        (BREAKTHROUGH, "", ["a8"], "The piece on a8 is not yours."),
        (BREAKTHROUGH, "", ["a1"], "No legal move begins on a1."),
        (BREAKTHROUGH, "", ["a2", "h8"], "No legal move leads over a2, h8."),
    ],
)
def test_illegal_cells_are_explained(
    game: str, actions: str, cells: list[str], reason: str
) -> None:
    sitting = TableDriver(game)
    names = [cell.name for cell in sitting.table.game.board.cells]
    wished = [names.index(cell) for cell in cells]
    assert refusal_reason(sitting.ask(Why(1, 0, actions.split(), wished), FIRST)).startswith(reason)


def test_explanation_is_about_the_likeliest_action() -> None:
    """Captures and reinforcements are legal; a too high enemy stack was meant to be captured."""
    start = "....r/....Z./......./r2..TR3..t2/...z.r3../.......Z/R.T2..../T..r2../...t. w 2"
    sitting = TableDriver("tzaar", start=start)
    assert any("+" in move for move in sitting.table.position.legal_moves())
    names = [cell.name for cell in sitting.table.game.board.cells]
    wished = [names.index("D4"), names.index("D1")]
    outcome = sitting.ask(Why(1, 0, [], wished), FIRST)
    assert refusal_reason(outcome) == "The stack on D1 is taller (2) than D4 (1)."


def test_complete_turn_needs_no_more_cells() -> None:
    assert (
        refusal_reason(TableDriver().ask(Why(1, 0, ["a1"], [0]), FIRST)) == "The turn is complete."
    )


def test_unknown_cells_are_refused() -> None:
    assert (
        refusal_reason(TableDriver().ask(Why(1, 0, [], [999]), FIRST))
        == "Now: drop a ball on a rod."
    )


# Seats


def test_friend_joins_once() -> None:
    sitting = TableDriver(kinds="here friend")
    assert happened(sitting.ask(Join("j", 1, " Ada\n"), NOBODY)) == (
        "joined",
        {"seat": 1, "name": "Ada"},
    )
    assert sitting.ask(Join("j", 1, "Ada"), NOBODY) == AlreadyDone(2)
    assert refusal_reason(sitting.ask(Join("k", 1, "Eve"), NOBODY)) == "This seat is already taken."
    assert refusal_reason(sitting.ask(Join("k", 0, "Eve"), NOBODY)) == "This seat is already taken."
    assert refusal_reason(sitting.ask(Join("k", 2, "Eve"), NOBODY)) == "There is no such seat."
    assert refusal_reason(sitting.ask(Join("k", -1, "Eve"), NOBODY)) == "There is no such seat."


def test_only_the_holder_of_a_seat_can_rename_it() -> None:
    sitting = friends()
    assert happened(sitting.ask(Rename("n", 0, "Bob\u202e"), FIRST))[1]["name"] == "Bob"
    assert sitting.table.seats[0].name == "Bob"
    assert sitting.ask(Rename("m", 0, "Bob"), FIRST) == AlreadyDone(3)
    assert refusal_reason(sitting.ask(Rename("n2", 1, "Bob"), FIRST)) == "This is not your seat."


# Ends


def test_with_two_players_resignation_lets_the_other_win() -> None:
    sitting = friends()
    data = happened(sitting.ask(Resign("r"), SECOND))[1]
    assert data == {"seat": 1, "reason": "resigned", "returns": [1, -1]}
    assert sitting.table.status == "over"
    assert refusal_reason(sitting.ask(Resign("r2"), FIRST)) == "The game is over."
    assert sitting.ask(Resign("r"), SECOND) == AlreadyDone(3)


def test_with_three_players_resignation_has_no_winner() -> None:
    sitting = TableDriver("vier3d(players=3)", "here here here")
    assert happened(sitting.ask(Resign("r", 2), frozenset({0, 1, 2})))[1]["returns"] == [0, 0, -1]


def test_single_player_who_resigns_has_lost() -> None:
    sitting = TableDriver("six_in_line(players=1)", "here")
    assert happened(sitting.ask(Resign("r"), FIRST))[1]["returns"] == [-1]


def test_game_without_an_opponent_is_cancelled() -> None:
    sitting = TableDriver(kinds="here friend")
    assert happened(sitting.ask(Resign("r"), FIRST))[1] == {
        "seat": 0,
        "reason": "aborted",
        "returns": [0, 0],
    }
    assert refusal_reason(sitting.ask(Join("j", 1, ""), NOBODY)) == "The game is over."


def test_resignation_is_for_the_seat_to_move_unless_another_is_given() -> None:
    assert happened(TableDriver().play("a1").ask(Resign("r"), BOTH))[1]["seat"] == 1
    assert happened(TableDriver().play("a1").ask(Resign("r", 0), BOTH))[1]["seat"] == 0
    assert refusal_reason(TableDriver().ask(Resign("r", 1), FIRST)) == "This is not your seat."


def test_timeout_ends_the_game() -> None:
    sitting = friends(clock=FISCHER).play("a1 a2 a3", after=20_000)
    assert sitting.table.clocks.remaining_ms == (45_000, 60_000)
    assert get_timeout(sitting.table) == sitting.now + 60_000
    assert make_timeout(sitting.table, sitting.now + 59_999) is None
    assert refusal_reason(sitting.act("a4", SECOND, after=60_000)) == "Your time is up."
    end = make_timeout(sitting.table, sitting.now)
    assert end is not None
    assert end.data == {"seat": 1, "reason": "time", "returns": [1, -1]}
    sitting.take_in(end)
    assert sitting.table.clocks.remaining_ms == (45_000, 0)
    assert get_timeout(sitting.table) is None
    assert make_timeout(sitting.table, sitting.now + 10**9) is None


@pytest.mark.parametrize("clock", [FISCHER, {"kind": "move", "seconds": 5}, {"kind": "none"}])
def test_no_timeout_before_the_clock_runs(clock: dict[str, Any]) -> None:
    waiting = TableDriver(kinds="here friend", clock=clock).table
    assert make_timeout(waiting, NOON + 10**9) is None
    assert make_timeout(friends(clock=clock).table, NOON + 10**9) is None


# Texts


def test_every_text_is_a_sentence_in_both_languages() -> None:
    said = {name: words for name, words in vars(texts).items() if isinstance(words, Text) and words}
    assert len(said) > 10
    for name, words in said.items():
        assert words.in_language("en") != words.in_language("de"), name
        assert all(text[0].isupper() and text.endswith(".") for text in both(words)), name


def test_decisions_do_not_change_the_table() -> None:
    sitting = friends(clock=FISCHER).play("a1 a2")
    for command in ALL_COMMANDS:
        for seats in (NOBODY, FIRST, SECOND, BOTH):
            before = str(vars(sitting.table))
            decide(sitting.table, command, seats, sitting.now)
            assert str(vars(sitting.table)) == before


def test_turn_can_have_many_actions() -> None:
    """As in games in which completing something gives another action."""
    sitting, dice = TableDriver(f"{DOTS_AND_BOXES}(size=5)"), Random(170)
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
