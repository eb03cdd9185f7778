"""Decide the outcome of each command: an event, an answer or a refusal.

All functions are pure: `decide` reads the table and returns the outcome; the caller stores the
event and applies it.  A refusal changes nothing.

A player who resigns, runs out of time or is away for too long loses.  Of two players the other one
wins; with three or four there is no winner: the loser has -1, the others 0.  A single player has
lost.  While a friend's seat is free, resigning cancels the game: 0 for all.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from steinreich.core.position import Position
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Text, sentence
from steinreich.session import legal_actions, texts
from steinreich.session.schema.limits import MAX_TURN_ACTIONS
from steinreich.session.schema.messages import (
    Act,
    Claim,
    Decline,
    Draft,
    Explain,
    Hint,
    Message,
    Offer,
    Rename,
    Resign,
    Why,
)
from steinreich.session.schema.protocol import Clock
from steinreich.session.table import Event, Table, UndoOffer

# Absence of the player to move, while another player waits, after which the win can be claimed
CLAIM_DELAY_SECONDS = {"none": 300, "move": 60, "fischer": 60}  # by the kind of clock
# With at least these times, players need not stay at the table: the win cannot be claimed
MIN_CORRESPONDENCE_SECONDS = {"move": 3_600, "fischer": 43_200}


class Presence(NamedTuple):
    """The connection of a player: whether there is one, and since when."""

    is_connected: bool
    since: int  # milliseconds since 1970
    is_since_known: bool = True  # False: the server started at `since`


class Join(NamedTuple):
    """Take a friend's seat; the caller has checked the invitation."""

    id: str
    seat: int
    name: str
    seed: int = 0  # of the random sides that are assigned when the last seat is taken


Command: TypeAlias = Message | Join


# Outcomes other than events


class DraftOutcome(NamedTuple):
    """A turn that is not played or not complete."""

    positions: tuple[Position, ...]  # before the turn and after each action
    is_complete: bool

    @property
    def position(self) -> Position:
        """The position after the last action."""
        return self.positions[-1]


class EngineQuery(NamedTuple):
    """A permitted question, which an engine has to answer."""

    question: Hint | Explain
    position: Position
    actions: tuple[str, ...]  # from the start of the game to the position
    action: str = ""  # the played action, if the question is about it


class AlreadyDone(NamedTuple):
    """The command was handled before, or has nothing to change; `seq` is the number of the
    event."""

    seq: int


class Refusal(NamedTuple):
    """The command is refused; nothing changes."""

    why: Text


Outcome: TypeAlias = Event | DraftOutcome | EngineQuery | AlreadyDone | Refusal


def decide(
    table: Table,
    command: Command,
    seats: frozenset[int],
    now: int,
    presence: Sequence[Presence] = (),
) -> Outcome:
    """Return the outcome of a command from a client with these seats (none: a spectator).

    `presence` of each seat is needed for claims; without it no player counts as away.
    """
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
        if (key := get_command_key(seat, command)) in table.commands:
            return AlreadyDone(table.commands[key])
    if table.refused_actions:
        return Refusal(texts.GAME_IS_SUPERSEDED)
    if isinstance(command, Act):
        return on_act(table, command, seats, now)
    seat = get_acting_seat(table, seats) if command.seat is None else command.seat
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
    if command.offer == "draw":
        return on_draw(table, command, seat, seats, now)
    if command.offer == "undo":
        return on_undo(table, command, seat, seats, now)
    return on_rematch(table, command, seat, seats, now)


def get_acting_seat(table: Table, seats: frozenset[int]) -> int:
    """Return the seat that a client with several seats acts for: the one to play, or the first."""
    seat = table.position.player
    return seat if seat in seats else min(seats)


def make_event(table: Table, command: Any, kind: str, data: dict[str, Any], now: int) -> Event:
    """Return the next event of a table."""
    return Event(table.seq + 1, now, kind, data, get_command_key(data["seat"], command))


def get_command_key(seat: int, command: Any) -> str:
    """Return the key of a command, unique at a table: two seats may use the same id."""
    return f"{seat}:{command.id}"


# Seats


def on_join(table: Table, command: Join, now: int) -> Outcome:
    """Take a friend's seat; with the last free seat, random sides are assigned."""
    if not 0 <= command.seat < len(table.seats):
        return Refusal(texts.NO_SUCH_SEAT)
    if (key := get_command_key(command.seat, command)) in table.commands:
        return AlreadyDone(table.commands[key])
    if table.seats[command.seat].taken:
        return Refusal(texts.SEAT_IS_TAKEN)
    if table.status == "over":
        return Refusal(texts.GAME_IS_OVER)
    if fault := texts.get_name_fault(command.name):
        return Refusal(fault)
    data: dict[str, Any] = {"seat": command.seat, "name": texts.clean_name(command.name)}
    others = (seat for number, seat in enumerate(table.seats) if number != command.seat)
    if table.random_sides and all(seat.taken for seat in others):
        data["order"] = make_random_order(command.seed, len(table.seats))
    return make_event(table, command, "joined", data, now)


def make_random_order(seed: int, count: int) -> list[int]:
    """Return the slot of each seat, in random order."""
    return Random(seed).sample(range(count), count)


def on_rename(table: Table, command: Rename, now: int) -> Outcome:
    """Change the name of a seat."""
    if fault := texts.get_name_fault(command.name):
        return Refusal(fault)
    name = texts.clean_name(command.name)
    if name == table.seats[command.seat].name:
        return AlreadyDone(table.seq)
    return make_event(table, command, "named", {"seat": command.seat, "name": name}, now)


# Turns


def on_act(table: Table, command: Act, seats: frozenset[int], now: int) -> Outcome:
    """Play a complete turn; show the board after an incomplete one."""
    draft = try_actions(table, command.at, command.actions, seats, now)
    if isinstance(draft, Refusal) or not draft.is_complete:
        return draft
    data = {"seat": table.position.player, "actions": list(command.actions)}
    return make_event(table, command, "played", data, now)


def on_draft(table: Table, command: Draft | Why, seats: frozenset[int], now: int) -> Outcome:
    """Return the board after some actions of a turn, or, for `Why`, the reason as a refusal."""
    draft = try_actions(table, command.at, command.actions, seats, now)
    if isinstance(draft, Refusal) or isinstance(command, Draft):
        return draft
    if draft.is_complete:
        return Refusal(texts.TURN_IS_COMPLETE)
    return Refusal(sentence(legal_actions.explain_unusable_cells(draft.position, command.cells)))


def try_actions(
    table: Table, at: int, actions: Sequence[str], seats: frozenset[int], now: int
) -> DraftOutcome | Refusal:
    """Return the positions of a turn that begins with these actions, and whether they complete it.

    `at` is the number of actions played before the turn, as far as the client knows.
    """
    refusal = get_play_refusal(table, at, seats, now)
    if refusal:
        return refusal
    if len(actions) > MAX_TURN_ACTIONS:
        return Refusal(texts.TOO_MANY_ACTIONS)
    draft = DraftOutcome((table.position,), is_complete=False)
    for action in actions:
        if draft.is_complete:
            return Refusal(texts.make_turn_over_text(action))
        try:
            position = draft.position.play(action)
        except IllegalMove as error:
            return Refusal(sentence(error.why))
        is_complete = position.is_over or position.starts_turn
        draft = DraftOutcome((*draft.positions, position), is_complete)
    return draft


def get_play_refusal(table: Table, at: int, seats: frozenset[int], now: int) -> Refusal | None:
    """Return why a client with these seats cannot play now, or None."""
    if table.status == "waiting":
        return Refusal(texts.NOT_ALL_SEATS_TAKEN)
    if table.status == "over":
        return Refusal(texts.GAME_IS_OVER)
    if at != table.actions:
        return Refusal(texts.GAME_HAS_MOVED_ON)
    if table.position.player not in seats:
        return Refusal(texts.make_not_your_turn_text(table))
    if make_timeout(table, now):
        return Refusal(texts.TIME_IS_UP)
    return None


# Advice


def on_hint(table: Table, command: Hint, seats: frozenset[int], now: int) -> Outcome:
    """Allow a hint to the player to move, if the table has hints."""
    if not table.hints:
        return Refusal(texts.HINTS_NOT_ALLOWED)
    draft = try_actions(table, command.at, command.actions, seats, now)
    if isinstance(draft, Refusal):
        return draft
    if draft.is_complete:
        return Refusal(texts.TURN_IS_COMPLETE)
    return EngineQuery(command, draft.position, (*get_played_actions(table), *command.actions))


def on_explain(table: Table, command: Explain, seats: frozenset[int]) -> Outcome:
    """Allow a question for the reasons of a computer's action; while other people play, the table
    must have hints."""
    if not (table.hints or table.status == "over" or table.person_seats <= seats):
        return Refusal(texts.HINTS_NOT_ALLOWED)
    if command.at >= table.actions:
        return Refusal(texts.NO_SUCH_ACTION)
    position, actions = table.positions[command.at], get_played_actions(table)
    if table.seats[position.player].is_person:
        return Refusal(texts.NOT_A_COMPUTER_ACTION)
    return EngineQuery(command, position, actions[: command.at], actions[command.at])


def get_played_actions(table: Table) -> tuple[str, ...]:
    """Return all actions of the game so far."""
    return tuple(action for turn in table.turns for action in turn.actions)


# The end of the game


def on_resign(table: Table, command: Resign, seat: int, now: int) -> Outcome:
    """End the game as lost for a seat; cancel it while a friend's seat is free."""
    if table.status == "over":
        return Refusal(texts.GAME_IS_OVER)
    is_waiting = table.status == "waiting"
    data = {
        "seat": seat,
        "reason": "aborted" if is_waiting else "resigned",
        "returns": [0] * len(table.seats) if is_waiting else get_loss_returns(table, seat),
    }
    return make_event(table, command, "ended", data, now)


def on_claim(
    table: Table,
    command: Claim,
    seat: int,
    seats: frozenset[int],
    now: int,
    presence: Sequence[Presence],
) -> Outcome:
    """End the game because the player to move is away; the result is as if that player resigned."""
    if table.status != "playing":
        return Refusal(get_inactive_reason(table))
    claim_time = get_claim_time(table, presence, seats) if presence else None
    if claim_time is None:
        return Refusal(texts.NOT_AWAY)
    if now < claim_time:
        return Refusal(texts.NOT_AWAY_FOR_LONG)
    absent = table.position.player
    data = {
        "seat": seat,
        "left": absent,
        "reason": "left",
        "returns": get_loss_returns(table, absent),
    }
    return make_event(table, command, "ended", data, now)


def get_claim_delay_ms(clock: Clock) -> int | None:
    """Return the absence in milliseconds after which the win may be claimed; None in correspondence
    games."""
    kind = clock["kind"]
    if clock["kind"] != "none" and clock["seconds"] >= MIN_CORRESPONDENCE_SECONDS[kind]:
        return None
    return 1000 * CLAIM_DELAY_SECONDS[kind]


def get_claim_time(table: Table, presence: Sequence[Presence], seats: frozenset[int]) -> int | None:
    """Return the time from which a player with these seats may claim the win; None if there is
    nothing to claim.

    It counts from the latest of: the beginning of the turn, the departure of the player to move,
    and the arrival of the claiming player.
    """
    delay, to_move = get_claim_delay_ms(table.clock), table.position.player
    arrivals = [presence[seat].since for seat in seats if presence[seat].is_connected]
    is_away = table.seats[to_move].is_person and not presence[to_move].is_connected
    if (
        delay is None
        or table.status != "playing"
        or to_move in seats
        or not arrivals
        or not is_away
    ):
        return None
    return max(presence[to_move].since, min(arrivals), table.clocks.at) + delay


def get_loss_returns(table: Table, loser: int) -> list[int]:
    """Return the returns when a player resigns or runs out of time: of two, the other one wins."""
    other_returns = 1 if len(table.seats) == 2 else 0
    return [-1 if seat == loser else other_returns for seat in range(len(table.seats))]


def get_timeout(table: Table) -> int | None:
    """Return the time at which the clock of the seat to play expires, or None."""
    return table.clocks.expires_at if table.status == "playing" else None


def make_timeout(table: Table, now: int) -> Event | None:
    """Return the event that ends the game by time, or None before that."""
    expires_at, seat = get_timeout(table), table.clocks.running
    if expires_at is None or seat is None or now < expires_at:
        return None
    data = {"seat": seat, "reason": "time", "returns": get_loss_returns(table, seat)}
    return Event(table.seq + 1, now, "ended", data, None)


# Offers


def make_offer(
    table: Table, command: Offer, seat: int, seats: frozenset[int], now: int, **data: Any
) -> Outcome:
    """Make an offer for all seats of a client; a declined offer cannot be repeated before the next
    action."""
    if table.offers.get_seats(command.offer) & seats:
        return Refusal(texts.ALREADY_OFFERED)
    if table.rejections.get((command.offer, seat)) == table.actions and command.offer != "rematch":
        return Refusal(texts.OFFER_JUST_DECLINED)
    data |= {"seat": seat, "seats": sorted(seats), "what": command.offer}
    return make_event(table, command, "offered", data, now)


def on_draw(table: Table, command: Offer, seat: int, seats: frozenset[int], now: int) -> Outcome:
    """Offer a draw; it is agreed when all seats have offered it, computers included."""
    if table.status != "playing":
        return Refusal(get_inactive_reason(table))
    if len(table.seats) == 1:
        return Refusal(texts.NO_OPPONENT)
    if not table.game.definition.has_draws:
        return Refusal(texts.make_no_draws_text(table))
    if table.offers.draw | seats >= set(range(len(table.seats))):
        data = {"seat": seat, "reason": "agreed", "returns": [0] * len(table.seats)}
        return make_event(table, command, "ended", data, now)
    return make_offer(table, command, seat, seats, now)


def on_undo(table: Table, command: Offer, seat: int, seats: frozenset[int], now: int) -> Outcome:
    """Take back the last turn of the player: at once if no other person plays, else with the
    consent of all whose turns are taken back, including the turn to play.

    For a client with several seats that names none, it is the last turn of any of them.
    """
    others = table.person_seats - seats
    offer = table.offers.undo
    if table.rematch_table is not None:
        return Refusal(texts.REMATCH_BEGUN)
    if table.status == "over" and others:
        return Refusal(texts.GAME_IS_OVER)
    if offer and offer.seat not in seats:
        return on_undo_consent(table, command, offer, seat, seats, now)
    to = table.get_start_of_last_turn(seats if command.seat is None else frozenset({seat}))
    if to is None:
        return Refusal(texts.NOTHING_TO_UNDO)
    if not others:
        return make_event(table, command, "undone", {"seat": seat, "to": to}, now)
    asks = table.get_seats_since(to) & others or others
    return make_offer(table, command, seat, seats, now, to=to, asks=sorted(asks))


def on_undo_consent(
    table: Table, command: Offer, offer: UndoOffer, seat: int, seats: frozenset[int], now: int
) -> Outcome:
    """Agree to an undo; with the consent of all players that are asked, the turns are undone."""
    if is_bystander(table, seats):
        return Refusal(texts.NOT_ASKED)
    if offer.pending_seats <= seats:
        return make_event(table, command, "undone", {"seat": seat, "to": offer.to}, now)
    data = {"seat": seat, "seats": sorted(seats), "what": "undo", "to": offer.to}
    return make_event(table, command, "offered", data, now)


def is_bystander(table: Table, seats: frozenset[int]) -> bool:
    """Return whether an undo offer neither comes from these seats nor waits for them."""
    offer = table.offers.undo
    if offer is None or not offer.pending_seats:
        return False
    return not seats & {offer.seat, *offer.pending_seats}


def on_rematch(table: Table, command: Offer, seat: int, seats: frozenset[int], now: int) -> Outcome:
    """Offer a rematch; once all people have offered it, `Table.has_rematch_agreement` is true."""
    if table.status != "over":
        return Refusal(texts.GAME_IS_NOT_OVER)
    if table.rematch_table is not None:
        return Refusal(texts.REMATCH_BEGUN)
    return make_offer(table, command, seat, seats, now)


def on_decline(
    table: Table, command: Decline, seat: int, seats: frozenset[int], now: int
) -> Outcome:
    """Decline an offer of other seats, or withdraw the client's own."""
    if not table.offers.get_seats(command.offer):
        return Refusal(texts.NO_SUCH_OFFER)
    if command.offer == "undo" and is_bystander(table, seats):
        return Refusal(texts.NOT_ASKED)
    data = {"seat": seat, "seats": sorted(seats), "what": command.offer}
    return make_event(table, command, "declined", data, now)


def get_inactive_reason(table: Table) -> Text:
    """Return why a command that needs a game in progress is refused."""
    return texts.NOT_ALL_SEATS_TAKEN if table.status == "waiting" else texts.GAME_IS_OVER


# Rematches


class RematchSeat(NamedTuple):
    """A seat at the table of the rematch."""

    old_seat: int  # its index at the finished table
    data: dict[str, Any]  # as in the event `opened`


def get_rematch_seats(table: Table) -> list[RematchSeat]:
    """Return the seats of the rematch: players move up by one seat, so that sides change.  (Random
    sides are assigned again.)"""
    count = len(table.seats)
    old_seats = [(new + 1) % count for new in range(count)]
    return [RematchSeat(old, table.seats[old]._asdict()) for old in old_seats]


def make_rematch_data(table: Table, seats: Sequence[RematchSeat], seed: int) -> dict[str, Any]:
    """Return the data of the event `opened` of the rematch; a chosen start position is kept."""
    start = table.positions[0] if table.is_set_up else table.game.start()
    data: dict[str, Any] = {
        "game": table.game.id,
        "start": str(start),
        "set_up": table.is_set_up,
        "seats": [seat.data for seat in seats],
        "clock": table.clock,
        "listed": table.listed,
        "lots": table.random_sides,
        "hints": table.hints,
        "teaching": table.teaching,
        "rematch_of": table.id,
    }
    return data | ({"order": make_random_order(seed, len(seats))} if table.random_sides else {})


def make_rematch_event(table: Table, rematch_table: str, now: int) -> Event | None:
    """Return the event that links the rematch; None if there is one already."""
    if table.rematch_table is not None:
        return None
    return Event(table.seq + 1, now, "rematch", {"next": rematch_table}, None)
