"""`steinreich warm`: compile games ahead of time."""

import os
import time
from argparse import Namespace
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from steinreich.cli.inputs import add_game
from steinreich.cli.parser import Commands
from steinreich.cli.progress import track_progress
from steinreich.compile.quiet import disable_notices
from steinreich.core.game import load
from steinreich.core.registry import games

EXAMPLES = """\
steinreich warm
steinreich warm tzaar my/game.py
steinreich warm vier3d --batches"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("compile games ahead of time")
    parser = commands.add("warm", run, about, EXAMPLES)
    add_game(parser, nargs="*")
    parser.options.add_argument(
        "--batches",
        action="store_true",
        help=translate("also compile the environments for machine learning"),
    )


def run(args: Namespace) -> int:
    ids = [load(id).id for id in args.game or games()]
    workers = min(len(ids), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        results = {id: pool.submit(warm_up_game, id, args.batches) for id in ids}
        for id in track_progress(ids, str):
            print(id, f"{results[id].result():.1f} s", flush=True)
    return 0


def warm_up_game(id: str, batches: bool) -> float:
    """Warm up a game and return the elapsed seconds; called in a worker process."""
    from steinreich.engines.named_players import warm_up_game  # loads the compiler

    disable_notices()  # a progress bar is shown instead
    started = time.perf_counter()
    game = load(id)
    warm_up_game(game)
    if batches:
        from steinreich.rl import make

        environment = make(game, batch=1, threads=1)
        environment.sample(environment.init())
    return time.perf_counter() - started
