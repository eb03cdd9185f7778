"""The page about the protocol is complete, and its examples are correct."""

import io
import json
import re
from pathlib import Path
from typing import get_args

from steinreich import load
from steinreich.engines.analysis.query import ActionFields, QueryFields
from steinreich.engines.analysis.stream import QueryStream
from steinreich.engines.ugi.notation import QUERY_NAMES, parse_go_numbers
from steinreich.engines.ugi.server import NUMBER_OPTIONS, Server
from tests.players.fakes import Conversation, make_fake

PROTOCOL_PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()


def find_code_blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PROTOCOL_PAGE, re.MULTILINE | re.DOTALL)


def test_page_documents_every_message() -> None:
    server = Server(load("vier3d"), make_fake, io.StringIO())
    words = [*server.commands, "quit", *NUMBER_OPTIONS, "Game", *QUERY_NAMES, "p1turn"]
    for word in words:
        assert re.search(rf"`{word}\b", PROTOCOL_PAGE), (
            f"docs/protocol.md says nothing about {word}"
        )


def test_page_documents_every_limit() -> None:
    for order in ("movetime", "nodes", "depth", "p1time", "p1inc", "movestogo"):
        assert parse_go_numbers([order, "1"], 2) == {order: 1}
        assert f"`{order} " in PROTOCOL_PAGE


def test_page_documents_every_field() -> None:
    """The documented fields of queries and answers are exactly the implemented ones."""
    asked, answered, verdict = re.findall(
        r"^\| field of an? \w+ \| \|\n\|---\|---\|\n(.*?)\n\n", PROTOCOL_PAGE, re.M | re.S
    )
    assert set(re.findall(r"`(\w+)`", " ".join(get_first_cells(asked)))) == set(
        QueryFields.model_fields
    )
    out = io.StringIO()
    QueryStream(None, make_fake, out).run(
        io.StringIO('{"id": "q", "game": "vier3d", "depth": 1}\n')
    )
    answer = json.loads(out.getvalue())
    assert set(re.findall(r"`(\w+)`", " ".join(get_first_cells(answered)))) == set(answer)
    assert set(re.findall(r"`(\w+)`", " ".join(get_first_cells(verdict)))) == set(answer["verdict"])
    actions = get_args(ActionFields.model_fields["action"].annotation)
    assert actions
    assert all(f'"action": "{action}"' in PROTOCOL_PAGE for action in actions)


def get_first_cells(table: str) -> list[str]:
    return [row.split("|")[1] for row in table.splitlines()]


def test_documented_conversation_is_correct() -> None:
    """Results depend on the engine; everything else is as documented."""
    lines = find_code_blocks("text")[0].splitlines()
    expected = [line for line in lines if not line.startswith((">", "info depth", "bestmove"))]
    heard: list[str] = []
    talk = Conversation(load("vier3d"))
    for line in (line.removeprefix("> ") for line in lines if line.startswith("> ")):
        talk.send(line)
        if line.startswith("go depth"):
            heard += talk.receive_until("bestmove")
    talk.thread.join(10)
    while not talk.out.queue.empty():
        heard.append(talk.receive())
    told = [line for line in heard if not line.startswith(("info depth", "bestmove"))]
    assert set(told) == set(expected)


def test_documented_queries_are_correct() -> None:
    asked, answered = find_code_blocks("json")
    out = io.StringIO()
    QueryStream(None, make_fake, out).run(io.StringIO(asked))
    found, shown = json.loads(out.getvalue()), json.loads(answered)
    assert found.keys() == shown.keys()
    for field in ("id", "game", "position", "player", "verdict"):
        assert found[field] == shown[field]
    assert found["lines"][0] == shown["lines"][0]
