"""Invalid arguments of public functions raise `SteinreichError`.

`CALLS` has every public callable with valid arguments. Each argument is replaced by invalid values,
one at a time.
"""

import asyncio
import inspect
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import steinreich
import steinreich.notebook
import steinreich.records
import steinreich.rl
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
    arena,
    iter_records,
    load,
    player,
)
from steinreich.notebook import PlayableBoard, RecordViewer
from steinreich.records import Node
from steinreich.rl.gymnasium_env import SingleAgentEnv
from steinreich.rl.open_spiel_game import game_class
from steinreich.rl.pettingzoo_env import GameEnv, env
from tests.test_public_interface import INTERNAL

GAME = load("vier3d")
START = GAME.start()
OTHER = load("chain_reaxis").start()
FINISHED = GAME.position("rrrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- b")
SYMMETRY = GAME.symmetries[1]

# Invalid values by the expected type; where an argument allows some of them, such as None or 0, a
# slice leaves these out.
INVALID_GAMES: list[Any] = [
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
INVALID_POSITIONS: list[Any] = [None, 7, "vier3d", str(START), START.state, [START]]
FOREIGN: list[Any] = [*INVALID_POSITIONS, OTHER, load("vier3d(players=3)").start(), FINISHED]
INVALID_NAMES: list[Any] = [None, 7, "", "z9", "b3y", ["b3"], "b3 ", "B3\n"]
INVALID_NUMBERS: list[Any] = [None, -1, 99, 1 << 70, 1.0, float("nan"), "b3", [0]]
INVALID_SEEDS: list[Any] = [-1, 1 << 64, 0.5, "1", True, [1]]
INVALID_COUNTS: list[Any] = [None, -1, 0.5, "3", True, float("nan"), float("inf"), [1]]
INVALID_SECONDS: list[Any] = [0, -1, "1", True, float("nan"), float("inf"), 10**400, [1]]
INVALID_SYMMETRIES: list[Any] = [None, 7, {}, {"a1": "a1"}, {"a1": "b1"}, list(SYMMETRY)]
INVALID_LANGUAGES: list[Any] = [None, 7, "xx", "", ["en"]]
INVALID_RECORDS: list[Any] = [None, 7, "text", START, [START], {}]
RING_OF_UNKNOWN_KIND = steinreich.Ring("a1.1", "wavy")  # type: ignore[arg-type]
INVALID_FLAGS: list[Any] = [None, 1, "yes"]
INVALID_EVENTS: list[Any] = [7, "now", True]
INVALID_FUNCTIONS: list[Any] = [7, "print"]
INVALID_TEXTS: list[Any] = [None, 7, b"1. a1", ["1. a1"]]
INVALID_OPPONENTS: list[Any] = [7, "levl3", [7], b"random"]
INVALID_SEATS: list[Any] = [-1, 2, 0.5, "0", True, [0]]
INVALID_ARRAYS: list[Any] = [None, 7, "abc", [[1]]]


class Call(NamedTuple):
    """A public callable with valid arguments and, for each argument, invalid values."""

    function: Callable[..., Any]
    valid: dict[str, Any]
    invalid: dict[str, list[Any]]


def make_record() -> Record:
    """Return the record of a short game."""
    created = Record.new("vier3d")
    created.play("b3")
    return created


ENGINE = Engine("vier3d", memory=1)
COMMAND = f"{sys.executable} examples/greedy_engine.py vier3d"
MCTS = Mcts(START, nodes=1000)
PROVER = Prover(START, 0, table=1024)
SOLVER = Solver("chain_reaxis(size=4x4)", table=1024)
PUZZLE = steinreich.puzzles("vier3d")[0]
LINE = steinreich.Line((1, 2), steinreich.Verdict((0.0, 0.0)))
BATCH = steinreich.rl.make("vier3d", batch=2, threads=1)
STATE = BATCH.init()
OTHER_STATE = steinreich.rl.make("vier3d", batch=3, threads=1).init()
INVALID_STATES: list[Any] = [None, 7, OTHER_STATE, START]


def judge(positions: list[steinreich.Position]) -> list[steinreich.Judgement]:
    """Return network outputs for some positions."""
    return [steinreich.Judgement((0.0, 0.0), [1 / 32] * 32) for _ in positions]


def make_game_env() -> GameEnv:
    """Return a PettingZoo environment after its reset."""
    created = GameEnv("vier3d")
    created.reset(seed=1)
    return created


def make_single_agent_env() -> SingleAgentEnv:
    """Return a Gymnasium environment after its reset."""
    created = SingleAgentEnv("vier3d")
    created.reset(seed=1)
    return created


LIMITS: dict[str, list[Any]] = {
    "nodes": [0, *INVALID_COUNTS[1:]],
    "seconds": INVALID_SECONDS,
    "depth": [0, *INVALID_COUNTS[1:]],
    "lines": [0, *INVALID_COUNTS],
    "stop": INVALID_EVENTS,
}
TZAAR = Record.new("tzaar(setup=fixed)")
MATCH = arena.Match(GAME, ("random", "random"), 2)
WRONG_FIELDS: dict[str, list[Any]] = {
    "game": [None, 7, "vier3d"],
    "players": [None, 7, "random", (), ("random",), (7, "random")],
    "games": [0, *INVALID_COUNTS],
    "is_ladder": INVALID_FLAGS,
    "neighbours": [-1, 0.5, "1"],
    "openings": INVALID_COUNTS,
    "seed": [None, *INVALID_SEEDS],
    "limit": [None, 7, steinreich.Limit(nodes=0)],
    "timeout": [None, *INVALID_SECONDS],
    "is_once": INVALID_FLAGS,
}
WRONG_MATCHES = [
    MATCH._replace(**{field: value}) for field, values in WRONG_FIELDS.items() for value in values
]
CALLS: dict[str, Call] = {
    "load": Call(
        load,
        {"id": "vier3d"},
        {
            "id": INVALID_GAMES,
            "players": [None, 7, "four", True, [2]],
            "yellow": [1, "yes", None],
            "colour": [1],
        },
    ),
    "Game.start": Call(GAME.start, {}, {"seed": INVALID_SEEDS}),
    "Game.position": Call(
        GAME.position,
        {"text": str(START)},
        {"text": [*INVALID_POSITIONS[:3], START, "- r", str(OTHER), "x" * 10_000, ""]},
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
    "Position.play": Call(START.play, {"name": "b3"}, {"name": INVALID_NAMES}),
    "Position.parse_move": Call(START.parse_move, {"name": "b3"}, {"name": INVALID_NAMES}),
    "Position.after": Call(START.after, {"action": 1}, {"action": INVALID_NUMBERS}),
    "Position.name": Call(START.name, {"action": 1}, {"action": INVALID_NUMBERS}),
    "Position.spoken_name": Call(START.spoken_name, {"action": 1}, {"action": INVALID_NUMBERS}),
    "Position.describe_action": Call(
        START.describe_action, {"action": 1}, {"action": [*INVALID_NUMBERS[:6], "z9", [0]]}
    ),
    "Position.effects": Call(START.effects, {"name": "b3"}, {"name": INVALID_NAMES}),
    "Position.narrate": Call(START.narrate, {"name": "b3"}, {"name": INVALID_NAMES}),
    "Position.notation": Call(START.notation, {"name": "b3"}, {"name": INVALID_NAMES}),
    "Position.transform": Call(
        START.transform, {"symmetry": SYMMETRY}, {"symmetry": INVALID_SYMMETRIES}
    ),
    "Position.transform_move": Call(
        START.transform_move,
        {"name": "b3", "symmetry": SYMMETRY},
        {"name": INVALID_NAMES, "symmetry": INVALID_SYMMETRIES},
    ),
    "Position.transform_action": Call(
        START.transform_action,
        {"action": 1, "symmetry": SYMMETRY},
        {"action": INVALID_NUMBERS, "symmetry": INVALID_SYMMETRIES},
    ),
    "random_games": Call(
        steinreich.random_games,
        {"start": START, "games": 2},
        {
            "start": INVALID_POSITIONS,
            "games": INVALID_COUNTS,
            "seed": INVALID_SEEDS,
            "first": INVALID_COUNTS,
        },
    ),
    "svg": Call(
        steinreich.svg,
        {"position": START},
        {
            "position": INVALID_POSITIONS,
            "theme": [None, 7, "sepia"],
            "style": [None, 7, "marble", []],
            "language": INVALID_LANGUAGES,
            "width": INVALID_SECONDS,
            "targets": INVALID_FLAGS,
            "drawn": [
                None,
                7,
                "a1",
                ["a1"],
                [steinreich.Arrow("a1", "z9")],
                [steinreich.Ring(-1)],
                [RING_OF_UNKNOWN_KIND],
            ],
            "turned": [1, -90, "90", None, []],
        },
    ),
    "png": Call(
        steinreich.png,
        {"position": START},
        {"position": INVALID_POSITIONS, "scale": [None, *INVALID_SECONDS], "theme": ["sepia"]},
    ),
    "Record": Call(
        Record,
        {"start": START},
        {
            "start": INVALID_POSITIONS,
            "headers": [7, "Event", {"no name": "x"}, {"Event": 7}, {7: "x"}],
            "result": [7, "1-0", (1, 1), (1,), (2, -2)],
        },
    ),
    "Record.new": Call(
        Record.new, {"game": "vier3d"}, {"game": INVALID_GAMES, "seed": INVALID_SEEDS}
    ),
    "Record.from_position": Call(
        Record.from_position, {"position": START}, {"position": INVALID_POSITIONS}
    ),
    "Record.play": Call(
        lambda action: make_record().play(action), {"action": "b3"}, {"action": INVALID_NAMES}
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
            "game": INVALID_GAMES[1:],
            "check": INVALID_FLAGS,
        },
    ),
    "write": Call(
        steinreich.write,
        {"records": make_record()},
        {"records": INVALID_RECORDS, "form": [None, 7, "pgn", []]},
    ),
    "player": Call(
        player,
        {"name": "random", "game": "vier3d"},
        {
            "name": [None, 7, "levl3", "level11", "", "ugi:/nowhere"],
            "game": INVALID_GAMES,
            "seed": INVALID_SEEDS,
        },
    ),
    "Engine": Call(
        Engine,
        {"game": "vier3d", "memory": 1},
        {
            "game": INVALID_GAMES,
            "memory": [0, 1 << 40, *INVALID_COUNTS],
            "seed": [None, *INVALID_SEEDS],
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
        {"command": COMMAND, "game": "vier3d"},
        {"command": [None, 7, "", "/nowhere", "'"], "game": INVALID_GAMES},
    ),
    "External, set up": Call(
        lambda **given: External(COMMAND, "vier3d", **given).close(),
        {},
        {
            "options": [7, "Depth", {7: "x"}, ["Depth"]],
            "timeouts": [
                7,
                10.0,
                {"start": 1},
                *(steinreich.UgiTimeouts(start=seconds) for seconds in INVALID_SECONDS),
            ],
        },
    ),
    "explain": Call(
        steinreich.explain,
        {"position": START, "action": "b3"},
        {
            "position": [*INVALID_POSITIONS, OTHER, FINISHED],
            "action": ["z9", *INVALID_NUMBERS[:6]],
            "language": INVALID_LANGUAGES,
            "limit": [0, *INVALID_COUNTS],
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
            "game": INVALID_GAMES[1:],
            "check": INVALID_FLAGS,
        },
    ),
    "Mcts": Call(
        Mcts,
        {"position": START, "nodes": 100},
        {
            "position": INVALID_POSITIONS,
            "nodes": [0, 1 << 31, *INVALID_COUNTS],
            "threads": [0, 1000, *INVALID_COUNTS],
            "seed": INVALID_SEEDS,
            "explore": [None, -1, "1", float("nan")],
        },
    ),
    "Prover": Call(
        Prover,
        {"position": START, "attacker": 0},
        {
            "position": INVALID_POSITIONS,
            "attacker": [2, *INVALID_COUNTS],
            "table": [0, *INVALID_COUNTS],
        },
    ),
    "Solver": Call(
        Solver,
        {"game": "chain_reaxis(size=4x4)"},
        {"game": [*INVALID_GAMES, "vier3d(players=3)"], "table": [0, *INVALID_COUNTS]},
    ),
    "Mcts.run": Call(
        MCTS.run,
        {"simulations": 10},
        {
            "simulations": [None, -1, *INVALID_COUNTS[2:]],  # None: without a limit
            "seconds": [-1, *INVALID_SECONDS[2:]],
            "stop": INVALID_EVENTS,
        },
    ),
    "Mcts.run_with_judge": Call(
        Mcts(START, nodes=1000).run_with_judge,
        {"judge": judge, "simulations": 10},
        {
            "judge": [
                None,
                *INVALID_FUNCTIONS,
                lambda _: None,
                lambda _: 7,
                lambda positions: [7] * len(positions),
                lambda positions: [None] * len(positions),
            ],
            "simulations": INVALID_COUNTS,
            "batch": [0, *INVALID_COUNTS],
            "seconds": [-1, *INVALID_SECONDS[2:]],
            "stop": INVALID_EVENTS,
        },
    ),
    "Mcts.move_to": Call(
        MCTS.move_to,
        {"position": START},
        {"position": FOREIGN[:-1], "within": [*INVALID_COUNTS, "x"]},
    ),
    "Mcts.set": Call(MCTS.set, {"position": START}, {"position": FOREIGN[:-1]}),
    "Mcts.line": Call(
        MCTS.line, {"action": 1}, {"action": INVALID_NUMBERS, "length": [0, *INVALID_COUNTS]}
    ),
    "Prover.run": Call(
        PROVER.run,
        {"position": START, "nodes": 10},
        {
            "position": FOREIGN,
            "seconds": [-1, *INVALID_SECONDS[2:]],
            "nodes": INVALID_COUNTS[1:],
            "stop": INVALID_EVENTS,
        },
    ),
    "Solver.values": Call(
        SOLVER.values,
        {"positions": [SOLVER.game.start()], "nodes": 10},
        {
            "positions": [None, 7, SOLVER.game.start(), [START], [None], "start"],
            "seconds": [-1, *INVALID_SECONDS[2:]],
            "stop": INVALID_EVENTS,
            "nodes": INVALID_COUNTS[1:],
            "threads": [0, *INVALID_COUNTS],
            "progress": INVALID_FUNCTIONS,
        },
    ),
    "Puzzle.choices": Call(
        PUZZLE.choices, {"played": []}, {"played": [None, -1, "b3", [7], [None], {}]}
    ),
    "Line.moves": Call(LINE.moves, {"position": START}, {"position": INVALID_POSITIONS}),
    "Line.steps": Call(LINE.steps, {"position": START}, {"position": INVALID_POSITIONS}),
    "Position": Call(
        steinreich.Position,
        {"game": GAME, "state": START.state},
        {
            "game": [None, 7, "vier3d", OTHER.game],
            "state": [None, 7, "x", str(START), tuple(START.state), OTHER.state],
        },
    ),
    "perft": Call(
        steinreich.perft,
        {"position": START, "depth": 1},
        {"position": INVALID_POSITIONS, "depth": [101, *INVALID_COUNTS]},
    ),
    "puzzles": Call(steinreich.puzzles, {"game": "vier3d"}, {"game": INVALID_GAMES}),
    "solve": Call(
        steinreich.solve,
        {"position": load("six_in_line(players=1)").start(), "seconds": 0.01},
        {
            "position": [*INVALID_POSITIONS, START],
            "seconds": [-1, *INVALID_SECONDS[2:]],
            "stop": INVALID_EVENTS,
        },
    ),
    "Position.text": Call(START.text, {}, {"colour": INVALID_FLAGS, "language": INVALID_LANGUAGES}),
    "play_match": Call(
        steinreich.play_match,
        {
            "game": "vier3d",
            "players": {"a": "random", "b": "random"},
            "games": 2,
            "progress": False,
        },
        {
            "game": INVALID_GAMES,
            "players": [
                None,
                7,
                "random",
                ["random"],
                {},
                {7: "random", "b": "random"},
                {"a": 7, "b": "random"},
            ],
            "games": [0, *INVALID_COUNTS],
            "openings": INVALID_COUNTS,
            "seed": INVALID_SEEDS,
            "seconds": INVALID_SECONDS,
            "nodes": [0, *INVALID_COUNTS[1:]],
            "progress": INVALID_FLAGS,
        },
    ),
    "arena.play_games": Call(
        lambda match, out=None, workers=None, create_player=player: arena.play_games(
            match, out, workers, create_player
        ),
        {"match": MATCH},
        {
            "match": [None, 7, "vier3d", GAME, *WRONG_MATCHES],
            "out": [7, b"file", ["file"]],
            "workers": [0, *INVALID_COUNTS[1:]],
            "create_player": [None, *INVALID_FUNCTIONS],
        },
    ),
    "arena.reports": Call(
        arena.reports,
        {"records": [make_record()]},
        {"records": [None, 7, [7], make_record(), "text"], "anchor": [7, "nobody", ["a"]]},
    ),
    "arena.plot": Call(
        arena.plot,
        {"reports": arena.reports([make_record()])},
        {
            "reports": [None, 7, [7], arena.reports([make_record()])[0]],
            "language": INVALID_LANGUAGES,
        },
    ),
    "records.Node": Call(Node, {}, {"action": [None, 7, ["b3"]], "comment": [None, 7, ["good"]]}),
    "Node.add": Call(
        Node().add, {"action": "b3"}, {"action": [None, 7, ["b3"]], "comment": [None, 7]}
    ),
    "records.detect_form": Call(
        steinreich.records.detect_form,
        {"text": "1. a1"},
        {"text": INVALID_TEXTS, "game": INVALID_GAMES[1:]},
    ),
    "records.from_json": Call(
        steinreich.records.from_json,
        {"data": steinreich.records.to_json(make_record())},
        {"data": [None, 7, "{}", [], {}, {"version": 1}], "game": INVALID_GAMES[1:]},
    ),
    "records.losses": Call(
        steinreich.records.losses,
        {"records": make_record(), "form": "rods"},
        {"records": INVALID_RECORDS, "form": [None, 7, "pgn", []]},
    ),
    "records.parse_text": Call(
        steinreich.records.parse_text,
        {"text": '[Game "vier3d"] 1. a1'},
        {"text": INVALID_TEXTS, "game": INVALID_GAMES[1:]},
    ),
    "records.parse_rods": Call(
        steinreich.records.parse_rods,
        {"text": "1 2"},
        {"text": INVALID_TEXTS, "game": INVALID_GAMES[1:]},
    ),
    "records.parse_little_golem": Call(
        steinreich.records.parse_little_golem,
        {"text": steinreich.records.to_little_golem(TZAAR)},
        {"text": [*INVALID_TEXTS, "", "(;"]},
    ),
    "records.result_name": Call(
        steinreich.records.result_name,
        {"result": (1, -1)},
        {"result": [7, "1-0", (), (2, -2), [None], ("1", "0"), [[1]]]},
    ),
    "records.result_names": Call(
        steinreich.records.result_names,
        {"players": 2},
        {"players": [None, 0, 1 << 40, "2", True, 2.0, [2]]},
    ),
    **{
        f"records.{function.__name__}": Call(
            function, {"record": right}, {"record": [*INVALID_RECORDS, [make_record()]]}
        )
        for function, right in (
            (steinreich.records.to_text, make_record()),
            (steinreich.records.to_json, make_record()),
            (steinreich.records.to_rods, make_record()),
            (steinreich.records.to_little_golem, TZAAR),
        )
    },
    "notebook.RecordViewer": Call(
        RecordViewer,
        {"record": make_record()},
        {"record": INVALID_RECORDS, "language": INVALID_LANGUAGES},
    ),
    "notebook.PlayableBoard": Call(
        PlayableBoard,
        {"start": "vier3d"},
        {
            "start": INVALID_GAMES,
            "opponent": INVALID_OPPONENTS,
            "seat": [None, *INVALID_SEATS],
            "seconds": [None, *INVALID_SECONDS],
            "language": INVALID_LANGUAGES,
        },
    ),
    "PlayableBoard.play": Call(
        lambda move: PlayableBoard("vier3d").play(move), {"move": "b3"}, {"move": INVALID_NAMES}
    ),
    "rl.make": Call(
        steinreich.rl.make,
        {"game": "vier3d", "batch": 2},
        {
            "game": INVALID_GAMES,
            "batch": [0, 1 << 31, *INVALID_COUNTS],
            "device": [None, 7, "gpu", ["cpu"]],
            "threads": [0, *INVALID_COUNTS[1:]],
            "auto_reset": INVALID_FLAGS,
            "max_steps": [0, *INVALID_COUNTS[1:]],
            "check": INVALID_FLAGS,
            "players": [None, 7, "four"],
        },
    ),
    "BatchEnvironment.init": Call(BATCH.init, {}, {"seed": [None, *INVALID_SEEDS]}),
    "BatchEnvironment.step": Call(
        BATCH.step,
        {"state": STATE, "actions": [1, 2]},
        {
            "state": INVALID_STATES,
            "actions": [None, 7, "ab", [1], [1, 2, 3], [0.5, 1], [[1, 2]], {}, [None, 1]],
            "out": [7, STATE, OTHER_STATE],
        },
    ),
    "BatchEnvironment.sample": Call(
        BATCH.sample,
        {"state": STATE},
        {"state": INVALID_STATES, "seed": [None, *INVALID_SEEDS], "out": INVALID_ARRAYS[1:]},
    ),
    "BatchEnvironment.positions": Call(
        BATCH.positions, {"state": STATE}, {"state": INVALID_STATES, "count": INVALID_COUNTS[1:]}
    ),
    "BatchEnvironment.from_positions": Call(
        BATCH.from_positions,
        {"positions": [START, START]},
        {
            "positions": [None, 7, START, [START], [START, OTHER], [START, 7], "ab"],
            "seed": [None, *INVALID_SEEDS],
        },
    ),
    "rl.observation": Call(
        steinreich.rl.observation,
        {"position": START},
        {"position": INVALID_POSITIONS, "player": INVALID_SEATS},
    ),
    "rl.action_mask": Call(
        steinreich.rl.action_mask, {"position": START}, {"position": INVALID_POSITIONS}
    ),
    "rl.observation_shape": Call(
        steinreich.rl.observation_shape, {"game": "vier3d"}, {"game": INVALID_GAMES}
    ),
    "rl.plane_names": Call(steinreich.rl.plane_names, {"game": "vier3d"}, {"game": INVALID_GAMES}),
    "rl.env": Call(
        env,
        {"game": "vier3d"},
        {
            "game": INVALID_GAMES,
            "render_mode": [7, "video"],
            "illegal_reward": [None, "bad", float("nan")],
        },
    ),
    "rl.GameEnv": Call(
        GameEnv, {"game": "vier3d"}, {"game": INVALID_GAMES, "render_mode": [7, "video"]}
    ),
    "GameEnv.reset": Call(
        lambda **given: GameEnv("vier3d").reset(**given),
        {},
        {"seed": INVALID_SEEDS, "options": [7, "position", {"position": 7}, {"position": "x"}]},
    ),
    "GameEnv.step": Call(
        lambda action: make_game_env().step(action),
        {"action": 1},
        {"action": INVALID_NUMBERS},
    ),
    **{
        f"GameEnv.{function.__name__}": Call(
            function, {"agent": "player_0"}, {"agent": [None, 7, "player_2", []]}
        )
        for function in (
            make_game_env().observe,
            make_game_env().observation_space,
            make_game_env().action_space,
        )
    },
    "GameEnv.mask": Call(
        make_game_env().mask, {"agent": "player_0"}, {"agent": [None, 7, "player_2", []]}
    ),
    "rl.SingleAgentEnv": Call(
        SingleAgentEnv,
        {"game": "vier3d"},
        {
            "game": INVALID_GAMES,
            "opponent": [None, 7, [7], ["random", "random"]],
            "seat": INVALID_SEATS,
            "illegal_reward": ["bad", float("nan")],
            "render_mode": [7, "video"],
        },
    ),
    "SingleAgentEnv.reset": Call(
        lambda **given: SingleAgentEnv("vier3d").reset(**given),
        {},
        {"seed": INVALID_SEEDS, "options": [7, "position", {"position": 7}, {"position": "x"}]},
    ),
    "SingleAgentEnv.step": Call(
        lambda action: make_single_agent_env().step(action),
        {"action": 1},
        {"action": ["b3", None, 1.0, [0]]},
    ),
    "rl.game_class": Call(game_class, {"name": "vier3d"}, {"name": INVALID_GAMES}),
    "rl.OpenSpielGame": Call(
        game_class("vier3d"),
        {"params": {}},
        {"params": [7, "seed", {"seed": "x"}, {"seed": -1}, {"position": 7}, {"size": 9}]},
    ),
}


def list_invalid_arguments() -> Iterator[Any]:
    for name, call in CALLS.items():
        for argument, values in call.invalid.items():
            for number, value in enumerate(values):
                yield pytest.param(call, argument, value, id=f"{name}-{argument}-{number}")


@pytest.mark.parametrize(("call", "argument", "value"), [*list_invalid_arguments()])
def test_invalid_arguments_raise_an_error(call: Call, argument: str, value: Any) -> None:
    with pytest.raises(SteinreichError) as error:
        call.function(**call.valid | {argument: value})
    assert str(error.value)
    assert error.value.message.in_language("de")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", CALLS)
def test_accepts_valid_arguments(name: str) -> None:
    CALLS[name].function(**CALLS[name].valid)


MODULES = {
    "": steinreich,
    "arena.": arena,
    "notebook.": steinreich.notebook,
    "records.": steinreich.records,
    "rl.": steinreich.rl,
}


def public_functions() -> Iterator[str]:
    """Return the public functions and classes of the packages, with their package."""
    for prefix, module in MODULES.items():
        for name in module.__all__:
            value = getattr(module, name)
            is_error = isinstance(value, type) and issubclass(value, Exception)
            if callable(value) and not is_error:
                yield name if hasattr(steinreich, name) else prefix + name


def public_methods() -> Iterator[str]:
    """Return the public methods that take an argument, by class and name."""
    classes: list[Any] = [
        getattr(module, name) for module in MODULES.values() for name in module.__all__
    ]
    for owner in {*classes, GameEnv, SingleAgentEnv} - {steinreich.AsyncEngine}:
        if not isinstance(owner, type) or issubclass(owner, Exception):
            continue
        for name, value in vars(owner).items():
            if name.startswith("_") or name in INTERNAL.get(owner.__name__, ()):
                continue
            function = getattr(value, "__func__", value)
            if inspect.isfunction(function) and len(inspect.signature(function).parameters) > 1:
                yield f"{owner.__name__}.{name}"


def test_every_public_callable_is_in_the_table() -> None:
    tested_names = {name.partition(",")[0] for name in CALLS}
    assert {*public_functions()} - tested_names == NOT_IN_TABLE


def test_every_public_method_is_in_the_table() -> None:
    functions = (call.function for call in CALLS.values())
    tested_methods = {
        getattr(function, "__qualname__", "") for function in functions
    } | CALLS.keys()
    assert {*public_methods()} - tested_methods == TESTED_ELSEWHERE


# Classes that users do not create themselves, or that have tests of their own
NOT_IN_TABLE = {
    *("AnalysedLine", "Analysis", "Arrow", "Game", "Judgement", "Limit", "Line", "MatchResult"),
    *("UgiTimeouts", "Player", "Puzzle", "Question", "Ring", "SearchResult", "Verdict"),
    *("AsyncEngine", "GpuGames", "games"),
    *(
        "arena.Match",
        "records.Result",
        "records.ReadGame",
        "records.schema",
        "records.read_leniently",
    ),
    *("rl.BatchEnvironment", "rl.BatchState", "rl.CudaArray"),
}
TESTED_ELSEWHERE = {"GpuGames.launch", "GpuGames.play", "Player.answer"}


def test_closed_players_refuse_questions() -> None:
    with Engine("vier3d", memory=1) as closed:
        closed.play(START, nodes=1)
    closed.close()  # a second time: no effect
    for ask in (closed.play, closed.analyse):
        with pytest.raises(PlayerClosed, match="the player engine has been closed"):
            ask(START, nodes=1)


def test_error_names_an_unknown_limit() -> None:
    with pytest.raises(BadType, match=r"unknown limit 'second'; .*; did you mean 'seconds'?"):
        ENGINE.play(START, second=1)  # type: ignore[call-arg]


def test_awaited_engines_refuse_the_same_arguments() -> None:
    async def check() -> None:
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

    asyncio.run(check())
