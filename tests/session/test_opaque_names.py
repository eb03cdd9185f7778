"""Nobody but a game reads its action names: where they are riddles, all else is the same."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from steinreich import Position, games, load
from steinreich.compile.binder import home
from steinreich.draw import as_data, picture
from steinreich.session.views.frames import frame, last_turn, steps
from steinreich.session.why_not import why_not

RIDDLES = """

from . import actions

ACTION = "[0-9a-f]+"


def name(s, action):
    return actions.name(s, action).encode().hex()


def meant(s, name):
    return actions.meant(s, bytes.fromhex(name).decode())
"""
ACTIONS_PLAYED = 24


def riddle(name: str) -> str:
    return name.encode().hex()


@pytest.fixture(params=[name for name in games() if name != "tzaar"] + ["tzaar(setup=fixed)"])
def two_games(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[list[Position], ...]:
    """The same random game, as it is and with riddles for names."""
    known = load(request.param)
    folder = shutil.copytree(home(known.module), tmp_path / known.name)
    with (folder / "__init__.py").open("a") as face:
        face.write(RIDDLES)
    strange = load(folder, **known.options)
    lines = [[known.start(1)], [strange.start(1)]]
    dice = random.Random(request.param)
    while len(lines[0]) <= ACTIONS_PLAYED and not lines[0][-1].is_over:
        action = dice.choice(lines[0][-1].actions())
        for line in lines:
            line.append(line[-1].after(action))
    return tuple(lines)


def frames(line: list[Position]) -> list[Any]:
    done = steps(line)
    return [
        frame(position, last_turn(done, number), acting="en")
        for number, position in enumerate(line)
    ]


def test_frames(two_games: tuple[list[Position], ...]) -> None:
    for plain, strange in zip(*map(frames, two_games), strict=True):
        assert strange["targets"] == {riddle(name): one for name, one in plain["targets"].items()}
        for happened, alike in zip(plain["last"], strange["last"], strict=True):
            assert alike == {**happened, "action": riddle(happened["action"])}
        rest: dict[str, Any] = {"targets": {}, "last": []}
        assert {**strange, **rest} == {**plain, **rest}


def test_pictures(two_games: tuple[list[Position], ...]) -> None:
    for before, after in zip(*two_games, strict=True):
        plain, strange = as_data(picture(before)), as_data(picture(after))
        assert strange["targets"] == {riddle(name): one for name, one in plain["targets"].items()}
        names = {"targets": {}, "last_action": ""}
        assert {**strange, **names} == {**plain, **names}


def test_why_not(two_games: tuple[list[Position], ...]) -> None:
    dice = random.Random(1)
    for plain, strange in zip(*two_games, strict=True):
        cells = range(len(plain.game.board.cells))
        for touched in ([dice.choice(cells)], dice.sample(cells, 2)):
            if not plain.is_over:
                assert why_not(plain, touched) == why_not(strange, touched)
