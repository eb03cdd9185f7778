"""Heuristics of Six in Line: the lines that a turn completes, and their consequences."""

import random
from collections.abc import Iterator
from itertools import chain, cycle

import pytest

from steinreich import Position, load
from steinreich.games.six_in_line import knowledge, rules
from steinreich.games.six_in_line.notation import parse_coins, text
from steinreich.games.six_in_line.rules import LINES, State
from steinreich.rules.bits import bitboard, each
from steinreich.rules.contract import ONGOING
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.knowledge import MAX_EVALUATION
from tests.conftest import random_game

COINS = pytest.mark.parametrize("once", [0, 1], ids=["line", "turn"])
SLIDES = pytest.mark.parametrize("step", [0, 1], ids=["rook", "step"])
# In row 1, a stone on a1 or f1 would complete two lines, one on c1 one line; only d1 can slide.
STONE_BESIDE_ONE_LINE_SQUARE = "o1o2o/ooo1oo/o1oo1o/o1oo1o/ooo1oo/3o2"


def make_position(stones: int, coins: str = "1-1", step: int = 0, once: int = 0) -> Position:
    """Return a position at the start of the first player's turn, reachable or not.

    `step` and `once` are 1 for the options slide=step and coins=turn.
    """
    s = State(
        stones,
        turn=0,
        coins=parse_coins(coins, 2),
        opening=0,
        slide=-1,
        players=2,
        single_step=step,
        coin_per_turn=once,
    )
    options = {"slide": "step" if step else "rook", "coins": "turn" if once else "line"}
    return Position(load("six_in_line", **options), s)


def make_nearly_full_lines(seed: int) -> int:
    """Return a board on which several lines lack one or two stones."""
    rng = random.Random(seed)
    stones = 0
    for line in rng.sample(list(LINES), rng.randint(1, 5)):
        stones |= line
    stones |= bitboard(rng.sample(range(36), rng.randint(0, 5)))
    while full := [line for line in LINES if stones & line == line]:
        stones &= ~(1 << rng.choice(list(each(rng.choice(full)))))
    while stones.bit_count() > rules.STONES:
        stones &= ~(1 << rng.choice(list(each(stones))))
    return stones


def make_one_nearly_full_line(seed: int, stones: int) -> int:
    """Return a board with a few stones, five of them in one line."""
    rng = random.Random(seed)
    line = list(each(rng.choice(LINES)))
    line.remove(rng.choice(line))
    others = [cell for cell in range(36) if cell not in line]
    board = bitboard(line + rng.sample(others, stones - 5))
    return make_one_nearly_full_line(seed + 1000, stones) if has_full_line(board) else board


def has_full_line(stones: int) -> bool:
    return any(stones & line == line for line in LINES)


def generate_actions(s: State) -> Iterator[int]:
    """Yield the legal actions, even if the game is over."""
    c = rules.candidates(s)
    for cell in each(c.low):
        for action in range(c.first + cell * c.ways, c.first + (cell + 1) * c.ways):
            if rules.is_legal(s, c, action):
                yield action


def generate_turn_ends(s: State) -> Iterator[State]:
    """Yield the states after a slide and a placement."""
    for slide in generate_actions(s):
        between = rules.play(s, slide)
        for placement in generate_actions(between):
            yield rules.play(between, placement)


def max_lines_by_playing(s: State) -> int:
    """Return the largest number of lines that a turn completes, found by playing all turns."""
    before = rules.get_coins(s, s.turn)
    return max(
        (rules.get_coins(after, s.turn) - before for after in generate_turn_ends(s)), default=0
    )


@SLIDES
def test_max_lines_agrees_with_playing_all_turns(step: int) -> None:
    occurring = set()
    for seed in range(700):
        s = make_position(make_nearly_full_lines(seed), "0-0", step).state
        max_lines = max_lines_by_playing(s)
        assert knowledge.max_lines(s) == max_lines, text(s)
        occurring.add(max_lines)
    assert occurring >= {0, 1, 2, 3}


@SLIDES
def test_max_lines_in_random_games(step: int) -> None:
    game = load("six_in_line", slide="step" if step else "rook")
    for position in chain(*(random_game(game, seed)[:-1] for seed in range(6))):
        s = position.state
        if s.slide < 0 and not s.opening:
            assert knowledge.max_lines(s) == max_lines_by_playing(s), str(position)


@pytest.mark.parametrize(("slide", "max_lines"), [("rook", 4), ("step", 3)])
def test_single_step_may_reach_only_the_worse_square(slide: str, max_lines: int) -> None:
    s = load("six_in_line", slide=slide).position(f"{STONE_BESIDE_ONE_LINE_SQUARE} 2 0-0 s").state
    assert knowledge.max_lines(s) == max_lines_by_playing(s) == max_lines


@COINS
def test_is_won_by_parity_follows_the_documented_rule(once: int) -> None:
    """It depends on the lead, the number of stones and the lines that a turn can complete."""
    never = 5  # lines: no turn can complete as many
    needed = {  # for the mover to win: lines with an odd number of stones, and with an even one
        2: (0, 0),
        1: (0, 0),
        0: (0, 1),
        -1: (1, 2),
        -2: (never, never) if once else (3, 3),
    }
    for lead, (odd, even) in needed.items():
        for lines in range(5):
            for stones in range(2, 31):
                expected = lines >= (odd if stones % 2 else even)
                assert knowledge.is_won_by_parity(stones, lines, lead, once) == expected, (
                    stones,
                    lines,
                    lead,
                )


@SLIDES
@pytest.mark.parametrize("coins", ["1-1", "1-2", "2-0", "0-2", "2-2"])
def test_sign_of_the_evaluation_is_the_predicted_winner(step: int, coins: str) -> None:
    mine, theirs = map(int, coins.split("-"))
    for seed in range(40):
        s = make_position(make_one_nearly_full_line(seed, 5 + seed % 5), coins, step).state
        score = knowledge.evaluate(s)
        won = knowledge.is_won_by_parity(
            s.stones.bit_count(), max_lines_by_playing(s), mine - theirs, 0
        )
        assert (score > 0) == won
        assert abs(score) < MAX_EVALUATION
        with_coin = s._replace(coins=s.coins + 1)
        assert knowledge.evaluate(with_coin) > score


def test_evaluation_within_a_turn_is_below_those_at_its_end() -> None:
    """This prevents searches from stopping within a turn."""
    for seed in range(20):
        s = make_position(make_nearly_full_lines(seed), "1-2").state
        for slide in generate_actions(s):
            between = rules.play(s, slide)
            assert not knowledge.is_quiet(between)
            assert all(knowledge.is_noisy(between, action) for action in generate_actions(between))
            ends = [rules.play(between, action) for action in generate_actions(between)]
            worst = min(-knowledge.evaluate(after) for after in ends)
            assert -MAX_EVALUATION < knowledge.evaluate(between) < worst
    assert knowledge.is_quiet(s)


def test_evaluation_of_the_opening_counts_both_stones() -> None:
    for coins, won in (("1-1", True), ("1-2", True), ("2-1", False), ("2-0", False)):
        for opening, stones in ((2, 0), (1, 1)):
            s = make_position(stones, coins).state._replace(turn=1, opening=opening)
            assert (knowledge.evaluate(s) > 0) == won


@COINS
@SLIDES
def test_search_wins_in_this_turn_exactly_if_max_lines_earn_enough_coins(
    step: int, once: int
) -> None:
    """A search without heuristics."""
    search = AlphaBeta(
        make_position(make_one_nearly_full_line(0, 6), step=step, once=once), table=1 << 14
    )
    outcomes = set()
    for seed in range(60):
        coins = ("2-2", "2-1", "1-2", "1-0")[seed % 4]
        start = make_position(
            make_nearly_full_lines(seed) if seed % 2 else make_one_nearly_full_line(seed, 7),
            coins,
            step,
            once,
        )
        if start.is_over:
            continue
        max_lines = knowledge.max_lines(start.state)
        can_win = int(coins[0]) + (min(max_lines, 1) if once else max_lines) >= 3
        answer = search.run(start, depth=2)
        assert (answer.verdict.outcome == start.player) == can_win
        outcomes.add(can_win)
        assert not can_win or knowledge.evaluate(start.state) > 0
    assert outcomes == {True, False}


def is_won(s: State) -> bool:
    """Return whether the mover has won or is predicted to win."""
    result = rules.outcome(s)
    return knowledge.evaluate(s) > 0 if result == ONGOING else result == s.turn


@COINS
@SLIDES
def test_parity_rule_is_consistent_over_one_turn(step: int, once: int) -> None:
    """Up to nine stones: the winner has a turn that keeps the win, the loser has none."""
    outcomes = set()
    sparse = [bitboard(random.Random(seed).sample(range(36), 2 + seed % 4)) for seed in range(40)]
    fives = [make_one_nearly_full_line(seed, 5 + seed % 5) for seed in range(300)]
    boards = [
        board for seed in range(900) if (board := make_nearly_full_lines(seed)).bit_count() <= 9
    ]
    coins = ["1-1", "2-2", "1-2", "2-1", "0-2", "2-0", "0-1", "1-0"]
    for board, lead in zip(filter(None, sparse + fives + boards), cycle(coins)):
        s = make_position(board, lead, step, once).state
        won = any(not is_won(after) for after in generate_turn_ends(s))
        assert is_won(s) == won, text(s)
        outcomes.add((won, knowledge.max_lines(s), lead))
    assert {(False, 1, "1-2"), (True, 1, "1-2"), (False, 1, "0-2")} <= outcomes
