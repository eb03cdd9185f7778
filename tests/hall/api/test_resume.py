"""A client that reconnects has the same state as clients that stayed connected."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.hall.server_process import Host, Window, has_no_gap, hosted, is_done, watching

pytestmark = pytest.mark.xdist_group("socket")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("resuming")) as host:
        yield host


async def play(window: Window, dice: Random) -> None:
    """Play a whole turn, or send a command that is no turn."""
    if dice.random() < 0.1:
        await window.ask("name", seat=0, name=dice.choice(["Ada", "Ben"]))
    elif window.state["result"] or dice.random() < 0.1:
        await window.ask("offer", what="undo", seat=dice.randrange(2))
    else:
        turn: list[str] = []
        targets = window.state["frame"]["targets"]
        while True:
            turn.append(dice.choice(sorted(targets)))
            answer = await window.act(*turn)
            if answer["type"] != "drafted":
                assert is_done(answer), answer
                return
            targets = answer["frame"]["targets"]


@pytest.mark.parametrize("game", ["tzaar", "six_in_line", "vier3d"])
def test_randomly_broken_connections_lose_nothing(host: Host, game: str) -> None:
    """Both clients hold both seats; a third client watches, and its connection breaks as well."""
    made = host.open_table(game=game)
    table, token, dice = made["id"], made["token"], Random(game)

    async def run() -> None:
        greetings = []
        async with watching(host, table, token) as faithful, watching(host, table) as watcher:
            known, seen = faithful.state, watcher.state
            for _ in range(25):
                async with (
                    watching(host, table, token, known) as back,
                    watching(host, table, None, seen) as looking,
                ):
                    greetings.append(back.messages[0]["type"])
                    assert back.state == faithful.state
                    assert looking.state == (await watcher.at(faithful.state["seq"]))
                    for _ in range(dice.randrange(3)):
                        await play(dice.choice([back, faithful]), dice)
                        await back.at(faithful.state["seq"])
                        await faithful.at(back.state["seq"])
                    before = [known["seq"]] if greetings[-1] == "resumed" else []
                    assert has_no_gap(before + back.seqs)
                    known, seen = back.state, looking.state
                    back.socket.transport.abort()
                    looking.socket.transport.abort()
                for _ in range(dice.choice([0, 0, 1, 2, 25])):
                    await play(faithful, dice)
            assert has_no_gap(faithful.seqs)
        assert greetings.count("resumed") > 10
        assert "welcome" in greetings, "a long absence leads to a full snapshot"

    asyncio.run(run())


def test_restart_needs_no_new_snapshot(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        made = host.open_table()

        async def visit(known: dict[str, object] | None) -> Window:
            async with watching(host, made["id"], made["token"], known) as window:
                await window.act()
                return window

        first = asyncio.run(visit(None))
        host.kill()
        host.start()
        again = asyncio.run(visit(first.state))
        resumed = again.messages[0]
        assert (resumed["type"], resumed["events"], resumed["mine"]) == ("resumed", [], [0, 1])
        assert again.state["seq"] == first.state["seq"] + 1


def test_client_ahead_of_the_server_gets_a_snapshot(host: Host) -> None:
    """The state is that of another table, or of a database restored from a backup."""
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            ahead = {**window.state, "seq": 5}
        async with watching(host, made["id"], made["token"], ahead) as window:
            assert window.messages[0]["type"] == "welcome"
            assert window.state["seq"] == 1

    asyncio.run(run())


def test_pending_command_is_handled_once_after_reconnect(host: Host) -> None:
    made = host.open_table()
    table, token = made["id"], made["token"]

    async def run() -> None:
        async with watching(host, table, token) as faithful:
            known = faithful.state
            for number in range(10):
                rod = f"{'abcd'[number % 4]}1"
                async with watching(host, table, token, known) as window:
                    await window.say("act", id=f"c{number}", at=number, actions=[rod])
                    if number % 2:
                        window.socket.transport.abort()
                    known = window.state
                async with watching(host, table, token, known) as window:
                    answer = await window.act(rod, id=f"c{number}", at=number)
                    assert is_done(answer)
                    assert answer["seq"] == number + 2
                    assert (await window.at(number + 2)) == (await faithful.at(number + 2))
                    known = window.state

    asyncio.run(run())
