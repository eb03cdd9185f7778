"""Play through sockets: clients are limited to their seats, all see the same, nothing is lost."""

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
    Host,
    Window,
    has_no_gap,
    hosted,
    play_on,
    public_part,
    watching,
)
from tests.session.table_driver import opened_event

pytestmark = pytest.mark.xdist_group("socket")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("socket")) as host:
        yield host


def presence(window: Window) -> tuple[list[bool], int]:
    """Return connected seats and the number of spectators, as last received."""
    last = [message for message in window.messages if message["type"] == "presence"][-1]
    return last["seats"], last["watching"]


def test_two_players_and_a_spectator_see_the_same_game(host: Host) -> None:
    table, white, black = host.two_friends()

    async def run() -> None:
        async with (
            watching(host, table, white) as one,
            watching(host, table, black) as other,
            watching(host, table) as spectator,
        ):
            assert (one.mine, other.mine, spectator.mine) == ([0], [1], [])
            await spectator.hear("presence", watching=1)
            await play_on([one, other, spectator])
            assert public_part(one.state) == public_part(other.state) == spectator.state
            assert one.state["result"]["reason"] == "rules"
            assert all(has_no_gap(window.seqs) for window in (one, other, spectator))
            done = [message["seq"] for message in one.messages if "id" in message]
            assert done == list(range(3, 3 + 2 * len(done), 2)), (
                "every second event is the client's own"
            )

    asyncio.run(run())
    assert host.get(f"api/tables/{table}").json()["state"]["status"] == "over"


def test_duplicate_action_is_played_once(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            first = await window.act("a1", id="once", at=0)
            again = await window.act("a1", id="once", at=0)
            assert (first["type"], first["id"], first["seq"]) == ("event", "once", 2)
            assert again == {"type": "done", "id": "once", "seq": 2}
            message = {"type": "act", "id": "twice", "at": 1, "actions": ["a1"]}
            for _ in range(5):  # without waiting for a response
                await window.socket.send(json.dumps(message))
            await window.until(lambda: window.messages.count(window.messages[-1]) == 4)
            assert (await window.hear("event", id="twice"))["seq"] == 3
            assert window.messages[-1] == {"type": "done", "id": "twice", "seq": 3}
            assert window.state["actions"] == 2

    asyncio.run(run())
    # Also when the server process was replaced in between.
    assert host.rows("SELECT count(*) FROM events WHERE table_id = ?", made["id"]) == [(3,)]


def test_action_resent_through_a_new_connection_is_played_once(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.say("act", id="lost", at=0, actions=["b2"])
        async with watching(host, made["id"], made["token"]) as window:
            assert (await window.act("b2", id="lost", at=0))["seq"] == 2
            assert (await window.act("b2", id="new", at=0))["type"] == "refused", "the game went on"
            assert window.state["actions"] == 1

    asyncio.run(run())


def test_two_connections_of_one_seat_stay_in_step(host: Host) -> None:
    table, white, black = host.two_friends()

    async def run() -> None:
        async with (
            watching(host, table, white) as tab,
            watching(host, table, white) as other_tab,
            watching(host, table, black) as friend,
        ):
            await tab.act("a1")
            await other_tab.at(tab.state["seq"])
            await friend.at(tab.state["seq"])
            await friend.act("b2")
            await other_tab.at(friend.state["seq"])
            outcomes = await asyncio.gather(tab.act("c3", at=2), other_tab.act("d4", at=2))
            assert sorted(one["type"] for one in outcomes) == ["event", "refused"]
            await asyncio.gather(*(one.at(5) for one in (tab, other_tab, friend)))
            assert tab.state == other_tab.state
            assert public_part(tab.state) == public_part(friend.state)
            assert has_no_gap(tab.seqs)
            assert has_no_gap(other_tab.seqs)

    asyncio.run(run())


def test_reconnected_client_has_exactly_the_state(host: Host) -> None:
    table, white, black = host.two_friends()

    async def run() -> None:
        async with watching(host, table) as faithful, watching(host, table, white) as one:
            for _ in range(4):
                async with watching(host, table, black) as other:
                    assert public_part(other.state) == public_part(one.state)
                    await one.until(lambda: presence(one) == ([True, True], 1))
                    await play_on([one, other], 3)
                    other.socket.transport.abort()  # the connection breaks
                if one.state["frame"]["turn"] == 0:
                    await one.act()
            await faithful.at(one.state["seq"])
            async with watching(host, table, black) as back:
                assert public_part(back.state) == faithful.state
                turns = (await back.hear("welcome"))["snapshot"]["turns"]
                assert len(turns) == back.state["actions"]
            assert has_no_gap(faithful.seqs)
            await one.until(lambda: presence(one) == ([True, False], 1))

    asyncio.run(run())


def test_many_spectators_disconnect_no_player(host: Host) -> None:
    """Three hundred spectators connect at once."""
    table, white, black = host.two_friends()

    async def run() -> None:
        async with (
            watching(host, table, white) as one,
            watching(host, table, black) as other,
            AsyncExitStack() as crowd,
        ):
            visits = (crowd.enter_async_context(watching(host, table)) for _ in range(300))
            await asyncio.gather(*visits)
            await one.until(lambda: presence(one) == ([True, True], 300))
            await play_on([one, other], 2)
            told = sum(message["type"] == "presence" for message in one.messages)
            assert told < 100, "presence is not broadcast once per spectator"
            assert one.closed is other.closed is None

    asyncio.run(run())


def test_only_the_seat_to_move_can_act(host: Host) -> None:
    table, white, black = host.two_friends()

    async def run() -> None:
        async with (
            watching(host, table, white) as one,
            watching(host, table, black) as other,
            watching(host, table) as spectator,
            watching(host, table, "x" * 32) as stranger,
        ):
            assert stranger.mine == []
            for window in (other, spectator, stranger):
                assert (await window.act("a1"))["type"] == "refused"
                await window.say("draft", n=7, at=0, actions=["a1"])
                assert (await window.hear("refused", n=7))["why"]
            for window in (spectator, stranger):
                for type, more in (
                    ("resign", {}),
                    ("resign", {"seat": 0}),
                    ("offer", {"what": "draw"}),
                    ("offer", {"what": "undo", "seat": 1}),
                    ("name", {"seat": 0, "name": "Mallory"}),
                ):
                    assert (await window.ask(type, **more))["type"] == "refused"
            assert (await other.ask("resign", seat=0))["type"] == "refused"
            assert (await other.ask("name", seat=0, name="Mallory"))["type"] == "refused"
            assert (await one.act("a9"))["type"] == "refused", "there is no such cell"
            assert (await one.act("a1"))["type"] == "event"
            assert (await one.act("a1"))["type"] == "refused", "not twice in a row"
            assert one.state["seq"] == 3

    asyncio.run(run())


def test_legal_actions_are_sent_to_the_seat_to_move_only(host: Host) -> None:
    made = host.open_table("here friend", game="tzaar")

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as one:
            assert one.state["frame"]["targets"] == {}, "a seat is open"
            black = host.join(made)
            await one.until(lambda: one.state["frame"]["targets"])
            async with (
                watching(host, made["id"], black) as other,
                watching(host, made["id"]) as watcher,
            ):
                for to_act, waiting in ((one, other), (other, one)):
                    seq = to_act.state["seq"]
                    await waiting.at(seq)
                    await watcher.at(seq)
                    assert to_act.state["frame"]["targets"]
                    assert waiting.state["frame"]["targets"] == {}
                    assert watcher.state["frame"]["targets"] == {}
                    if to_act is one:
                        await one.act()
                        await other.at(seq + 1)
                        await one.at(seq + 1)
            shown = host.get(f"api/tables/{made['id']}").json()
            assert shown["state"]["frame"]["targets"] == {}

    asyncio.run(run())


def test_draft_of_a_turn_is_not_broadcast(host: Host) -> None:
    table, white, black = host.two_friends(game="tzaar")

    async def run() -> None:
        async with watching(host, table, white) as one, watching(host, table, black) as other:
            await play_on([one, other], 1)  # the first turn is a single capture
            capture = next(iter(other.state["frame"]["targets"]))
            half = await other.act(capture)
            assert half["type"] == "drafted"
            assert not half["complete"]
            second = next(iter(half["frame"]["targets"]))
            await other.say("draft", n=1, at=1, actions=[capture, second])
            assert (await other.hear("drafted", n=1))["complete"]
            await other.say("why", n=2, at=1, actions=[capture], cells=[0])
            assert (await other.hear("refused", n=2))["why"]
            assert one.state["actions"] == 1
            assert [m["type"] for m in one.messages if "frame" in m] == []
            assert (await other.act(capture, second))["type"] == "event"
            event = await one.hear("event", kind="played", seat=1)
            assert event["actions"] == [capture, second]
            assert len(event["steps"]) == 1
            assert event["state"]["actions"] == 3

    asyncio.run(run())


def create_table_with_short_clock(host: Host, clock: dict[str, object], token: str) -> str:
    """Create a table with less time than players may choose."""
    event = opened_event(kinds="here here", clock=clock)
    table = f"short{clock['kind']}{token[:6]}"

    async def run() -> None:
        storage = Storage(host.database)
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
    host: Host, clock: dict[str, object], turns: int
) -> None:
    token = "t" * 32
    table = create_table_with_short_clock(host, clock, token)

    async def run() -> None:
        async with watching(host, table, token) as window:
            assert window.state["clocks"]["running"] is None, (
                "the clock does not run in the first turn"
            )
            await play_on([window], turns)
            seat = window.state["frame"]["turn"]
            assert window.state["clocks"]["running"] == seat
            result = await window.over()
            assert result["reason"] == "time"
            assert result["winner"] == 1 - seat
            assert window.state["clocks"]["left"][seat] == 0
            assert (await window.act("a1"))["type"] == "refused"

    asyncio.run(run())


def test_pings_and_second_hello_are_answered(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.say("ping")
            assert (await window.hear("pong"))["now"] > 1_700_000_000_000
            await window.say("hello", token=made["token"])
            await window.until(lambda: len(window.seqs) == 2)

    asyncio.run(run())


def test_close_codes(host: Host) -> None:
    made = host.open_table()

    async def code(table: str, first: str | bytes) -> int:
        async with connect(host.socket_url(table), proxy=None) as socket:
            await socket.send(first)
            return await Window(socket).end()

    async def run() -> None:
        assert await code("nothing", '{"type":"hello"}') == 4404
        assert await code(new_id(), '{"type":"hello"}') == 4410
        assert await code(made["id"], '{"type":"ping"}') == 4400, (
            "the first message has to be a hello"
        )
        assert await code(made["id"], b"\x00\xff") == 4400
        async with watching(host, made["id"]) as window:
            for _ in range(20):
                await window.socket.send("nonsense")
            await window.until(lambda: [m["type"] for m in window.messages].count("refused") == 20)
            await window.socket.send("nonsense")
            assert await window.end() == 4400

    asyncio.run(run())
