"""Events as clients receive them: applying the changes gives exactly a new client's state."""

from random import Random

import pytest

from steinreich.core.game import load
from steinreich.rules.language import DEFAULT_LANGUAGE
from steinreich.rules.vocabulary import Language
from steinreich.session.decisions import Join
from steinreich.session.schema import messages
from steinreich.session.schema.messages import Act, Decline, Offer, OfferKind, Rename, Resign
from steinreich.session.schema.protocol import TableState
from steinreich.session.table import Event
from steinreich.session.views.frames import legal_view
from steinreich.session.views.tables import (
    add_legal_actions,
    event_view,
    get_last_sent,
    make_snapshot,
    make_table_frame,
    state_view,
)
from tests.conftest import ALL_IDS, mark_variants
from tests.session.table_driver import BOTH, FIRST, NOBODY, NOON, SECOND, TableDriver, fresh
from tests.session.views.apply_changes import frames_between, state_after
from tests.session.views.golden_changes import FILE, golden_games
from tests.session.views.helpers import actions, as_received, is_declared, random_turn

READERS: list[tuple[Language | None, frozenset[int]]] = [
    ("en", FIRST),
    ("de", SECOND),
    ("en", frozenset({0, 1, 2, 3})),
    (None, NOBODY),
]
CLOCKS = [{"kind": "none"}, {"kind": "move", "seconds": 60}]
MAX_EVENTS = 30


class Broadcast(TableDriver):
    """A table with some clients, whose states are compared with those of new clients."""

    def __init__(self, game: str = "vier3d", kinds: str = "here here", **more: object) -> None:
        super().__init__(game, kinds, **more)
        self.told: list[messages.EventMessage] = []
        self.states = [self.shown(*reader) for reader in READERS]

    def shown(self, language: Language | None, seats: frozenset[int]) -> TableState:
        """Return the state as a new client with these seats receives it."""
        table = self.table
        acts = table.status == "playing" and table.position.player in seats
        state: TableState = as_received(
            state_view(table, language if acts else None), language or DEFAULT_LANGUAGE
        )
        return state

    def take_in(self, event: Event) -> None:
        before, began = get_last_sent(self.table), self.table.actions
        super().take_in(event)
        message = event_view(self.table, event, self.now, before)
        self.told.append(message)
        for number, (language, seats) in enumerate(READERS):
            table, old = self.table, self.states[number]
            acts = table.status == "playing" and table.position.player in seats
            sent = message
            if language and acts:
                sent = add_legal_actions(message, legal_view(table.position, language))
            heard = as_received(sent, language or DEFAULT_LANGUAGE)
            self.states[number] = state_after(old, heard)
            assert self.states[number] == self.shown(language, seats), event
            for action, frame in enumerate(frames_between(old, heard), began + 1):
                shown = as_received(make_table_frame(table, action), language or DEFAULT_LANGUAGE)
                assert frame == shown, event


def choose_command(sitting: TableDriver, dice: Random) -> Act | Rename | Offer | Decline | Resign:
    """Return mostly turns, and sometimes other commands."""
    seat, id = dice.randrange(len(sitting.table.seats)), next(fresh)
    undo, asked = sitting.table.offers.undo, dice.random()
    if undo and undo.pending_seats and asked < 0.7:
        return Offer(id, "undo", min(undo.pending_seats))
    if asked < 0.1:
        return Rename(id, seat, dice.choice(["Ada", "Ben", "", "<b>"]))
    late = len(sitting.events) > MAX_EVENTS // 2
    if asked < 0.3 or sitting.table.position.is_over:
        offers: list[OfferKind] = ["undo", "rematch", "draw"] if late else ["undo"]
        return Offer(id, dice.choice(offers), seat)
    if asked < 0.35:
        return Decline(id, dice.choice(["draw", "undo"]), seat)
    if asked < 0.4 and late:
        return Resign(id, seat)
    turn = random_turn(sitting.table.position, dice)
    return Act(id, sitting.table.actions, turn)


@pytest.mark.parametrize("game", mark_variants(ALL_IDS))
def test_changes_lead_from_state_to_state(game: str) -> None:
    """For all games and options: joins, draws of sides, turns, undo, offers, names,
    resignations.
    """
    dice, players = Random(game), load(game).players
    kinds = " ".join(["here", *["friend"] * (players - 1)])
    sitting = Broadcast(game, kinds, random_sides=dice.random() < 0.5, clock=dice.choice(CLOCKS))
    for seat in range(1, players):
        sitting.ask(Join(next(fresh), seat, f"Guest {seat}", dice.getrandbits(64)), NOBODY)
    for seat in range(players):  # each asks for an undo, or agrees to it
        sitting.act(random_turn(sitting.table.position, dice), frozenset(range(players)), after=900)
        sitting.ask(Offer(next(fresh), "undo", seat), frozenset({seat}))
        sitting.ask(Rename(next(fresh), seat, f"Player {seat}"), frozenset({seat}))
    for seat in range(players):
        sitting.ask(Offer(next(fresh), "undo", seat), frozenset({seat}))
    for _ in range(3 * MAX_EVENTS):
        if len(sitting.told) < MAX_EVENTS:
            command = choose_command(sitting, dice)
            mover = frozenset({sitting.table.position.player})
            by = mover if isinstance(command, Act) else frozenset({command.seat or 0})
            sitting.ask(command, by, after=900)
    kinds_told = {message["kind"] for message in sitting.told}
    assert {"played", "named", "undone"} <= kinds_told
    assert players == 1 or "joined" in kinds_told


def test_end_and_rematch_are_sent() -> None:
    sitting = Broadcast().play("a1 b1 a1 b1 a1 b1 a1")
    sitting.take_in(Event(9, NOON, "rematch", {"next": "t2"}, None))
    assert sitting.told[-1]["state"] == {"rematch_table": "t2"}
    assert sitting.told[-2]["state"]["status"] == "over"
    assert sitting.told[-2]["state"]["frame"]["winning_lines"]


def test_event_contains_only_changes() -> None:
    sitting = Broadcast("six_in_line")
    sitting.act("a1 b2", FIRST)
    [view] = sitting.told
    assert list(view) == ["type", "kind", "seat", "seq", "actions", "steps", "state", "now"]
    assert (view["type"], view["kind"], view["seat"], view["seq"]) == ("event", "played", 0, 2)
    assert view["actions"] == ["a1", "b2"]
    [step], frame = view["steps"], view["state"]["frame"]
    assert [one["action"] for one in step["last"] + frame["continued"]] == ["a1", "b2"]
    assert [piece["cell"] for piece in step["pieces"] + frame["pieces"]] == [0, 7]
    assert view["state"].keys() == {"actions", "frame"}
    assert is_declared(messages.EventMessage, view)
    sitting.ask(Rename("n", 0, "Ada"), FIRST)
    assert sitting.told[-1]["state"].keys() == {"seats"}


def test_legal_actions_are_sent_to_the_player_to_move() -> None:
    sitting = Broadcast("six_in_line")
    sitting.act("a1 b2", FIRST)
    legal = legal_view(sitting.table.position, "de")
    to_one = add_legal_actions(sitting.told[-1], legal)
    frame = to_one["state"]["frame"]
    assert sorted(frame["targets"]) == sitting.table.position.legal_moves()
    assert set(frame["placeable"]) == {
        letter for one in frame["targets"].values() for letter in one.get("puts", "")
    }
    assert not {"targets", "placeable"} & sitting.told[-1]["state"]["frame"].keys()
    assert is_declared(messages.EventMessage, to_one)
    sitting.ask(Rename("n", 0, "Ada"), FIRST)
    assert add_legal_actions(sitting.told[-1], legal) == sitting.told[-1], "known"


def test_turn_of_one_action_has_no_intermediate_frames() -> None:
    sitting = Broadcast().play("a1")
    assert sitting.told[0]["steps"] == []


def test_undone_turn_is_sent_like_any_other() -> None:
    sitting = Broadcast("tzaar(setup=fixed)")
    sitting.act("E4xF3", FIRST)
    sitting.act("E5xF5 A4xA5", SECOND)
    sitting.ask(Offer("undo", "undo", 1), BOTH)
    assert sitting.told[-1]["kind"] == "undone"
    assert [actions(state["frame"]) for state in sitting.states] == [["E4xF3"]] * len(READERS)


def test_changes_of_another_state_are_refused() -> None:
    sitting = Broadcast().play("a1 a2")
    with pytest.raises(ValueError, match="event 2 does not follow state 3"):
        state_after(sitting.states[0], sitting.told[0])


def test_golden_changes_of_the_client_are_up_to_date() -> None:
    assert FILE.read_text() == golden_games(), (
        "`python -m tests.session.views.golden_changes` writes it"
    )


def test_command_ids_are_not_shown_to_others() -> None:
    """With the id of another client's command, a new command could be taken for a duplicate."""
    sitting = Broadcast()
    sitting.ask(Resign("a-secret-id"), FIRST)
    assert "a-secret-id" not in str(as_received([sitting.told, make_snapshot(sitting.table, NOON)]))
