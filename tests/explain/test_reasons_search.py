"""The search for winning turns finds all of them, though games exclude unpromising actions."""

import random

import pytest

from steinreich import Position, games, load
from steinreich.explain import reasons
from steinreich.explain.context import Context
from steinreich.explain.lookahead import Lookahead, OutOfTries, Promising
from steinreich.explain.own_reasons import find_own_reasons
from steinreich.games.tzaar.reasons import CaptureMove, stops_captures
from steinreich.games.tzaar.rules import NAMES, PASS, lacks_a_kind
from steinreich.rules.contract import ONGOING
from tests.conftest import CONNECT_FOUR, random_game
from tests.explain.checks.any_game import can_win, loses_soon, play_turn


def get_promising(name: str) -> Promising | None:
    """Return the function by which a game excludes unpromising actions."""
    own = find_own_reasons(load(name))
    return own.promising if own else None


def winning_turns(position: Position, promising: Promising | None) -> list[str]:
    """Return the names of all winning turns."""
    lookahead = Lookahead(position.game, promising, tries=1_000_000)
    return [
        lookahead.name_turn(position.state, turn)
        for turn in lookahead.winning_turns(position.state)
    ]


@pytest.mark.parametrize("name", [*games(), CONNECT_FOUR])
def test_search_without_unpromising_actions_finds_the_same_wins(name: str) -> None:
    rng = random.Random(name)
    rival_wins = []
    for seed in range(6 if name in ("tzaar", "inner_square") else 15):
        position = rng.choice(random_game(load(name), seed)[:-1][-12:])
        for action in rng.sample(position.actions(), min(3, len(position.actions()))):
            context = Context(position, action, get_promising(name))
            if context.passes_turn and context.rival_win is not None:
                rival_wins.append(bool(context.rival_win))
                assert rival_wins[-1] == can_win(context.after), (str(position), context.name)
    assert set(rival_wins) == {True, False}


def make_sparse_position(rng: random.Random, phase: str) -> Position:
    """Return a late position of TZAAR with a few stacks, where captures are rare."""
    stacks = ["."] * 60
    letters = ["Z2", "R2", "T2", *rng.choices("ZRT", k=2), *"zzrrtt"]
    for point, letter in zip(rng.sample(range(60), len(letters)), letters, strict=True):
        stacks[point] = letter
    columns = dict.fromkeys("ABCDEFGHI", "")
    for name, stack in zip(NAMES, stacks, strict=True):
        columns[name[0]] += stack
    return load("tzaar").position(f"{'/'.join(columns.values())} w {phase}")


@pytest.mark.parametrize("phase", ["1", "2"])
def test_tzaar_search_includes_every_winning_turn(phase: str) -> None:
    """Especially those that leave the opponent without a capture, which are rare in real games."""
    rng = random.Random(phase)
    without_capture = 0
    for _ in range(80):
        position = make_sparse_position(rng, phase)
        if position.outcome == ONGOING:
            turns = winning_turns(position, get_promising("tzaar"))
            assert turns == winning_turns(position, None), str(position)
            ends = [play_turn(position, turn).state for turn in turns]
            without_capture += sum(not lacks_a_kind(end, end.black) for end in ends)
    assert without_capture > 10


def test_stops_captures_of_two_pieces_but_not_of_three() -> None:
    """A piece that moves onto another of its colour protects both."""
    state = load("tzaar").start(seed=1).state
    captures = [CaptureMove(1, 2), CaptureMove(3, 4), CaptureMove(5, 6)]
    assert stops_captures(captures[:2], state, PASS, left=2)
    assert not stops_captures(captures, state, PASS, left=2)
    assert not stops_captures(captures[:2], state, PASS, left=1)


@pytest.mark.parametrize("groups", ["off", "on"])
def test_inner_square_search_includes_moves_that_leave_no_move(groups: str) -> None:
    position = load("inner_square", groups=groups).position("yyyr3/yyrr3/1rr4/7/7/r6/7 r 3")
    turns = winning_turns(position, get_promising("inner_square"))
    assert turns == winning_turns(position, None) == ["a2-a5"]


def test_six_in_line_search_includes_placements_that_leave_no_slide() -> None:
    position = load("six_in_line").position("6/ooooo1/ooooo1/oo1oo1/ooooo1/ooooo1 2 0-1 f3-e3")
    turns = winning_turns(position, get_promising("six_in_line"))
    assert turns == winning_turns(position, None) == ["+c3"]


@pytest.mark.parametrize("name", ["vier3d", "chain_reaxis", CONNECT_FOUR])
def test_reason_names_the_only_action_that_does_not_lose(name: str) -> None:
    checked = 0
    late = (p for seed in range(40) for p in random_game(load(name), seed)[-5:-1])
    for position in late:
        mover, actions = position.player, position.actions()
        good = [a for a in actions if not loses_soon(position.after(a), mover)]
        if len(good) == 1 and len(actions) > 1 and not can_win(position):
            text = " ".join(words.in_language("en") for words in reasons(position, good[0]))
            assert "is the only move that" in text or "blocks" in text
            checked += 1
    assert checked > 2


def test_question_that_needs_too_many_tries_has_no_answer() -> None:
    position = load(CONNECT_FOUR).start()
    with pytest.raises(OutOfTries):
        list(Lookahead(position.game, None, tries=25).winning_turns(position.state))
    context = Context(position, 0)
    assert (
        context.ask(lambda lookahead: list(lookahead.generate_returns(position.state, player=5)))
        is None
    )
