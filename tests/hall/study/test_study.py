"""The study of a real server: first lines at once, the newest position only, and fairness."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from steinreich import load
from tests.hall.server_process import Message, ServerProcess, connect_to_table, running_server
from tests.hall.study.study_client import StudyClient, connect_to_study

pytestmark = pytest.mark.xdist_group("study")

LOST_GAME = ["a1", "b2", "a1", "b2", "a1", "c3", "a1"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(
        tmp_path_factory.mktemp("study"), analysts=1, max_study_seconds=1.5
    ) as server:
        yield server


def make_unfinished_game(length: int) -> list[str]:
    """Return a game that is not over after a number of actions."""
    for seed in range(1000):
        rng, position, names = Random(seed), load("vier3d").start(), list[str]()
        while not position.is_over and len(names) < length:
            names.append(rng.choice(position.legal_moves()))
            position = position.play(names[-1])
        if not position.is_over:
            return names
    raise AssertionError("all games end")


async def wait_until_warm(client: StudyClient) -> None:
    """Wait for machine code of vier3d."""
    await client.think(-1)
    await client.wait_while_compiling("lines", n=-1)


def test_study_reports_missing_machine_code_and_answers_when_ready(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await client.think(1, "inner_square", lines=2, reasons=True, language="de")
            cold = await client.wait_for("state", n=1)
            assert (cold["state"], cold["queue_position"]) == ("cold", 0)
            lines = await client.wait_while_compiling("lines", n=1)
            assert lines["turn"] == 0
            assert len(lines["lines"]) == 2
            await client.wait_while_compiling("state", n=1, state="done")
            states = [message["state"] for message in client.get_messages("state", 1)]
            assert states == ["cold", "thinking", "done"]
            messages = client.get_messages("lines", 1)
            assert "reasons" in messages[-1]["lines"][0]
            assert [m["nodes"] for m in messages] == sorted(m["nodes"] for m in messages)

    asyncio.run(run())


def test_new_position_replaces_the_old_one(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await wait_until_warm(client)
            for n in range(20):
                await client.think(n, actions=LOST_GAME[: n % 7], lines=1 + n % 5)
            await client.wait_while_compiling("state", n=19, state="done")
            at = next(i for i, m in enumerate(client.messages) if m.get("n") == 19)
            assert {m.get("n") for m in client.messages[at:]} == {19}

    asyncio.run(run())


def test_stop_ends_the_analysis(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await wait_until_warm(client)
            await client.think(1)
            await client.wait_for_lines(1)
            await client.send("stop")
            await client.send("ping")
            await client.wait_for("pong")
            count = len(client.messages)
            await client.think(2)
            await client.wait_while_compiling("state", n=2, state="done")
            assert all(message.get("n") != 1 for message in client.messages[count:])

    asyncio.run(run())


def test_clients_share_an_analyst_fairly(server: ServerProcess) -> None:
    """One analyst and two clients of one address: each gets a response before the other is done."""

    async def run() -> None:
        async with connect_to_study(server) as first, connect_to_study(server) as second:
            await wait_until_warm(first)
            await first.think(1)
            await first.wait_for_lines(1)
            await second.think(2)
            await second.wait_while_compiling("state", n=2, state="done")
            await first.wait_while_compiling("state", n=1, state="done")
            waited = [
                message
                for message in first.get_messages("state", 1)
                if message["state"] == "waiting"
            ]
            assert waited, "it was interrupted for the other"

    asyncio.run(run())


def test_analyses_games_with_one_and_three_players(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            for n, game in enumerate(("vier3d(players=3)", "six_in_line(players=1)")):
                await client.think(n, game, lines=2)
                lines = await client.wait_while_compiling("lines", n=n)
                assert len(lines["verdict"]["values"]) == (3 if n == 0 else 1)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"game": "chess"}, "no such game"),
        ({"game": "/etc/passwd"}, "no such game"),
        ({"game": "vier3d(players=9)"}, "Unknown options"),
        ({"game": "vier3d", "actions": ["a1", "zz"]}, "Action 2"),
        ({"game": "vier3d", "position": "?"}, "position"),
    ],
)
def test_invalid_position_is_refused_with_a_reason(
    server: ServerProcess, message: dict[str, object], why: str
) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await client.send("think", n=3, **message)
            refused = await client.wait_while_compiling("refused", n=3)
            assert why in refused["why"]

    asyncio.run(run())


def test_game_is_evaluated_with_progress(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            actions = make_unfinished_game(20)
            await client.send("evaluate", n=5, game="vier3d", actions=actions)
            await client.wait_while_compiling("evaluation", n=5)
            parts = client.get_messages("evaluated", 5)
            assert len(parts) > 2
            assert {part["total"] for part in parts} == {20}
            found = [action for part in parts for action in part["actions"]]
            assert [action["action"] for action in found] == actions

    asyncio.run(run())


def test_caches_the_evaluation_of_a_table(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            for action in LOST_GAME:
                await client.act(action)
        async with connect_to_study(server) as client:
            await client.send("evaluate_table", n=1, table=new_table["id"])
            ending = await client.wait_while_compiling("evaluation", n=1)
            assert [moment["at"] for moment in ending["moments"]][-1] == 5
            await client.send("evaluate_table", n=2, table=new_table["id"])
            again = await client.wait_for("evaluation", n=2)
            assert again["moments"] == ending["moments"]
            assert client.get_messages("state", 2) == [], "no engine was needed"
            (whole,) = client.get_messages("evaluated", 2)
            parts = [
                action for part in client.get_messages("evaluated", 1) for action in part["actions"]
            ]
            assert whole["actions"] == parts

    asyncio.run(run())


def test_depth_limit_ends_the_analysis(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await wait_until_warm(client)
            await client.think(1, actions=["a1", "b2"], lines=5, depth=3)
            await client.wait_while_compiling("state", n=1, state="done")
            last = client.get_messages("lines", 1)[-1]
            assert (last["depth"], len(last["lines"])) == (3, 5)

    asyncio.run(run())


def test_explorer_shows_verdicts_and_statistics_of_moves(server: ServerProcess) -> None:
    """Solved positions are proven, once for all symmetric boards; games are counted."""

    async def run() -> None:
        async with connect_to_study(server) as client:
            await client.send("explore", n=1, game="chain_reaxis")
            start = await client.wait_while_compiling("explored", n=1)
            assert (start["turn"], start["verdict"]["certainty"]) == (0, "proven")
            assert start["verdict"]["values"] == [0, 0]
            values = {move["action"]: move["verdict"]["values"][0] for move in start["moves"]}
            assert (values["a3b3"], values["c3c4"]) == (-1, 0)
            names = [
                name
                for move in start["moves"]
                for name in (move["action"], *move["symmetric_actions"])
            ]
            assert sorted(names) == load("chain_reaxis").start().legal_moves()
            counts = [move["engine"]["games"] for move in start["moves"]]
            assert counts == sorted(counts, reverse=True)
            assert 0 < sum(counts) <= start["games"]
            await client.send("explore", n=2, game="vier3d", actions=["a1", "b2", "a1"])
            later = await client.wait_while_compiling("explored", n=2)
            assert (later["turn"], later["verdict"]) == (1, None)
            assert sum(1 + len(move["symmetric_actions"]) for move in later["moves"]) == 16
            await client.send("explore", n=3, game="vier3d", actions=LOST_GAME)
            over = await client.wait_while_compiling("explored", n=3)
            assert (over["turn"], over["moves"]) == (None, [])
            assert over["verdict"]["values"] == [1, -1]
            await client.send("explore", n=4, game="vier3d", actions=["zz"])
            refused = await client.wait_for("refused", n=4)
            assert "Action 1" in refused["why"]

    asyncio.run(run())


def test_solved_start_is_a_proven_draw(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await client.think(1, "chain_reaxis", lines=3)
            await client.wait_while_compiling("state", n=1, state="done")
            last = client.get_messages("lines", 1)[-1]
            verdicts = [last["verdict"], *(line["verdict"] for line in last["lines"])]
            assert all(v["certainty"] == "proven" and v["stored"] for v in verdicts)
            assert all(v["values"] == [0, 0] for v in verdicts)

    asyncio.run(run())


def test_proven_results_are_stored_and_shown_in_the_explorer(tmp_path: Path) -> None:
    """The explorer shows what has been proven about moves, also after a restart."""

    async def explore(server: ServerProcess, thinks: bool) -> Message:
        async with connect_to_study(server) as client:
            if thinks:
                await client.think(1, actions=LOST_GAME[:6])
                await client.wait_while_compiling("state", n=1, state="done")
            await client.send("explore", n=2, game="vier3d", actions=LOST_GAME[:5])
            return await client.wait_while_compiling("explored", n=2)

    for thinks in (True, False):
        with running_server(tmp_path, analysts=1, max_study_seconds=1.0) as server:
            found = asyncio.run(explore(server, thinks))
            c3 = next(
                move
                for move in found["moves"]
                if "c3" in (move["action"], *move["symmetric_actions"])
            )
            assert c3["verdict"]["stored"]
            assert (c3["verdict"]["values"], c3["verdict"]["turns"]) == ([1, -1], 1)


def test_refuses_an_unknown_table(server: ServerProcess) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await client.send("evaluate_table", n=1, table="nowhere")
            assert "no game at this address" in (await client.wait_for("refused", n=1))["why"]
            await client.send("evaluate_table", n=2, table="nowhere", language="de")
            assert "gibt es keine Partie" in (await client.wait_for("refused", n=2))["why"]

    asyncio.run(run())


def test_malformed_messages_are_reported_and_a_flood_of_them_disconnects(
    server: ServerProcess,
) -> None:
    async def run() -> None:
        async with connect_to_study(server) as client:
            await client.socket.send(json.dumps({"type": "think", "n": True, "game": "vier3d"}))
            await client.wait_for("refused")
            for _ in range(25):
                await client.socket.send("nonsense")
            assert await client.wait_for_close() == 4400

    asyncio.run(run())


def test_study_without_analysts_refuses_searches_and_limits_their_rate(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("no-analysts")

    async def run(server: ServerProcess) -> None:
        async with connect_to_study(server) as client:
            await client.think(1)
            assert "switched off" in (await client.wait_for("refused", n=1))["why"]
            for _ in range(100):
                await client.think(2)
            assert await client.wait_for_close() == 4429, "rate limit"

    with running_server(folder, heavy_budget_per_second=0.01) as server:
        asyncio.run(run(server))


def test_server_stops_during_an_analysis(tmp_path: Path) -> None:
    async def run(server: ServerProcess) -> None:
        async with connect_to_study(server) as client:
            await client.think(1)
            await client.wait_for("state", n=1)
            assert await asyncio.to_thread(server.stop) == 0
            assert await client.wait_for_close() == 1012, "try again later"

    with running_server(tmp_path, analysts=1) as server:
        asyncio.run(run(server))


def test_metrics_cover_the_study(server: ServerProcess) -> None:
    text = server.get("metrics").text
    assert "steinreich_first_line_seconds_count" in text
    assert "steinreich_study_queue" in text
    assert "steinreich_study_connections 0.0" in text
