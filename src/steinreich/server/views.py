"""Tables as the browser sees them: plain data, as in web/src/protocol.ts."""

from datetime import UTC, datetime
from functools import cache, lru_cache
from random import Random
from typing import Any

from steinreich.core.about import Piece, Words
from steinreich.core.game import Game, Position, load
from steinreich.records import Record, result_names
from steinreich.server import sayings
from steinreich.server.clocks import Clocks
from steinreich.server.listing import legal
from steinreich.server.stage import Look, Stage, Target, seat_looks, stage
from steinreich.server.table import Event, Offers, Table

Data = dict[str, Any]
DEMO_LENGTHS = range(12, 41)  # how many actions a game to show has
DEMO_SEEDS = 5  # games that are tried until one ends within that
PICTURED = 0.55  # of that game has been played on the picture of it


def said(words: Words) -> Data:
    return {"en": words.en, "de": words.de}


# Games


@cache
def game_info(name: str) -> Data:
    """A game in words."""
    game = load(name)
    about = game.about
    return {
        "name": name,
        "title": said(about.title),
        "summary": said(about.summary),
        "rules": said(usual_rules(game)),
        "credit": said(about.credit),
        "seats": [said(seat) for seat in about.players],
        "players": game.players,
        "options": [
            {
                "name": option.name,
                "title": said(option.title),
                "about": said(option.about),
                "values": [
                    {"value": value, "label": said(label)}
                    for value, label in zip(option.values, option.labels, strict=True)
                ],
                "where": {other: list(values) for other, values in option.where.items()},
            }
            for option in about.options
        ],
        "picture": picture(name),
    }


@cache
def picture(name: str) -> Data:
    """A moment of the game to show.  It comes with the game itself, so that nobody waits for it."""
    shown = demo(name)
    return {"board": shown["board"], "frame": shown["frames"][shown["first"]]}


def usual_rules(game: Game) -> Words:
    """The rules with the usual options, one paragraph a line."""
    texts = [paragraph.text for section in game.rules for paragraph in section.paragraphs]
    return Words("\n".join(text.en for text in texts), "\n".join(text.de for text in texts))


@cache
def board_view(game: Game) -> Data:
    """The empty board."""
    board = stage(game).board
    return {
        "squares": board.squares,
        "cells": [cell._asdict() for cell in board.cells],
        "lines": [list(line) for line in board.lines],
        "marked": list(board.marked),
        "labels": [{"text": text, "x": x, "y": y} for text, x, y in board.labels],
        "scene": [list(point) for point in board.scene],
    }


@cache
def demo(name: str) -> Data:
    """A short game to show: at random, but nobody misses a win."""
    game = load(name)
    for seed in range(DEMO_SEEDS):
        positions = demo_game(game, seed)
        if positions[-1].is_over and len(positions) - 1 in DEMO_LENGTHS:
            break
    return {
        "game": game.id,
        "board": board_view(game),
        "frames": [frame(position, targets=False) for position in positions],
        "first": round(PICTURED * (len(positions) - 1)),
    }


def demo_game(game: Game, seed: int) -> list[Position]:
    """A random game in which whoever can win at once does."""
    dice = Random(seed)
    positions = [game.start(seed)]
    while not positions[-1].is_over and len(positions) < DEMO_LENGTHS.stop:
        now = positions[-1]
        following = [now.after(action) for action in now.actions()]
        wins = [position for position in following if position.outcome == now.player]
        positions.append(dice.choice(wins or following))
    return positions


# Positions


def frame(position: Position, targets: bool = True) -> Data:
    """One moment of a game."""
    shown = still(position, position.last)
    if not targets or shown["turn"] is None:
        return shown
    scene = stage(position.game)
    taken = {piece["cell"] for piece in shown["pieces"]} if scene.has_rods else set()
    found, examples = {}, {}
    for name in legal(position):
        target = target_of(position, scene, name, taken)
        found[name] = target.shown
        examples[target.kind] = name
    return shown | {"targets": found, "hand": hand_of(position, scene, examples)}


@lru_cache(maxsize=2048)
def still(position: Position, last: str | None) -> Data:
    """A moment without what may be done in it.  (Positions are the same however they came about,
    but what led to them is shown, too.)"""
    scene, pieces, over = stage(position.game), position.pieces(), position.is_over
    taken = {piece.cell for piece in pieces}
    return {
        "pieces": [piece_view(position, scene, piece) for piece in pieces],
        "targets": {},
        "hand": {},
        "turn": None if over else position.player,
        "starts_turn": position.starts_turn,
        "due": {"en": "", "de": ""} if over else said(position.due),
        "info": said(position.info),
        "counts": [
            {
                "seat": count.player,
                "what": said(count.what),
                "colour": count.colour,
                "mark": count.mark,
                "number": count.number,
            }
            for count in position.counts()
        ],
        "last": last_action(position, scene, taken),
        "lit": position.winning,
    }


def piece_view(position: Position, scene: Stage, piece: Piece) -> Data:
    """A piece; a board has so few different ones that each is put into words once."""
    known = scene.pieces.get(piece)
    if known is None:
        known = {**piece._asdict(), "kind": said(position.kind(piece))}
        scene.pieces[piece] = known
    return known


def target_of(position: Position, scene: Stage, name: str, taken: set[int]) -> Target:
    """A legal action: which cells it names and how it is spoken; put into words once."""
    key = (name, *scene.before(name, taken)) if scene.has_rods else name
    known = scene.targets.get(key)
    if known is None:
        shown = {"cells": scene.before(name, taken), "spoken": said(position.spoken(name))}
        known = scene.targets[key] = Target(scene.kind(name), shown)
    return known


def hand_of(position: Position, scene: Stage, examples: dict[str, str]) -> Data:
    """What the player would put, by kind of action, of which there is an example each."""
    hand = {}
    for kind, action in examples.items():
        looks = scene.hand(position, kind, action)
        if looks:
            hand[kind] = [look_view(look) for look in looks]
    return hand


def look_view(look: Look | None) -> Data | None:
    return None if look is None else {"colour": look.colour, "mark": look.mark}


def last_action(position: Position, scene: Stage, taken: set[int]) -> Data | None:
    """The action that led here."""
    action = position.last
    if action is None:
        return None
    cells = scene.after(action, taken)
    return {"action": action, "cells": cells, "spoken": said(position.spoken(action))}


# Tables


def snapshot(table: Table, now: int) -> Data:
    """Everything about a table."""
    game = table.game
    return {
        "id": table.id,
        "game": game.id,
        "name": game.name,
        "title": said(game.about.title),
        "variant": said(game.variant),
        "options": dict(game.options),
        "board": board_view(game),
        "clock": dict(table.clock),
        "listed": table.listed,
        "lots": table.lots,
        "turns": [{"seat": turn.seat, "actions": list(turn.actions)} for turn in table.turns],
        "state": state_of(table),
        "now": now,
    }


def state_of(table: Table) -> Data:
    """What changes in the course of a game."""
    return {
        "seq": table.seq,
        "status": table.status,
        "seats": seats_of(table),
        "order": table.order,
        "actions": table.actions,
        "frame": frame(table.position, targets=table.status != "over"),
        "clocks": clocks_view(table.clocks),
        "offers": offers_view(table.offers),
        "result": result_of(table),
        "next": table.next,
    }


def seats_of(table: Table) -> list[Data]:
    looks, called = seat_looks(table.game), sayings.names(table)
    return [
        {
            "title": said(sayings.title(table, number)),
            "called": said(called[number]),
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "taken": seat.taken,
            "look": None if table.awaits_lots else look_view(look),
        }
        for number, (seat, look) in enumerate(zip(table.seats, looks, strict=True))
    ]


def clocks_view(clocks: Clocks) -> Data:
    return {"left": list(clocks.left), "running": clocks.running, "at": clocks.at}


def offers_view(offers: Offers) -> Data:
    return {
        "draw": sorted(offers.draw),
        "undo": offers.undo._asdict() | {"asks": sorted(offers.undo.asks)} if offers.undo else None,
        "rematch": sorted(offers.rematch),
    }


def result_of(table: Table) -> Data | None:
    result = table.result
    if result is None:
        return None
    return {
        "returns": list(result.returns),
        "winner": result.winner,
        "reason": result.reason,
        "text": said(sayings.ending(table, result)),
    }


def event_view(table: Table, event: Event, now: int) -> Data:
    """An event as those at the table hear of it, when the table has taken it in."""
    actions = event.data["actions"] if event.kind == "played" else []
    between = table.positions[-len(actions) : -1] if actions else []
    return {
        "type": "event",
        "kind": event.kind,
        "seat": event.data.get("seat"),
        "actions": list(actions),
        "frames": [frame(position, targets=False) for position in between],
        "state": state_of(table),
        "now": now,
    }


def frames(table: Table, first: int, last: int) -> Data:
    """What the board looked like after `first` to `last` actions, as far as there are such."""
    first = max(0, first)
    shown = table.positions[first : max(first, last + 1)]
    return {"first": first, "frames": [frame(position, targets=False) for position in shown]}


def listed(table: Table) -> Data:
    """A line of the lobby."""
    return {
        "id": table.id,
        "game": table.game.id,
        "name": table.game.name,
        "title": said(table.game.about.title),
        "variant": said(table.game.variant),
        "seats": seats_of(table),
        "lots": table.lots,
        "clock": dict(table.clock),
        "status": table.status,
        "actions": table.actions,
        "opened": table.opened,
    }


# Records

TERMINATIONS = {"resigned": "resignation", "time": "time", "agreed": "agreement"}


def record(table: Table) -> Record:
    """The game so far, to keep.  Where nobody has won though one has lost, the result is open."""
    record = Record.of(table.positions[0])
    node = record.root
    for turn in table.turns:
        for action in turn.actions:
            node = node.add(action)
    record.headers["Date"] = f"{datetime.fromtimestamp(table.opened / 1000, UTC):%Y.%m.%d}"
    for number, seat in enumerate(table.seats, 1):
        name = seat.name if seat.is_person else f"Steinreich, level {seat.level}"
        if name:
            record.headers[f"Player{number}"] = name
    if table.result and table.result.reason != "aborted":
        returns = table.result.returns
        record.result = returns if returns in result_names(len(table.seats)).values() else None
        if table.result.reason in TERMINATIONS:
            record.headers["Termination"] = TERMINATIONS[table.result.reason]
    return record
