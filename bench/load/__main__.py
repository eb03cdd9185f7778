"""Generate load on a server and print the measurements as JSON."""

import argparse
import asyncio
import gc
import json
import random
from statistics import median
from time import perf_counter
from typing import Any

import uvloop

from bench.load.clients import RestClient
from bench.load.extra_load import connect_slow_readers, start_computer_games
from bench.load.games import GAMES, LoadTest, Measurements
from bench.load.reconnects import measure_reconnects

TARGET_SECONDS = 0.1  # from when an action was due


async def play(args: argparse.Namespace) -> dict[str, Any]:
    """Play all games at once, started one after the other; measure once all have started."""
    begin = perf_counter() + args.ramp
    load_test = LoadTest(args.url, RestClient(args.url), Measurements(begin, begin + args.seconds))
    extra_sockets = await start_computer_games(load_test, GAMES, args.computers)

    async def play_at(number: int) -> None:
        # The last tenth of the ramp is for the last games to connect.
        await asyncio.sleep(0.9 * args.ramp * number / args.games)
        rng = random.Random(f"{args.seed} {number}")
        await load_test.play_games(
            GAMES[number % len(GAMES)], rng, args.spectators if number == 0 else 0
        )

    games = [asyncio.create_task(play_at(number)) for number in range(args.games)]
    if args.slow_readers:
        await asyncio.sleep(0.8 * args.ramp)  # until most tables are open
        extra_sockets += await connect_slow_readers(
            load_test, list(load_test.tables), args.slow_readers
        )
    results = await asyncio.gather(*games, return_exceptions=True)
    load_test.measurements.errors += [
        repr(error) for error in results if isinstance(error, BaseException)
    ]
    return summarize(load_test.measurements)


async def restart(args: argparse.Namespace) -> dict[str, Any]:
    """Play games for a while, and measure reconnections; restart the server when this prints
    `ready`."""
    begin = perf_counter() + args.ramp
    load_test = LoadTest(args.url, RestClient(args.url), Measurements(begin, begin + args.seconds))
    seconds = await measure_reconnects(load_test, args.games, args.seed)
    errors = load_test.measurements.errors
    return {
        "connections": len(seconds),
        "first": min(seconds),
        "median": median(seconds),
        "p99": quantile(seconds, 0.99),
        "last": max(seconds),
        "errors": len(errors),
        "examples": errors[:3],
    }


def quantile(values: list[float], share: float) -> float:
    """Return a quantile of some values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def summarize(measurements: Measurements) -> dict[str, Any]:
    """Return rates and quantiles of the measurements."""
    seconds = measurements.end - measurements.begin
    figures: dict[str, Any] = {
        "due_turns_per_second": measurements.due_turns / seconds,
        "turns_per_second": len(measurements.received) / seconds,
        "finished_games": measurements.finished_games,
        "bytes_per_turn": measurements.received_bytes / max(1, len(measurements.received)),
        "errors": len(measurements.errors),
        "examples": measurements.errors[:3],
    }
    for name in ("acknowledged", "received", "watched"):
        values: list[float] = getattr(measurements, name)
        figures[name] = {
            "median": median(values) if values else None,
            "p99": quantile(values, 0.99),
            "max": max(values, default=0.0),
            "share_on_time": sum(value <= TARGET_SECONDS for value in values) / max(1, len(values)),
        }
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=("play", "restart"))
    parser.add_argument("--url", required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(
        "--ramp", type=float, default=25.0, help="seconds until all games have started"
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="seconds to measure after the ramp"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spectators", type=int, default=0, help="spectators at the first table")
    parser.add_argument("--slow-readers", type=int, default=0, help="spectators that never read")
    parser.add_argument(
        "--computers", type=int, default=0, help="tables with computers of the highest level"
    )
    args = parser.parse_args()
    gc.disable()  # a collection of many objects takes long, and would count as response time
    print(json.dumps(uvloop.run(play(args) if args.mode == "play" else restart(args))))


if __name__ == "__main__":
    main()
