"""Snapshots of screens as text; `python -m tests.cli.tui.screens` writes them again."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from steinreich.cli.language import Translator
from steinreich.cli.tui.app import TerminalApp
from steinreich.cli.tui.game_screens import TableScreen
from steinreich.core.game import Game, load
from steinreich.players.player import Player, Question
from steinreich.search.result import Line, SearchResult, Verdict

GOLDEN = Path(__file__).parent / "golden"
SIZES = {"small": (80, 24), "large": (120, 40)}
OPENING_TOUCHES = {  # games with some actions, entered by touching these cells
    "chain_reaxis": ("c3", "c4", "d4", "d3"),
    "inner_square": ("a2", "a3", "a6", "a4", "b2"),
    "six_in_line": ("c3", "d4", "c3"),
    "tzaar(setup=fixed)": ("A5", "A4", "C3"),
    "vier3d": ("b2", "b2", "c3", "a4"),
}

Interaction = Callable[[Pilot[str]], Awaitable[None]]


class FirstActions(Player):
    """Recommends the first actions with half of the possible score each, at once."""

    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        self.name, self.game = name, game

    def answer(self, question: Question) -> SearchResult:
        position = question.position
        values = tuple(
            0.5 if seat == position.player else -0.5 for seat in range(position.game.players)
        )
        actions = map(position.parse_move, position.legal_moves()[: question.lines])
        lines = tuple(Line((action,), Verdict(values)) for action in actions)
        return SearchResult(lines, nodes=1234, depth=5)


def run_app(
    interact: Interaction, language: str = "en", size: str = "small", file: str | None = None
) -> TerminalApp:
    """Start the application, interact with it, and return it after it has exited."""
    app = TerminalApp(Translator(language), language, new_player=FirstActions, seed=1, file=file)

    async def run() -> None:
        async with app.run_test(size=SIZES[size]) as pilot:
            await pilot.pause()
            await interact(pilot)
            await pilot.pause()

    asyncio.run(run())
    return app


def get_screen_text(app: TerminalApp) -> str:
    """Return the screen as text; Textual has no public interface for that."""
    strips = app.screen._compositor.render_strips()
    return "".join(strip.text.rstrip() + "\n" for strip in strips)


def get_table(pilot: Pilot[str]) -> TableScreen:
    return cast(TableScreen, pilot.app.screen)


async def open_table(pilot: Pilot[str], game: str, seats: Sequence[str] | None = None) -> None:
    """Open a table, by default for people only."""
    app = cast(TerminalApp, pilot.app)
    app.start_game(load(game), seats or ["human"] * load(game).players)
    await pilot.pause()


async def touch(pilot: Pilot[str], *names: str) -> None:
    """Move the cursor to cells and select them by keys."""
    board = get_table(pilot).board
    cells = [cell.name for cell in board.picture.board.cells]
    for name in names:
        board.move_cursor(next(i for i, cell in enumerate(cells) if cell.partition(".")[0] == name))
        await pilot.press("enter")
        await pilot.pause()


def screens() -> Iterator[tuple[str, str]]:
    """Return each screen by the name of its golden file."""
    for language, size in (("en", "small"), ("de", "large")):
        texts: dict[str, str] = {}

        async def tour(pilot: Pilot[str], texts: dict[str, str] = texts) -> None:
            app = cast(TerminalApp, pilot.app)
            texts["setup"] = get_screen_text(app)
            for game, cells in OPENING_TOUCHES.items():
                await open_table(pilot, game)
                await touch(pilot, *cells)
                texts[load(game).name] = get_screen_text(app)
                if game == "vier3d":
                    await pilot.press("a")
                    await pilot.pause()
                    texts["study"] = get_screen_text(app)
                    await pilot.press("escape", "r")
                    await pilot.pause()
                    texts["rules"] = get_screen_text(app)
                    await pilot.press("escape")
                app.pop_screen()

        run_app(tour, language, size)
        for name, text in texts.items():
            yield f"{name}.{language}.txt", text


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"  # as in the tests
    GOLDEN.mkdir(exist_ok=True)
    for name, text in screens():
        (GOLDEN / name).write_text(text, "utf-8")
