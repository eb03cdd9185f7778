"""The study of a real server: first lines at once, the newest position only, and fairness."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from steinreich import load
from tests.hall.server_process import Host, Message, hosted, watching
from tests.hall.study.study_client import StudyClient, as_text, connect_to_study

pytestmark = pytest.mark.xdist_group("study")

LOST = ["a1", "b2", "a1", "b2", "a1", "c3", "a1"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("study"), analysts=1, max_study_seconds=1.5) as host:
        yield host


def unfinished_game(length: int) -> list[str]:
    """Return a game that is not over after a number of actions."""
    for seed in range(1000):
        dice, position, names = Random(seed), load("vier3d").start(), list[str]()
        while not position.is_over and len(names) < length:
            names.append(dice.choice(position.legal_moves()))
            position = position.play(names[-1])
        if not position.is_over:
            return names
    raise AssertionError("all games end")


async def wait_until_warm(window: StudyClient) -> None:
    """Wait for machine code of vier3d."""
    await window.think(-1)
    await window.patiently("lines", n=-1)


def test_study_reports_missing_machine_code_and_answers_when_ready(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await window.think(1, "inner_square", lines=2, reasons=True, language="de")
            cold = await window.hear("state", n=1)
            assert (cold["state"], cold["queue"]) == ("cold", 0)
            lines = await window.patiently("lines", n=1)
            assert lines["turn"] == 0
            assert len(lines["lines"]) == 2
            await window.patiently("state", n=1, state="done")
            states = [message["state"] for message in window.all("state", 1)]
            assert states == ["cold", "thinking", "done"]
            told = window.all("lines", 1)
            assert "reasons" in told[-1]["lines"][0]
            assert [one["nodes"] for one in told] == sorted(one["nodes"] for one in told)

    asyncio.run(run())


def test_new_position_replaces_the_old_one(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await wait_until_warm(window)
            for n in range(20):
                await window.think(n, actions=LOST[: n % 7], lines=1 + n % 5)
            await window.patiently("state", n=19, state="done")
            at = next(i for i, one in enumerate(window.messages) if one.get("n") == 19)
            assert {one.get("n") for one in window.messages[at:]} == {19}

    asyncio.run(run())


def test_stop_ends_the_analysis(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await wait_until_warm(window)
            await window.think(1)
            await window.lines(1)
            await window.say("stop")
            await window.say("ping")
            await window.hear("pong")
            heard = len(window.messages)
            await window.think(2)
            await window.patiently("state", n=2, state="done")
            assert all(message.get("n") != 1 for message in window.messages[heard:])

    asyncio.run(run())


def test_clients_share_an_analyst_fairly(host: Host) -> None:
    """One analyst and two clients of one address: each gets a response before the other is done."""

    async def run() -> None:
        async with connect_to_study(host) as one, connect_to_study(host) as other:
            await wait_until_warm(one)
            await one.think(1)
            await one.lines(1)
            await other.think(2)
            await other.patiently("state", n=2, state="done")
            await one.patiently("state", n=1, state="done")
            waited = [message for message in one.all("state", 1) if message["state"] == "waiting"]
            assert waited, "it was interrupted for the other"

    asyncio.run(run())


def test_games_of_three_players_and_alone_can_be_analysed(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            for n, game in enumerate(("vier3d(players=3)", "six_in_line(players=1)")):
                await window.think(n, game, lines=2)
                lines = await window.patiently("lines", n=n)
                assert len(lines["verdict"]["values"]) == (3 if n == 0 else 1)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"game": "chess"}, "no such game"),
        ({"game": "/etc/passwd"}, "no such game"),
        ({"game": "vier3d(players=9)"}, "no such options"),
        ({"game": "vier3d", "actions": ["a1", "zz"]}, "Action 2"),
        ({"game": "vier3d", "position": "?"}, "position"),
    ],
)
def test_invalid_position_is_refused_with_a_reason(
    host: Host, message: dict[str, object], why: str
) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await window.say("think", n=3, **message)
            refused = await window.patiently("refused", n=3)
            assert why in refused["why"]

    asyncio.run(run())


def test_game_is_evaluated_with_progress(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            actions = unfinished_game(20)
            await window.say("evaluate", n=5, game="vier3d", actions=actions)
            await window.patiently("evaluation", n=5)
            parts = window.all("evaluated", 5)
            assert len(parts) > 2
            assert {part["total"] for part in parts} == {20}
            found = [action for part in parts for action in part["actions"]]
            assert [action["action"] for action in found] == actions

    asyncio.run(run())


def test_evaluation_of_a_table_is_cached(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            for action in LOST:
                await window.act(action)
        async with connect_to_study(host) as window:
            await window.say("evaluate_table", n=1, table=made["id"])
            ending = await window.patiently("evaluation", n=1)
            assert [moment["at"] for moment in ending["moments"]][-1] == 5
            await window.say("evaluate_table", n=2, table=made["id"])
            again = await window.hear("evaluation", n=2)
            assert again["moments"] == ending["moments"]
            assert window.all("state", 2) == [], "no engine was needed"
            (whole,) = window.all("evaluated", 2)
            parts = [action for part in window.all("evaluated", 1) for action in part["actions"]]
            assert whole["actions"] == parts

    asyncio.run(run())


def test_depth_limit_ends_the_analysis(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await wait_until_warm(window)
            await window.think(1, actions=["a1", "b2"], lines=5, depth=3)
            await window.patiently("state", n=1, state="done")
            last = window.all("lines", 1)[-1]
            assert (last["depth"], len(last["lines"])) == (3, 5)

    asyncio.run(run())


def test_position_can_be_explored(host: Host) -> None:
    """Solved positions are proven, once for all symmetric boards; games are counted."""

    async def run() -> None:
        async with connect_to_study(host) as window:
            await window.say("explore", n=1, game="chain_reaxis")
            start = await window.patiently("explored", n=1)
            assert (start["turn"], start["verdict"]["certainty"]) == (0, "proven")
            assert start["verdict"]["values"] == [0, 0]
            values = {move["action"]: move["verdict"]["values"][0] for move in start["moves"]}
            assert (values["a3b3"], values["c3c4"]) == (-1, 0)
            names = [name for move in start["moves"] for name in (move["action"], *move["alike"])]
            assert sorted(names) == load("chain_reaxis").start().legal_moves()
            counts = [move["engine"]["games"] for move in start["moves"]]
            assert counts == sorted(counts, reverse=True)
            assert 0 < sum(counts) <= start["games"]
            await window.say("explore", n=2, game="vier3d", actions=["a1", "b2", "a1"])
            later = await window.patiently("explored", n=2)
            assert (later["turn"], later["verdict"]) == (1, None)
            assert sum(1 + len(move["alike"]) for move in later["moves"]) == 16
            await window.say("explore", n=3, game="vier3d", actions=LOST)
            over = await window.patiently("explored", n=3)
            assert (over["turn"], over["moves"]) == (None, [])
            assert over["verdict"]["values"] == [1, -1]
            await window.say("explore", n=4, game="vier3d", actions=["zz"])
            refused = await window.hear("refused", n=4)
            assert "Action 1" in refused["why"]

    asyncio.run(run())


def test_solved_start_is_a_proven_draw(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await window.think(1, "chain_reaxis", lines=3)
            await window.patiently("state", n=1, state="done")
            last = window.all("lines", 1)[-1]
            verdicts = [last["verdict"], *(line["verdict"] for line in last["lines"])]
            assert all(one["certainty"] == "proven" and one["stored"] for one in verdicts)
            assert all(one["values"] == [0, 0] for one in verdicts)

    asyncio.run(run())


def test_proven_results_are_stored_and_shown_in_the_explorer(tmp_path: Path) -> None:
    """Also after a restart: the moves of a position show what was proven of them."""

    async def explored(host: Host, thinks: bool) -> Message:
        async with connect_to_study(host) as window:
            if thinks:
                await window.think(1, actions=LOST[:6])
                await window.patiently("state", n=1, state="done")
            await window.say("explore", n=2, game="vier3d", actions=LOST[:5])
            return await window.patiently("explored", n=2)

    for thinks in (True, False):
        with hosted(tmp_path, analysts=1, max_study_seconds=1.0) as host:
            found = asyncio.run(explored(host, thinks))
            c3 = next(one for one in found["moves"] if "c3" in (one["action"], *one["alike"]))
            assert c3["verdict"]["stored"]
            assert (c3["verdict"]["values"], c3["verdict"]["turns"]) == ([1, -1], 1)


def test_unknown_table_is_refused(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await window.say("evaluate_table", n=1, table="nowhere")
            assert "no game at this address" in (await window.hear("refused", n=1))["why"]
            await window.say("evaluate_table", n=2, table="nowhere", language="de")
            assert "gibt es keine Partie" in (await window.hear("refused", n=2))["why"]

    asyncio.run(run())


def test_malformed_messages_are_reported_and_a_flood_of_them_disconnects(host: Host) -> None:
    async def run() -> None:
        async with connect_to_study(host) as window:
            await window.socket.send(as_text(type="think", n=True, game="vier3d"))
            await window.hear("refused")
            for _ in range(25):
                await window.socket.send("nonsense")
            assert await window.end() == 4400

    asyncio.run(run())


def test_study_without_analysts_says_so_and_floods_disconnect(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("nobody")

    async def run(host: Host) -> None:
        async with connect_to_study(host) as window:
            await window.think(1)
            assert "switched off" in (await window.hear("refused", n=1))["why"]
            for _ in range(100):
                await window.think(2)
            assert await window.end() == 4429, "rate limit"

    with hosted(folder, heavy_budget_per_second=0.01) as host:
        asyncio.run(run(host))


def test_server_stops_during_an_analysis(tmp_path: Path) -> None:
    async def run(host: Host) -> None:
        async with connect_to_study(host) as window:
            await window.think(1)
            await window.hear("state", n=1)
            assert await asyncio.to_thread(host.stop) == 0
            assert await window.end() == 1012, "try again later"

    with hosted(tmp_path, analysts=1) as host:
        asyncio.run(run(host))


def test_metrics_cover_the_study(host: Host) -> None:
    text = host.get("metrics").text
    assert "steinreich_first_line_seconds_count" in text
    assert "steinreich_study_queue" in text
    assert "steinreich_study_connections 0.0" in text
