"""Only games interpret action names: with opaque names, everything else is the same."""

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
    known = load(request.param)
    folder = shutil.copytree(get_game_path(known.module), tmp_path / known.name)
    with (folder / "__init__.py").open("a") as face:
        face.write(OPAQUE_NAMES)
    strange = load(folder, **known.options)
    lines = [[known.start(1)], [strange.start(1)]]
    rng = random.Random(request.param)
    while len(lines[0]) <= MAX_ACTIONS and not lines[0][-1].is_over:
        action = rng.choice(lines[0][-1].actions())
        for line in lines:
            line.append(line[-1].after(action))
    return tuple(lines)


def make_all_frames(line: list[Position]) -> list[Any]:
    done = get_steps(line)
    return [
        make_frame(position, get_last_turn(done, number), legal_language="en")
        for number, position in enumerate(line)
    ]


def test_frames_do_not_depend_on_action_names(two_games: tuple[list[Position], ...]) -> None:
    for plain, strange in zip(*map(make_all_frames, two_games), strict=True):
        assert strange["targets"] == {
            make_opaque_name(name): one for name, one in plain["targets"].items()
        }
        for happened, alike in zip(plain["last"], strange["last"], strict=True):
            assert alike == {**happened, "action": make_opaque_name(happened["action"])}
        rest: dict[str, Any] = {"targets": {}, "last": []}
        assert {**strange, **rest} == {**plain, **rest}


def test_pictures_do_not_depend_on_action_names(two_games: tuple[list[Position], ...]) -> None:
    for before, after in zip(*two_games, strict=True):
        plain, strange = as_data(picture(before)), as_data(picture(after))
        assert strange["targets"] == {
            make_opaque_name(name): one for name, one in plain["targets"].items()
        }
        names = {"targets": {}, "last_action": ""}
        assert {**strange, **names} == {**plain, **names}


def test_reasons_for_illegal_cells_do_not_depend_on_action_names(
    two_games: tuple[list[Position], ...],
) -> None:
    rng = random.Random(1)
    for plain, strange in zip(*two_games, strict=True):
        cells = range(len(plain.game.board.cells))
        for touched in ([rng.choice(cells)], rng.sample(cells, 2)):
            if not plain.is_over:
                assert explain_unusable_cells(plain, touched) == explain_unusable_cells(
                    strange, touched
                )
