"""What a command of somebody at a table leads to: an event, an answer or a refusal.

Nothing happens here: `rule_on` looks at the table and says what shall happen, and whoever asked
puts the event on disk and lets the table take it in.  A refusal changes nothing.

How games end early: who resigns, whose time is up, or who has been away for too long, loses.  Of
two players the other one wins; with three or four nobody wins: the loser has -1, the others 0.  Who
plays alone has lost.  As long as a friend's seat is empty, resigning calls the game off: 0 for
everybody.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Words
from steinreich.session import names, texts, why_not
from steinreich.session.absence import Presence, claimable_at
from steinreich.session.legal_actions import after
from steinreich.session.schema.commands import (
    Act,
    Claim,
    Command,
    Decline,
    Done,
    Draft,
    Drafted,
    Explain,
    Hint,
    Join,
    Offer,
    Outcome,
    Refusal,
    Rename,
    Resign,
    Thinkable,
    Why,
)
from steinreich.session.schema.limits import LONGEST_TURN
from steinreich.session.table import Event, Table, UndoOffer


def rule_on(
    table: Table,
    command: Command,
    seats: frozenset[int],
    now: int,
    presence: Sequence[Presence] = (),
) -> Outcome:
    """What a command leads to, if whoever sends it holds these seats (none: a spectator).
    `presence` of each seat decides about claims; without it nobody is away."""
    if isinstance(command, Join):
        return on_join(table, command, now)
    if not seats:
        return Refusal(texts.ONLY_WATCHING)
    if isinstance(command, Draft | Why):
        return on_draft(table, command, seats, now)
    if isinstance(command, Hint):
        return on_hint(table, command, seats, now)
    if isinstance(command, Explain):
        return on_explain(table, command, seats)
    for seat in seats:
        if (known := command_of(seat, command)) in table.commands:
            return Done(table.commands[known])
    if table.refused:
        return Refusal(texts.SUPERSEDED)
    if isinstance(command, Act):
        return on_act(table, command, seats, now)
    seat = speaker(table, seats) if command.seat is None else command.seat
    if seat not in seats:
        return Refusal(texts.NOT_YOUR_SEAT)
    if isinstance(command, Rename):
        return on_rename(table, command, now)
    if isinstance(command, Resign):
        return on_resign(table, command, seat, now)
    if isinstance(command, Claim):
        return on_claim(table, command, seat, seats, now, presence)
    if isinstance(command, Decline):
        return on_decline(table, command, seat, seats, now)
    if command.what == "draw":
        return on_draw(table, command, seat, seats, now)
    if command.what == "undo":
        return on_undo(table, command, seat, seats, now)
    return on_rematch(table, command, seat, seats, now)


def speaker(table: Table, seats: frozenset[int]) -> int:
    """The seat for which somebody speaks who holds several: the one to play, or the first."""
    due = table.position.player
    return due if due in seats else min(seats)


def event(table: Table, command: Any, kind: str, data: dict[str, Any], now: int) -> Event:
    """The next event of a table."""
    return Event(table.seq + 1, now, kind, data, command_of(data["seat"], command))


def command_of(seat: int, command: Any) -> str:
    """The name of a command among all of a table: two seats may choose the same id."""
    return f"{seat}:{command.id}"


# Seats


def on_join(table: Table, command: Join, now: int) -> Outcome:
    if not 0 <= command.seat < len(table.seats):
        return Refusal(texts.NO_SUCH_SEAT)
    if (known := command_of(command.seat, command)) in table.commands:
        return Done(table.commands[known])
    if table.seats[command.seat].taken:
        return Refusal(texts.SEAT_IS_TAKEN)
    if table.status == "over":
        return Refusal(texts.GAME_IS_OVER)
    if fault := names.fault(command.name):
        return Refusal(fault)
    data: dict[str, Any] = {"seat": command.seat, "name": names.clean(command.name)}
    others = (seat for number, seat in enumerate(table.seats) if number != command.seat)
    if table.lots and all(seat.taken for seat in others):
        data["order"] = drawn(command.lot, len(table.seats))
    return event(table, command, "joined", data, now)


def drawn(lot: int, count: int) -> list[int]:
    """The place that each seat falls to, drawn by lot."""
    return Random(lot).sample(range(count), count)


def on_rename(table: Table, command: Rename, now: int) -> Outcome:
    if fault := names.fault(command.name):
        return Refusal(fault)
    name = names.clean(command.name)
    if name == table.seats[command.seat].name:
        return Done(table.seq)
    return event(table, command, "named", {"seat": command.seat, "name": name}, now)


# Turns


def on_act(table: Table, command: Act, seats: frozenset[int], now: int) -> Outcome:
    """A complete turn is played; of an incomplete one the board is shown."""
    tried = attempt(table, command.at, command.actions, seats, now)
    if isinstance(tried, Refusal) or not tried.complete:
        return tried
    data = {"seat": table.position.player, "actions": list(command.actions)}
    return event(table, command, "played", data, now)


def on_draft(table: Table, command: Draft | Why, seats: frozenset[int], now: int) -> Outcome:
    tried = attempt(table, command.at, command.actions, seats, now)
    if isinstance(tried, Refusal) or isinstance(command, Draft):
        return tried
    if tried.complete:
        return Refusal(texts.TURN_IS_COMPLETE)
    return Refusal(texts.sentence(why_not.why_not(tried.position, command.cells)))


def attempt(
    table: Table, at: int, actions: Sequence[str], seats: frozenset[int], now: int
) -> Drafted | Refusal:
    """The position to which actions lead that begin a turn, and whether they complete it."""
    refusal = not_to_play(table, at, seats, now)
    if refusal:
        return refusal
    if len(actions) > LONGEST_TURN:
        return Refusal(texts.TOO_MANY_ACTIONS)
    tried = Drafted((table.position,), complete=False)
    for action in actions:
        if tried.complete:
            return Refusal(texts.too_much(action))
        try:
            position = after(tried.position, action)
        except IllegalMove as error:
            return Refusal(texts.sentence(error.why))
        complete = position.is_over or position.starts_turn
        tried = Drafted((*tried.path, position), complete)
    return tried


def not_to_play(table: Table, at: int, seats: frozenset[int], now: int) -> Refusal | None:
    """Why somebody with these seats cannot play now."""
    if table.status == "waiting":
        return Refusal(texts.NOT_EVERYBODY_HERE)
    if table.status == "over":
        return Refusal(texts.GAME_IS_OVER)
    if at != table.actions:
        return Refusal(texts.GONE_ON)
    if table.position.player not in seats:
        return Refusal(texts.turn_of(table))
    if flag(table, now):
        return Refusal(texts.TIME_IS_UP)
    return None


# Advice


def on_hint(table: Table, command: Hint, seats: frozenset[int], now: int) -> Outcome:
    """Whoever is to act may be told what to do, where that was agreed on from the start."""
    if not table.hints:
        return Refusal(texts.NO_HINTS)
    tried = attempt(table, command.at, command.actions, seats, now)
    if isinstance(tried, Refusal):
        return tried
    if tried.complete:
        return Refusal(texts.TURN_IS_COMPLETE)
    return Thinkable(command, tried.position, (*played(table), *command.actions))


def on_explain(table: Table, command: Explain, seats: frozenset[int]) -> Outcome:
    """The computer says why it played something; as long as others play, that is a hint, too."""
    if not (table.hints or table.status == "over" or table.people <= seats):
        return Refusal(texts.NO_HINTS)
    if command.at >= table.actions:
        return Refusal(texts.NOT_PLAYED)
    position, actions = table.positions[command.at], played(table)
    if table.seats[position.player].is_person:
        return Refusal(texts.NOT_THE_COMPUTERS)
    return Thinkable(command, position, actions[: command.at], actions[command.at])


def played(table: Table) -> tuple[str, ...]:
    """All actions so far."""
    return tuple(action for turn in table.turns for action in turn.actions)


# Ends


def on_resign(table: Table, command: Resign, seat: int, now: int) -> Outcome:
    if table.status == "over":
        return Refusal(texts.GAME_IS_OVER)
    waiting = table.status == "waiting"
    data = {
        "seat": seat,
        "reason": "aborted" if waiting else "resigned",
        "returns": [0] * len(table.seats) if waiting else lost_by(table, seat),
    }
    return event(table, command, "ended", data, now)


def on_claim(
    table: Table,
    command: Claim,
    seat: int,
    seats: frozenset[int],
    now: int,
    presence: Sequence[Presence],
) -> Outcome:
    """The player to move loses by being away, as by resigning."""
    if table.status != "playing":
        return Refusal(not_playing(table))
    at = claimable_at(table, presence, seats) if presence else None
    if at is None:
        return Refusal(texts.NOT_AWAY)
    if now < at:
        return Refusal(texts.NOT_AWAY_FOR_LONG)
    left = table.position.player
    data = {"seat": seat, "left": left, "reason": "left", "returns": lost_by(table, left)}
    return event(table, command, "ended", data, now)


def lost_by(table: Table, loser: int) -> list[int]:
    """The returns when one gives up or runs out of time: of two, the other one wins."""
    others = 1 if len(table.seats) == 2 else 0
    return [-1 if seat == loser else others for seat in range(len(table.seats))]


def flag_time(table: Table) -> int | None:
    """When the game will end because the time of the seat to play is used up."""
    return table.clocks.runs_out if table.status == "playing" else None


def flag(table: Table, now: int) -> Event | None:
    """The end by time, if it has come."""
    at, seat = flag_time(table), table.clocks.running
    if at is None or seat is None or now < at:
        return None
    data = {"seat": seat, "reason": "time", "returns": lost_by(table, seat)}
    return Event(table.seq + 1, now, "ended", data, None)


# Offers


def offered(
    table: Table, command: Offer, seat: int, seats: frozenset[int], now: int, **more: Any
) -> Outcome:
    """An offer for all seats of a person; what was declined is not offered again at once."""
    if table.offers.by(command.what) & seats:
        return Refusal(texts.OFFERED_ALREADY)
    if table.rejections.get((command.what, seat)) == table.actions and command.what != "rematch":
        return Refusal(texts.JUST_DECLINED)
    data = {"seat": seat, "seats": sorted(seats), "what": command.what, **more}
    return event(table, command, "offered", data, now)


def on_draw(table: Table, command: Offer, seat: int, seats: frozenset[int], now: int) -> Outcome:
    """A draw is agreed when everybody has offered it, the computer included."""
    if table.status != "playing":
        return Refusal(not_playing(table))
    if len(table.seats) == 1:
        return Refusal(texts.ALONE)
    if not table.game.definition.has_draws:
        return Refusal(texts.no_draws(table))
    if table.offers.draw | seats >= set(range(len(table.seats))):
        data = {"seat": seat, "reason": "agreed", "returns": [0] * len(table.seats)}
        return event(table, command, "ended", data, now)
    return offered(table, command, seat, seats, now)


def on_undo(table: Table, command: Offer, seat: int, seats: frozenset[int], now: int) -> Outcome:
    """Back to before the own last turn: at once where no other person plays, else by consent of
    all whose turn is taken back, be it played or due.

    Who holds several seats and names none goes back by the last turn of any of them.
    """
    others = table.people - seats
    standing = table.offers.undo
    if table.next is not None:
        return Refusal(texts.REMATCH_BEGUN)
    if table.status == "over" and others:
        return Refusal(texts.GAME_IS_OVER)
    if standing and standing.seat not in seats:
        return on_consent(table, command, standing, seat, seats, now)
    to = table.before_turn_of(seats if command.seat is None else frozenset({seat}))
    if to is None:
        return Refusal(texts.NOTHING_TO_UNDO)
    if not others:
        return event(table, command, "undone", {"seat": seat, "to": to}, now)
    asks = table.seats_since(to) & others or others
    return offered(table, command, seat, seats, now, to=to, asks=sorted(asks))


def on_consent(
    table: Table, command: Offer, standing: UndoOffer, seat: int, seats: frozenset[int], now: int
) -> Outcome:
    """Somebody agrees to an undo; the last who is asked lets it happen."""
    if is_bystander(table, seats):
        return Refusal(texts.NOT_ASKED)
    if standing.asks <= seats:
        return event(table, command, "undone", {"seat": seat, "to": standing.to}, now)
    data = {"seat": seat, "seats": sorted(seats), "what": "undo", "to": standing.to}
    return event(table, command, "offered", data, now)


def is_bystander(table: Table, seats: frozenset[int]) -> bool:
    """Whether an offer to undo neither comes from nor waits for who holds these seats."""
    standing = table.offers.undo
    if standing is None or not standing.asks:
        return False
    return not seats & {standing.seat, *standing.asks}


def on_rematch(table: Table, command: Offer, seat: int, seats: frozenset[int], now: int) -> Outcome:
    """When all people have offered it, the table says `rematch_agreed`."""
    if table.status != "over":
        return Refusal(texts.NOT_OVER)
    if table.next is not None:
        return Refusal(texts.REMATCH_BEGUN)
    return offered(table, command, seat, seats, now)


def on_decline(
    table: Table, command: Decline, seat: int, seats: frozenset[int], now: int
) -> Outcome:
    if not table.offers.by(command.what):
        return Refusal(texts.NO_SUCH_OFFER)
    if command.what == "undo" and is_bystander(table, seats):
        return Refusal(texts.NOT_ASKED)
    data = {"seat": seat, "seats": sorted(seats), "what": command.what}
    return event(table, command, "declined", data, now)


def not_playing(table: Table) -> Words:
    """Why nothing can be done that belongs to a game under way."""
    return texts.NOT_EVERYBODY_HERE if table.status == "waiting" else texts.GAME_IS_OVER


# The next game


class RematchSeat(NamedTuple):
    """A seat at the table of the rematch."""

    was: int  # the seat at this table
    data: dict[str, Any]  # as in the event `opened`


def rematch_seats(table: Table) -> list[RematchSeat]:
    """The seats of the rematch: everybody moves up by one, so that sides change.  (Lots are drawn
    again after that, where they decide.)"""
    count = len(table.seats)
    seats = [((new + 1) % count, table.seats[(new + 1) % count]) for new in range(count)]
    return [RematchSeat(was, seat._asdict()) for was, seat in seats]


def rematch_data(table: Table, seats: Sequence[RematchSeat], lot: int) -> dict[str, Any]:
    """What the event `opened` of the rematch says.  Who has chosen a position plays it again."""
    start = table.positions[0] if table.is_set_up else table.game.start()
    data: dict[str, Any] = {
        "game": table.game.id,
        "start": str(start),
        "set_up": table.is_set_up,
        "seats": [seat.data for seat in seats],
        "clock": table.clock,
        "listed": table.listed,
        "lots": table.lots,
        "hints": table.hints,
        "teaching": table.teaching,
        "rematch_of": table.id,
    }
    return data | ({"order": drawn(lot, len(seats))} if table.lots else {})


def rematch_event(table: Table, next: str, now: int) -> Event | None:
    """The table of the rematch is laid; None if there is one already."""
    if table.next is not None:
        return None
    return Event(table.seq + 1, now, "rematch", {"next": next}, None)
