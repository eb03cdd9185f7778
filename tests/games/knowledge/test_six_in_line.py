"""Heuristics of Six in Line: the lines that a turn completes, and their consequences."""

import random
from collections.abc import Iterator
from itertools import chain, cycle

import pytest

from steinreich import Position, load
from steinreich.games.six_in_line import knowledge as known
from steinreich.games.six_in_line import rules
from steinreich.games.six_in_line.notation import parse_coins, text
from steinreich.games.six_in_line.rules import LINES, State
from steinreich.rules.bits import bitboard, each
from steinreich.rules.contract import ONGOING
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta
from steinreich.search.knowledge import MAX_EVALUATION
from tests.conftest import random_game

COINS = pytest.mark.parametrize("once", [0, 1], ids=["line", "turn"])
SLIDES = pytest.mark.parametrize("step", [0, 1], ids=["rook", "step"])
# Doubles on a1 and f1 and a single on c1, with d1 the only stone that can slide in that row.
BESIDE_A_SINGLE = "o1o2o/ooo1oo/o1oo1o/o1oo1o/ooo1oo/3o2"


def position(stones: int, coins: str = "1-1", step: int = 0, once: int = 0) -> Position:
    """Return a position at the start of the first player's turn, reachable or not."""
    s = State(stones, 0, parse_coins(coins, 2), 0, -1, 2, step, once)
    options = {"slide": "step" if step else "rook", "coins": "turn" if once else "line"}
    return Position(load("six_in_line", **options), s)


def board_full_of_fives(seed: int) -> int:
    """Return a board on which several lines lack one or two stones."""
    dice = random.Random(seed)
    stones = 0
    for line in dice.sample(list(LINES), dice.randint(1, 5)):
        stones |= line
    stones |= bitboard(dice.sample(range(36), dice.randint(0, 5)))
    while full := [line for line in LINES if stones & line == line]:
        stones &= ~(1 << dice.choice(list(each(dice.choice(full)))))
    while stones.bit_count() > rules.STONES:
        stones &= ~(1 << dice.choice(list(each(stones))))
    return stones


def one_line(seed: int, stones: int) -> int:
    """Return a few stones, five of them in one line."""
    dice = random.Random(seed)
    line = list(each(dice.choice(LINES)))
    line.remove(dice.choice(line))
    others = [cell for cell in range(36) if cell not in line]
    found = bitboard(line + dice.sample(others, stones - 5))
    return one_line(seed + 1000, stones) if holds_a_line(found) else found


def holds_a_line(stones: int) -> bool:
    return any(stones & line == line for line in LINES)


def actions(s: State) -> Iterator[int]:
    """Return the legal actions, even if the game is over."""
    c = rules.candidates(s)
    for cell in each(c.low):
        for action in range(c.first + cell * c.ways, c.first + (cell + 1) * c.ways):
            if rules.is_legal(s, c, action):
                yield action


def turns(s: State) -> Iterator[State]:
    """Return the states after a slide and a placement."""
    for slide in actions(s):
        between = rules.play(s, slide)
        for placement in actions(between):
            yield rules.play(between, placement)


def max_lines_by_playing(s: State) -> int:
    """Return the largest number of lines of a turn, by playing them all."""
    before = rules.get_coins(s, s.turn)
    return max((rules.get_coins(after, s.turn) - before for after in turns(s)), default=0)


@SLIDES
def test_max_lines_agrees_with_playing_all_turns(step: int) -> None:
    seen = set()
    for seed in range(700):
        s = State(board_full_of_fives(seed), 0, 0, 0, -1, 2, step, 0)
        most = max_lines_by_playing(s)
        assert known.max_lines(s) == most, text(s)
        seen.add(most)
    assert seen >= {0, 1, 2, 3}


@SLIDES
def test_max_lines_in_random_games(step: int) -> None:
    game = load("six_in_line", slide="step" if step else "rook")
    for position in chain(*(random_game(game, seed)[:-1] for seed in range(6))):
        s = position.state
        if s.slide < 0 and not s.opening:
            assert known.max_lines(s) == max_lines_by_playing(s), str(position)


@pytest.mark.parametrize(("slide", "most"), [("rook", 4), ("step", 3)])
def test_step_may_reach_only_the_worse_square(slide: str, most: int) -> None:
    s = load("six_in_line", slide=slide).position(f"{BESIDE_A_SINGLE} 2 0-0 s").state
    assert known.max_lines(s) == max_lines_by_playing(s) == most


@COINS
def test_parity_rule(once: int) -> None:
    """As described: from the lead, the number of stones and the lines of a turn."""
    never = 5
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
                assert known.is_won_by_parity(stones, lines, lead, once) == expected, (
                    stones,
                    lines,
                    lead,
                )


@SLIDES
@pytest.mark.parametrize("coins", ["1-1", "1-2", "2-0", "0-2", "2-2"])
def test_evaluation_shows_winner_and_margin(step: int, coins: str) -> None:
    mine, theirs = map(int, coins.split("-"))
    for seed in range(40):
        s = position(one_line(seed, 5 + seed % 5), coins, step).state
        score = known.evaluate(s)
        won = known.is_won_by_parity(
            s.stones.bit_count(), max_lines_by_playing(s), mine - theirs, 0
        )
        assert (score > 0) == won
        assert abs(score) < MAX_EVALUATION
        more = s._replace(coins=s.coins + 1)
        assert known.evaluate(more) > score


def test_unfinished_turn_is_worth_less_than_any_end_of_it() -> None:
    """So a search never stops within a turn."""
    for seed in range(20):
        s = position(board_full_of_fives(seed), "1-2").state
        for slide in actions(s):
            between = rules.play(s, slide)
            assert not known.is_quiet(between)
            assert all(known.is_noisy(between, action) for action in actions(between))
            ends = [rules.play(between, action) for action in actions(between)]
            worst = min(-known.evaluate(after) for after in ends)
            assert -MAX_EVALUATION < known.evaluate(between) < worst
    assert known.is_quiet(s)


def test_first_turn_is_evaluated_with_both_its_stones() -> None:
    for coins, won in (("1-1", True), ("1-2", True), ("2-1", False), ("2-0", False)):
        for opening, stones in ((2, 0), (1, 1)):
            s = State(stones, 1, parse_coins(coins, 2), opening, -1, 2, 0, 0)
            assert (known.evaluate(s) > 0) == won


@COINS
@SLIDES
def test_win_within_this_turn_is_counted_exactly(step: int, once: int) -> None:
    """A search without heuristics proves it where the lines of a turn suffice."""
    search = AlphaBeta(position(one_line(0, 6), step=step, once=once), table=1 << 14)
    seen = set()
    for seed in range(60):
        coins = ("2-2", "2-1", "1-2", "1-0")[seed % 4]
        here = position(
            board_full_of_fives(seed) if seed % 2 else one_line(seed, 7), coins, step, once
        )
        if here.is_over:
            continue
        most = known.max_lines(here.state)
        enough = int(coins[0]) + (min(most, 1) if once else most) >= 3
        answer = search.run(here, depth=2)
        assert (answer.verdict.outcome == here.player) == enough
        seen.add(enough)
        assert not enough or known.evaluate(here.state) > 0
    assert seen == {True, False}


def is_won(s: State) -> bool:
    """Return whether the mover has won or is predicted to win."""
    result = rules.outcome(s)
    return known.evaluate(s) > 0 if result == ONGOING else result == s.turn


@COINS
@SLIDES
def test_parity_rule_is_consistent_over_one_turn(step: int, once: int) -> None:
    """Up to nine stones: the winner has a turn that keeps the win, the loser has none."""
    seen = set()
    sparse = [bitboard(random.Random(seed).sample(range(36), 2 + seed % 4)) for seed in range(40)]
    fives = [one_line(seed, 5 + seed % 5) for seed in range(300)]
    boards = [board for seed in range(900) if (board := board_full_of_fives(seed)).bit_count() <= 9]
    coins = ["1-1", "2-2", "1-2", "2-1", "0-2", "2-0", "0-1", "1-0"]
    for board, lead in zip(filter(None, sparse + fives + boards), cycle(coins)):
        s = position(board, lead, step, once).state
        won = any(not is_won(after) for after in turns(s))
        assert is_won(s) == won, text(s)
        seen.add((won, known.max_lines(s), lead))
    assert {(False, 1, "1-2"), (True, 1, "1-2"), (False, 1, "0-2")} <= seen
