"""Whatever comes through a socket, from whomever: the server lives, and others play on."""

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

from tests.hall.hosting import Gone, Host, Message, Window, hosted, watching

pytestmark = pytest.mark.xdist_group("fuzz")
EXPECTED = {4400, 4429, 1009, 1007}  # the codes with which nonsense may be answered
FEW = settings(max_examples=60, deadline=None, derandomize=True)

# Nonsense of all kinds

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**40, -1])
    | st.floats()  # NaN and Infinity among them
    | st.text(max_size=80)
    | st.text(st.characters(categories=["Cs", "L"]), max_size=5),  # halves of characters
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
TYPES = [
    *("hello", "act", "draft", "why", "hint", "explain", "offer", "decline"),
    *("resign", "name", "hurry", "ping"),
]
likely: dict[str, st.SearchStrategy[Any]] = {
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
    "what": st.sampled_from(["draw", "undo", "rematch", "peace"]),
    "seat": st.none() | st.integers(-1, 4),
    "name": st.text(max_size=35),
    "token": st.text("abcXYZ019_-", min_size=20, max_size=80),
    "language": st.sampled_from(["en", "de", "fr"]),
}
FIELDS = {
    "hello": ("token", "language"),
    "act": ("id", "at", "actions"),
    "draft": ("n", "at", "actions"),
    "why": ("n", "at", "actions", "cells"),
    "hint": ("n", "at", "actions", "stage"),
    "explain": ("n", "at"),
    "offer": ("id", "what", "seat"),
    "decline": ("id", "what", "seat"),
    "resign": ("id", "seat"),
    "name": ("id", "seat", "name"),
    "hurry": (),
    "ping": (),
}


@st.composite
def well_formed(draw: st.DrawFn) -> str:
    """A message with all its fields, and values that often make sense."""
    type = draw(st.sampled_from(TYPES))
    fields = {name: draw(likely[name]) for name in FIELDS[type]}
    return json.dumps({"type": type, **fields})


@st.composite
def deformed(draw: st.DrawFn) -> str:
    """A message with some wrong, missing or further fields."""
    message: Message = json.loads(draw(well_formed()))
    for name in draw(st.lists(st.sampled_from(list(likely)), max_size=3)):
        if draw(st.booleans()):
            message[name] = draw(values)
        else:
            message.pop(name, None)
    return json.dumps(message)


nonsense = st.binary(max_size=200) | st.text(max_size=200) | values.map(json.dumps) | deformed()
sent = st.lists(well_formed() | nonsense, min_size=1, max_size=20)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("fuzz")) as host:
        yield host


@pytest.fixture(scope="module")
def made(host: Host) -> Message:
    """A table that suffers."""
    return host.open_table()


async def survive(host: Host, table: str, token: str | None, messages: list[str | bytes]) -> None:
    """Say all this; then the server answers, or has closed the connection for a good reason."""
    async with watching(host, table, token) as window:
        await say_all(window, messages)


async def say_all(window: Window, messages: list[str | bytes]) -> None:
    with suppress(ConnectionClosed):
        for message in messages:
            await window.socket.send(message)
        await window.say("ping")
    await asyncio.wait(
        [window.reading, asyncio.create_task(hear_pong(window))],
        return_when=asyncio.FIRST_COMPLETED,
    )
    assert window.closed is None or window.closed in EXPECTED, window.closed


async def hear_pong(window: Window) -> None:
    with suppress(Gone):
        await window.hear("pong")


async def plays_on(host: Host) -> None:
    """At another table nothing is felt of it."""
    made = await asyncio.to_thread(host.open_table)
    async with watching(host, made["id"], made["token"]) as window:
        assert (await window.act())["type"] == "event"


@FEW
@given(messages=sent)
@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_nonsense_at_a_table(host: Host, who: str, messages: list[str]) -> None:
    made = host.open_table()
    token = made["token"] if who == "seat" else None
    asyncio.run(survive(host, made["id"], token, list(messages)))
    assert host.failures() == []


@FEW
@given(first=nonsense)
def test_nonsense_instead_of_a_hello(host: Host, made: Message, first: str | bytes) -> None:
    """Whoever says nothing that makes sense has to go; a hello by chance is welcome."""

    async def run() -> None:
        async with connect(host.socket_url(made["id"]), proxy=None) as socket:
            await socket.send(first)
            window = Window(socket)
            with suppress(Gone):
                await window.hear("welcome")
            assert window.closed in EXPECTED or window.state
            await socket.close()
            await window.reading

    asyncio.run(run())


@st.composite
def requests(draw: st.DrawFn) -> str:
    """A body for REST that may make sense here and there, with the invitation in it."""
    seat = {"kind": st.sampled_from(["here", "friend", "computer"]) | values}
    likely_wishes: dict[str, st.SearchStrategy[Any]] = {
        "game": st.sampled_from(["vier3d", "tzaar"]) | values,
        "seats": st.lists(st.fixed_dictionaries(seat, optional={"level": values}), max_size=5),
        "clock": st.fixed_dictionaries({"kind": st.just("move"), "seconds": values}),
        "listed": st.booleans() | values,
        "seat": st.integers(-1, 4) | values,
        "invite": st.just(INVITATION) | values,
        "name": values,
        "token": values,
    }
    fields = draw(st.lists(st.sampled_from(list(likely_wishes)), max_size=6))
    return json.dumps({name: draw(likely_wishes[name]) for name in fields})


INVITATION = "an-invitation-that-nobody-may-see"


@FEW
@given(body=requests() | values.map(json.dumps))
def test_nonsense_for_rest(host: Host, made: Message, body: str) -> None:
    headers = {"content-type": "application/json"}
    for path in ("api/tables", f"api/tables/{made['id']}/join"):
        answer = host.post(path, content=body, headers=headers)
        assert answer.status_code < 500, body
        assert answer.json()
        assert INVITATION not in answer.text
    assert INVITATION not in host.log
    assert host.failures() == []


@pytest.mark.parametrize("n", [2**63, 2**64, 10**40, -(10**40), 1.5, "1", None])
def test_numbers_that_are_too_large(host: Host, made: Message, n: object) -> None:
    message = json.dumps({"type": "draft", "n": n, "at": 0, "actions": ["a1"]})
    asyncio.run(survive(host, made["id"], made["token"], [message]))
    assert host.failures() == []


def test_the_others_have_felt_nothing(host: Host, made: Message) -> None:
    asyncio.run(plays_on(host))
    seqs = host.rows("SELECT seq FROM events WHERE table_id = ? ORDER BY seq", made["id"])
    assert [seq for (seq,) in seqs] == list(range(1, len(seqs) + 1))
    assert host.get(f"api/tables/{made['id']}").json()["state"]["seq"] == len(seqs)
    assert host.failures() == []
