"""Kill or stop the server under load: it loses no acknowledged event, and games continue."""

import asyncio
from pathlib import Path

import pytest

from tests.hall.child_processes import find_engine_processes, is_alive
from tests.hall.players import Player, check_stored_events, play_until, reconnect_all
from tests.hall.server_process import connect_to_table, running_server
from tests.hall.waiting import wait_until

pytestmark = pytest.mark.xdist_group("crash")
TABLES = 8
ROUNDS = 6
MIN_COMMANDS = 250  # acknowledged before each kill


def test_kill_9_loses_no_acknowledged_event(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        players = [Player(server.open_table(), seed) for seed in range(TABLES)]
        for _ in range(ROUNDS):
            asyncio.run(play_until(server, players, MIN_COMMANDS, server.kill))
            check_stored_events(server, players)
            server.start()
        asyncio.run(reconnect_all(server, players))
        check_stored_events(server, players)


def test_clean_stop_finishes_accepted_commands(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        players = [Player(server.open_table(), seed) for seed in range(TABLES)]
        asyncio.run(play_until(server, players, MIN_COMMANDS, server.stop))
        assert server.process.exitcode == 0
        check_stored_events(server, players)
        server.start()
        asyncio.run(reconnect_all(server, players))
        check_stored_events(server, players)


def test_computer_resumes_its_turn_after_a_crash(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        new_table = server.open_table("here computer")

        async def act_and_crash() -> None:
            async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
                assert (await client.act())["type"] == "event"
                server.kill()

        async def reconnect() -> None:
            async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
                await client.wait_until(lambda: client.state["actions"] == 2)

        asyncio.run(act_and_crash())
        server.start()
        asyncio.run(reconnect())


@pytest.mark.parametrize("method", ["kill", "stop"])
def test_engine_processes_exit_with_the_server(tmp_path: Path, method: str) -> None:
    with running_server(tmp_path, engines=1) as server:
        asyncio.run(wait_until(lambda: len(find_engine_processes(server.process.pid)) >= 2))
        engine_pids = find_engine_processes(server.process.pid)
        getattr(server, method)()
        asyncio.run(wait_until(lambda: not any(map(is_alive, engine_pids))))
