"""Texts are sent in the language of each connection, which it can change."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.hall.server_process import (
    Message,
    ServerProcess,
    SocketClient,
    connect_to_table,
    running_server,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("languages")) as server:
        yield server


def get_spoken_names(state: Message) -> list[str]:
    """Return the spoken names of the legal actions."""
    return [target["spoken"] for target in state["frame"]["targets"].values()]


async def send_hello(client: SocketClient, token: str, language: str) -> None:
    """Send another hello with a language."""
    count = len(client.seqs)
    await client.send("hello", token=token, language=language)
    await client.wait_until(lambda: len(client.seqs) > count)


def test_two_connections_of_one_seat_use_different_languages(server: ServerProcess) -> None:
    """English is the default; events use the language of the connection."""
    table, first_token, second_token = server.open_table_for_two(game="tzaar(setup=fixed)")

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as first,
            connect_to_table(server, table, second_token) as english,
            connect_to_table(server, table, second_token) as german,
        ):
            assert all(" captures " in text for text in get_spoken_names(first.state))
            await send_hello(german, second_token, "de")
            assert get_spoken_names(german.state) == [], "it is the opponent's turn"
            seq = first.state["seq"]
            await first.act()
            for client, verb in ((english, "captures"), (german, "schlägt")):
                await client.wait_for_event(seq + 1)
                assert all(f" {verb} " in text for text in get_spoken_names(client.state))
            draft = await german.act()
            verbs = {text.split()[1] for text in get_spoken_names(draft) if len(text.split()) > 1}
            assert verbs == {"schlägt", "verstärkt"}
            await send_hello(german, second_token, "en")
            assert get_spoken_names(german.state) == get_spoken_names(english.state)

    asyncio.run(run())


def test_all_texts_are_in_the_language_of_the_connection(server: ServerProcess) -> None:
    table, first_token, _ = server.open_table_for_two(game="tzaar(setup=fixed)")

    async def run() -> None:
        async with (
            connect_to_table(server, table, first_token) as english,
            connect_to_table(server, table, first_token) as german,
        ):
            await send_hello(german, first_token, "de")
            assert [seat["title"] for seat in english.state["seats"]] == ["White", "Black"]
            assert [seat["title"] for seat in german.state["seats"]] == ["Weiß", "Schwarz"]
            refused = await german.send_command("act", at=0, actions=["zz"])
            assert refused["why"].startswith("So heißt keine Aktion")
            await english.send_command("resign")
            for client, why in ((english, "White has resigned"), (german, "Weiß hat aufgegeben")):
                assert (await client.wait_for_result())["why"] == why
            seq = english.state["seq"]
            await german.send(
                "hello", token=first_token, language="en", seq=seq, legal_language="de"
            )
            await german.wait_until(lambda: german.state["result"]["why"] == "White has resigned")

    asyncio.run(run())


def test_refuses_an_unknown_language(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.send("hello", token=new_table["token"], language="xx")
            refused = await client.wait_for("refused")
            assert refused["why"] == "This message is not valid."
            assert len(client.seqs) == 1

    asyncio.run(run())
