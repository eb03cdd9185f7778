"""Invalid JSON, and `true` in place of a number, is refused: by REST and sockets."""

import asyncio
from collections.abc import Iterator

import pytest
from websockets.frames import CloseCode

from tests.hall.server_process import Message, ServerProcess, connect_to_table, running_server

pytestmark = pytest.mark.xdist_group("json")
JSON = {"content-type": "application/json"}
SEATS = '[{"kind": "here"}, {"kind": "here"}]'
INVALID_JSON = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    r'"\ud800"',
    r'"\udc00\ud800"',
    r'{"\udfff": 1}',
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("json")) as server:
        yield server


@pytest.fixture(scope="module")
def new_table(server: ServerProcess) -> Message:
    return server.open_table("here friend")


@pytest.mark.parametrize("value", INVALID_JSON)
@pytest.mark.parametrize(
    "form",
    [
        "{value}",
        '{{"game": {value}, "seats": {seats}}}',
        '{{"game": "vier3d", "seats": {seats}, "listed": {value}}}',
        '{{"game": "vier3d", "seats": [{{"kind": "here", "name": {value}}}, {{"kind": "here"}}]}}',
        '{{"game": "vier3d", "seats": [{{"kind": {value}}}]}}',
        '{{"game": "vier3d", "seats": {seats}, "clock": {{"kind": {value}}}}}',
        '{{"game": "vier3d", "seats": {seats}, "more": {value}}}',
    ],
)
def test_invalid_json_creates_no_table(server: ServerProcess, form: str, value: str) -> None:
    answer = server.post("api/tables", content=form.format(value=value, seats=SEATS), headers=JSON)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"], "the error is named"


@pytest.mark.parametrize("value", INVALID_JSON)
def test_errors_do_not_leak_the_invitation(
    server: ServerProcess, new_table: Message, value: str
) -> None:
    invite = new_table["invites"]["1"]
    for form in (
        '{{"invite": "{invite}", "seat": {value}}}',
        '{{"invite": "{invite}", "seat": 1, "name": {value}}}',
        '{{"invite": "{invite}", "seat": 1, "more": {value}}}',
        '[{{"invite": "{invite}", "seat": {value}}}]',
        '{{"invite": {{"{invite}": 1}}, "seat": {value}}}',
        '{{"invite": "{invite}", "seat": "one"}}',
        '{{"seat": 1, "name": "{invite}{invite}"}}',
    ):
        body = form.format(invite=invite, value=value)
        answer = server.post(f"api/tables/{new_table['id']}/join", content=body, headers=JSON)
        assert answer.status_code == 422, body
        assert invite not in answer.text
    assert invite not in server.log
    assert server.find_log_errors() == []


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": [{"kind": "here"}, {"kind": "computer", "level": True}]},
        {"seats": [{"kind": "here"}, {"kind": "computer", "level": "3"}]},
        {"seats": [{"kind": "here"}, {"kind": "computer", "level": 3.0}]},
        {"clock": {"kind": "move", "seconds": True}},
        {"clock": {"kind": "fischer", "seconds": 60, "increment": False}},
        {"listed": 1},
        {"listed": "yes"},
    ],
)
def test_booleans_and_numbers_are_not_interchangeable(
    server: ServerProcess, fields: Message
) -> None:
    defaults = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
    assert server.post("api/tables", defaults).status_code == 201
    assert server.post("api/tables", defaults | fields).status_code == 422


def test_rejects_a_boolean_as_seat_number(server: ServerProcess, new_table: Message) -> None:
    body = {"seat": True, "invite": new_table["invites"]["1"]}
    assert server.post(f"api/tables/{new_table['id']}/join", body).status_code == 422


@pytest.mark.parametrize(
    "message",
    [
        '{"type": "draft", "n": true, "at": 0, "actions": ["a1"]}',
        '{"type": "draft", "n": 1.0, "at": 0, "actions": ["a1"]}',
        '{"type": "draft", "n": "1", "at": 0, "actions": ["a1"]}',
        '{"type": "draft", "n": NaN, "at": 0, "actions": ["a1"]}',
        '{"type": "act", "id": "x", "at": false, "actions": ["a1"]}',
        '{"type": "act", "id": "x", "at": Infinity, "actions": ["a1"]}',
        '{"type": "why", "n": 1, "at": 0, "actions": [], "cells": [true]}',
        '{"type": "resign", "id": "x", "seat": true}',
        r'{"type": "name", "id": "x", "seat": 0, "name": "\ud800"}',
        r'{"type": "name", "id": "x", "seat": 0, "name": "a", "\ud800": 1}',
        "NaN",
    ],
)
def test_socket_reports_invalid_messages(server: ServerProcess, message: str) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.socket.send(message)
            await client.wait_for("refused", n=None, id=None)
            assert (await client.act("a1"))["type"] == "event", "the connection stays open"

    asyncio.run(run())
    assert server.find_log_errors() == []


def test_invalid_utf8_closes_the_connection(server: ServerProcess) -> None:
    """Neither the content of such a frame nor a traceback is logged."""
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.socket.send(b'{"type": "name", "name": "\xff\xfe"}', text=True)
            assert await client.wait_for_close() == CloseCode.INVALID_DATA

    asyncio.run(run())
    assert server.find_log_errors() == []
