"""Texts are sent in the language of each connection, which it can change."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.hall.server_process import Host, Message, Window, hosted, watching


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("languages")) as host:
        yield host


def spoken(state: Message) -> list[str]:
    """Return the spoken names of the legal actions."""
    return [target["spoken"] for target in state["frame"]["targets"].values()]


async def greet(window: Window, token: str, language: str) -> None:
    """Send another hello with a language."""
    seen = len(window.seqs)
    await window.say("hello", token=token, language=language)
    await window.until(lambda: len(window.seqs) > seen)


def test_two_connections_of_one_seat_use_different_languages(host: Host) -> None:
    """English is the default; events use the language of the connection."""
    table, white, black = host.two_friends(game="tzaar(setup=fixed)")

    async def run() -> None:
        async with (
            watching(host, table, white) as one,
            watching(host, table, black) as english,
            watching(host, table, black) as german,
        ):
            assert all(" captures " in text for text in spoken(one.state))
            await greet(german, black, "de")
            assert spoken(german.state) == [], "it is the opponent's turn"
            seq = one.state["seq"]
            await one.act()
            for window, verb in ((english, "captures"), (german, "schlägt")):
                await window.at(seq + 1)
                assert all(f" {verb} " in text for text in spoken(window.state))
            half = await german.act()
            verbs = {text.split()[1] for text in spoken(half) if len(text.split()) > 1}
            assert verbs == {"schlägt", "verstärkt"}
            await greet(german, black, "en")
            assert spoken(german.state) == spoken(english.state)

    asyncio.run(run())


def test_all_texts_are_in_the_language_of_the_connection(host: Host) -> None:
    table, white, _ = host.two_friends(game="tzaar(setup=fixed)")

    async def run() -> None:
        async with watching(host, table, white) as english, watching(host, table, white) as german:
            await greet(german, white, "de")
            assert [seat["title"] for seat in english.state["seats"]] == ["White", "Black"]
            assert [seat["title"] for seat in german.state["seats"]] == ["Weiß", "Schwarz"]
            refused = await german.ask("act", at=0, actions=["zz"])
            assert refused["why"].startswith("So heißt keine Aktion")
            await english.ask("resign")
            for window, why in ((english, "White has resigned"), (german, "Weiß hat aufgegeben")):
                assert (await window.over())["why"] == why
            seq = english.state["seq"]
            await german.say("hello", token=white, language="en", seq=seq, listed="de")
            await german.until(lambda: german.state["result"]["why"] == "White has resigned")

    asyncio.run(run())


def test_unknown_language_is_refused(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.say("hello", token=made["token"], language="xx")
            refused = await window.hear("refused")
            assert refused["why"] == "This message is not valid."
            assert len(window.seqs) == 1

    asyncio.run(run())
