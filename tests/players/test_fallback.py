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
NO_LIMIT, SHORT = Limit(), Limit(seconds=0.2)
USUAL_IDS = [*games(), "vier3d(players=3)", "six_in_line(players=3)", "tzaar(setup=fixed)"]


def whole_turn(player: FallbackPlayer, position: Position, limit: Limit = NO_LIMIT) -> Position:
    """Return the position after the turn that a player chooses."""
    for action in player.think(position, limit).lines[0].actions:
        assert action in position.actions()
        position = position.after(action)
        if position.starts_turn:
            break
    assert position.is_over or position.starts_turn
    return position


def all_turns(position: Position) -> Iterator[Position]:
    """Return the positions after all turns of a player, by the rules alone."""
    for action in position.actions():
        after = position.after(action)
        if after.is_over or after.starts_turn:
            yield after
        else:
            yield from all_turns(after)


def can_win(position: Position) -> bool:
    """Return whether the player to move can win within this turn."""
    return any(after.outcome == position.player for after in all_turns(position))


def last_turns(id: str, number: int) -> list[list[Position]]:
    """Return the positions before the winning turns of random games."""
    found: list[list[Position]] = []
    for seed in range(40):
        line = random_game(load(id), seed)
        begins = [position for position in line if position.starts_turn and not position.is_over]
        if line[-1].outcome == begins[-1].player:
            found.append(begins)
        if len(found) == number:
            return found
    raise AssertionError(f"fewer than {number} of 40 random games of {id} are won")


@pytest.mark.parametrize("id", IDS)
def test_every_turn_is_legal_and_complete(id: str) -> None:
    line = random_game(load(id), 1)
    player = FallbackPlayer(line[0].game, level=7, seed=1)
    for position in (line[0], line[len(line) // 3], line[2 * len(line) // 3], line[-2]):
        whole_turn(player, position, SHORT)


@pytest.mark.parametrize("level", range(1, 11))
@pytest.mark.parametrize("name", games())
def test_every_level_plays(name: str, level: int) -> None:
    game = load(name)
    assert not whole_turn(FallbackPlayer(game, level, seed=2), game.start(seed=2), SHORT).is_over


@pytest.fixture
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds within a second would depend on the load of the machine."""
    monkeypatch.setattr(fallback, "MAX_SECONDS", 60.0)


@pytest.mark.usefixtures("_unhurried")
@pytest.mark.parametrize("id", [*USUAL_IDS, "chain_reaxis(size=8x8,contact=corner)"])
def test_immediate_win_is_found(id: str) -> None:
    for *_, position in last_turns(id, 4):
        assert (
            whole_turn(FallbackPlayer(position.game, seed=3), position).outcome == position.player
        )


@pytest.mark.usefixtures("_unhurried")
@pytest.mark.parametrize("id", USUAL_IDS)
def test_immediate_loss_is_avoided(id: str) -> None:
    """The next player won in the random game; it happens here only if no turn prevents it."""
    saved = 0
    for *_, position, _ in last_turns(id, 4):
        after = whole_turn(FallbackPlayer(position.game, seed=4), position)
        if after.is_over or not can_win(after):
            saved += 1
        else:
            assert all(can_win(other) for other in all_turns(position) if not other.is_over)
    assert saved > 0


def test_puzzle_is_solved_step_by_step() -> None:
    position = load("six_in_line(players=1)").start()
    player = FallbackPlayer(position.game, seed=1)
    while not position.is_over:
        position = whole_turn(player, position)
    assert position.returns == (1,)


def test_low_levels_overlook_what_high_levels_see() -> None:
    ends = [begins[-1] for begins in last_turns("vier3d", 8)]

    def wins(level: int) -> int:
        return sum(
            whole_turn(FallbackPlayer(position.game, level, seed), position).is_over
            for seed, position in enumerate(ends)
        )

    assert wins(1) < wins(10) == len(ends)


def test_seed_reproduces_a_turn() -> None:
    position = load("inner_square").start()
    first, second = (FallbackPlayer(position.game, 3, 5).think(position, Limit()) for _ in range(2))
    assert first.lines == second.lines


def test_stop_request_ends_with_a_whole_turn() -> None:
    position = load("tzaar").start(seed=1).play(load("tzaar").start(seed=1).legal_moves()[0])
    stop = Event()
    stop.set()
    hurried = FallbackPlayer(position.game, seed=1).think(position, Limit(), stop=stop)
    is_quiet = FallbackPlayer(position.game, seed=1).think(position, Limit())
    assert len(hurried.lines[0].actions) == 2
    assert hurried.nodes < is_quiet.nodes


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
