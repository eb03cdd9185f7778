"""Load a server and print the measurements as JSON."""

import argparse
import asyncio
import gc
import json
import random
from statistics import median
from time import perf_counter
from typing import Any

import uvloop

from bench.crowd.company import let_computers_play, watch_without_reading
from bench.crowd.playing import GAMES, Crowd, Seen
from bench.crowd.storm import come_back
from bench.crowd.wire import Rest

TARGET_SECONDS = 0.1  # seconds from when an action was due


async def play(args: argparse.Namespace) -> dict[str, Any]:
    """Play all games at once, started one after the other; measure once all have started."""
    begin = perf_counter() + args.ramp
    crowd = Crowd(args.url, Rest(args.url), Seen(begin, begin + args.seconds))
    company = await let_computers_play(crowd, GAMES, args.computers)

    async def arrive(number: int) -> None:
        await asyncio.sleep(0.9 * args.ramp * number / args.games)
        dice = random.Random(f"{args.seed} {number}")
        await crowd.keep_playing(
            GAMES[number % len(GAMES)], dice, args.spectators if number == 0 else 0
        )

    games = [asyncio.create_task(arrive(number)) for number in range(args.games)]
    if args.slow_readers:
        await asyncio.sleep(0.8 * args.ramp)
        company += await watch_without_reading(crowd, list(crowd.tables), args.slow_readers)
    results = await asyncio.gather(*games, return_exceptions=True)
    crowd.seen.lost += [repr(error) for error in results if isinstance(error, BaseException)]
    return summarize(crowd.seen)


async def storm(args: argparse.Namespace) -> dict[str, Any]:
    """Play games for a while; restart the server when this prints `ready`."""
    begin = perf_counter() + args.ramp
    crowd = Crowd(args.url, Rest(args.url), Seen(begin, begin + args.seconds))
    back = await come_back(crowd, args.games, args.seed)
    lost = crowd.seen.lost
    return {
        "connections": len(back),
        "first": min(back),
        "median": median(back),
        "nearly_all": quantile(back, 0.99),
        "last": max(back),
        "lost": len(lost),
        "examples": lost[:3],
    }


def quantile(values: list[float], share: float) -> float:
    """Return a quantile of some values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def summarize(seen: Seen) -> dict[str, Any]:
    """Return the measurements as figures."""
    seconds = seen.end - seen.begin
    figures: dict[str, Any] = {
        "turns_due_a_second": seen.due / seconds,
        "turns_a_second": len(seen.seen) / seconds,
        "finished": seen.finished,
        "bytes_a_turn": seen.bytes / max(1, len(seen.seen)),
        "lost": len(seen.lost),
        "examples": seen.lost[:3],
    }
    for name in ("acknowledged", "seen", "watched"):
        values: list[float] = getattr(seen, name)
        figures[name] = {
            "median": median(values) if values else None,
            "p99": quantile(values, 0.99),
            "longest": max(values, default=0.0),
            "within_100_ms": sum(value <= TARGET_SECONDS for value in values) / max(1, len(values)),
        }
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=("play", "storm"))
    parser.add_argument("--url", required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--ramp", type=float, default=25.0, help="seconds until all have begun")
    parser.add_argument("--seconds", type=float, default=30.0, help="that are measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spectators", type=int, default=0, help="at the first table")
    parser.add_argument("--slow-readers", type=int, default=0, help="spectators who never read")
    parser.add_argument("--computers", type=int, default=0, help="tables of strongest computers")
    args = parser.parse_args()
    gc.disable()  # the memory of the clients is large, and a collection would count as waiting
    print(json.dumps(uvloop.run(play(args) if args.mode == "play" else storm(args))))


if __name__ == "__main__":
    main()
