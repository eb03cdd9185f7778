"""The full-screen program by keyboard and by mouse."""

from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from steinreich.cli.tui import game_screens
from steinreich.cli.tui.app import SetupScreen, TerminalApp, is_light
from steinreich.cli.tui.game_screens import StudyScreen, TableScreen
from steinreich.core.game import load
from steinreich.records import Record, read
from tests.cli.tui.screens import (
    GOLDEN,
    OPENING_TOUCHES,
    get_screen_text,
    get_table,
    open_table,
    run_app,
    screens,
    touch,
)

EXPECTED_MOVES = {  # after the cells of OPENING_TOUCHES have been selected
    "chain_reaxis": ["c3c4", "d4d3"],
    "inner_square": ["a2-a3", "a6-a4"],
    "six_in_line": ["c3", "d4"],
    "tzaar(setup=fixed)": ["A5xA4"],
    "vier3d": ["b2", "b2", "c3", "a4"],
}


@pytest.fixture(autouse=True)
def skip_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_screens, "MIN_TURN_SECONDS", 0.0)


def test_screens_match_their_snapshots() -> None:
    """`python -m tests.cli.tui.screens` writes them again: check the changes."""
    texts = dict(screens())
    assert set(texts) == {file.name for file in GOLDEN.iterdir()}
    for name, text in texts.items():
        assert text == (GOLDEN / name).read_text("utf-8"), name


def test_all_games_can_be_played_by_keyboard_and_mouse() -> None:
    async def play_every_game(pilot: Pilot[str]) -> None:
        for game, cells in OPENING_TOUCHES.items():
            await open_table(pilot, game)
            await touch(pilot, *cells)
            table = get_table(pilot)
            assert table.table.moves() == EXPECTED_MOVES[game]
            held = table.board.highlights.held
            await pilot.press("escape")
            assert table.board.highlights.held is None
            before = table.table.moves()
            for cell in clicks(table) if held is None else (held, *clicks(table, held)):
                row, column = table.board.drawing.spots[cell]
                top, left = table.board.offsets
                await pilot.click("#board", offset=(left + column, top + row))
                await pilot.pause()
            assert len(table.table.moves()) == len(before) + 1
            pilot.app.pop_screen()

    run_app(play_every_game)


def clicks(table: TableScreen, held: int | None = None) -> tuple[int, ...]:
    """Return the cells to click for an action; `held` has already been selected."""
    choices = table.choices
    if held is not None:
        return (min(choices.pairs[held]),)
    if choices.alone:
        return (min(choices.alone),)
    first = min(choices.pairs)
    return first, min(choices.pairs[first])


def test_p_key_passes_the_turn() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "tzaar(setup=fixed)")
        await pilot.press("p")  # the first turn is one capture
        await touch(pilot, "A5", "A4")
        assert "p Pass" not in get_screen_text(get_app(pilot))
        await touch(pilot, "A1", "B1")
        assert "p Pass" in get_screen_text(get_app(pilot))
        await pilot.press("p")
        await pilot.pause()
        assert get_table(pilot).table.moves()[-1] == "pass"

    run_app(interact)


def test_refusal_shows_its_reason() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "inner_square")
        await touch(pilot, "a2", "d4")
        assert "a2" in get_screen_text(get_app(pilot))
        assert get_table(pilot).table.moves() == []

    run_app(interact)


def get_app(pilot: Pilot[str]) -> TerminalApp:
    return cast(TerminalApp, pilot.app)


def test_computer_answers_and_gives_hints() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "vier3d", ["human", "level3"])
        await touch(pilot, "d4")
        await pilot.app.workers.wait_for_complete()
        table = get_table(pilot)
        assert table.table.moves() == ["d4", "a1"]
        assert "Blue plays a1." in get_screen_text(get_app(pilot))
        await pilot.press("h")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert table.board.highlights.advised
        assert "a1: about 75 % (estimated)" in get_screen_text(get_app(pilot))
        await pilot.press("u")
        assert table.table.moves() == []
        await pilot.press("u")
        await pilot.pause()
        assert "nothing" in get_screen_text(get_app(pilot)).lower()

    run_app(interact)


def test_computers_play_to_the_end_and_resigning_ends() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "vier3d", ["random", "level1"])
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "wins" in get_screen_text(get_app(pilot))
        pilot.app.pop_screen()
        await open_table(pilot, "vier3d")
        await pilot.press("x", "escape")
        await pilot.pause()
        assert get_table(pilot).table.is_playing
        await pilot.press("x", "down", "enter")
        await pilot.pause()
        assert not get_table(pilot).table.is_playing
        assert "resign" in get_screen_text(get_app(pilot))
        await touch(pilot, "a1")
        assert "The game is over." in get_screen_text(get_app(pilot))

    run_app(interact)


def test_keys_choose_and_type_moves() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "vier3d")
        await pilot.press("m", "down", "enter")
        await pilot.pause()
        assert get_table(pilot).table.moves() == ["a2"]
        await pilot.press("t", "B", "3", "enter")
        await pilot.pause()
        assert get_table(pilot).table.moves() == ["a2", "b3"]
        await pilot.press("t", "b", "3", "x", "enter")
        await pilot.pause()
        assert "did you mean 'b3'?" in get_screen_text(get_app(pilot))

    run_app(interact)


def test_games_are_set_up_by_keys() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        screen = cast(SetupScreen, pilot.app.screen)
        await pilot.press("down", "down")
        await pilot.pause()
        assert screen.game.name == "six_in_line"
        screen.query_one("#option-players").focus()
        await pilot.press("enter", "end", "up", "enter")
        await pilot.pause()
        assert screen.game.players == 3 == len(screen.seats)
        screen.query_one("#seat-1").focus()
        await pilot.press("enter", "home", "enter")
        await pilot.pause()
        assert screen.seats == ["human", "human", "level3"]
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert get_table(pilot).game.id == "six_in_line(players=3)"

    run_app(interact)


def test_saves_after_every_action(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "vier3d")
        await touch(pilot, "b2")
        assert "1. b2" in file.read_text()
        await pilot.press("ctrl+c")

    assert run_app(interact, file=str(file)).return_value == f"The game is saved in {file}."
    assert read(file.read_text())[0].moves() == ["b2"]


def test_last_turn_is_explained_and_the_game_saved_by_keys(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "vier3d")
        await pilot.press("w")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "nothing has been played yet" in get_screen_text(get_app(pilot))
        await touch(pilot, "b2")
        await pilot.press("w")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "b2 lies on" in get_screen_text(get_app(pilot))
        await pilot.press("s")
        await pilot.pause()
        cast(TerminalApp, pilot.app).screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await pilot.pause()
        assert "1. b2" in file.read_text()
        await touch(pilot, "c3")
        assert "c3" in file.read_text()

    run_app(interact)


def test_unsaved_game_shows_how_to_resume() -> None:
    async def interact(pilot: Pilot[str]) -> None:
        await open_table(pilot, "vier3d")
        await touch(pilot, "b2")
        await pilot.press("q")

    last = run_app(interact).return_value or ""
    assert last.startswith("To continue later: steinreich tui vier3d --position ")
    assert last.endswith(" --seats human,human")


def test_replay_shows_steps_and_variations() -> None:
    record = Record.from_position(load("vier3d").start())
    for action in ("a1", "b2", "a1"):
        record.play(action)

    async def interact(pilot: Pilot[str]) -> None:
        get_app(pilot).open_study(record)
        await pilot.pause()
        study = cast(StudyScreen, pilot.app.screen)
        assert study.index == 0
        await pilot.press("n", "end", "p")
        assert study.index == 2
        await pilot.press("a")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "3. a3: about 75 % (estimated)" in get_screen_text(get_app(pilot))
        await pilot.press("minus", "minus")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "2. a2" not in get_screen_text(get_app(pilot))
        await pilot.press("t", "d", "4", "enter")
        await pilot.pause()
        assert [position.last_move for position in study.positions] == [None, "a1", "b2", "d4"]
        await pilot.press("escape")

    run_app(interact)


def test_detects_light_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, is_light_expected in (("0;15", True), ("15;0", False), ("", False)):
        monkeypatch.setenv("COLORFGBG", value)
        assert is_light() is is_light_expected
