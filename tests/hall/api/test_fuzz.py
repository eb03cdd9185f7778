"""Send malformed messages through sockets: the server survives, and other games continue."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.hall.server_process import (
    ConnectionClosedEarly,
    Message,
    ServerProcess,
    SocketClient,
    connect_to_table,
    running_server,
)

pytestmark = pytest.mark.xdist_group("fuzz")
ALLOWED_CLOSE_CODES = {4400, 4429, 1009, 1007}  # after malformed messages
FUZZ_SETTINGS = settings(max_examples=60, deadline=None, derandomize=True)

# Malformed input

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**40, -1])
    | st.floats()  # NaN and Infinity among them
    | st.text(max_size=80)
    | st.text(st.characters(categories=["Cs", "L"]), max_size=5),  # lone surrogates
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
TYPES = [
    *("hello", "act", "draft", "why", "hint", "explain", "offer", "decline"),
    *("resign", "name", "hurry", "ping"),
]
plausible_values: dict[str, st.SearchStrategy[Any]] = {
    "type": st.sampled_from(TYPES),
    "id": st.text("abcXYZ019_-", min_size=1, max_size=40),
    "n": st.integers(),
    "at": st.integers(0, 3) | st.integers(0, 100_000),
    "actions": st.lists(
        st.sampled_from(["a1", "b2", "d4", "pass", "a9", "A1", "a1-b2", "?", "'"])
        | st.text("ab1x-+"),
        max_size=9,
    ),
    "cells": st.lists(st.integers(-1, 1000), max_size=5),
    "stage": st.integers(0, 4),
    "offer": st.sampled_from(["draw", "undo", "rematch", "peace"]),
    "seat": st.none() | st.integers(-1, 4),
    "name": st.text(max_size=35),
    "token": st.text("abcXYZ019_-", min_size=20, max_size=80),
    "language": st.sampled_from(["en", "de", "xx"]),
}
FIELDS = {
    "hello": ("token", "language"),
    "act": ("id", "at", "actions"),
    "draft": ("n", "at", "actions"),
    "why": ("n", "at", "actions", "cells"),
    "hint": ("n", "at", "actions", "stage"),
    "explain": ("n", "at"),
    "offer": ("id", "offer", "seat"),
    "decline": ("id", "offer", "seat"),
    "resign": ("id", "seat"),
    "name": ("id", "seat", "name"),
    "hurry": (),
    "ping": (),
}


@st.composite
def well_formed_messages(draw: st.DrawFn) -> str:
    """A message with all its fields and mostly plausible values."""
    type = draw(st.sampled_from(TYPES))
    fields = {name: draw(plausible_values[name]) for name in FIELDS[type]}
    return json.dumps({"type": type, **fields})


@st.composite
def malformed_messages(draw: st.DrawFn) -> str:
    """A message with some wrong, missing or additional fields."""
    message: Message = json.loads(draw(well_formed_messages()))
    for name in draw(st.lists(st.sampled_from(list(plausible_values)), max_size=3)):
        if draw(st.booleans()):
            message[name] = draw(json_values)
        else:
            message.pop(name, None)
    return json.dumps(message)


malformed_input = (
    st.binary(max_size=200)
    | st.text(max_size=200)
    | json_values.map(json.dumps)
    | malformed_messages()
)
message_lists = st.lists(well_formed_messages() | malformed_input, min_size=1, max_size=20)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("fuzz")) as server:
        yield server


@pytest.fixture(scope="module")
def target(server: ServerProcess) -> Message:
    """The table that receives the malformed messages."""
    return server.open_table()


async def check_server_survives(
    server: ServerProcess, table: str, token: str | None, messages: list[str | bytes]
) -> None:
    """Send messages; check that the server then answers a ping or has closed the connection with an
    allowed code.
    """
    async with connect_to_table(server, table, token) as client:
        await send_all(client, messages)


async def send_all(client: SocketClient, messages: list[str | bytes]) -> None:
    with suppress(ConnectionClosed):
        for message in messages:
            await client.socket.send(message)
        await client.send("ping")
    await asyncio.wait(
        [client.reader_task, asyncio.create_task(wait_for_pong(client))],
        return_when=asyncio.FIRST_COMPLETED,
    )
    assert client.close_code is None or client.close_code in ALLOWED_CLOSE_CODES, client.close_code


async def wait_for_pong(client: SocketClient) -> None:
    with suppress(ConnectionClosedEarly):
        await client.wait_for("pong")


async def check_playable(server: ServerProcess) -> None:
    """Check that another table is not affected."""
    other_table = await asyncio.to_thread(server.open_table)
    async with connect_to_table(server, other_table["id"], other_table["token"]) as client:
        assert (await client.act())["type"] == "event"


@FUZZ_SETTINGS
@given(messages=message_lists)
@pytest.mark.parametrize("role", ["seat", "spectator"])
def test_table_socket_survives_malformed_messages(
    server: ServerProcess, role: str, messages: list[str]
) -> None:
    target = server.open_table()
    token = target["token"] if role == "seat" else None
    asyncio.run(check_server_survives(server, target["id"], token, list(messages)))
    assert server.find_log_errors() == []


@FUZZ_SETTINGS
@given(first=malformed_input)
def test_socket_survives_malformed_first_message(
    server: ServerProcess, target: Message, first: str | bytes
) -> None:
    """Without a valid hello the connection is closed; one that is valid by chance is accepted."""

    async def run() -> None:
        async with connect(server.socket_url(target["id"]), proxy=None) as socket:
            await socket.send(first)
            client = SocketClient(socket)
            with suppress(ConnectionClosedEarly):
                await client.wait_for("welcome")
            assert client.close_code in ALLOWED_CLOSE_CODES or client.state
            await socket.close()
            await client.reader_task

    asyncio.run(run())


@st.composite
def requests(draw: st.DrawFn) -> str:
    """A REST body that is partly plausible and may contain the invitation."""
    seat = {"kind": st.sampled_from(["here", "friend", "computer"]) | json_values}
    likely_fields: dict[str, st.SearchStrategy[Any]] = {
        "game": st.sampled_from(["vier3d", "tzaar"]) | json_values,
        "seats": st.lists(st.fixed_dictionaries(seat, optional={"level": json_values}), max_size=5),
        "clock": st.fixed_dictionaries({"kind": st.just("move"), "seconds": json_values}),
        "listed": st.booleans() | json_values,
        "seat": st.integers(-1, 4) | json_values,
        "invite": st.just(INVITATION) | json_values,
        "name": json_values,
        "token": json_values,
    }
    fields = draw(st.lists(st.sampled_from(list(likely_fields)), max_size=6))
    return json.dumps({name: draw(likely_fields[name]) for name in fields})


INVITATION = "an-invitation-that-must-stay-secret"


@FUZZ_SETTINGS
@given(body=requests() | json_values.map(json.dumps))
def test_rest_api_survives_malformed_requests(
    server: ServerProcess, target: Message, body: str
) -> None:
    headers = {"content-type": "application/json"}
    for path in ("api/tables", f"api/tables/{target['id']}/join"):
        answer = server.post(path, content=body, headers=headers)
        assert answer.status_code < 500, body
        assert answer.json()
        assert INVITATION not in answer.text
    assert INVITATION not in server.log
    assert server.find_log_errors() == []


@pytest.mark.parametrize("n", [2**63, 2**64, 10**40, -(10**40), 1.5, "1", None])
def test_server_survives_out_of_range_numbers(
    server: ServerProcess, target: Message, n: object
) -> None:
    message = json.dumps({"type": "draft", "n": n, "at": 0, "actions": ["a1"]})
    asyncio.run(check_server_survives(server, target["id"], target["token"], [message]))
    assert server.find_log_errors() == []


def test_other_tables_remain_playable(server: ServerProcess, target: Message) -> None:
    asyncio.run(check_playable(server))
    seqs = server.fetch_rows("SELECT seq FROM events WHERE table_id = ? ORDER BY seq", target["id"])
    assert [seq for (seq,) in seqs] == list(range(1, len(seqs) + 1))
    assert server.get(f"api/tables/{target['id']}").json()["state"]["seq"] == len(seqs)
    assert server.find_log_errors() == []
