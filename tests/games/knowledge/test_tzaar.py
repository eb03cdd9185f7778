"""Heuristics of TZAAR: kinds, heights and captures agree with the rules."""

import random
from itertools import chain, combinations

import pytest

from steinreich import Position, load
from steinreich.games.tzaar import knowledge, rules
from steinreich.games.tzaar.picture import top_letter
from steinreich.games.tzaar.rules import CAPTURE, PASS, PLACING, SECOND, State
from steinreich.rules.bits import each
from tests.conftest import random_game


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Return live positions of random games."""
    lines = [random_game(load("tzaar(setup=random)"), seed)[:-1] for seed in range(5)]
    return list(chain.from_iterable(lines))


def swap_colours(s: State) -> State:
    """Return the state with the colours of all pieces and the player to move exchanged."""
    return s._replace(white=s.black, black=s.white, turn=1 - s.turn)


def capturable_points(s: State) -> set[int]:
    """Return the points on which the player to move can capture, from the legal actions."""
    first = s._replace(phase=CAPTURE)
    c = rules.candidates(first)
    legal = [a for a in range(PASS) if c.low >> a // 6 & 1 and rules.is_legal(first, c, a)]
    return {rules.find_target(first, action) for action in legal}


def test_tallest_returns_the_greatest_height(positions: list[Position]) -> None:
    heights = set()
    for position in positions:
        s, rng = position.state, random.Random(str(position))
        for side in (s.white, s.black):
            cells = rng.sample(sorted(each(side)), rng.randint(1, side.bit_count()))
            expected = max(rules.height(s, cell) for cell in cells)
            assert knowledge.tallest(s, sum(1 << cell for cell in cells)) == expected
            heights.add(expected)
    assert len(heights) >= 4


@pytest.mark.parametrize("height", [1, 2, 3, 7, 16, 17, 28])
def test_tallest_of_very_tall_stacks(height: int) -> None:
    stacks = [("T", height), ("Z", 1), *[(".", 1)] * 58]
    s = rules.from_stacks(stacks, 0, CAPTURE)
    assert knowledge.tallest(s, s.white) == height
    assert knowledge.tallest(s, 0b10) == 1


def test_capturable_enemies_are_the_targets_of_legal_captures(positions: list[Position]) -> None:
    for position in positions:
        s = position.state
        other = knowledge.swap_turn(s)
        assert (other.turn, rules.mine(other)) == (1 - s.turn, rules.theirs(s))
        assert knowledge.swap_turn(other) == s
        assert set(each(knowledge.capturable_enemies(s))) == capturable_points(s)
        assert set(each(knowledge.capturable_enemies(other))) == capturable_points(other)


def test_filter_kind_returns_the_pieces_of_a_kind(positions: list[Position]) -> None:
    for position in positions[::7]:
        s = position.state
        for side in (s.white, s.black):
            for kind, letter in enumerate("ZRT"):
                expected = {cell for cell in each(side) if top_letter(s, cell).upper() == letter}
                assert set(each(knowledge.filter_kind(s, side, kind))) == expected


def test_evaluation_is_symmetric_in_colours_and_directions(positions: list[Position]) -> None:
    scores = set()
    for position in positions[::5]:
        score = knowledge.evaluate(position.state)
        assert knowledge.evaluate(swap_colours(position.state)) == score
        for symmetry in position.game.symmetries:
            assert knowledge.evaluate(position.transform(symmetry).state) == score
        scores.add(score)
    assert len(scores) > 10


def test_evaluation_within_a_turn_assumes_a_pass(positions: list[Position]) -> None:
    second_actions = [position for position in positions if position.state.phase == SECOND]
    assert second_actions
    for position in second_actions:
        after = rules.play(position.state, PASS)
        assert knowledge.evaluate(position.state) == -knowledge.evaluate(after)


def test_evaluation_during_setup_is_zero() -> None:
    line = random_game(load("tzaar(setup=tournament)"), 1)
    placing = [position.state for position in line if position.state.phase == PLACING]
    assert len(placing) == 60
    assert {knowledge.evaluate(s) for s in placing} == {0}


def test_only_second_actions_are_noisy(positions: list[Position]) -> None:
    for position in positions:
        s = position.state
        assert knowledge.is_quiet(s) == (s.phase != SECOND)
        for action in position.actions():
            assert knowledge.is_noisy(s, action) == (s.phase == SECOND and action != PASS)
            move_order = knowledge.move_order(s, action)
            assert move_order == 0 if action == PASS else move_order > 0


def test_more_valuable_capture_is_searched_first(positions: list[Position]) -> None:
    """Of the same height: the kind of which fewer are left."""
    compared = 0
    for position in positions[::4]:
        s = position.state
        left = {cell: count_visible(s, cell) for cell in capturable_points(s)}
        for a, b in combinations(left, 2):
            if rules.height(s, a) == rules.height(s, b) and left[a] != left[b]:
                is_first = knowledge.scarcity(s, a) > knowledge.scarcity(s, b)
                assert is_first == (left[a] < left[b])
                compared += 1
        for action in position.actions():
            target = rules.find_target(s, action) if action < PASS else -1
            if target in left:
                assert knowledge.move_order(s, action) == 20 + knowledge.scarcity(s, target)
    assert compared


def count_visible(s: State, cell: int) -> int:
    """Return how many stacks show the kind and colour of the one on a point."""
    letter = top_letter(s, cell)
    return sum(top_letter(s, other) == letter for other in each(s.white | s.black))
