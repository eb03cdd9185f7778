"""Tables with played actions, and visitors with seats at them."""

import json
from typing import Any

from websockets.sync.client import connect

from steinreich import load
from tests.browser.visitor import Visitor
from tests.hall.server_process import Host


def create_played_table(
    host: Host, game: str, actions: str, names: tuple[str, ...] = (), **more: Any
) -> dict[str, Any]:
    """Create a table of people on one screen after some actions in whole turns."""
    made = host.open_table(" ".join(["here"] * load(game).players), game, **more)
    play(host, made, game, actions, names)
    return made


def play(
    host: Host, made: dict[str, Any], game: str, actions: str, names: tuple[str, ...] = ()
) -> None:
    """Play the first actions of a table's game in whole turns, through another connection."""
    with connect(host.socket_url(made["id"]), proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        commands: list[dict[str, Any]] = [
            {"type": "name", "id": f"name{seat}", "seat": seat, "name": name}
            for seat, name in enumerate(names)
        ]
        position, turn, at = load(game).start(), [], 0
        for number, action in enumerate(actions.split(), 1):
            position = position.play(action)
            turn.append(action)
            if position.starts_turn or position.is_over:
                command = {"type": "act", "id": f"turn{number}", "at": at, "actions": turn}
                commands.append(command)
                turn, at = [], number
        assert not turn, f"{turn} is no whole turn"
        for command in commands:
            socket.send(json.dumps(command))
            while (heard := json.loads(socket.recv())).get("id") != command["id"]:
                assert heard["type"] != "refused", heard


def sit_at(visitor: Visitor, made: dict[str, Any], game: str, path: str | None = None) -> None:
    """Open a table, or another page, with the tokens of all its seats."""
    visitor.take_seats(made, game, list(range(load(game).players)), path)
