"""Two server processes on one database serve the same tables, also after one of them is killed."""

import asyncio
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest

from steinreich.hall.tokens import new_token
from tests.hall.players import Player, check_stored_events, play_until, reconnect_all
from tests.hall.server_process import (
    Message,
    ServerProcess,
    connect_to_table,
    has_no_gap,
    hide_legal_actions,
    is_accepted,
    play_turns,
    running_server,
)
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS
from tests.postgres import Postgres
from tests.proxies import running_proxy

pytestmark = pytest.mark.xdist_group("postgres")
CLOSE_LISTENING_CONNECTIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE 'LISTEN%' AND datname = '{}'
"""
LONG_ENGINE_TURN_SECONDS = 60.0  # until the computer plays


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def second_server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("second"), database=url) as server:
        yield server


@pytest.fixture(scope="module")
def servers(
    url: str, second_server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers on one PostgreSQL database."""
    with running_server(tmp_path_factory.mktemp("first"), database=url) as server:
        yield server, second_server


def test_game_can_be_played_across_processes(servers: tuple[ServerProcess, ServerProcess]) -> None:
    first_server, second_server = servers
    new_table = first_server.open_table("here friend")
    first_token = new_table["token"]

    async def run() -> None:
        async with (
            connect_to_table(first_server, new_table["id"], first_token) as first,
            connect_to_table(first_server, new_table["id"]) as first_spectator,
            connect_to_table(second_server, new_table["id"]) as second_spectator,
        ):
            second_token = await asyncio.to_thread(second_server.join, new_table, name="Ada")
            async with connect_to_table(second_server, new_table["id"], second_token) as second:
                await first.wait_for_event(2)
                assert first.state["seats"][1]["name"] == "Ada"
                clients = [first, second, first_spectator, second_spectator]
                await play_turns(clients)
                assert first.state["result"]["reason"] == "rules"
                assert all(
                    hide_legal_actions(client.state) == hide_legal_actions(first.state)
                    for client in clients
                )
                assert all(has_no_gap(client.seqs) for client in clients)
            async with connect_to_table(first_server, new_table["id"], second_token) as second:
                assert second.seats == [1], "the token is valid everywhere"

    asyncio.run(run())


def are_both_connected(messages: list[Message]) -> bool:
    """Return whether both players are shown as connected."""
    return any(message.get("connected") == [True, True] for message in messages)


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_sockets_of_a_table_reach_the_same_server_through_a_proxy(
    servers: tuple[ServerProcess, ServerProcess], tmp_path: Path, name: str
) -> None:
    """The proxy chooses the server by the id of the table."""
    ports = [int(server.url.rpartition(":")[2].strip("/")) for server in servers]
    with running_proxy(tmp_path, name, ports) as port:
        proxied_server = copy(servers[0])
        proxied_server.url = f"http://127.0.0.1:{port}/"

        async def run() -> None:
            id, first_token, second_token = await asyncio.to_thread(
                proxied_server.open_table_for_two
            )
            async with (
                connect_to_table(proxied_server, id, first_token) as first,
                connect_to_table(proxied_server, id, second_token) as second,
            ):
                await play_turns([first, second], turns=2)
                assert len(first.seqs) == len(second.seqs) >= 3
                await first.wait_until(lambda: are_both_connected(first.messages))

        asyncio.run(run())


def test_join_sent_to_both_processes_takes_one_seat(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    """Sides are drawn by lot once; connections that are open already get their seats."""
    first_server, second_server = servers

    async def join_through_both() -> int:
        new_table = await asyncio.to_thread(
            first_server.open_table, "here friend", random_sides=True
        )
        join_request = {"seat": 1, "invite": new_table["invites"]["1"], "token": new_token()}
        path = f"api/tables/{new_table['id']}/join"
        async with connect_to_table(first_server, new_table["id"], new_table["token"]) as creator:
            answers = await asyncio.gather(
                *(
                    asyncio.to_thread(server.post, path, join_request)
                    for server in (first_server, second_server)
                )
            )
            assert [answer.status_code for answer in answers] == [200, 200]
            await creator.wait_for_event(2)
            creator_seat: int = creator.state["order"].index(0)
            async with connect_to_table(
                second_server, new_table["id"], join_request["token"]
            ) as friend:
                assert friend.seats == [1 - creator_seat]
                first, second = (creator, friend) if creator_seat == 0 else (friend, creator)
                assert (await second.act("b3", at=0))["type"] == "refused"
                assert (await first.act("b3", at=0))["type"] == "event"
            return creator_seat

    async def run() -> None:
        creator_seats: set[int] = set()
        async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS):
            while len(creator_seats) < 2:
                creator_seats.add(await join_through_both())

    asyncio.run(run())


def test_command_sent_to_both_processes_is_handled_once(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    first_server, second_server = servers
    new_table = first_server.open_table()

    async def run() -> None:
        async with (
            connect_to_table(first_server, new_table["id"], new_table["token"]) as first,
            connect_to_table(second_server, new_table["id"], new_table["token"]) as second,
        ):
            for at in range(8):
                id = f"same{at}"
                answers = await asyncio.gather(
                    first.act("a1" if at < 4 else "b2", id=id, at=at),
                    second.act("a1" if at < 4 else "b2", id=id, at=at),
                )
                assert all(map(is_accepted, answers))
                assert [answer["seq"] for answer in answers] == [at + 2, at + 2]
                await asyncio.gather(first.wait_for_event(at + 2), second.wait_for_event(at + 2))
            answers = await asyncio.gather(first.act("c3", at=8), second.act("d4", at=8))
            assert sorted(answer["type"] for answer in answers) == ["event", "refused"]
            await asyncio.gather(first.wait_for_event(10), second.wait_for_event(10))
            assert hide_legal_actions(first.state) == hide_legal_actions(second.state)

    asyncio.run(run())


def test_rematch_across_processes_is_one_table(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    first_server, second_server = servers
    table, first_token, second_token = first_server.open_table_for_two(listed=True)

    async def run() -> None:
        async with (
            connect_to_table(first_server, table, first_token) as first,
            connect_to_table(second_server, table, second_token) as second,
        ):
            await first.send_command("resign")
            await second.wait_for_result()
            await asyncio.gather(
                first.send_command("offer", offer="rematch"),
                second.send_command("offer", offer="rematch"),
            )
            next_table = await first.wait_until(lambda: first.state["rematch_table"])
            assert await second.wait_until(lambda: second.state["rematch_table"]) == next_table
        async with (
            connect_to_table(second_server, next_table, first_token) as first,
            connect_to_table(first_server, next_table, second_token) as second,
        ):
            assert (first.seats, second.seats) == ([1], [0])
            await play_turns([first, second], 2)

    asyncio.run(run())
    rematch_count = first_server.fetch_rows(
        "SELECT count(*) FROM events WHERE data->>'rematch_of' = ?", table
    )
    assert rematch_count == [(1,)]


def test_computer_plays_once_with_clients_at_both_processes(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    first_server, second_server = servers
    new_table = first_server.open_table("here computer")

    async def run() -> None:
        async with (
            connect_to_table(first_server, new_table["id"], new_table["token"]) as player,
            connect_to_table(second_server, new_table["id"]) as spectator,
        ):
            for turn in range(3):
                await player.act()
                await spectator.wait_for_event(2 * turn + 3)
                await player.wait_for_event(2 * turn + 3)
            played = [m["seat"] for m in spectator.messages if m.get("kind") == "played"]
            assert played == [0, 1, 0, 1, 0, 1]

    asyncio.run(run())


def test_lost_listening_connections_miss_no_event(
    second_server: ServerProcess, postgres: Postgres, url: str, tmp_path: Path
) -> None:
    with running_server(tmp_path, database=url) as first_server:
        play_while_listeners_disconnect(first_server, second_server, postgres, url)


def play_while_listeners_disconnect(
    first_server: ServerProcess, second_server: ServerProcess, postgres: Postgres, url: str
) -> None:
    table, first_token, second_token = first_server.open_table_for_two()
    name = url.partition("?")[0].rpartition("/")[2]

    async def run() -> None:
        async with (
            connect_to_table(first_server, table, first_token) as first,
            connect_to_table(second_server, table, second_token) as second,
            connect_to_table(second_server, table) as spectator,
        ):
            for _ in range(3):
                await asyncio.to_thread(postgres.execute, CLOSE_LISTENING_CONNECTIONS.format(name))
                await play_turns([first, second], 2)
            await spectator.wait_for_event(first.state["seq"])
            assert spectator.state == hide_legal_actions(first.state)
            assert has_no_gap(spectator.seqs)

    asyncio.run(run())


def test_tables_continue_in_the_other_process_after_a_kill(
    second_server: ServerProcess, url: str, tmp_path: Path
) -> None:
    with running_server(
        tmp_path, database=url, min_engine_turn_seconds=LONG_ENGINE_TURN_SECONDS
    ) as killed_server:
        table, first_token, second_token = killed_server.open_table_for_two()
        engine_table = killed_server.open_table("here computer")

        async def run() -> None:
            async with (
                connect_to_table(second_server, table, second_token) as second,
                connect_to_table(second_server, engine_table["id"]) as spectator,
            ):
                async with (
                    connect_to_table(killed_server, table, first_token) as first,
                    connect_to_table(
                        killed_server, engine_table["id"], engine_table["token"]
                    ) as player,
                ):
                    await play_turns([first, second], 4)
                    await player.act()
                    await spectator.wait_for_event(2)
                    before = second.state
                    killed_server.kill()
                async with connect_to_table(second_server, table, first_token) as first:
                    assert hide_legal_actions(first.state) == before
                    await play_turns([first, second])
                    assert has_no_gap(second.seqs)
                await spectator.wait_until(lambda: spectator.state["actions"] == 2)
                async with connect_to_table(
                    second_server, engine_table["id"], engine_table["token"]
                ) as player:
                    await player.act()
                    await player.wait_until(lambda: player.state["actions"] == 4)

        asyncio.run(run())


def test_kill_under_load_loses_no_acknowledged_event(
    second_server: ServerProcess, url: str, tmp_path: Path
) -> None:
    with running_server(tmp_path, database=url) as killed_server:
        players = [Player(killed_server.open_table(), seed) for seed in range(6)]
        for _ in range(2):
            asyncio.run(play_until(killed_server, players, 150, killed_server.kill))
            asyncio.run(reconnect_all(second_server, players))
            check_stored_events(second_server, players)
            killed_server.start()
        asyncio.run(reconnect_all(killed_server, players))
