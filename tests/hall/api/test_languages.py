"""Who is to act hears which actions are legal in the own language, and may change it."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.hall.hosting import Host, Message, Window, hosted, watching


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("languages")) as host:
        yield host


def spoken(state: Message) -> list[str]:
    """How the legal actions are read aloud."""
    return [target["spoken"] for target in state["frame"]["targets"].values()]


async def greet(window: Window, token: str, language: str) -> None:
    """Say hello again, in a language."""
    seen = len(window.seqs)
    await window.say("hello", token=token, language=language)
    await window.until(lambda: len(window.seqs) > seen)


def test_two_windows_of_one_seat_read_two_languages(host: Host) -> None:
    """English is spoken unless another language was asked for; events keep to it."""
    table, white, black = host.two_friends(game="tzaar(setup=fixed)")

    async def run() -> None:
        async with (
            watching(host, table, white) as one,
            watching(host, table, black) as english,
            watching(host, table, black) as german,
        ):
            assert all(" captures " in text for text in spoken(one.state))
            await greet(german, black, "de")
            assert spoken(german.state) == [], "it is not their turn"
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


def test_a_language_that_nobody_speaks_is_not_understood(host: Host) -> None:
    made = host.open_table()

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.say("hello", token=made["token"], language="fr")
            refused = await window.hear("refused")
            assert refused["why"]["en"] == "This message is not valid."
            assert len(window.seqs) == 1

    asyncio.run(run())
