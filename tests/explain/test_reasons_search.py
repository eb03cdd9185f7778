"""Winning turns and rescues are not overlooked by the reduced search."""

import random

import pytest

from steinreich import Position, games, load
from steinreich.explain import reasons
from steinreich.explain.context import Context
from steinreich.explain.lookahead import Lookahead, OutOfTries, Promising
from steinreich.explain.own_reasons import own_reasons
from steinreich.games.tzaar.reasons import CaptureMove, stops_captures
from steinreich.games.tzaar.rules import NAMES, PASS, lacks_a_kind
from steinreich.rules.contract import ONGOING
from tests.conftest import CONNECT_FOUR, random_game
from tests.explain.checks.any_game import can_win, loses_soon, play_turn


def promising_in(name: str) -> Promising | None:
    """Return how a game reduces the search for winning turns."""
    own = own_reasons(load(name))
    return own.promising if own else None


def winning_turns(position: Position, promising: Promising | None) -> list[str]:
    """Return the names of all winning turns."""
    lookahead = Lookahead(position.game, promising, tries=1_000_000)
    return [
        lookahead.named(position.state, turn) for turn in lookahead.winning_turns(position.state)
    ]


@pytest.mark.parametrize("name", [*games(), CONNECT_FOUR])
def test_no_win_is_overlooked(name: str) -> None:
    """Actions excluded as unpromising never win: a full search finds the same wins."""
    dice = random.Random(name)
    found = []
    for seed in range(6 if name in ("tzaar", "inner_square") else 15):
        position = dice.choice(random_game(load(name), seed)[:-1][-12:])
        for action in dice.sample(position.actions(), min(3, len(position.actions()))):
            context = Context(position, action, promising_in(name))
            if context.passes_on and context.rival_win is not None:
                found.append(bool(context.rival_win))
                assert found[-1] == can_win(context.after), (str(position), context.name)
    assert set(found) == {True, False}


def sparse_board(dice: random.Random, phase: str) -> Position:
    """Return a late position of TZAAR with a few stacks, where captures are rare."""
    stacks = ["."] * 60
    letters = ["Z2", "R2", "T2", *dice.choices("ZRT", k=2), *"zzrrtt"]
    for point, letter in zip(dice.sample(range(60), len(letters)), letters, strict=True):
        stacks[point] = letter
    columns = dict.fromkeys("ABCDEFGHI", "")
    for name, stack in zip(NAMES, stacks, strict=True):
        columns[name[0]] += stack
    return load("tzaar").position(f"{'/'.join(columns.values())} w {phase}")


@pytest.mark.parametrize("phase", ["1", "2"])
def test_tzaar_search_includes_every_winning_turn(phase: str) -> None:
    """Especially those that leave the opponent without a capture, which are rare in real games."""
    dice = random.Random(phase)
    without_capture = 0
    for _ in range(80):
        position = sparse_board(dice, phase)
        if position.outcome == ONGOING:
            turns = winning_turns(position, promising_in("tzaar"))
            assert turns == winning_turns(position, None), str(position)
            ends = [play_turn(position, turn).state for turn in turns]
            without_capture += sum(not lacks_a_kind(end, end.black) for end in ends)
    assert without_capture > 10


def test_one_action_can_prevent_captures_of_two_pieces() -> None:
    """A piece that moves onto another of its colour protects both; three are too many."""
    state = load("tzaar").start(seed=1).state
    shots = [CaptureMove(1, 2), CaptureMove(3, 4), CaptureMove(5, 6)]
    assert stops_captures(shots[:2], state, PASS, left=2)
    assert not stops_captures(shots, state, PASS, left=2)
    assert not stops_captures(shots[:2], state, PASS, left=1)


@pytest.mark.parametrize("groups", ["off", "on"])
def test_inner_square_search_includes_moves_that_leave_no_move(groups: str) -> None:
    position = load("inner_square", groups=groups).position("yyyr3/yyrr3/1rr4/7/7/r6/7 r 3")
    turns = winning_turns(position, promising_in("inner_square"))
    assert turns == winning_turns(position, None) == ["a2-a5"]


def test_six_in_line_search_includes_placements_that_leave_no_slide() -> None:
    position = load("six_in_line").position("6/ooooo1/ooooo1/oo1oo1/ooooo1/ooooo1 2 0-1 f3-e3")
    turns = winning_turns(position, promising_in("six_in_line"))
    assert turns == winning_turns(position, None) == ["+c3"]


@pytest.mark.parametrize("name", ["vier3d", "chain_reaxis", CONNECT_FOUR])
def test_no_rescue_is_overlooked(name: str) -> None:
    """If only one action does not lose by the next turn, its reason says so."""
    rescues = 0
    late = (p for seed in range(40) for p in random_game(load(name), seed)[-5:-1])
    for position in late:
        mover, actions = position.player, position.actions()
        good = [a for a in actions if not loses_soon(position.after(a), mover)]
        if len(good) == 1 and len(actions) > 1 and not can_win(position):
            told = " ".join(words.within("en") for words in reasons(position, good[0]))
            assert "is the only move that" in told or "blocks" in told
            rescues += 1
    assert rescues > 2


def test_too_expensive_questions_are_left_open() -> None:
    position = load(CONNECT_FOUR).start()
    with pytest.raises(OutOfTries):
        list(Lookahead(position.game, None, tries=25).winning_turns(position.state))
    context = Context(position, 0)
    assert context.ask(lambda lookahead: list(lookahead.returns(position.state, player=5))) is None
