"""Only game packages interpret action names: opaque names change nothing else."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from steinreich import Position, games, load
from steinreich.compile.binder import get_game_path
from steinreich.draw import as_data, picture
from steinreich.session.legal_actions import explain_unusable_cells
from steinreich.session.views.frames import get_last_turn, get_steps, make_frame

OPAQUE_NAMES = """

from . import notation

ACTION_PATTERN = "[0-9a-f]+"


def name(s, action):
    return notation.name(s, action).encode().hex()


def parse_action(s, name):
    return notation.parse_action(s, bytes.fromhex(name).decode())
"""
MAX_ACTIONS = 24


def make_opaque_name(name: str) -> str:
    return name.encode().hex()


@pytest.fixture(params=[name for name in games() if name != "tzaar"] + ["tzaar(setup=fixed)"])
def two_games(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[list[Position], ...]:
    """Return the same random game with its usual names and with opaque ones."""
    plain_game = load(request.param)
    folder = shutil.copytree(get_game_path(plain_game.module), tmp_path / plain_game.name)
    with (folder / "__init__.py").open("a") as file:
        file.write(OPAQUE_NAMES)
    opaque = load(folder, **plain_game.options)
    lines = [[plain_game.start(1)], [opaque.start(1)]]
    rng = random.Random(request.param)
    while len(lines[0]) <= MAX_ACTIONS and not lines[0][-1].is_over:
        action = rng.choice(lines[0][-1].actions())
        for line in lines:
            line.append(line[-1].after(action))
    return tuple(lines)


def make_all_frames(line: list[Position]) -> list[Any]:
    path_steps = get_steps(line)
    return [
        make_frame(position, get_last_turn(path_steps, number), legal_language="en")
        for number, position in enumerate(line)
    ]


def test_frames_do_not_depend_on_action_names(two_games: tuple[list[Position], ...]) -> None:
    for plain, opaque in zip(*map(make_all_frames, two_games), strict=True):
        assert opaque["targets"] == {
            make_opaque_name(name): target for name, target in plain["targets"].items()
        }
        for plain_action, opaque_action in zip(plain["last"], opaque["last"], strict=True):
            assert opaque_action == {
                **plain_action,
                "action": make_opaque_name(plain_action["action"]),
            }
        rest: dict[str, Any] = {"targets": {}, "last": []}
        assert {**opaque, **rest} == {**plain, **rest}


def test_pictures_do_not_depend_on_action_names(two_games: tuple[list[Position], ...]) -> None:
    for before, after in zip(*two_games, strict=True):
        plain, opaque = as_data(picture(before)), as_data(picture(after))
        assert opaque["targets"] == {
            make_opaque_name(name): target for name, target in plain["targets"].items()
        }
        names = {"targets": {}, "last_action": ""}
        assert {**opaque, **names} == {**plain, **names}


def test_reasons_for_illegal_cells_do_not_depend_on_action_names(
    two_games: tuple[list[Position], ...],
) -> None:
    rng = random.Random(1)
    for plain, opaque in zip(*two_games, strict=True):
        cells = range(len(plain.game.board.cells))
        for touched in ([rng.choice(cells)], rng.sample(cells, 2)):
            if not plain.is_over:
                assert explain_unusable_cells(plain, touched) == explain_unusable_cells(
                    opaque, touched
                )
