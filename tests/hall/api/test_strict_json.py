"""Invalid JSON, and `true` in place of a number, is refused: by REST and sockets."""

import asyncio
from collections.abc import Iterator

import pytest
from websockets.frames import CloseCode

from tests.hall.server_process import Host, Message, hosted, watching

pytestmark = pytest.mark.xdist_group("json")
JSON = {"content-type": "application/json"}
SEATS = '[{"kind": "here"}, {"kind": "here"}]'
NO_JSON = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    r'"\ud800"',
    r'"\udc00\ud800"',
    r'{"\udfff": 1}',
]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("json")) as host:
        yield host


@pytest.fixture(scope="module")
def made(host: Host) -> Message:
    return host.open_table("here friend")


@pytest.mark.parametrize("value", NO_JSON)
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
def test_invalid_json_creates_no_table(host: Host, form: str, value: str) -> None:
    answer = host.post("api/tables", content=form.format(value=value, seats=SEATS), headers=JSON)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"], "the error is named"


@pytest.mark.parametrize("value", NO_JSON)
def test_malformed_invitation_is_neither_echoed_nor_logged(
    host: Host, made: Message, value: str
) -> None:
    invite = made["invites"]["1"]
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
        answer = host.post(f"api/tables/{made['id']}/join", content=body, headers=JSON)
        assert answer.status_code == 422, body
        assert invite not in answer.text
    assert invite not in host.log
    assert host.failures() == []


@pytest.mark.parametrize(
    "wanted",
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
def test_booleans_and_numbers_are_not_interchangeable(host: Host, wanted: Message) -> None:
    usual = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}
    assert host.post("api/tables", usual).status_code == 201
    assert host.post("api/tables", usual | wanted).status_code == 422


def test_boolean_is_refused_as_name_of_a_seat(host: Host, made: Message) -> None:
    wanted = {"seat": True, "invite": made["invites"]["1"]}
    assert host.post(f"api/tables/{made['id']}/join", wanted).status_code == 422


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
def test_socket_reports_invalid_messages(host: Host, message: str) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.socket.send(message)
            await window.hear("refused", n=None, id=None)
            assert (await window.act("a1"))["type"] == "event", "the connection stays open"

    asyncio.run(run())
    assert host.failures() == []


def test_invalid_utf8_closes_the_connection(host: Host) -> None:
    """Nothing of a text frame that is not UTF-8 is logged, and no traceback either."""
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.socket.send(b'{"type": "name", "name": "\xff\xfe"}', text=True)
            assert await window.end() == CloseCode.INVALID_DATA

    asyncio.run(run())
    assert host.failures() == []
