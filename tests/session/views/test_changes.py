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
from tests.session.table_driver import (
    BOTH_SEATS,
    FIRST_SEAT,
    NO_SEATS,
    NOON,
    SECOND_SEAT,
    TableDriver,
    command_ids,
)
from tests.session.views.apply_changes import apply_event, get_intermediate_frames
from tests.session.views.golden_changes import FILE, make_golden_games
from tests.session.views.helpers import (
    choose_random_turn,
    encode_for_client,
    get_last_actions,
    matches_declaration,
)

READERS: list[tuple[Language | None, frozenset[int]]] = [
    ("en", FIRST_SEAT),
    ("de", SECOND_SEAT),
    ("en", frozenset({0, 1, 2, 3})),
    (None, NO_SEATS),
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
        state: TableState = encode_for_client(
            state_view(table, language if acts else None), language or DEFAULT_LANGUAGE
        )
        return state

    def apply(self, event: Event) -> None:
        before, began = get_last_sent(self.table), self.table.actions
        super().apply(event)
        message = event_view(self.table, event, self.now, before)
        self.told.append(message)
        for number, (language, seats) in enumerate(READERS):
            table, old = self.table, self.states[number]
            acts = table.status == "playing" and table.position.player in seats
            sent = message
            if language and acts:
                sent = add_legal_actions(message, legal_view(table.position, language))
            heard = encode_for_client(sent, language or DEFAULT_LANGUAGE)
            self.states[number] = apply_event(old, heard)
            assert self.states[number] == self.shown(language, seats), event
            for action, frame in enumerate(get_intermediate_frames(old, heard), began + 1):
                shown = encode_for_client(
                    make_table_frame(table, action), language or DEFAULT_LANGUAGE
                )
                assert frame == shown, event


def choose_command(driver: TableDriver, rng: Random) -> Act | Rename | Offer | Decline | Resign:
    """Return mostly turns, and sometimes other commands."""
    seat, id = rng.randrange(len(driver.table.seats)), next(command_ids)
    undo, asked = driver.table.offers.undo, rng.random()
    if undo and undo.pending_seats and asked < 0.7:
        return Offer(id, "undo", min(undo.pending_seats))
    if asked < 0.1:
        return Rename(id, seat, rng.choice(["Ada", "Ben", "", "<b>"]))
    late = len(driver.events) > MAX_EVENTS // 2
    if asked < 0.3 or driver.table.position.is_over:
        offers: list[OfferKind] = ["undo", "rematch", "draw"] if late else ["undo"]
        return Offer(id, rng.choice(offers), seat)
    if asked < 0.35:
        return Decline(id, rng.choice(["draw", "undo"]), seat)
    if asked < 0.4 and late:
        return Resign(id, seat)
    turn = choose_random_turn(driver.table.position, rng)
    return Act(id, driver.table.actions, turn)


@pytest.mark.parametrize("game", mark_variants(ALL_IDS))
def test_changes_lead_from_state_to_state(game: str) -> None:
    """For all games and options: joins, draws of sides, turns, undo, offers, names,
    resignations.
    """
    rng, players = Random(game), load(game).players
    kinds = " ".join(["here", *["friend"] * (players - 1)])
    driver = Broadcast(game, kinds, random_sides=rng.random() < 0.5, clock=rng.choice(CLOCKS))
    for seat in range(1, players):
        driver.handle(Join(next(command_ids), seat, f"Guest {seat}", rng.getrandbits(64)), NO_SEATS)
    for seat in range(players):  # each asks for an undo, or agrees to it
        driver.act(
            choose_random_turn(driver.table.position, rng), frozenset(range(players)), delay_ms=900
        )
        driver.handle(Offer(next(command_ids), "undo", seat), frozenset({seat}))
        driver.handle(Rename(next(command_ids), seat, f"Player {seat}"), frozenset({seat}))
    for seat in range(players):
        driver.handle(Offer(next(command_ids), "undo", seat), frozenset({seat}))
    for _ in range(3 * MAX_EVENTS):
        if len(driver.told) < MAX_EVENTS:
            command = choose_command(driver, rng)
            mover = frozenset({driver.table.position.player})
            by = mover if isinstance(command, Act) else frozenset({command.seat or 0})
            driver.handle(command, by, delay_ms=900)
    kinds_told = {message["kind"] for message in driver.told}
    assert {"played", "named", "undone"} <= kinds_told
    assert players == 1 or "joined" in kinds_told


def test_events_of_end_and_rematch() -> None:
    driver = Broadcast().play("a1 b1 a1 b1 a1 b1 a1")
    driver.apply(Event(9, NOON, "rematch", {"next": "t2"}, None))
    assert driver.told[-1]["state"] == {"rematch_table": "t2"}
    assert driver.told[-2]["state"]["status"] == "over"
    assert driver.told[-2]["state"]["frame"]["winning_lines"]


def test_event_contains_only_changes() -> None:
    driver = Broadcast("six_in_line")
    driver.act("a1 b2", FIRST_SEAT)
    [view] = driver.told
    assert list(view) == ["type", "kind", "seat", "seq", "actions", "steps", "state", "now"]
    assert (view["type"], view["kind"], view["seat"], view["seq"]) == ("event", "played", 0, 2)
    assert view["actions"] == ["a1", "b2"]
    [step], frame = view["steps"], view["state"]["frame"]
    assert [one["action"] for one in step["last"] + frame["continued"]] == ["a1", "b2"]
    assert [piece["cell"] for piece in step["pieces"] + frame["pieces"]] == [0, 7]
    assert view["state"].keys() == {"actions", "frame"}
    assert matches_declaration(messages.EventMessage, view)
    driver.handle(Rename("n", 0, "Ada"), FIRST_SEAT)
    assert driver.told[-1]["state"].keys() == {"seats"}


def test_only_the_player_to_move_receives_legal_actions() -> None:
    driver = Broadcast("six_in_line")
    driver.act("a1 b2", FIRST_SEAT)
    legal = legal_view(driver.table.position, "de")
    to_one = add_legal_actions(driver.told[-1], legal)
    frame = to_one["state"]["frame"]
    assert sorted(frame["targets"]) == driver.table.position.legal_moves()
    assert set(frame["placeable"]) == {
        letter for one in frame["targets"].values() for letter in one.get("puts", "")
    }
    assert not {"targets", "placeable"} & driver.told[-1]["state"]["frame"].keys()
    assert matches_declaration(messages.EventMessage, to_one)
    driver.handle(Rename("n", 0, "Ada"), FIRST_SEAT)
    assert add_legal_actions(driver.told[-1], legal) == driver.told[-1], "known"


def test_turn_of_one_action_has_no_intermediate_frames() -> None:
    driver = Broadcast().play("a1")
    assert driver.told[0]["steps"] == []


def test_undo_restores_the_last_turn_before_it() -> None:
    driver = Broadcast("tzaar(setup=fixed)")
    driver.act("E4xF3", FIRST_SEAT)
    driver.act("E5xF5 A4xA5", SECOND_SEAT)
    driver.handle(Offer("undo", "undo", 1), BOTH_SEATS)
    assert driver.told[-1]["kind"] == "undone"
    assert [get_last_actions(state["frame"]) for state in driver.states] == [["E4xF3"]] * len(
        READERS
    )


def test_rejects_changes_of_another_state() -> None:
    driver = Broadcast().play("a1 a2")
    with pytest.raises(ValueError, match="event 2 does not follow state 3"):
        apply_event(driver.states[0], driver.told[0])


def test_golden_changes_of_the_client_are_up_to_date() -> None:
    assert FILE.read_text() == make_golden_games(), (
        "`python -m tests.session.views.golden_changes` writes it"
    )


def test_command_ids_are_not_shown_to_others() -> None:
    """With the id of another client's command, a new command could be taken for a duplicate."""
    driver = Broadcast()
    driver.handle(Resign("a-secret-id"), FIRST_SEAT)
    assert "a-secret-id" not in str(
        encode_for_client([driver.told, make_snapshot(driver.table, NOON)])
    )
