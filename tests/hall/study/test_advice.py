"""Hints at a table of a real hall: for who asks alone, in stages; and a word after blunders."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hall.hosting import Host, Message, Window, hosted, watching
from tests.hall.study.studying import WARM, studying

pytestmark = pytest.mark.xdist_group("study")

ENOUGH = 0.3  # seconds of thinking about a choice
CLEARLY_WORSE = 0.8  # of the values from -1 to 1: more than twice a blunder
FOUR_NEXT = ("a1", "b2", "a1", "b2", "a1")  # the second player has to stop a fourth ball on a1


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("advice")) as host:
        yield host


async def warm(host: Host) -> None:
    """Until machine code of vier3d is there."""
    async with studying(host) as window:
        await window.think(1)
        await window.patiently("lines", n=1)


async def ask(window: Window, type: str, n: int, **fields: Any) -> Message:
    """The answer to a question."""
    await window.say(type, n=n, **fields)
    message: Message = await window.until(
        lambda: next((one for one in window.messages if one.get("n") == n), None)
    )
    return message


def test_who_comes_before_machine_code_is_there_is_told_so(host: Host) -> None:
    made = host.open_table(game="chain_reaxis", hints=True)

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            question = {"at": 0, "actions": [], "stage": 2}
            first = await ask(window, "hint", 1, **question)
            assert first["type"] == "refused"
            assert "not ready" in first["why"]["en"]
            async with asyncio.timeout(WARM):
                for n in range(2, 10_000):
                    answer = await ask(window, "hint", n, **question)
                    if answer["type"] == "hint":
                        return
                    await asyncio.sleep(0.2)

    asyncio.run(run())


def test_a_hint_has_three_stages_and_is_for_who_asks(host: Host) -> None:
    made = host.open_table(hints=True)

    async def run() -> None:
        await warm(host)
        async with (
            watching(host, made["id"], made["token"]) as window,
            watching(host, made["id"]) as spectator,
        ):
            assert (await window.hear("welcome"))["snapshot"]["hints"]
            assert (await spectator.hear("welcome"))["snapshot"]["hints"], "everybody sees it"
            for action in FOUR_NEXT:
                await window.act(action)
            await window.say("hello", token=made["token"], language="de")
            where, what, why = [
                await ask(window, "hint", stage, at=5, actions=[], stage=stage)
                for stage in (1, 2, 3)
            ]
            cell = what["action"]["target"]["cells"]
            assert (where["cells"], where["action"], where["reasons"]) == (cell, None, [])
            assert (what["action"]["action"], what["reasons"]) == ("a1", [])
            assert why["action"] == what["action"]
            assert any("a1" in reason for reason in why["reasons"])
            refused = await ask(spectator, "hint", 9, at=5, actions=[], stage=1)
            assert refused["type"] == "refused"
            assert not any(one["type"] == "hint" for one in spectator.messages)
            assert window.state["seq"] == 6, "no event"

    asyncio.run(run())


def test_without_being_agreed_on_there_are_no_hints(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            answer = await ask(window, "hint", 1, at=0, actions=[], stage=1)
            assert "not agreed on" in answer["why"]["en"]

    asyncio.run(run())


def test_the_computer_tells_why_it_played(host: Host) -> None:
    made = host.open_table("here computer")

    async def run() -> None:
        await warm(host)
        async with watching(host, made["id"], made["token"]) as window:
            await window.act("a1")
            await window.until(lambda: window.state["actions"] == 2)
            answer = await ask(window, "explain", 1, at=1)
            assert answer["type"] == "explained"
            assert answer["reasons"]
            assert all(isinstance(reason, str) for reason in answer["reasons"])
            assert (await ask(window, "explain", 2, at=0))["type"] == "refused", "its own only"

    asyncio.run(run())


def played(window: Window) -> list[str]:
    """All actions so far."""
    return [
        action
        for one in window.messages
        if one["type"] == "event" and one["kind"] == "played"
        for action in one["actions"]
    ]


async def play_until_a_blunder(host: Host, window: Window) -> None:
    """Play the best actions until one of them is much better than another, and then this one."""
    async with studying(host) as study:
        for n in range(2, 40):
            await window.until(lambda: window.state["frame"]["turn"] == 1)
            await study.think(n, actions=played(window), lines=5)
            await study.hear("lines", n=n)
            await study.until(lambda n=n: study.all("lines", n)[-1]["seconds"] > ENOUGH)
            lines = study.all("lines", n)[-1]["lines"]
            best, worst = lines[0], lines[-1]
            lost = best["verdict"]["values"][1] - worst["verdict"]["values"][1]
            choice = worst if lost > CLEARLY_WORSE else best
            await study.say("stop")
            await window.act(choice["actions"][0]["action"])
            if choice is worst:
                return
    raise AssertionError("nothing could go wrong")


@pytest.mark.parametrize("teaching", [True, False])
def test_a_blunder_against_the_computer_may_be_taken_back(host: Host, teaching: bool) -> None:
    seats = [{"kind": "computer", "level": 4}, {"kind": "here"}]
    wanted = {"game": "vier3d", "seats": seats, "teaching": teaching}
    made = host.post("api/tables", wanted).json()

    async def run() -> None:
        await warm(host)
        async with watching(host, made["id"], made["token"]) as window:
            await window.hear("welcome")
            await play_until_a_blunder(host, window)
            answer = await ask(window, "explain", 1, at=0)  # who is asked later answers later
            assert answer["type"] == "explained"
            told = [one for one in window.messages if one["type"] == "blunder"]
            if not teaching:
                assert told == []
                return
            (blunder,) = told
            assert blunder["at"] % 2 == 1
            assert "nach" in blunder["text"]["de"]
            assert (await window.ask("offer", what="undo"))["type"] == "event"

    asyncio.run(run())
