"""Games and tables as clients see them."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple, cast

from steinreich.core.game import Game, load
from steinreich.core.narration import told
from steinreich.core.position import Position
from steinreich.rules.about import Action, Effects, Look, Piece
from steinreich.rules.language import Words
from steinreich.rules.vocabulary import Colour, Mark
from steinreich.session import texts
from steinreich.session.clocks import Clocks
from steinreich.session.legal_actions import legal
from steinreich.session.scene import Scene, scene_of
from steinreich.session.schema import protocol
from steinreich.session.schema.limits import LONGEST_TURN
from steinreich.session.schema.messages import EventMessage
from steinreich.session.table import Event, Offers, Table

DEMO_LENGTHS = range(12, 41)  # how many actions a game to show has
DEMO_SEEDS = 5  # games that are tried until one ends within that
PICTURED = 0.55  # of that game has been played on the picture of it


def said(words: Words) -> protocol.Words:
    return {"en": words.en, "de": words.de}


# Games


@cache
def game_info(name: str) -> protocol.GameInfo:
    """A game in words."""
    game = load(name)
    about = game.about
    return {
        "name": name,
        "title": said(about.title),
        "summary": said(about.summary),
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


def rules_view(game: Game) -> protocol.Rules:
    """The rules with the options chosen."""
    about = game.about
    return {
        "game": game.id,
        "title": said(about.title),
        "variant": said(game.variant),
        "summary": said(about.summary),
        "sections": [
            {
                "heading": said(section.heading),
                "paragraphs": [
                    {"text": said(paragraph.text), "mark": cast(protocol.Marking, paragraph.mark)}
                    for paragraph in section.paragraphs
                ],
            }
            for section in game.rules
        ],
        "credit": said(about.credit),
    }


@cache
def picture(name: str) -> protocol.Picture:
    """A moment of the game to show.  It comes with the game itself, so that nobody waits for it."""
    shown = demo(name)
    return {"board": shown["board"], "frame": shown["frames"][shown["first"]]}


@cache
def board_view(game: Game) -> protocol.Board:
    """The empty board."""
    board = scene_of(game).board
    return {
        "squares": board.squares,
        "cells": [{"name": cell.name, "x": cell.x, "y": cell.y} for cell in board.cells],
        "lines": list(board.lines),
        "marked": list(board.marked),
        "labels": [{"text": text, "x": x, "y": y} for text, x, y in board.labels],
        "scene": list(board.scene),
        "pillars": [{"name": name, "cells": list(cells)} for name, cells in board.pillars],
    }


@cache
def demo(name: str) -> protocol.Demo:
    """A short game to show: at random, but nobody misses a win."""
    game = load(name)
    for seed in range(DEMO_SEEDS):
        positions = demo_game(game, seed)
        if positions[-1].is_over and len(positions) - 1 in DEMO_LENGTHS:
            break
    return {
        "game": game.id,
        "board": board_view(game),
        "frames": demo_frames(positions),
        "first": round(PICTURED * (len(positions) - 1)),
    }


def demo_frames(positions: list[Position]) -> list[protocol.Frame]:
    """The frames of a game to show."""
    done = steps(positions)
    return [
        frame(position, last_turn(done, number), targets=False)
        for number, position in enumerate(positions)
    ]


def demo_game(game: Game, seed: int) -> list[Position]:
    """A random game in which whoever can win at once does."""
    dice = Random(seed)
    positions = [game.start(seed)]
    while not positions[-1].is_over and len(positions) < DEMO_LENGTHS.stop:
        now = positions[-1]
        following = [now.after_legal(action) for action in now.actions()]
        wins = [position for position in following if position.outcome == now.player]
        positions.append(dice.choice(wins or following))
    return positions


# Positions


class Step(NamedTuple):
    """An action: what it led to and what it brought about."""

    position: Position
    effects: Effects


def steps(path: Sequence[Position]) -> list[Step]:
    """The actions between positions that follow each other."""
    return [Step(after, before.effects(after.last or "")) for before, after in pairwise(path)]


def last_turn(done: Sequence[Step], number: int) -> Sequence[Step]:
    """Of all actions of a game, those of the turn to which action `number`, from 1, belongs."""
    first = number
    while first > 1 and not done[first - 2].position.starts_turn:
        first -= 1
    return done[first - 1 : number] if number else ()


def frame(position: Position, turn: Sequence[Step] = (), targets: bool = True) -> protocol.Frame:
    """One moment of a game, and the turn that led to it."""
    shown = still(position, position.laid).copy()
    if not turn and position.last is not None:  # the position itself tells
        turn = [Step(position, Effects())]
    shown["last"] = [happened(step) for step in turn]
    return with_targets(shown, position) if targets else shown


def with_targets(frame: protocol.Frame, position: Position) -> protocol.Frame:
    """The same moment with the legal actions: for who is to act."""
    if frame["turn"] is None:
        return frame
    shown = frame.copy()
    actions = {name: position.described(number) for name, number in legal(position).items()}
    put = {piece.letter: piece for action in actions.values() for piece in action.puts}
    shown["targets"] = {name: target_of(position, name, one) for name, one in actions.items()}
    shown["hand"] = {
        letter: {"colour": piece.colour, "mark": piece.mark, "owner": piece.owner}
        for letter, piece in put.items()
    }
    return shown


@lru_cache(maxsize=2048)
def still(position: Position, laid: tuple[str, ...]) -> protocol.Frame:
    """A moment without what led to it and what may be done in it.  (Positions are the same however
    they came about, but tiles lie as they were laid.)"""
    scene, ending = scene_of(position.game), position.ending
    over = ending is not None
    return {
        "pieces": [piece_view(position, scene, piece) for piece in position.pieces()],
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
                **look_view(count.colour, count.mark),
                "number": count.number,
            }
            for count in position.counts()
        ],
        "last": [],
        "lit": position.winning,
        "decided": list(ending.cells) if ending else [],
    }


def piece_view(position: Position, scene: Scene, piece: Piece) -> protocol.Piece:
    """A piece; a board has so few different ones that each is put into words once."""
    known = scene.pieces.get(piece)
    if known is None:
        known = scene.pieces[piece] = {
            "cell": piece.cell,
            **look_view(piece.colour, piece.mark),
            "letter": piece.letter,
            "height": piece.height,
            "joined": piece.joined,
            "owner": piece.owner,
            "kind": said(position.kind(piece)),
        }
    return known


def target_of(position: Position, name: str, action: Action) -> protocol.Target:
    """A legal action: what it is and how it is spoken; put into words once."""
    targets = scene_of(position.game).targets
    known = targets.get((name, action))
    if known is None:
        known = targets[name, action] = {
            "kind": action.kind,
            "cells": list(action.cells),
            "puts": "".join(piece.letter for piece in action.puts),
            "spoken": said(position.spoken(name)),
        }
    return known


def look_view(colour: Colour, mark: Mark) -> protocol.Look:
    """What is seen of a piece."""
    return {"colour": colour, "mark": mark}


def happened(step: Step) -> protocol.Happened:
    """An action that was played, with what it took and completed."""
    position, effects = step
    scene, name, action = scene_of(position.game), position.last or "", position.last_action
    assert action is not None  # a step was made
    return {
        "action": name,
        "sign": effects.sign,
        "kind": action.kind,
        "cells": list(action.cells),
        "spoken": said(told(position.spoken(name), effects)),
        "taken": [piece_view(position, scene, piece) for piece in effects.taken],
        "lines": [list(line) for line in effects.lines],
    }


# Tables


def snapshot(table: Table, now: int, acts: bool = False) -> protocol.Snapshot:
    """Everything about a table; with legal actions for who is to act."""
    game = table.game
    return {
        "id": table.id,
        "game": game.id,
        "name": game.name,
        "title": said(game.about.title),
        "variant": said(game.variant),
        "options": dict(game.options),
        "board": board_view(game),
        "clock": table.clock,
        "listed": table.listed,
        "lots": table.lots,
        "turns": turns_of(table),
        "state": state_of(table, acts),
        "now": now,
    }


def turns_of(table: Table) -> list[protocol.Turn]:
    """Everything played so far, with the signs that people read behind the actions."""
    signs = iter([effects.sign for effects in table.effects])
    return [
        {
            "seat": turn.seat,
            "actions": list(turn.actions),
            "signs": [next(signs) for _ in turn.actions],
        }
        for turn in table.turns
    ]


def state_of(table: Table, acts: bool = False) -> protocol.State:
    """What changes in the course of a game; with legal actions for who is to act."""
    return {
        "seq": table.seq,
        "status": table.status,
        "seats": seats_of(table),
        "order": table.order,
        "actions": table.actions,
        "frame": table_frame(table, table.actions, targets=acts),
        "clocks": clocks_view(table.clocks),
        "offers": offers_view(table.offers),
        "result": result_of(table),
        "next": table.next,
    }


def table_frame(table: Table, number: int, targets: bool = False) -> protocol.Frame:
    """The board of a table after so many actions."""
    begun = max(0, number - LONGEST_TURN)  # a turn has no more actions
    done = [
        Step(position, effects)
        for position, effects in zip(
            table.positions[begun + 1 : number + 1], table.effects[begun:number], strict=True
        )
    ]
    return frame(table.positions[number], last_turn(done, number - begun), targets)


def seats_of(table: Table) -> list[protocol.Seat]:
    looks: list[Look | None] = [*table.game.about.looks[: len(table.seats)]]
    looks += [None] * (len(table.seats) - len(looks))  # who has no pieces of his own
    called = texts.names(table)
    return [
        {
            "title": said(texts.title(table, number)),
            "called": said(called[number]),
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "taken": seat.taken,
            "look": None if look is None or table.awaits_lots else look_view(*look),
        }
        for number, (seat, look) in enumerate(zip(table.seats, looks, strict=True))
    ]


def clocks_view(clocks: Clocks) -> protocol.Clocks:
    return {"left": list(clocks.left), "running": clocks.running, "at": clocks.at}


def offers_view(offers: Offers) -> protocol.Offers:
    undo = offers.undo
    return {
        "draw": sorted(offers.draw),
        "undo": undo and {"seat": undo.seat, "to": undo.to, "asks": sorted(undo.asks)},
        "rematch": sorted(offers.rematch),
    }


def result_of(table: Table) -> protocol.Result | None:
    result = table.result
    if result is None:
        return None
    return {
        "returns": list(result.returns),
        "winner": result.winner,
        "reason": result.reason,
        "text": said(texts.headline(table, result)),
        "why": said(texts.why_over(table, result)),
    }


def event_view(table: Table, event: Event, now: int) -> EventMessage:
    """An event as those at the table hear of it, when the table has taken it in."""
    actions = event.data["actions"] if event.kind == "played" else []
    between = range(table.actions - len(actions) + 1, table.actions) if actions else ()
    return {
        "type": "event",
        "kind": cast(protocol.EventKind, event.kind),  # or the table would not have taken it in
        "seat": event.data.get("seat"),
        "actions": list(actions),
        "frames": [table_frame(table, number) for number in between],
        "state": state_of(table),
        "now": now,
    }


def for_who_acts(message: EventMessage, table: Table) -> EventMessage:
    """The same event for who is to act next: with the legal actions."""
    frame = with_targets(message["state"]["frame"], table.position)
    return {**message, "state": {**message["state"], "frame": frame}}


def frames(table: Table, first: int, last: int) -> protocol.Frames:
    """What the board looked like after `first` to `last` actions, as far as there are such."""
    first = max(0, first)
    shown = range(first, min(last, table.actions) + 1)
    return {"first": first, "frames": [table_frame(table, number) for number in shown]}


def listed(table: Table) -> protocol.Listed:
    """A line of the lobby."""
    return {
        "id": table.id,
        "game": table.game.id,
        "name": table.game.name,
        "title": said(table.game.about.title),
        "variant": said(table.game.variant),
        "seats": seats_of(table),
        "lots": table.lots,
        "order": table.order,
        "clock": table.clock,
        "status": table.status,
        "actions": table.actions,
        "turn": table.position.player if table.status == "playing" else None,
        "result": result_of(table),
        "opened": table.opened,
        "last": table.last_at,
    }
