"""Draw the picture of the terminal client in docs/cli.md:  python -m docs.pictures.tui"""

import asyncio
import re
from pathlib import Path

from steinreich.cli.language import Translator
from steinreich.cli.tui.app import TerminalApp
from steinreich.cli.tui.screen import GameScreen
from steinreich.core.game import load

FILE = Path(__file__).parent / "tui.svg"
SIZE = (80, 24)


async def take_screenshot() -> str:
    """Return a picture of TZAAR after six actions, with a selected piece, as SVG."""
    app = TerminalApp(Translator("en"), "en")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.start_game(load("tzaar", setup="fixed"), ["human", "human"])
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, GameScreen)
        for _ in range(6):
            screen.act(screen.shown_position.legal_moves()[-1])
        # Select the piece with the most targets.
        screen.hold(max(screen.choices.pairs, key=lambda cell: len(screen.choices.pairs[cell])))
        await pilot.pause()
        return app.export_screenshot(title="steinreich tui")


def main() -> None:
    """Write the picture without web fonts: viewers use their own fonts."""
    picture = re.sub(r"@font-face \{.*?\}\s*", "", asyncio.run(take_screenshot()), flags=re.DOTALL)
    lines = (line.rstrip() for line in picture.splitlines())
    FILE.write_text("\n".join(filter(None, lines)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
