"""The fallback player: always legal, and aware of immediate wins and losses."""

import subprocess
import sys
from collections.abc import Iterator
from threading import Event

import pytest

from steinreich import Position, games, load
from steinreich.players import fallback
from steinreich.players.fallback import FallbackPlayer
from steinreich.players.player import Limit
from tests.conftest import ALL_IDS, mark_variants, random_game

IDS = mark_variants(id for id in ALL_IDS if load(id).name in games())
NO_LIMIT, SHORT_LIMIT = Limit(), Limit(seconds=0.2)
MAIN_IDS = [*games(), "vier3d(players=3)", "six_in_line(players=3)", "tzaar(setup=fixed)"]


def play_turn(player: FallbackPlayer, position: Position, limit: Limit = NO_LIMIT) -> Position:
    """Return the position after the turn that a player chooses."""
    for action in player.think(position, limit).lines[0].actions:
        assert action in position.actions()
        position = position.after(action)
        if position.starts_turn:
            break
    assert position.is_over or position.starts_turn
    return position


def generate_turn_ends(position: Position) -> Iterator[Position]:
    """Yield the positions after all turns of the player to move, by the rules alone."""
    for action in position.actions():
        after = position.after(action)
        if after.is_over or after.starts_turn:
            yield after
        else:
            yield from generate_turn_ends(after)


def can_win(position: Position) -> bool:
    """Return whether the player to move can win within this turn."""
    return any(after.outcome == position.player for after in generate_turn_ends(position))


def find_won_games(id: str, number: int) -> list[list[Position]]:
    """Return random games won by the last mover, as the positions at which turns began."""
    won_games: list[list[Position]] = []
    for seed in range(40):
        line = random_game(load(id), seed)
        starts = [position for position in line if position.starts_turn and not position.is_over]
        if line[-1].outcome == starts[-1].player:
            won_games.append(starts)
        if len(won_games) == number:
            return won_games
    raise AssertionError(f"fewer than {number} of 40 random games of {id} are won")


@pytest.mark.parametrize("id", IDS)
def test_every_turn_is_legal_and_complete(id: str) -> None:
    line = random_game(load(id), 1)
    player = FallbackPlayer(line[0].game, level=7, seed=1)
    for position in (line[0], line[len(line) // 3], line[2 * len(line) // 3], line[-2]):
        play_turn(player, position, SHORT_LIMIT)


@pytest.mark.parametrize("level", range(1, 11))
@pytest.mark.parametrize("name", games())
def test_every_level_plays_a_turn(name: str, level: int) -> None:
    game = load(name)
    assert not play_turn(
        FallbackPlayer(game, level, seed=2), game.start(seed=2), SHORT_LIMIT
    ).is_over


@pytest.fixture
def _long_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the time limit, so that results do not depend on the speed of the machine."""
    monkeypatch.setattr(fallback, "MAX_SECONDS", 60.0)


@pytest.mark.usefixtures("_long_time_limit")
@pytest.mark.parametrize("id", [*MAIN_IDS, "chain_reaxis(size=8x8,contact=corner)"])
def test_plays_an_immediate_win(id: str) -> None:
    for *_, position in find_won_games(id, 4):
        assert play_turn(FallbackPlayer(position.game, seed=3), position).outcome == position.player


@pytest.mark.usefixtures("_long_time_limit")
@pytest.mark.parametrize("id", MAIN_IDS)
def test_prevents_an_immediate_loss(id: str) -> None:
    """Before the last turn of a won game: the next player can still win only after all turns."""
    prevented = 0
    for *_, position, _ in find_won_games(id, 4):
        after = play_turn(FallbackPlayer(position.game, seed=4), position)
        if after.is_over or not can_win(after):
            prevented += 1
        else:
            assert all(can_win(end) for end in generate_turn_ends(position) if not end.is_over)
    assert prevented > 0


def test_solves_the_game_for_one_player_turn_by_turn() -> None:
    position = load("six_in_line(players=1)").start()
    player = FallbackPlayer(position.game, seed=1)
    while not position.is_over:
        position = play_turn(player, position)
    assert position.returns == (1,)


def test_low_level_overlooks_wins_that_a_high_level_finds() -> None:
    ends = [starts[-1] for starts in find_won_games("vier3d", 8)]

    def count_wins(level: int) -> int:
        return sum(
            play_turn(FallbackPlayer(position.game, level, seed), position).is_over
            for seed, position in enumerate(ends)
        )

    assert count_wins(1) < count_wins(10) == len(ends)


def test_seed_reproduces_a_turn() -> None:
    position = load("inner_square").start()
    first, second = (FallbackPlayer(position.game, 3, 5).think(position, Limit()) for _ in range(2))
    assert first.lines == second.lines


def test_stopped_search_returns_a_complete_turn() -> None:
    position = load("tzaar").start(seed=1).play(load("tzaar").start(seed=1).legal_moves()[0])
    stop = Event()
    stop.set()
    stopped = FallbackPlayer(position.game, seed=1).think(position, Limit(), stop=stop)
    unstopped = FallbackPlayer(position.game, seed=1).think(position, Limit())
    assert len(stopped.lines[0].actions) == 2
    assert stopped.nodes < unstopped.nodes


def test_fallback_player_loads_no_compiler() -> None:
    lines = (
        "import sys; from steinreich import games, load",
        "from steinreich.players.player import Limit",
        "from steinreich.players.fallback import FallbackPlayer",
        "for name in games():",
        "    FallbackPlayer(load(name)).think(load(name).start(seed=1), Limit(seconds=0.05))",
        "sys.exit('numba' in sys.modules)",
    )
    assert subprocess.run([sys.executable, "-c", "\n".join(lines)]).returncode == 0
