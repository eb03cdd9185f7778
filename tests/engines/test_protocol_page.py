"""docs/protocol.md documents all commands and fields, and its examples are correct."""

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
    query_fields, answer_fields, verdict_fields = re.findall(
        r"^\| field of an? \w+ \| \|\n\|---\|---\|\n(.*?)\n\n", PROTOCOL_PAGE, re.M | re.S
    )
    assert set(re.findall(r"`(\w+)`", " ".join(get_first_cells(query_fields)))) == set(
        QueryFields.model_fields
    )
    out = io.StringIO()
    QueryStream(None, make_fake, out).run(
        io.StringIO('{"id": "q", "game": "vier3d", "depth": 1}\n')
    )
    answer = json.loads(out.getvalue())
    assert set(re.findall(r"`(\w+)`", " ".join(get_first_cells(answer_fields)))) == set(answer)
    assert set(re.findall(r"`(\w+)`", " ".join(get_first_cells(verdict_fields)))) == set(
        answer["verdict"]
    )
    actions = get_args(ActionFields.model_fields["action"].annotation)
    assert actions
    assert all(f'"action": "{action}"' in PROTOCOL_PAGE for action in actions)


def get_first_cells(table: str) -> list[str]:
    return [row.split("|")[1] for row in table.splitlines()]


def test_documented_conversation_is_correct() -> None:
    """Results depend on the engine; everything else is as documented."""
    lines = find_code_blocks("text")[0].splitlines()
    expected = [line for line in lines if not line.startswith((">", "info depth", "bestmove"))]
    received: list[str] = []
    client = Conversation(load("vier3d"))
    for line in (line.removeprefix("> ") for line in lines if line.startswith("> ")):
        client.send(line)
        if line.startswith("go depth"):
            received += client.receive_until("bestmove")
    client.thread.join(10)
    while not client.out.queue.empty():
        received.append(client.receive())
    other_lines = [line for line in received if not line.startswith(("info depth", "bestmove"))]
    assert set(other_lines) == set(expected)


def test_documented_queries_are_correct() -> None:
    documented_query, documented_answer = find_code_blocks("json")
    out = io.StringIO()
    QueryStream(None, make_fake, out).run(io.StringIO(documented_query))
    answer, expected = json.loads(out.getvalue()), json.loads(documented_answer)
    assert answer.keys() == expected.keys()
    for field in ("id", "game", "position", "player", "verdict"):
        assert answer[field] == expected[field]
    assert answer["lines"][0] == expected["lines"][0]
