"""Tables as clients see them: everything, what changes, a line of the lobby."""

from steinreich.core.game import Game
from steinreich.rules.about import Look
from steinreich.session import texts
from steinreich.session.absence import claim_after
from steinreich.session.clocks import Clocks
from steinreich.session.schema import protocol
from steinreich.session.schema.limits import LONGEST_TURN
from steinreich.session.table import Offers, Table
from steinreich.session.views.frames import frame, last_turn, look_view, said, steps
from steinreich.session.views.games import board_view


def snapshot(table: Table, now: int, acting: protocol.Language | None = None) -> protocol.Snapshot:
    """Everything about a table; with legal actions for who is to act and reads this language."""
    game = table.game
    return {
        "id": table.id,
        "game": game.id,
        "name": game.name,
        "title": said(game.about.title),
        "variant": said(game.variant),
        "options": dict(game.options),
        "board": board_view(game),
        "premoves": premoves_of(game),
        "claim_after": claim_after(table.clock),
        "draws": game.definition.has_draws and game.players > 1,
        "clock": table.clock,
        "listed": table.listed,
        "lots": table.lots,
        "rematch": table.rematch_of is not None,
        "hints": table.hints,
        "teaching": table.teaching,
        "start": str(table.positions[0]),
        "turns": turns_of(table),
        "state": state_of(table, acting),
        "now": now,
    }


def premoves_of(game: Game) -> protocol.Premoves:
    """How an action may be chosen ahead; nobody says whether it will be legal."""
    if not game.definition.single_actions or game.players == 1:
        return "none"
    return "tiles" if game.definition.tiles else "cells"


def turns_of(table: Table) -> list[protocol.Turn]:
    """Everything played so far, with the signs that people read behind the actions."""
    signs = iter([step.effects.sign for step in steps(table.positions)])
    return [
        {
            "seat": turn.seat,
            "actions": list(turn.actions),
            "signs": [next(signs) for _ in turn.actions],
        }
        for turn in table.turns
    ]


def state_of(table: Table, acting: protocol.Language | None = None) -> protocol.TableState:
    """What changes in the course of a game; with legal actions for who is to act."""
    return {
        "seq": table.seq,
        "status": table.status,
        "seats": seats_of(table),
        "order": table.order,
        "actions": table.actions,
        "frame": table_frame(table, table.actions, acting),
        "clocks": clocks_view(table.clocks),
        "offers": offers_view(table.offers),
        "result": result_of(table),
        "next": table.next,
    }


def table_frame(
    table: Table, number: int, acting: protocol.Language | None = None
) -> protocol.Frame:
    """The board of a table after so many actions."""
    begun = max(0, number - LONGEST_TURN)  # a turn has no more actions
    done = steps(table.positions[begun : number + 1])
    return frame(table.positions[number], last_turn(done, number - begun), acting)


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
        "why_to": [
            said(texts.why_over_to(table, result, seat)) for seat in range(len(table.seats))
        ],
    }


def past_frames(table: Table, first: int, last: int) -> protocol.Frames:
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
