"""Events as those at a table hear of them: what changes leads exactly to what a newcomer sees."""

import json
from random import Random

import pytest

from steinreich.core.game import load
from steinreich.session.schema import messages
from steinreich.session.schema.commands import (
    Act,
    Decline,
    Join,
    Offer,
    OfferKind,
    Rename,
    Resign,
)
from steinreich.session.schema.protocol import Language, TableState
from steinreich.session.table import Event
from steinreich.session.views.changes import (
    event_view,
    for_who_acts,
    frames_between,
    known,
    state_after,
)
from steinreich.session.views.frames import legal_view
from steinreich.session.views.tables import snapshot, state_of, table_frame
from tests.conftest import ALL_IDS
from tests.session.sitting import BOTH, FIRST, NOBODY, NOON, SECOND, Sitting, fresh
from tests.session.views.golden_changes import FILE, golden
from tests.session.views.looking import actions, is_declared, random_turn

READERS: list[tuple[Language | None, frozenset[int]]] = [
    ("en", FIRST),
    ("de", SECOND),
    ("en", frozenset({0, 1, 2, 3})),
    (None, NOBODY),
]
CLOCKS = [{"kind": "none"}, {"kind": "move", "seconds": 60}]
MOST_EVENTS = 30


class Heard(Sitting):
    """A table at which some hear of every event, and always know what newcomers are shown."""

    def __init__(self, game: str = "vier3d", kinds: str = "here here", **more: object) -> None:
        super().__init__(game, kinds, **more)
        self.told: list[messages.EventMessage] = []
        self.states = [self.shown(*reader) for reader in READERS]

    def shown(self, language: Language | None, seats: frozenset[int]) -> TableState:
        """The state as who holds these seats is shown it on arrival."""
        table = self.table
        acts = table.status == "playing" and table.position.player in seats
        return state_of(table, language if acts else None)

    def take_in(self, event: Event) -> None:
        before, began = known(self.table), self.table.actions
        super().take_in(event)
        message = event_view(self.table, event, self.now, before)
        self.told.append(message)
        for number, (language, seats) in enumerate(READERS):
            table, old = self.table, self.states[number]
            acts = table.status == "playing" and table.position.player in seats
            heard = message
            if language and acts:
                heard = for_who_acts(message, legal_view(table.position, language))
            self.states[number] = state_after(old, json.loads(json.dumps(heard)))
            assert self.states[number] == plain(self.shown(language, seats)), event
            for action, frame in enumerate(frames_between(old, heard), began + 1):
                assert frame == table_frame(table, action), event


def plain(state: TableState) -> TableState:
    """As it comes through the wire."""
    copy: TableState = json.loads(json.dumps(state))
    return copy


def anything(sitting: Sitting, dice: Random) -> Act | Rename | Offer | Decline | Resign:
    """Mostly turns; sometimes what people do beside the board."""
    seat, id = dice.randrange(len(sitting.table.seats)), next(fresh)
    undo, asked = sitting.table.offers.undo, dice.random()
    if undo and undo.asks and asked < 0.7:
        return Offer(id, "undo", min(undo.asks))
    if asked < 0.1:
        return Rename(id, seat, dice.choice(["Ada", "Ben", "", "<b>"]))
    late = len(sitting.events) > MOST_EVENTS // 2
    if asked < 0.3 or sitting.table.position.is_over:
        offers: list[OfferKind] = ["undo", "rematch", "draw"] if late else ["undo"]
        return Offer(id, dice.choice(offers), seat)
    if asked < 0.35:
        return Decline(id, dice.choice(["draw", "undo"]), seat)
    if asked < 0.4 and late:
        return Resign(id, seat)
    turn = random_turn(sitting.table.position, dice)
    return Act(id, sitting.table.actions, turn)


@pytest.mark.parametrize("game", ALL_IDS)
def test_changes_lead_from_state_to_state(game: str) -> None:
    """Of every game with every option: joins, lots, turns, undo, offers, names, resignations."""
    dice, players = Random(game), load(game).players
    kinds = " ".join(["here", *["friend"] * (players - 1)])
    sitting = Heard(game, kinds, lots=dice.random() < 0.5, clock=dice.choice(CLOCKS))
    for seat in range(1, players):
        sitting.ask(Join(next(fresh), seat, f"Guest {seat}", dice.getrandbits(64)), NOBODY)
    for seat in range(players):  # each asks for an undo, or agrees to it
        sitting.act(random_turn(sitting.table.position, dice), frozenset(range(players)), after=900)
        sitting.ask(Offer(next(fresh), "undo", seat), frozenset({seat}))
        sitting.ask(Rename(next(fresh), seat, f"Player {seat}"), frozenset({seat}))
    for seat in range(players):
        sitting.ask(Offer(next(fresh), "undo", seat), frozenset({seat}))
    for _ in range(3 * MOST_EVENTS):
        if len(sitting.told) < MOST_EVENTS:
            command = anything(sitting, dice)
            mover = frozenset({sitting.table.position.player})
            by = mover if isinstance(command, Act) else frozenset({command.seat or 0})
            sitting.ask(command, by, after=900)
    kinds_told = {message["kind"] for message in sitting.told}
    assert {"played", "named", "undone"} <= kinds_told
    assert players == 1 or "joined" in kinds_told


def test_the_table_of_the_rematch_and_the_end_are_told() -> None:
    sitting = Heard().play("a1 b1 a1 b1 a1 b1 a1")
    sitting.take_in(Event(9, NOON, "rematch", {"next": "t2"}, None))
    assert sitting.told[-1]["state"] == {"next": "t2"}
    assert sitting.told[-2]["state"]["status"] == "over"
    assert sitting.told[-2]["state"]["frame"]["lit"]


def test_an_event_says_only_what_has_changed() -> None:
    sitting = Heard("six_in_line")
    sitting.act("a1 b2", FIRST)
    [view] = sitting.told
    assert list(view) == ["type", "kind", "seat", "seq", "actions", "steps", "state", "now"]
    assert (view["type"], view["kind"], view["seat"], view["seq"]) == ("event", "played", 0, 2)
    assert view["actions"] == ["a1", "b2"]
    [step], frame = view["steps"], view["state"]["frame"]
    assert [one["action"] for one in step["last"] + frame["added"]] == ["a1", "b2"]
    assert [piece["cell"] for piece in step["pieces"] + frame["pieces"]] == [0, 7]
    assert view["state"].keys() == {"actions", "frame"}
    assert is_declared(messages.EventMessage, view)
    sitting.ask(Rename("n", 0, "Ada"), FIRST)
    assert sitting.told[-1]["state"].keys() == {"seats"}


def test_legal_actions_are_for_who_is_to_act() -> None:
    sitting = Heard("six_in_line")
    sitting.act("a1 b2", FIRST)
    legal = legal_view(sitting.table.position, "de")
    to_one = for_who_acts(sitting.told[-1], legal)
    frame = to_one["state"]["frame"]
    assert sorted(frame["targets"]) == sitting.table.position.legal_moves()
    assert set(frame["to_put"]) == {
        letter for one in frame["targets"].values() for letter in one.get("puts", "")
    }
    assert not {"targets", "to_put"} & sitting.told[-1]["state"]["frame"].keys()
    assert is_declared(messages.EventMessage, to_one)
    sitting.ask(Rename("n", 0, "Ada"), FIRST)
    assert for_who_acts(sitting.told[-1], legal) == sitting.told[-1], "known"


def test_a_turn_of_one_action_has_nothing_between() -> None:
    sitting = Heard().play("a1")
    assert sitting.told[0]["steps"] == []


def test_a_turn_that_is_taken_back_is_told_like_any_other() -> None:
    sitting = Heard("tzaar(setup=fixed)")
    sitting.act("E4xF3", FIRST)
    sitting.act("E5xF5 A4xA5", SECOND)
    sitting.ask(Offer("undo", "undo", 1), BOTH)
    assert sitting.told[-1]["kind"] == "undone"
    assert [actions(state["frame"]) for state in sitting.states] == [["E4xF3"]] * len(READERS)


def test_changes_of_another_state_are_refused() -> None:
    sitting = Heard().play("a1 a2")
    with pytest.raises(ValueError, match="event 2 does not follow state 3"):
        state_after(sitting.states[0], sitting.told[0])


def test_the_client_is_tested_with_the_same_changes() -> None:
    assert FILE.read_text() == golden(), "python -m tests.session.views.golden_changes writes it"


def test_secrets_of_commands_are_not_shown() -> None:
    """Who knew another's id of a command could have it taken for done."""
    sitting = Heard()
    sitting.ask(Resign("a-secret-id"), FIRST)
    assert "a-secret-id" not in json.dumps([sitting.told, snapshot(sitting.table, NOON)])
