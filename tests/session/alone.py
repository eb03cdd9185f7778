"""Plays a game where there is only the standard library: `alone.py SOURCES play GAME`.

`import MODULE` and `thread` show that nothing else can be had here.
"""

import _thread
import importlib
import json
import pkgutil
import sys
import threading
from typing import Any

# Of the standard library, what is not there in a browser or what no session may need.
MISSING = {"asyncio", "concurrent", "multiprocessing", "socket", "sqlite3", "ssl", "subprocess"}


class OnlyStandardLibrary:
    """Lets nothing be imported but the standard library and this program."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        top = name.partition(".")[0]
        if top in MISSING or top not in {*sys.stdlib_module_names, "steinreich"}:
            raise ModuleNotFoundError(f"{name} is not there", name=name)


def no_thread(*_: object, **__: object) -> Any:
    raise RuntimeError("no threads here")


def play(game: str) -> dict[str, Any]:
    """Open a table, join, play, offer, undo by consent, resign: all that people can do."""
    from steinreich import records, session

    for module in pkgutil.walk_packages(session.__path__, "steinreich.session."):
        importlib.import_module(module.name)
    from steinreich.core.game import load
    from steinreich.session.legal_actions import legal
    from steinreich.session.records import record
    from steinreich.session.rulings import rule_on
    from steinreich.session.schema.commands import (
        Act,
        Command,
        Decline,
        Join,
        Offer,
        Rename,
        Resign,
    )
    from steinreich.session.table import Event, Table
    from steinreich.session.views.changes import event_view, known
    from steinreich.session.views.tables import snapshot

    seats = [{"kind": "here", "name": "Ada", "level": None}, {"kind": "friend"}]
    clock = {"kind": "fischer", "seconds": 300, "increment": 5}
    data = {"game": game, "start": str(load(game).start(1)), "seats": seats, "clock": clock}
    events = [Event(1, 0, "opened", data | {"listed": False, "lots": False}, None)]
    table = Table.of("t", events)

    def ask(command: Command, seat: int) -> None:
        outcome = rule_on(table, command, frozenset({seat}), 1000 * len(events))
        assert isinstance(outcome, Event), outcome
        events.append(outcome)
        before = known(table)
        table.apply(outcome)
        json.dumps(event_view(table, outcome, outcome.at, before))

    def turn(number: int) -> None:
        actions: list[str] = []
        seat, position = table.position.player, table.position
        while not actions or not position.starts_turn:
            actions.append(min(legal(position)))
            position = position.play(actions[-1])
        ask(Act(f"turn{number}", table.actions, actions), seat)

    ask(Join("join", 1, "Ben"), 1)
    ask(Rename("name", 0, "Ada L."), 0)
    for number in range(4):
        turn(number)
    player = table.position.player
    ask(Offer("back", "undo"), player)
    ask(Offer("yes", "undo"), 1 - player)
    turn(4)
    ask(Resign("enough"), player)
    ask(Offer("again", "rematch"), player)
    ask(Decline("no", "rematch"), 1 - player)
    json.dumps(snapshot(Table.of("t", events), 0, "de"))
    assert table.result
    return {
        "modules": sorted(name for name in sys.modules if name.startswith("steinreich.session.")),
        "events": sorted({event.kind for event in events}),
        "result": table.result.reason,
        "record": records.write(record(table)),
    }


if __name__ == "__main__":
    sources, what, *rest = sys.argv[1:]
    sys.path.insert(0, sources)
    sys.meta_path.insert(0, OnlyStandardLibrary())
    _thread.start_new_thread = no_thread
    threading.Thread.start = no_thread  # type: ignore[method-assign]
    if what == "play":
        print(json.dumps(play(rest[0])))
    elif what == "import":
        importlib.import_module(rest[0])
    else:
        threading.Thread(target=no_thread).start()
