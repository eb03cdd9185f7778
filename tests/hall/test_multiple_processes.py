"""Two server processes on one database serve the same tables, also when one of them dies."""

import asyncio
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest

from steinreich.hall.tokens import new_token
from tests.hall.players import Player, check_stored, play_until, reconnect_all
from tests.hall.server_process import (
    PATIENCE,
    Host,
    Message,
    has_no_gap,
    hosted,
    is_done,
    play_on,
    public_part,
    watching,
)
from tests.postgres import Postgres
from tests.proxies import running_proxy

pytestmark = pytest.mark.xdist_group("postgres")
CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE 'LISTEN%' AND datname = '{}'
"""
THINKS_LONG = 60.0  # until the computer of a process plays


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def other(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("other"), database=url) as host:
        yield host


@pytest.fixture(scope="module")
def both(
    url: str, other: Host, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Host, Host]]:
    """Two servers on one PostgreSQL database."""
    with hosted(tmp_path_factory.mktemp("one"), database=url) as host:
        yield host, other


def test_game_can_be_played_across_processes(both: tuple[Host, Host]) -> None:
    one, other = both
    made = one.open_table("here friend")
    white = made["token"]

    async def run() -> None:
        async with (
            watching(one, made["id"], white) as first,
            watching(one, made["id"]) as near,
            watching(other, made["id"]) as far,
        ):
            black = await asyncio.to_thread(other.join, made, name="Ada")
            async with watching(other, made["id"], black) as second:
                await first.at(2)
                assert first.state["seats"][1]["name"] == "Ada"
                windows = [first, second, near, far]
                await play_on(windows)
                assert first.state["result"]["reason"] == "rules"
                assert all(
                    public_part(window.state) == public_part(first.state) for window in windows
                )
                assert all(has_no_gap(window.seqs) for window in windows)
            async with watching(one, made["id"], black) as second:
                assert second.mine == [1], "the token is valid everywhere"

    asyncio.run(run())


def are_both_connected(messages: list[Message]) -> bool:
    """Return whether both players are shown as connected."""
    return any(message.get("seats") == [True, True] for message in messages)


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_sockets_of_a_table_reach_the_same_server_through_a_proxy(
    both: tuple[Host, Host], tmp_path: Path, name: str
) -> None:
    """The proxy forwards sockets by table."""
    servers = [int(host.url.rpartition(":")[2].strip("/")) for host in both]
    with running_proxy(tmp_path, name, servers) as port:
        front = copy(both[0])
        front.url = f"http://127.0.0.1:{port}/"

        async def run() -> None:
            id, white, black = await asyncio.to_thread(front.two_friends)
            async with watching(front, id, white) as first, watching(front, id, black) as second:
                await play_on([first, second], turns=2)
                assert len(first.seqs) == len(second.seqs) >= 3
                await first.until(lambda: are_both_connected(first.messages))

        asyncio.run(run())


def test_join_sent_to_both_processes_takes_one_seat(
    both: tuple[Host, Host],
) -> None:
    """Sides are drawn once, and connections of spectators who joined move to their seats."""
    one, other = both

    async def draw() -> int:
        made = await asyncio.to_thread(one.open_table, "here friend", lots=True)
        wanted = {"seat": 1, "invite": made["invites"]["1"], "token": new_token()}
        path = f"api/tables/{made['id']}/join"
        async with watching(one, made["id"], made["token"]) as opener:
            answers = await asyncio.gather(
                *(asyncio.to_thread(host.post, path, wanted) for host in (one, other))
            )
            assert [answer.status_code for answer in answers] == [200, 200]
            await opener.at(2)
            mine: int = opener.state["order"].index(0)
            async with watching(other, made["id"], wanted["token"]) as friend:
                assert friend.mine == [1 - mine]
                first, second = (opener, friend) if mine == 0 else (friend, opener)
                assert (await second.act("b3", at=0))["type"] == "refused"
                assert (await first.act("b3", at=0))["type"] == "event"
            return mine

    async def run() -> None:
        seen: set[int] = set()
        async with asyncio.timeout(PATIENCE):
            while len(seen) < 2:
                seen.add(await draw())

    asyncio.run(run())


def test_command_sent_to_both_processes_is_handled_once(both: tuple[Host, Host]) -> None:
    one, other = both
    made = one.open_table()

    async def run() -> None:
        async with (
            watching(one, made["id"], made["token"]) as here,
            watching(other, made["id"], made["token"]) as there,
        ):
            for at in range(8):
                id = f"same{at}"
                answers = await asyncio.gather(
                    here.act("a1" if at < 4 else "b2", id=id, at=at),
                    there.act("a1" if at < 4 else "b2", id=id, at=at),
                )
                assert all(map(is_done, answers))
                assert [answer["seq"] for answer in answers] == [at + 2, at + 2]
                await asyncio.gather(here.at(at + 2), there.at(at + 2))
            rivals = await asyncio.gather(here.act("c3", at=8), there.act("d4", at=8))
            assert sorted(answer["type"] for answer in rivals) == ["event", "refused"]
            await asyncio.gather(here.at(10), there.at(10))
            assert public_part(here.state) == public_part(there.state)

    asyncio.run(run())


def test_rematch_across_processes_is_one_table(both: tuple[Host, Host]) -> None:
    one, other = both
    table, white, black = one.two_friends(listed=True)

    async def run() -> None:
        async with watching(one, table, white) as first, watching(other, table, black) as second:
            await first.ask("resign")
            await second.over()
            await asyncio.gather(
                first.ask("offer", what="rematch"), second.ask("offer", what="rematch")
            )
            next_table = await first.until(lambda: first.state["next"])
            assert await second.until(lambda: second.state["next"]) == next_table
        async with (
            watching(other, next_table, white) as first,
            watching(one, next_table, black) as second,
        ):
            assert (first.mine, second.mine) == ([1], [0])
            await play_on([first, second], 2)

    asyncio.run(run())
    laid = one.rows("SELECT count(*) FROM events WHERE data->>'rematch_of' = ?", table)
    assert laid == [(1,)]


def test_computer_plays_once_with_clients_at_both_processes(both: tuple[Host, Host]) -> None:
    one, other = both
    made = one.open_table("here computer")

    async def run() -> None:
        async with (
            watching(one, made["id"], made["token"]) as player,
            watching(other, made["id"]) as spectator,
        ):
            for turn in range(3):
                await player.act()
                await spectator.at(2 * turn + 3)
                await player.at(2 * turn + 3)
            played = [m["seat"] for m in spectator.messages if m.get("kind") == "played"]
            assert played == [0, 1, 0, 1, 0, 1]

    asyncio.run(run())


def test_no_event_is_missed_when_the_listening_connection_is_cut(
    other: Host, postgres: Postgres, url: str, tmp_path: Path
) -> None:
    with hosted(tmp_path, database=url) as one:
        cut_the_line(one, other, postgres, url)


def cut_the_line(one: Host, other: Host, postgres: Postgres, url: str) -> None:
    table, white, black = one.two_friends()
    name = url.partition("?")[0].rpartition("/")[2]

    async def run() -> None:
        async with (
            watching(one, table, white) as first,
            watching(other, table, black) as second,
            watching(other, table) as spectator,
        ):
            for _ in range(3):
                await asyncio.to_thread(postgres.execute, CUT.format(name))
                await play_on([first, second], 2)
            await spectator.at(first.state["seq"])
            assert spectator.state == public_part(first.state)
            assert has_no_gap(spectator.seqs)

    asyncio.run(run())


def test_other_process_continues_when_one_is_killed(other: Host, url: str, tmp_path: Path) -> None:
    with hosted(tmp_path, database=url, min_engine_turn_seconds=THINKS_LONG) as doomed:
        table, white, black = doomed.two_friends()
        alone = doomed.open_table("here computer")

        async def run() -> None:
            async with (
                watching(other, table, black) as second,
                watching(other, alone["id"]) as spectator,
            ):
                async with (
                    watching(doomed, table, white) as first,
                    watching(doomed, alone["id"], alone["token"]) as player,
                ):
                    await play_on([first, second], 4)
                    await player.act()
                    await spectator.at(2)
                    before = second.state
                    doomed.kill()
                async with watching(other, table, white) as first:
                    assert public_part(first.state) == before
                    await play_on([first, second])
                    assert has_no_gap(second.seqs)
                await spectator.until(lambda: spectator.state["actions"] == 2)
                async with watching(other, alone["id"], alone["token"]) as player:
                    await player.act()
                    await player.until(lambda: player.state["actions"] == 4)

        asyncio.run(run())


def test_kill_under_load_loses_no_acknowledged_event(other: Host, url: str, tmp_path: Path) -> None:
    with hosted(tmp_path, database=url) as doomed:
        players = [Player(doomed.open_table(), seed) for seed in range(6)]
        for _ in range(2):
            asyncio.run(play_until(doomed, players, 150, doomed.kill))
            asyncio.run(reconnect_all(other, players))
            check_stored(other, players)
            doomed.start()
        asyncio.run(reconnect_all(doomed, players))
