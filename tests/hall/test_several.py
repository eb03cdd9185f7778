"""Two server processes on one database serve the same hall, also when one of them dies."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from steinreich.hall.api.tokens import new_token
from tests.hall.hosting import (
    PATIENCE,
    Host,
    for_all,
    has_no_gap,
    hosted,
    is_done,
    play_on,
    watching,
)
from tests.hall.players import Player, all_come_back, check_stored, play_until
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")
CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE 'LISTEN%' AND datname = '{}'
"""
THINKS_LONG = 60.0  # seconds until the computer of a process plays


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def other(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("other"), database=url) as host:
        yield host


@pytest.fixture(scope="module", params=["postgresql", "sqlite"])
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Host, Host]]:
    """Two halls on one PostgreSQL; or one of two processes on SQLite, to which connections are
    led in turn."""
    folder = tmp_path_factory.mktemp("one")
    if request.param == "sqlite":
        with hosted(folder, processes=2, scattered=True) as host:
            yield host, host
    else:
        url = request.getfixturevalue("url")
        with hosted(folder, database=url) as host:
            yield host, request.getfixturevalue("other")


def test_a_game_across_processes(both: tuple[Host, Host]) -> None:
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
                assert all(for_all(window.state) == for_all(first.state) for window in windows)
                assert all(has_no_gap(window.seqs) for window in windows)
            async with watching(one, made["id"], black) as second:
                assert second.mine == [1], "the token is good everywhere"

    asyncio.run(run())


def test_a_seat_is_taken_once_and_lots_move_everybody_in_both_processes(
    both: tuple[Host, Host],
) -> None:
    """The same join sent to both; who looked on at one of them sits where the lot says."""
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


def test_a_command_sent_to_both_is_carried_out_once(both: tuple[Host, Host]) -> None:
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
            assert for_all(here.state) == for_all(there.state)

    asyncio.run(run())


def test_a_rematch_across_processes_is_one_table(both: tuple[Host, Host]) -> None:
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


def test_the_computer_plays_once_whoever_looks(both: tuple[Host, Host]) -> None:
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


def test_when_the_line_for_news_is_cut_nothing_is_missed(
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
            assert spectator.state == for_all(first.state)
            assert has_no_gap(spectator.seqs)

    asyncio.run(run())


def test_when_one_process_is_killed_the_other_goes_on(
    other: Host, url: str, tmp_path: Path
) -> None:
    with hosted(tmp_path, database=url, pace=THINKS_LONG) as doomed:
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
                    assert for_all(first.state) == before
                    await play_on([first, second])
                    assert has_no_gap(second.seqs)
                await spectator.until(lambda: spectator.state["actions"] == 2)
                async with watching(other, alone["id"], alone["token"]) as player:
                    await player.act()
                    await player.until(lambda: player.state["actions"] == 4)

        asyncio.run(run())


def test_killed_under_load_nothing_acknowledged_is_lost(
    other: Host, url: str, tmp_path: Path
) -> None:
    with hosted(tmp_path, database=url) as doomed:
        players = [Player(doomed.open_table(), seed) for seed in range(6)]
        for _ in range(2):
            asyncio.run(play_until(doomed, players, 150, doomed.kill))
            asyncio.run(all_come_back(other, players))
            check_stored(other, players)
            doomed.start()
        asyncio.run(all_come_back(doomed, players))
