"""Screens as text, as people see them; `python -m tests.cli.tui.screens` writes them anew."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from steinreich.cli.spoken_language import speaking
from steinreich.cli.tui.app import TerminalApp
from steinreich.cli.tui.table_screen import TableScreen
from steinreich.cli.tui.thinkers import OnLines, OnState, Thinkers
from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.engines.study.opinions import lines_data, verdict_data
from steinreich.players.player import Line, Opinion, Verdict
from steinreich.session.schema.protocol import Language
from steinreich.session.schema.study import LinesMessage

GOLDEN = Path(__file__).parent / "golden"
SIZES = {"small": (80, 24), "large": (120, 40)}
BEGUN = {  # games with some actions, by the cells that are touched for them
    "chain_reaxis": ("c3", "c4", "d4", "d3"),
    "inner_square": ("a2", "a3", "a6", "a4", "b2"),
    "six_in_line": ("c3", "d4", "c3"),
    "tzaar(setup=fixed)": ("A5", "A4", "C3"),
    "vier3d": ("b2", "b2", "c3", "a4"),
}

Visit = Callable[[Pilot[str]], Awaitable[None]]


class Fakes(Thinkers):
    """Think of nothing: they play the first action, and find that it is worth something."""

    async def turn(
        self, seat: str, position: Position, on_thought: Callable[..., None]
    ) -> Sequence[str]:
        return [position.legal_moves()[0]]

    async def hint(self, position: Position, on_state: OnState) -> LinesMessage:
        return opinion_on(position, self.language, 1)

    async def think(
        self, position: Position, lines: int, on_lines: OnLines, on_state: OnState
    ) -> None:
        on_lines(opinion_on(position, self.language, lines))
        on_state("done")


def opinion_on(position: Position, language: Language, lines: int) -> LinesMessage:
    """Half of what can be won, for each of the first actions; what is played later is found out."""
    actions = [position.named()[name] for name in position.legal_moves()[:lines]]
    values = tuple(
        0.5 if seat == position.player else -0.5 for seat in range(position.game.players)
    )
    opinion = Opinion(tuple(Line((action,), Verdict(values)) for action in actions), 1234, 5, 0.5)
    told = lines_data(position, opinion, language)
    for line in told:
        line["reasons"] = ["a reason"]
    return {
        "type": "lines",
        "n": 0,
        "turn": position.player,
        "can_pass": False,
        "verdict": verdict_data(opinion.verdict),
        "lines": told,
        "depth": 5,
        "nodes": 1234,
        "seconds": 0.5,
    }


def visit(
    doing: Visit, language: Language = "en", size: str = "small", file: str | None = None
) -> TerminalApp:
    """Do something in the program, and give it back when it has ended."""
    app = TerminalApp(speaking(language), language, new_thinkers=Fakes, seed=1, file=file)

    async def run() -> None:
        async with app.run_test(size=SIZES[size]) as pilot:
            await pilot.pause()
            await doing(pilot)
            await pilot.pause()

    asyncio.run(run())
    return app


def text_of(app: TerminalApp) -> str:
    """The screen as text.  Textual has no other way to it than what it composes the screen with."""
    strips = app.screen._compositor.render_strips()
    return "".join(strip.text.rstrip() + "\n" for strip in strips)


def table_of(pilot: Pilot[str]) -> TableScreen:
    return cast(TableScreen, pilot.app.screen)


async def sit_down(pilot: Pilot[str], game: str, seats: Sequence[str] | None = None) -> None:
    """Open a table; without seats, for people only."""
    app = cast(TerminalApp, pilot.app)
    app.begin(load(game), seats or ["human"] * load(game).players)
    await pilot.pause()


async def touch(pilot: Pilot[str], *names: str) -> None:
    """Look at cells and touch them, by keys."""
    board = table_of(pilot).board
    cells = [cell.name for cell in board.picture.board.cells]
    for name in names:
        board.look_at(next(i for i, cell in enumerate(cells) if cell.partition(".")[0] == name))
        await pilot.press("enter")
        await pilot.pause()


def screens() -> Iterator[tuple[str, str]]:
    """Each screen by the name of its golden file."""
    for language, size in (("en", "small"), ("de", "large")):
        shown: dict[str, str] = {}

        async def tour(pilot: Pilot[str], shown: dict[str, str] = shown) -> None:
            app = cast(TerminalApp, pilot.app)
            shown["setup"] = text_of(app)
            for game, cells in BEGUN.items():
                await sit_down(pilot, game)
                await touch(pilot, *cells)
                shown[load(game).name] = text_of(app)
                if game == "vier3d":
                    await pilot.press("a")
                    await pilot.pause()
                    shown["study"] = text_of(app)
                    await pilot.press("escape", "r")
                    await pilot.pause()
                    shown["rules"] = text_of(app)
                    await pilot.press("escape")
                app.pop_screen()

        visit(tour, cast(Language, language), size)
        for name, text in shown.items():
            yield f"{name}.{language}.txt", text


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"  # as in the tests
    GOLDEN.mkdir(exist_ok=True)
    for name, text in screens():
        (GOLDEN / name).write_text(text, "utf-8")
