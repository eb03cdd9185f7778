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
    BOTH_SEATS,
    FIRST_SEAT,
    NO_SEATS,
    NOON,
    SECOND_SEAT,
    TableDriver,
    command_ids,
    get_event,
    get_refusal_reason,
    make_friends_table,
)
from tests.translated import both

FISCHER_CLOCK = {"kind": "fischer", "seconds": 60, "increment": 5}
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


def make_table_with_random_sides(
    seed: int, game: str = "vier3d(players=3)", kinds: str = "here friend computer"
) -> TableDriver:
    """Return a table with random sides after Ada has taken its last seat."""
    driver = TableDriver(game, kinds, random_sides=True)
    assert [texts.get_seat_title(driver.table, seat).in_language("en") for seat in (0, 1)] == [
        "Seat 1",
        "Seat 2",
    ]
    outcome = driver.handle(Join("j", 1, "Ada", seed), NO_SEATS)
    assert sorted(get_event(outcome)[1]["order"]) == list(range(len(kinds.split())))
    return driver


def test_joining_the_last_seat_assigns_random_sides() -> None:
    for seed in range(9):
        driver = make_table_with_random_sides(seed)
        table = driver.table
        order = driver.events[-1].data["order"]
        assert table.status == "playing"
        assert [seat.kind for seat in table.seats] == [
            ["here", "friend", "computer"][slot] for slot in order
        ]
        assert table.seats[order.index(1)].name == "Ada"
        assert get_seats(table.order, frozenset({1})) == {order.index(1)}
        assert get_slots(table.order, get_seats(table.order, frozenset({0, 2}))) == {0, 2}
        assert texts.get_seat_title(table, 0).in_language("en") == "Red"
        assert vars(Table.from_events("t", driver.events)) == vars(table), (
            "the log contains everything"
        )


def test_all_orders_are_about_equally_frequent() -> None:
    counts = Counter(tuple(make_random_order(seed, 3)) for seed in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())  # 1000 +- 5 standard deviations


def test_sides_stay_unassigned_until_all_seats_are_taken() -> None:
    driver = TableDriver("vier3d(players=3)", "here friend friend", random_sides=True)
    first = get_event(driver.handle(Join("j", 2, "Ada", 5), NO_SEATS))
    assert first == ("joined", {"seat": 2, "name": "Ada"})
    assert driver.table.has_unassigned_sides
    assert "order" in get_event(driver.handle(Join("k", 1, "Ben", 6), NO_SEATS))[1]


def test_duplicate_join_assigns_sides_once() -> None:
    driver = make_table_with_random_sides(1)
    assert driver.handle(Join("j", 1, "Ada", 2), NO_SEATS) == AlreadyDone(2)


def test_chosen_sides_are_kept() -> None:
    assert "order" not in make_friends_table().events[-1].data


# Turns


def test_act_makes_a_played_event() -> None:
    driver = TableDriver()
    outcome = driver.handle(Act("c", 0, ["b3"]), FIRST_SEAT)
    assert outcome == Event(2, NOON, "played", {"seat": 0, "actions": ["b3"]}, "0:c")
    assert driver.table.position.last_move == "b3"


def test_duplicate_command_is_handled_once() -> None:
    driver = TableDriver()
    driver.handle(Act("c", 0, ["b3"]), FIRST_SEAT)
    driver.act("b3", SECOND_SEAT)
    assert driver.handle(Act("c", 0, ["b3"]), FIRST_SEAT) == AlreadyDone(2)
    assert driver.table.actions == 2


def test_only_the_seat_to_move_can_act() -> None:
    driver = make_friends_table()
    assert get_refusal_reason(driver.act("a1", SECOND_SEAT)) == "Red is to move."
    driver.act("a1", FIRST_SEAT)
    assert get_refusal_reason(driver.act("a1", FIRST_SEAT)) == "Ada is to move."


@pytest.mark.parametrize("command", ALL_COMMANDS, ids=lambda command: type(command).__name__)
def test_spectators_cannot_act(command: Command) -> None:
    assert get_refusal_reason(TableDriver().handle(command, NO_SEATS)).startswith(
        "You are watching"
    )


def test_rejects_an_action_on_an_outdated_board() -> None:
    driver = TableDriver().play("a1 a2")
    assert (
        get_refusal_reason(driver.handle(Act("c", 0, ["a1"]), BOTH_SEATS))
        == "The game has moved on in the meantime."
    )
    assert (
        get_refusal_reason(driver.handle(Act("c", 3, ["a1"]), BOTH_SEATS))
        == "The game has moved on in the meantime."
    )


def test_rejects_an_action_before_all_seats_are_taken() -> None:
    assert "everyone is here" in get_refusal_reason(
        TableDriver(kinds="here friend").act("a1", FIRST_SEAT)
    )


def test_partial_turn_gives_a_draft_without_playing() -> None:
    driver = TableDriver("six_in_line")
    outcome = driver.act("a1")
    assert isinstance(outcome, DraftOutcome)
    assert not outcome.is_complete
    assert outcome.position.prompt.in_language("en") == "place one more stone anywhere"
    assert driver.table.actions == 0


def test_draft_of_a_complete_turn_plays_nothing() -> None:
    driver = TableDriver("six_in_line")
    outcome = driver.handle(Draft(1, 0, ["a1", "b2"]), FIRST_SEAT)
    assert isinstance(outcome, DraftOutcome)
    assert outcome.is_complete
    assert driver.table.actions == 0


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
def test_rejects_invalid_turns(actions: str, reason: str) -> None:
    assert get_refusal_reason(TableDriver("six_in_line").act(actions)) == reason


def test_turn_that_ends_the_game_can_be_incomplete() -> None:
    """After the capture of the last Tzarra no second action is needed."""
    start = "Zr..T/R...../......./......../......../......../z....../t...../..... w 1"
    driver = TableDriver("tzaar", start=start)
    assert get_event(driver.act("A1xA2"))[1]["actions"] == ["A1xA2"]
    assert driver.table.result is not None
    assert driver.table.result.returns == (1, -1)
    assert get_refusal_reason(driver.act("pass")) == "The game is over."


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
def test_why_explains_illegal_cells(game: str, actions: str, cells: list[str], reason: str) -> None:
    driver = TableDriver(game)
    names = [cell.name for cell in driver.table.game.board.cells]
    cell_indices = [names.index(cell) for cell in cells]
    assert get_refusal_reason(
        driver.handle(Why(1, 0, actions.split(), cell_indices), FIRST_SEAT)
    ).startswith(reason)


def test_why_explains_the_likeliest_action() -> None:
    """From a stack of the player to an enemy one, a capture is likelier than a reinforcement."""
    start = "....r/....Z./......./r2..TR3..t2/...z.r3../.......Z/R.T2..../T..r2../...t. w 2"
    driver = TableDriver("tzaar", start=start)
    assert any("+" in move for move in driver.table.position.legal_moves())
    names = [cell.name for cell in driver.table.game.board.cells]
    cell_indices = [names.index("D4"), names.index("D1")]
    outcome = driver.handle(Why(1, 0, [], cell_indices), FIRST_SEAT)
    assert get_refusal_reason(outcome) == "The stack on D1 is taller (2) than D4 (1)."


def test_complete_turn_needs_no_more_cells() -> None:
    assert (
        get_refusal_reason(TableDriver().handle(Why(1, 0, ["a1"], [0]), FIRST_SEAT))
        == "The turn is complete."
    )


def test_why_answers_unknown_cells_with_the_prompt() -> None:
    assert (
        get_refusal_reason(TableDriver().handle(Why(1, 0, [], [999]), FIRST_SEAT))
        == "Now: drop a ball on a rod."
    )


# Seats


def test_friend_joins_once() -> None:
    driver = TableDriver(kinds="here friend")
    assert get_event(driver.handle(Join("j", 1, " Ada\n"), NO_SEATS)) == (
        "joined",
        {"seat": 1, "name": "Ada"},
    )
    assert driver.handle(Join("j", 1, "Ada"), NO_SEATS) == AlreadyDone(2)
    assert (
        get_refusal_reason(driver.handle(Join("k", 1, "Eve"), NO_SEATS))
        == "This seat is already taken."
    )
    assert (
        get_refusal_reason(driver.handle(Join("k", 0, "Eve"), NO_SEATS))
        == "This seat is already taken."
    )
    assert (
        get_refusal_reason(driver.handle(Join("k", 2, "Eve"), NO_SEATS)) == "There is no such seat."
    )
    assert (
        get_refusal_reason(driver.handle(Join("k", -1, "Eve"), NO_SEATS))
        == "There is no such seat."
    )


def test_only_the_holder_of_a_seat_can_rename_it() -> None:
    driver = make_friends_table()
    assert get_event(driver.handle(Rename("n", 0, "Bob\u202e"), FIRST_SEAT))[1]["name"] == "Bob"
    assert driver.table.seats[0].name == "Bob"
    assert driver.handle(Rename("m", 0, "Bob"), FIRST_SEAT) == AlreadyDone(3)
    assert (
        get_refusal_reason(driver.handle(Rename("n2", 1, "Bob"), FIRST_SEAT))
        == "This is not your seat."
    )


# Ends


def test_with_two_players_resignation_lets_the_other_win() -> None:
    driver = make_friends_table()
    data = get_event(driver.handle(Resign("r"), SECOND_SEAT))[1]
    assert data == {"seat": 1, "reason": "resigned", "returns": [1, -1]}
    assert driver.table.status == "over"
    assert get_refusal_reason(driver.handle(Resign("r2"), FIRST_SEAT)) == "The game is over."
    assert driver.handle(Resign("r"), SECOND_SEAT) == AlreadyDone(3)


def test_with_three_players_resignation_has_no_winner() -> None:
    driver = TableDriver("vier3d(players=3)", "here here here")
    assert get_event(driver.handle(Resign("r", 2), frozenset({0, 1, 2})))[1]["returns"] == [
        0,
        0,
        -1,
    ]


def test_single_player_who_resigns_has_lost() -> None:
    driver = TableDriver("six_in_line(players=1)", "here")
    assert get_event(driver.handle(Resign("r"), FIRST_SEAT))[1]["returns"] == [-1]


def test_resigning_without_an_opponent_cancels_the_game() -> None:
    driver = TableDriver(kinds="here friend")
    assert get_event(driver.handle(Resign("r"), FIRST_SEAT))[1] == {
        "seat": 0,
        "reason": "aborted",
        "returns": [0, 0],
    }
    assert get_refusal_reason(driver.handle(Join("j", 1, ""), NO_SEATS)) == "The game is over."


def test_resignation_is_for_the_seat_to_move_unless_another_is_given() -> None:
    assert get_event(TableDriver().play("a1").handle(Resign("r"), BOTH_SEATS))[1]["seat"] == 1
    assert get_event(TableDriver().play("a1").handle(Resign("r", 0), BOTH_SEATS))[1]["seat"] == 0
    assert (
        get_refusal_reason(TableDriver().handle(Resign("r", 1), FIRST_SEAT))
        == "This is not your seat."
    )


def test_timeout_ends_the_game() -> None:
    driver = make_friends_table(clock=FISCHER_CLOCK).play("a1 a2 a3", delay_ms=20_000)
    assert driver.table.clocks.remaining_ms == (45_000, 60_000)
    assert get_timeout(driver.table) == driver.now + 60_000
    assert make_timeout(driver.table, driver.now + 59_999) is None
    assert get_refusal_reason(driver.act("a4", SECOND_SEAT, delay_ms=60_000)) == "Your time is up."
    timeout = make_timeout(driver.table, driver.now)
    assert timeout is not None
    assert timeout.data == {"seat": 1, "reason": "time", "returns": [1, -1]}
    driver.apply(timeout)
    assert driver.table.clocks.remaining_ms == (45_000, 0)
    assert get_timeout(driver.table) is None
    assert make_timeout(driver.table, driver.now + 10**9) is None


@pytest.mark.parametrize("clock", [FISCHER_CLOCK, {"kind": "move", "seconds": 5}, {"kind": "none"}])
def test_no_timeout_before_the_clock_runs(clock: dict[str, Any]) -> None:
    waiting = TableDriver(kinds="here friend", clock=clock).table
    assert make_timeout(waiting, NOON + 10**9) is None
    assert make_timeout(make_friends_table(clock=clock).table, NOON + 10**9) is None


# Texts


def test_every_text_is_a_sentence_in_both_languages() -> None:
    sentences = {
        name: words for name, words in vars(texts).items() if isinstance(words, Text) and words
    }
    assert len(sentences) > 10
    for name, words in sentences.items():
        assert words.in_language("en") != words.in_language("de"), name
        assert all(text[0].isupper() and text.endswith(".") for text in both(words)), name


def test_decisions_do_not_change_the_table() -> None:
    driver = make_friends_table(clock=FISCHER_CLOCK).play("a1 a2")
    for command in ALL_COMMANDS:
        for seats in (NO_SEATS, FIRST_SEAT, SECOND_SEAT, BOTH_SEATS):
            before = str(vars(driver.table))
            decide(driver.table, command, seats, driver.now)
            assert str(vars(driver.table)) == before


def test_turn_can_have_many_actions() -> None:
    """In Dots and Boxes, each completed box gives another action."""
    driver, rng = TableDriver(f"{DOTS_AND_BOXES}(size=5)"), Random(170)
    max_actions = 0
    while driver.table.status == "playing":
        position, turn = driver.table.position, list[str]()
        while not (turn and (position.starts_turn or position.is_over)):
            action = rng.choice(position.actions())
            turn.append(position.name(action))
            position = position.after_legal(action)
        max_actions = max(max_actions, len(turn))
        assert isinstance(
            driver.handle(Act(next(command_ids), driver.table.actions, turn), BOTH_SEATS), Event
        )
    assert max_actions > 12
