"""What is known of TZAAR: kinds, heights and captures are seen as the rules have them."""

import random
from itertools import chain, combinations

import pytest

from steinreich import Position, load
from steinreich.games.tzaar import rules
from steinreich.games.tzaar.picture import top
from steinreich.games.tzaar.rules import CAPTURE, PASS, PLACING, SECOND, State
from steinreich.players.knowledge import tzaar as known
from steinreich.rules.bits import each
from tests.conftest import random_game


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Live positions of random games."""
    lines = [random_game(load("tzaar(setup=random)"), seed)[:-1] for seed in range(5)]
    return list(chain.from_iterable(lines))


def colours_swapped(s: State) -> State:
    return s._replace(white=s.black, black=s.white, turn=1 - s.turn)


def captured(s: State) -> set[int]:
    """The points on which the player to move can capture: those of legal actions of that kind."""
    first = s._replace(phase=CAPTURE)
    c = rules.candidates(first)
    legal = [a for a in range(PASS) if c.low >> a // 6 & 1 and rules.legal(first, c, a)]
    return {rules.met(first, action) for action in legal}


def test_tallest(positions: list[Position]) -> None:
    seen = set()
    for position in positions:
        s, dice = position.state, random.Random(str(position))
        for side in (s.white, s.black):
            cells = dice.sample(sorted(each(side)), dice.randint(1, side.bit_count()))
            expected = max(rules.height(s, cell) for cell in cells)
            assert known.tallest(s, sum(1 << cell for cell in cells)) == expected
            seen.add(expected)
    assert len(seen) >= 4


@pytest.mark.parametrize("height", [1, 2, 3, 7, 16, 17, 28])
def test_tallest_of_tall_stacks(height: int) -> None:
    stacks = [("T", height), ("Z", 1), *[(".", 1)] * 58]
    s = rules.from_stacks(stacks, 0, CAPTURE)
    assert known.tallest(s, s.white) == height
    assert known.tallest(s, 0b10) == 1


def test_reach_is_what_can_be_captured(positions: list[Position]) -> None:
    for position in positions:
        s = position.state
        other = known.with_sides_changed(s)
        assert (other.turn, rules.mine(other)) == (1 - s.turn, rules.theirs(s))
        assert known.with_sides_changed(other) == s
        assert set(each(known.in_reach(s))) == captured(s)
        assert set(each(known.in_reach(other))) == captured(other)


def test_kinds_are_told_apart(positions: list[Position]) -> None:
    for position in positions[::7]:
        s = position.state
        for side in (s.white, s.black):
            for kind, letter in enumerate("ZRT"):
                shown = {cell for cell in each(side) if top(s, cell).upper() == letter}
                assert set(each(known.of_kind(s, side, kind))) == shown


def test_evaluation_knows_neither_colour_nor_direction(positions: list[Position]) -> None:
    scores = set()
    for position in positions[::5]:
        score = known.evaluate(position.state)
        assert known.evaluate(colours_swapped(position.state)) == score
        for symmetry in position.game.symmetries:
            assert known.evaluate(position.turned(symmetry).state) == score
        scores.add(score)
    assert len(scores) > 10


def test_in_the_middle_of_a_turn_a_pass_is_assumed(positions: list[Position]) -> None:
    middles = [position for position in positions if position.state.phase == SECOND]
    assert middles
    for position in middles:
        after = rules.play(position.state, PASS)
        assert known.evaluate(position.state) == -known.evaluate(after)


def test_while_pieces_are_placed_all_is_level() -> None:
    line = random_game(load("tzaar(setup=tournament)"), 1)
    placing = [position.state for position in line if position.state.phase == PLACING]
    assert len(placing) == 60
    assert {known.evaluate(s) for s in placing} == {0}


def test_only_second_actions_are_noisy(positions: list[Position]) -> None:
    for position in positions:
        s = position.state
        assert known.is_quiet(s) == (s.phase != SECOND)
        for action in position.actions():
            assert known.is_noisy(s, action) == (s.phase == SECOND and action != PASS)
            move_order = known.move_order(s, action)
            assert move_order == 0 if action == PASS else move_order > 0


def test_of_two_captures_the_dearer_comes_first(positions: list[Position]) -> None:
    """Of the same height, the kind of which fewer are left."""
    compared = 0
    for position in positions[::4]:
        s = position.state
        left = {cell: shown(s, cell) for cell in captured(s)}
        for one, two in combinations(left, 2):
            if rules.height(s, one) == rules.height(s, two) and left[one] != left[two]:
                first = known.scarcity(s, one) > known.scarcity(s, two)
                assert first == (left[one] < left[two])
                compared += 1
        for action in position.actions():
            target = rules.met(s, action) if action < PASS else -1
            if target in left:
                assert known.move_order(s, action) == 20 + known.scarcity(s, target)
    assert compared


def shown(s: State, cell: int) -> int:
    """How many pieces show the kind and colour of the one on a point."""
    letter = top(s, cell)
    return sum(top(s, other) == letter for other in each(s.white | s.black))
