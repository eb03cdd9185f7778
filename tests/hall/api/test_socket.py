"""Games through WebSockets: a client acts for its own seats only, and all clients see the same."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect

from steinreich.hall.storage.store import Holder, Storage
from steinreich.hall.tokens import digest, new_id
from steinreich.session.table import Event
from tests.hall.server_process import (
    ServerProcess,
    SocketClient,
    connect_to_table,
    has_no_gap,
    hide_legal_actions,
    play_turns,
    running_server,
)
from tests.session.table_driver import make_opened_event

pytestmark = pytest.mark.xdist_group("socket")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("socket")) as server:
        yield server


def get_presence(client: SocketClient) -> tuple[list[bool], int]:
    """Return which seats are connected and the number of spectators, as last received."""
    last = [message for message in client.messages if message["type"] == "presence"][-1]
    return last["connected"], last["spectators"]


def test_two_players_and_a_spectator_see_the_same_game(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
            connect_to_table(server, table) as spectator,
        ):
            assert (first.seats, second.seats, spectator.seats) == ([0], [1], [])
            await spectator.wait_for("presence", spectators=1)
            await play_turns([first, second, spectator])
            assert (
                hide_legal_actions(first.state)
                == hide_legal_actions(second.state)
                == spectator.state
            )
            assert first.state["result"]["reason"] == "rules"
            assert all(has_no_gap(client.seqs) for client in (first, second, spectator))
            own_seqs = [message["seq"] for message in first.messages if "id" in message]
            assert own_seqs == list(range(3, 3 + 2 * len(own_seqs), 2)), (
                "every second event answers a command of this client"
            )

    asyncio.run(run())
    assert server.get(f"api/tables/{table}").json()["state"]["status"] == "over"


def test_duplicate_action_is_played_once(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            first = await client.act("a1", id="once", at=0)
            again = await client.act("a1", id="once", at=0)
            assert (first["type"], first["id"], first["seq"]) == ("event", "once", 2)
            assert again == {"type": "done", "id": "once", "seq": 2}
            message = {"type": "act", "id": "twice", "at": 1, "actions": ["a1"]}
            for _ in range(5):  # without waiting for a response
                await client.socket.send(json.dumps(message))
            await client.wait_until(lambda: client.messages.count(client.messages[-1]) == 4)
            assert (await client.wait_for("event", id="twice"))["seq"] == 3
            assert client.messages[-1] == {"type": "done", "id": "twice", "seq": 3}
            assert client.state["actions"] == 2

    asyncio.run(run())
    query = "SELECT count(*) FROM events WHERE table_id = ?"
    assert server.fetch_rows(query, new_table["id"]) == [(3,)], "the opening and two actions"


def test_action_resent_through_a_new_connection_is_played_once(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.send("act", id="lost", at=0, actions=["b2"])
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            assert (await client.act("b2", id="lost", at=0))["seq"] == 2
            assert (await client.act("b2", id="new", at=0))["type"] == "refused", "the game went on"
            assert client.state["actions"] == 1

    asyncio.run(run())


def test_two_connections_of_one_seat_stay_in_step(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as tab,
            connect_to_table(server, table, first_token) as other_tab,
            connect_to_table(server, table, second_token) as friend,
        ):
            await tab.act("a1")
            await other_tab.wait_for_event(tab.state["seq"])
            await friend.wait_for_event(tab.state["seq"])
            await friend.act("b2")
            await other_tab.wait_for_event(friend.state["seq"])
            outcomes = await asyncio.gather(tab.act("c3", at=2), other_tab.act("d4", at=2))
            assert sorted(outcome["type"] for outcome in outcomes) == ["event", "refused"]
            await asyncio.gather(*(client.wait_for_event(5) for client in (tab, other_tab, friend)))
            assert tab.state == other_tab.state
            assert hide_legal_actions(tab.state) == hide_legal_actions(friend.state)
            assert has_no_gap(tab.seqs)
            assert has_no_gap(other_tab.seqs)

    asyncio.run(run())


def test_reconnected_client_has_exactly_the_state(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table) as spectator,
            connect_to_table(server, table, first_token) as first,
        ):
            for _ in range(4):
                async with connect_to_table(server, table, second_token) as second:
                    assert hide_legal_actions(second.state) == hide_legal_actions(first.state)
                    await first.wait_until(lambda: get_presence(first) == ([True, True], 1))
                    await play_turns([first, second], 3)
                    second.socket.transport.abort()  # the connection breaks
                if first.state["frame"]["turn"] == 0:
                    await first.act()
            await spectator.wait_for_event(first.state["seq"])
            async with connect_to_table(server, table, second_token) as back:
                assert hide_legal_actions(back.state) == spectator.state
                turns = (await back.wait_for("welcome"))["snapshot"]["turns"]
                assert len(turns) == back.state["actions"]
            assert has_no_gap(spectator.seqs)
            await first.wait_until(lambda: get_presence(first) == ([True, False], 1))

    asyncio.run(run())


def test_many_spectators_disconnect_no_player(server: ServerProcess) -> None:
    """Three hundred spectators connect at once."""
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
            AsyncExitStack() as stack,
        ):
            spectators = (
                stack.enter_async_context(connect_to_table(server, table)) for _ in range(300)
            )
            await asyncio.gather(*spectators)
            await first.wait_until(lambda: get_presence(first) == ([True, True], 300))
            await play_turns([first, second], 2)
            count = sum(message["type"] == "presence" for message in first.messages)
            assert count < 100, "presence is not broadcast once per spectator"
            assert first.close_code is second.close_code is None

    asyncio.run(run())


def test_only_the_seat_to_move_can_act(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two()

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
            connect_to_table(server, table) as spectator,
            connect_to_table(server, table, "x" * 32) as stranger,
        ):
            assert stranger.seats == []
            for client in (second, spectator, stranger):
                assert (await client.act("a1"))["type"] == "refused"
                await client.send("draft", n=7, at=0, actions=["a1"])
                assert (await client.wait_for("refused", n=7))["why"]
            for client in (spectator, stranger):
                for type, fields in (
                    ("resign", {}),
                    ("resign", {"seat": 0}),
                    ("offer", {"offer": "draw"}),
                    ("offer", {"offer": "undo", "seat": 1}),
                    ("name", {"seat": 0, "name": "Mallory"}),
                ):
                    assert (await client.send_command(type, **fields))["type"] == "refused"
            assert (await second.send_command("resign", seat=0))["type"] == "refused"
            assert (await second.send_command("name", seat=0, name="Mallory"))["type"] == "refused"
            assert (await first.act("a9"))["type"] == "refused", "there is no such cell"
            assert (await first.act("a1"))["type"] == "event"
            assert (await first.act("a1"))["type"] == "refused", "not twice in a row"
            assert first.state["seq"] == 3

    asyncio.run(run())


def test_legal_actions_are_sent_to_the_seat_to_move_only(server: ServerProcess) -> None:
    new_table = server.open_table("here friend", game="tzaar")

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as first:
            assert first.state["frame"]["targets"] == {}, "a seat is open"
            second_token = server.join(new_table)
            await first.wait_until(lambda: first.state["frame"]["targets"])
            async with (
                connect_to_table(server, new_table["id"], second_token) as second,
                connect_to_table(server, new_table["id"]) as spectator,
            ):
                for mover, opponent in ((first, second), (second, first)):
                    seq = mover.state["seq"]
                    await opponent.wait_for_event(seq)
                    await spectator.wait_for_event(seq)
                    assert mover.state["frame"]["targets"]
                    assert opponent.state["frame"]["targets"] == {}
                    assert spectator.state["frame"]["targets"] == {}
                    if mover is first:
                        await first.act()
                        await second.wait_for_event(seq + 1)
                        await first.wait_for_event(seq + 1)
            table = server.get(f"api/tables/{new_table['id']}").json()
            assert table["state"]["frame"]["targets"] == {}

    asyncio.run(run())


def test_draft_of_a_turn_is_not_broadcast(server: ServerProcess) -> None:
    table, first_token, second_token = server.open_table_for_two(game="tzaar")

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as second,
        ):
            await play_turns([first, second], 1)  # the first turn is a single capture
            capture = next(iter(second.state["frame"]["targets"]))
            draft = await second.act(capture)
            assert draft["type"] == "drafted"
            assert not draft["complete"]
            next_action = next(iter(draft["frame"]["targets"]))
            await second.send("draft", n=1, at=1, actions=[capture, next_action])
            assert (await second.wait_for("drafted", n=1))["complete"]
            await second.send("why", n=2, at=1, actions=[capture], cells=[0])
            assert (await second.wait_for("refused", n=2))["why"]
            assert first.state["actions"] == 1
            assert [m["type"] for m in first.messages if "frame" in m] == []
            assert (await second.act(capture, next_action))["type"] == "event"
            event = await first.wait_for("event", kind="played", seat=1)
            assert event["actions"] == [capture, next_action]
            assert len(event["steps"]) == 1
            assert event["state"]["actions"] == 3

    asyncio.run(run())


def create_table_with_short_clock(
    server: ServerProcess, clock: dict[str, object], token: str
) -> str:
    """Create a table with less time than players may choose."""
    event = make_opened_event(kinds="here here", clock=clock)
    table = f"short{clock['kind']}{token[:6]}"

    async def run() -> None:
        storage = Storage(server.database)
        await storage.open()
        first = Event(1, time.time_ns() // 1_000_000, "opened", event.data, None)
        holders = [Holder(seat, digest(token)) for seat in (0, 1)]
        await storage.create(table, first, holders, [], False)
        await storage.close()

    asyncio.run(run())
    return table


@pytest.mark.parametrize(
    ("clock", "turns"),
    [
        ({"kind": "move", "seconds": 1}, 1),
        ({"kind": "fischer", "seconds": 1, "increment": 0}, 2),
    ],
)
def test_timeout_ends_the_game_without_a_command(
    server: ServerProcess, clock: dict[str, object], turns: int
) -> None:
    token = "t" * 32
    table = create_table_with_short_clock(server, clock, token)

    async def run() -> None:
        async with connect_to_table(server, table, token) as client:
            assert client.state["clocks"]["running"] is None, (
                "the clock does not run in the first turn"
            )
            await play_turns([client], turns)
            seat = client.state["frame"]["turn"]
            assert client.state["clocks"]["running"] == seat
            result = await client.wait_for_result()
            assert result["reason"] == "time"
            assert result["winner"] == 1 - seat
            assert client.state["clocks"]["remaining_ms"][seat] == 0
            assert (await client.act("a1"))["type"] == "refused"

    asyncio.run(run())


def test_answers_pings_and_a_second_hello(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.send("ping")
            assert (await client.wait_for("pong"))["now"] > 1_700_000_000_000
            await client.send("hello", token=new_table["token"])
            await client.wait_until(lambda: len(client.seqs) == 2)

    asyncio.run(run())


def test_close_codes(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def get_close_code(table: str, first_message: str | bytes) -> int:
        async with connect(server.socket_url(table), proxy=None) as socket:
            await socket.send(first_message)
            return await SocketClient(socket).wait_for_close()

    async def run() -> None:
        assert await get_close_code("nothing", '{"type":"hello"}') == 4404
        assert await get_close_code(new_id(), '{"type":"hello"}') == 4410
        assert await get_close_code(new_table["id"], '{"type":"ping"}') == 4400, (
            "the first message has to be a hello"
        )
        assert await get_close_code(new_table["id"], b"\x00\xff") == 4400
        async with connect_to_table(server, new_table["id"]) as client:
            for _ in range(20):
                await client.socket.send("nonsense")
            await client.wait_until(
                lambda: [m["type"] for m in client.messages].count("refused") == 20
            )
            await client.socket.send("nonsense")
            assert await client.wait_for_close() == 4400

    asyncio.run(run())
