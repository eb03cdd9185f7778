"""A client that reconnects has the same state as clients that stayed connected."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.hall.server_process import (
    ServerProcess,
    SocketClient,
    connect_to_table,
    has_no_gap,
    is_accepted,
    running_server,
)

pytestmark = pytest.mark.xdist_group("socket")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("resuming")) as server:
        yield server


async def play(client: SocketClient, rng: Random) -> None:
    """Play a random turn, rename a seat, or offer an undo."""
    if rng.random() < 0.1:
        await client.send_command("name", seat=0, name=rng.choice(["Ada", "Ben"]))
    elif client.state["result"] or rng.random() < 0.1:
        await client.send_command("offer", offer="undo", seat=rng.randrange(2))
    else:
        turn: list[str] = []
        targets = client.state["frame"]["targets"]
        while True:
            turn.append(rng.choice(sorted(targets)))
            answer = await client.act(*turn)
            if answer["type"] != "drafted":
                assert is_accepted(answer), answer
                return
            targets = answer["frame"]["targets"]


@pytest.mark.parametrize("game", ["tzaar", "six_in_line", "vier3d"])
def test_randomly_broken_connections_lose_nothing(server: ServerProcess, game: str) -> None:
    """Both clients hold both seats; a third client watches, and its connection breaks as well."""
    new_table = server.open_table(game=game)
    table, token, rng = new_table["id"], new_table["token"], Random(game)

    async def run() -> None:
        first_messages = []
        async with (
            connect_to_table(server, table, token) as connected,
            connect_to_table(server, table) as spectator,
        ):
            player_state, spectator_state = connected.state, spectator.state
            for _ in range(25):
                async with (
                    connect_to_table(server, table, token, player_state) as returned_player,
                    connect_to_table(server, table, None, spectator_state) as returned_spectator,
                ):
                    first_messages.append(returned_player.messages[0]["type"])
                    assert returned_player.state == connected.state
                    assert returned_spectator.state == (
                        await spectator.wait_for_event(connected.state["seq"])
                    )
                    for _ in range(rng.randrange(3)):
                        await play(rng.choice([returned_player, connected]), rng)
                        await returned_player.wait_for_event(connected.state["seq"])
                        await connected.wait_for_event(returned_player.state["seq"])
                    before = [player_state["seq"]] if first_messages[-1] == "resumed" else []
                    assert has_no_gap(before + returned_player.seqs)
                    player_state, spectator_state = returned_player.state, returned_spectator.state
                    returned_player.socket.transport.abort()
                    returned_spectator.socket.transport.abort()
                for _ in range(rng.choice([0, 0, 1, 2, 25])):
                    await play(connected, rng)
            assert has_no_gap(connected.seqs)
        assert first_messages.count("resumed") > 10
        assert "welcome" in first_messages, "a long absence leads to a full snapshot"

    asyncio.run(run())


def test_client_resumes_after_a_server_restart(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        new_table = server.open_table()

        async def visit(known: dict[str, object] | None) -> SocketClient:
            async with connect_to_table(
                server, new_table["id"], new_table["token"], known
            ) as client:
                await client.act()
                return client

        first = asyncio.run(visit(None))
        server.kill()
        server.start()
        again = asyncio.run(visit(first.state))
        resumed = again.messages[0]
        assert (resumed["type"], resumed["events"], resumed["own_seats"]) == ("resumed", [], [0, 1])
        assert again.state["seq"] == first.state["seq"] + 1


def test_client_ahead_of_the_server_gets_a_snapshot(server: ServerProcess) -> None:
    """The state is that of another table, or of a database restored from a backup."""
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            ahead = {**client.state, "seq": 5}
        async with connect_to_table(server, new_table["id"], new_table["token"], ahead) as client:
            assert client.messages[0]["type"] == "welcome"
            assert client.state["seq"] == 1

    asyncio.run(run())


def test_pending_command_is_handled_once_after_reconnect(server: ServerProcess) -> None:
    new_table = server.open_table()
    table, token = new_table["id"], new_table["token"]

    async def run() -> None:
        async with connect_to_table(server, table, token) as connected:
            state = connected.state
            for number in range(10):
                rod = f"{'abcd'[number % 4]}1"
                async with connect_to_table(server, table, token, state) as client:
                    await client.send("act", id=f"c{number}", at=number, actions=[rod])
                    if number % 2:
                        client.socket.transport.abort()
                    state = client.state
                async with connect_to_table(server, table, token, state) as client:
                    answer = await client.act(rod, id=f"c{number}", at=number)
                    assert is_accepted(answer)
                    assert answer["seq"] == number + 2
                    assert (await client.wait_for_event(number + 2)) == (
                        await connected.wait_for_event(number + 2)
                    )
                    state = client.state

    asyncio.run(run())
