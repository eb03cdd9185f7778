"""An outsider's mistakes: whatever a public name cannot take is a `SteinreichError`.

The table has every public callable with arguments that are right; each argument is replaced by
values that are wrong for it, one at a time.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import steinreich
from steinreich import (
    AsyncEngine,
    BadType,
    Engine,
    External,
    Mcts,
    PlayerClosed,
    Prover,
    Record,
    Solver,
    SteinreichError,
    iter_records,
    load,
    player,
)

GAME = load("vier3d")
START = GAME.start()
OTHER = load("chain_reaxis").start()
OVER = GAME.position("rrrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- b")
MIRROR = GAME.symmetries[1]

# Wrong values by what is expected
NO_GAMES: list[Any] = [
    None,
    7,
    b"vier3d",
    "chess",
    "vier3d(",
    "vier3d(size=9)",
    [],
    "no/file.py",
    "",
]
NO_POSITIONS: list[Any] = [None, 7, "vier3d", str(START), START.state, [START]]
FOREIGN: list[Any] = [*NO_POSITIONS, OTHER, load("vier3d(players=3)").start(), OVER]
NO_NAMES: list[Any] = [None, 7, "", "z9", "b3y", ["b3"], "b3 ", "B3\n"]
NO_NUMBERS: list[Any] = [None, -1, 99, 1 << 70, 1.0, float("nan"), "b3", [0]]
NO_SEEDS: list[Any] = [-1, 1 << 64, 0.5, "1", True, [1]]
NO_COUNTS: list[Any] = [None, -1, 0.5, "3", True, float("nan"), float("inf"), [1]]
NO_SECONDS: list[Any] = [0, -1, "1", True, float("nan"), float("inf"), 10**400, [1]]
NO_SYMMETRIES: list[Any] = [None, 7, {}, {"a1": "a1"}, {"a1": "b1"}, list(MIRROR)]
NO_WORDS: list[Any] = [None, 7, "fr", "", ["en"]]
NO_RECORDS: list[Any] = [None, 7, "text", START, [START], {}]
WAVY = steinreich.Ring("a1.1", "wavy")  # type: ignore[arg-type]
NO_FLAGS: list[Any] = [None, 1, "yes"]


class Call(NamedTuple):
    """A public callable, its arguments, and what is wrong for each of these."""

    function: Callable[..., Any]
    right: dict[str, Any]
    wrong: dict[str, list[Any]]


def record() -> Record:
    """A short game."""
    made = Record.new("vier3d")
    made.play("b3")
    return made


def engine() -> Engine:
    return ENGINE


ENGINE = Engine("vier3d", memory=1)
LIMITS: dict[str, list[Any]] = {
    "nodes": [0, *NO_COUNTS[1:]],
    "seconds": NO_SECONDS,
    "depth": [0, *NO_COUNTS[1:]],
    "lines": [0, *NO_COUNTS],
    "stop": [7, "now"],
}
CALLS: dict[str, Call] = {
    "load": Call(
        load,
        {"id": "vier3d"},
        {
            "id": NO_GAMES,
            "players": [None, 7, "four", True, [2]],
            "yellow": [1, "yes", None],
            "colour": [1],
        },
    ),
    "Game.start": Call(GAME.start, {}, {"seed": NO_SEEDS}),
    "Game.position": Call(
        GAME.position,
        {"text": str(START)},
        {"text": [*NO_POSITIONS[:3], START, "- r", str(OTHER), "x" * 10_000, ""]},
    ),
    "Game.setup": Call(
        GAME.setup,
        {"pieces": {"a1": "r"}},
        {
            "pieces": [
                None,
                7,
                "a1",
                {"z9": "r"},
                {"a1": "x"},
                {"a1": 7},
                {7: "r"},
                [7],
                [None],
                {"a1": None},
            ],
            "player": [7, -1, None, "green", [1]],
            "colour": ["r"],
        },
    ),
    "Position.play": Call(START.play, {"name": "b3"}, {"name": NO_NAMES}),
    "Position.parse_move": Call(START.parse_move, {"name": "b3"}, {"name": NO_NAMES}),
    "Position.after": Call(START.after, {"action": 1}, {"action": NO_NUMBERS}),
    "Position.name": Call(START.name, {"action": 1}, {"action": NO_NUMBERS}),
    "Position.spoken": Call(START.spoken, {"action": 1}, {"action": NO_NUMBERS}),
    "Position.described": Call(
        START.described, {"action": 1}, {"action": [*NO_NUMBERS[:6], "z9", [0]]}
    ),
    "Position.effects": Call(START.effects, {"name": "b3"}, {"name": NO_NAMES}),
    "Position.narrated": Call(START.narrated, {"name": "b3"}, {"name": NO_NAMES}),
    "Position.notation": Call(START.notation, {"name": "b3"}, {"name": NO_NAMES}),
    "Position.turned": Call(START.turned, {"symmetry": MIRROR}, {"symmetry": NO_SYMMETRIES}),
    "Position.turned_move": Call(
        START.turned_move,
        {"name": "b3", "symmetry": MIRROR},
        {"name": NO_NAMES, "symmetry": NO_SYMMETRIES},
    ),
    "Position.turned_action": Call(
        START.turned_action,
        {"action": 1, "symmetry": MIRROR},
        {"action": NO_NUMBERS, "symmetry": NO_SYMMETRIES},
    ),
    "random_games": Call(
        steinreich.random_games,
        {"start": START, "games": 2},
        {"start": NO_POSITIONS, "games": NO_COUNTS, "seed": NO_SEEDS, "first": NO_COUNTS},
    ),
    "svg": Call(
        steinreich.svg,
        {"position": START},
        {
            "position": NO_POSITIONS,
            "theme": [None, 7, "sepia"],
            "style": [None, 7, "marble", []],
            "language": NO_WORDS,
            "width": NO_SECONDS,
            "targets": NO_FLAGS,
            "drawn": [
                None,
                7,
                "a1",
                ["a1"],
                [steinreich.Arrow("a1", "z9")],
                [steinreich.Ring(-1)],
                [WAVY],
            ],
            "turned": [1, -90, "90", None, []],
        },
    ),
    "png": Call(
        steinreich.png,
        {"position": START},
        {"position": NO_POSITIONS, "scale": [None, *NO_SECONDS], "theme": ["sepia"]},
    ),
    "Record": Call(
        Record,
        {"start": START},
        {
            "start": NO_POSITIONS,
            "headers": [7, "Event", {"no name": "x"}, {"Event": 7}, {7: "x"}],
            "result": [7, "1-0", (1, 1), (1,), (2, -2)],
        },
    ),
    "Record.new": Call(Record.new, {"game": "vier3d"}, {"game": NO_GAMES, "seed": NO_SEEDS}),
    "Record.of": Call(Record.of, {"position": START}, {"position": NO_POSITIONS}),
    "Record.play": Call(
        lambda action: record().play(action), {"action": "b3"}, {"action": NO_NAMES}
    ),
    "read": Call(
        steinreich.read,
        {"source": '[Game "vier3d"] 1. a1 b1'},
        {
            "source": [
                None,
                7,
                b"1. a1",
                "",
                "1. a1",
                '[Game "chess"] 1. e4',
                '[Game "vier3d"] 1. z9',
                "{",
                "(;",
            ],
            "form": [7, "pgn", []],
            "game": NO_GAMES[1:],
            "check": NO_FLAGS,
        },
    ),
    "write": Call(
        steinreich.write,
        {"records": record()},
        {"records": NO_RECORDS, "form": [None, 7, "pgn", []]},
    ),
    "player": Call(
        player,
        {"name": "random", "game": "vier3d"},
        {
            "name": [None, 7, "levl3", "level11", "", "ugi:/nowhere"],
            "game": NO_GAMES,
            "seed": NO_SEEDS,
        },
    ),
    "Engine": Call(
        Engine,
        {"game": "vier3d", "memory": 1},
        {
            "game": NO_GAMES,
            "threads": [0, 1000, *NO_COUNTS],
            "memory": [0, 1 << 40, *NO_COUNTS],
            "seed": [None, *NO_SEEDS],
        },
    ),
    "Engine.play": Call(
        ENGINE.play,
        {"position": START, "nodes": 10},
        {"position": FOREIGN, **LIMITS, "lines": [1], "time": [1], "node": [5]},
    ),
    "Engine.analyse": Call(
        ENGINE.analyse,
        {"position": START, "nodes": 10},
        {"position": FOREIGN, **LIMITS, "progress": [7], "time": [1]},
    ),
    "Engine.think": Call(
        ENGINE.think,
        {"position": START, "limit": steinreich.Limit(nodes=10)},
        {
            "position": FOREIGN,
            "limit": [None, 7, (1, 2, 3), {"nodes": 1}],
            "lines": LIMITS["lines"],
        },
    ),
    "Engine.analyses": Call(
        ENGINE.analyses,
        {"position": START, "nodes": 10},
        {"position": FOREIGN, "nodes": LIMITS["nodes"], "lines": LIMITS["lines"], "time": [1]},
    ),
    "External": Call(
        lambda command, game: External(command, game).close(),
        {"command": f"{sys.executable} examples/greedy_engine.py vier3d", "game": "vier3d"},
        {"command": [None, 7, "", "/nowhere", "'"], "game": NO_GAMES},
    ),
    "explain": Call(
        steinreich.explain,
        {"position": START, "action": "b3"},
        {
            "position": [*NO_POSITIONS, OTHER, OVER],
            "action": ["z9", *NO_NUMBERS[:6]],
            "language": NO_WORDS,
            "limit": [0, *NO_COUNTS],
        },
    ),
    "iter_records": Call(
        lambda **given: list(iter_records(**given)),
        {"source": Path("tests/records/two_records.txt")},
        {
            "source": [
                None,
                7,
                '[Game "vier3d"] 1. a1',
                b"1. a1",
                StringIO("1. a1"),
                StringIO('[Game "vier3d"] 1. z9'),
                StringIO('{"version": 1}'),
            ],
            "game": NO_GAMES[1:],
            "check": NO_FLAGS,
        },
    ),
    "Mcts": Call(
        Mcts,
        {"position": START, "nodes": 100},
        {
            "position": NO_POSITIONS,
            "nodes": [0, 1 << 31, *NO_COUNTS],
            "threads": [0, 1000, *NO_COUNTS],
            "seed": NO_SEEDS,
            "explore": [None, -1, "1", float("nan")],
        },
    ),
    "Prover": Call(
        Prover,
        {"position": START, "attacker": 0},
        {"position": NO_POSITIONS, "attacker": [2, *NO_COUNTS], "table": [0, *NO_COUNTS]},
    ),
    "Solver": Call(
        Solver,
        {"game": "chain_reaxis(size=4x4)"},
        {"game": [*NO_GAMES, "vier3d(players=3)"], "table": [0, *NO_COUNTS]},
    ),
    "perft": Call(
        steinreich.perft,
        {"position": START, "depth": 1},
        {"position": NO_POSITIONS, "depth": [101, *NO_COUNTS]},
    ),
    "puzzles": Call(steinreich.puzzles, {"game": "vier3d"}, {"game": NO_GAMES}),
    "solve": Call(
        steinreich.solve,
        {"position": load("six_in_line(players=1)").start(), "seconds": 0.01},
        {"position": [*NO_POSITIONS, START], "seconds": [-1, *NO_SECONDS[2:]]},
    ),
    "Position.text": Call(START.text, {}, {"colour": NO_FLAGS, "language": NO_WORDS}),
    "play_match": Call(
        steinreich.play_match,
        {
            "game": "vier3d",
            "players": {"a": "random", "b": "random"},
            "games": 2,
            "progress": False,
        },
        {
            "game": NO_GAMES,
            "players": [
                None,
                7,
                "random",
                ["random"],
                {},
                {7: "random", "b": "random"},
                {"a": 7, "b": "random"},
            ],
            "games": [0, *NO_COUNTS],
            "openings": NO_COUNTS,
            "seed": NO_SEEDS,
        },
    ),
}


def mistakes() -> Iterator[Any]:
    for name, call in CALLS.items():
        for argument, values in call.wrong.items():
            for number, value in enumerate(values):
                yield pytest.param(call, argument, value, id=f"{name}-{argument}-{number}")


@pytest.mark.parametrize(("call", "argument", "value"), [*mistakes()])
def test_mistakes_are_told(call: Call, argument: str, value: Any) -> None:
    with pytest.raises(SteinreichError) as error:
        call.function(**call.right | {argument: value})
    assert str(error.value)
    assert error.value.words.de
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", CALLS)
def test_what_is_right_is_taken(name: str) -> None:
    CALLS[name].function(**CALLS[name].right)


def test_every_public_callable_is_in_the_table() -> None:
    kinds = {name.partition(".")[0] for name in CALLS}
    for name in steinreich.__all__:
        value = getattr(steinreich, name)
        is_error = isinstance(value, type) and issubclass(value, Exception)
        if callable(value) and not is_error and name not in TAKES_NOTHING:
            assert name in kinds, name


# What library code makes, and callers only look at; arrows are checked when they are drawn
TAKES_NOTHING = {"AnalysedLine", "Analysis", "Arrow", "Game", "MatchResult", "Player", "Ring"}
TAKES_NOTHING |= {
    "Judgement",
    "Limit",
    "Line",
    "Opinion",
    "Patience",
    "Puzzle",
    "Question",
    "Verdict",
}
TAKES_NOTHING |= {"AsyncEngine", "GpuGames", "games"}  # below; in tests of their own; nothing


def test_closed_players_refuse_to_think() -> None:
    with Engine("vier3d", memory=1) as closed:
        closed.play(START, nodes=1)
    closed.close()  # once more does no harm
    for ask in (closed.play, closed.analyse):
        with pytest.raises(PlayerClosed, match="the player engine has been closed"):
            ask(START, nodes=1)


def test_unknown_limits_are_named() -> None:
    with pytest.raises(BadType, match=r"there is no limit 'second', .*; did you mean 'seconds'?"):
        ENGINE.play(START, second=1)  # type: ignore[call-arg]


def test_awaited_engines_refuse_the_same() -> None:
    async def asked() -> None:
        async with AsyncEngine(Engine("vier3d", memory=1)) as closed:
            for wrong in ({"nodes": -1}, {"time": 1}, {"lines": 0}, {"seconds": 0}):
                for ask in (closed.play, closed.analyse):
                    with pytest.raises(SteinreichError):
                        await ask(START, **wrong)
                with pytest.raises(SteinreichError):
                    async for _ in closed.analyses(START, **wrong):
                        pass
            with pytest.raises(SteinreichError, match="position is of"):
                await closed.play(OTHER, nodes=1)
        with pytest.raises(PlayerClosed):
            await closed.play(START, nodes=1)
        await closed.close()
        with pytest.raises(PlayerClosed):
            AsyncEngine(closed.player)

    asyncio.run(asked())
