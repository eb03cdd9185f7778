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


class BroadcastDriver(TableDriver):
    """A table with some clients, whose states are compared with those of new clients."""

    def __init__(self, game: str = "vier3d", kinds: str = "here here", **options: object) -> None:
        super().__init__(game, kinds, **options)
        self.messages: list[messages.EventMessage] = []
        self.states = [self.get_state(*reader) for reader in READERS]

    def get_state(self, language: Language | None, seats: frozenset[int]) -> TableState:
        """Return the state as a new client with these seats receives it."""
        table = self.table
        is_to_move = table.status == "playing" and table.position.player in seats
        state: TableState = encode_for_client(
            state_view(table, language if is_to_move else None), language or DEFAULT_LANGUAGE
        )
        return state

    def apply(self, event: Event) -> None:
        before, actions_before = get_last_sent(self.table), self.table.actions
        super().apply(event)
        message = event_view(self.table, event, self.now, before)
        self.messages.append(message)
        for number, (language, seats) in enumerate(READERS):
            table, old_state = self.table, self.states[number]
            is_to_move = table.status == "playing" and table.position.player in seats
            personal_message = message
            if language and is_to_move:
                personal_message = add_legal_actions(message, legal_view(table.position, language))
            received = encode_for_client(personal_message, language or DEFAULT_LANGUAGE)
            self.states[number] = apply_event(old_state, received)
            assert self.states[number] == self.get_state(language, seats), event
            for action, frame in enumerate(
                get_intermediate_frames(old_state, received), actions_before + 1
            ):
                expected = encode_for_client(
                    make_table_frame(table, action), language or DEFAULT_LANGUAGE
                )
                assert frame == expected, event


def choose_command(driver: TableDriver, rng: Random) -> Act | Rename | Offer | Decline | Resign:
    """Return mostly turns, and sometimes other commands."""
    seat, id = rng.randrange(len(driver.table.seats)), next(command_ids)
    undo, chance = driver.table.offers.undo, rng.random()
    if undo and undo.pending_seats and chance < 0.7:
        return Offer(id, "undo", min(undo.pending_seats))
    if chance < 0.1:
        return Rename(id, seat, rng.choice(["Ada", "Ben", "", "<b>"]))
    is_late = len(driver.events) > MAX_EVENTS // 2
    if chance < 0.3 or driver.table.position.is_over:
        offers: list[OfferKind] = ["undo", "rematch", "draw"] if is_late else ["undo"]
        return Offer(id, rng.choice(offers), seat)
    if chance < 0.35:
        return Decline(id, rng.choice(["draw", "undo"]), seat)
    if chance < 0.4 and is_late:
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
    driver = BroadcastDriver(game, kinds, random_sides=rng.random() < 0.5, clock=rng.choice(CLOCKS))
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
        if len(driver.messages) < MAX_EVENTS:
            command = choose_command(driver, rng)
            mover = frozenset({driver.table.position.player})
            by = mover if isinstance(command, Act) else frozenset({command.seat or 0})
            driver.handle(command, by, delay_ms=900)
    event_kinds = {message["kind"] for message in driver.messages}
    assert {"played", "named", "undone"} <= event_kinds
    assert players == 1 or "joined" in event_kinds


def test_events_of_end_and_rematch() -> None:
    driver = BroadcastDriver().play("a1 b1 a1 b1 a1 b1 a1")
    driver.apply(Event(9, NOON, "rematch", {"next": "t2"}, None))
    assert driver.messages[-1]["state"] == {"rematch_table": "t2"}
    assert driver.messages[-2]["state"]["status"] == "over"
    assert driver.messages[-2]["state"]["frame"]["winning_lines"]


def test_event_contains_only_changes() -> None:
    driver = BroadcastDriver("six_in_line")
    driver.act("a1 b2", FIRST_SEAT)
    [view] = driver.messages
    assert list(view) == ["type", "kind", "seat", "seq", "actions", "steps", "state", "now"]
    assert (view["type"], view["kind"], view["seat"], view["seq"]) == ("event", "played", 0, 2)
    assert view["actions"] == ["a1", "b2"]
    [step], frame = view["steps"], view["state"]["frame"]
    assert [action["action"] for action in step["last"] + frame["continued"]] == ["a1", "b2"]
    assert [piece["cell"] for piece in step["pieces"] + frame["pieces"]] == [0, 7]
    assert view["state"].keys() == {"actions", "frame"}
    assert matches_declaration(messages.EventMessage, view)
    driver.handle(Rename("n", 0, "Ada"), FIRST_SEAT)
    assert driver.messages[-1]["state"].keys() == {"seats"}


def test_only_the_player_to_move_receives_legal_actions() -> None:
    driver = BroadcastDriver("six_in_line")
    driver.act("a1 b2", FIRST_SEAT)
    legal = legal_view(driver.table.position, "de")
    to_one = add_legal_actions(driver.messages[-1], legal)
    frame = to_one["state"]["frame"]
    assert sorted(frame["targets"]) == driver.table.position.legal_moves()
    assert set(frame["placeable"]) == {
        letter for target in frame["targets"].values() for letter in target.get("puts", "")
    }
    assert not {"targets", "placeable"} & driver.messages[-1]["state"]["frame"].keys()
    assert matches_declaration(messages.EventMessage, to_one)
    driver.handle(Rename("n", 0, "Ada"), FIRST_SEAT)
    assert add_legal_actions(driver.messages[-1], legal) == driver.messages[-1], "unchanged"


def test_turn_of_one_action_has_no_intermediate_frames() -> None:
    driver = BroadcastDriver().play("a1")
    assert driver.messages[0]["steps"] == []


def test_undo_restores_the_last_turn_before_it() -> None:
    driver = BroadcastDriver("tzaar(setup=fixed)")
    driver.act("E4xF3", FIRST_SEAT)
    driver.act("E5xF5 A4xA5", SECOND_SEAT)
    driver.handle(Offer("undo", "undo", 1), BOTH_SEATS)
    assert driver.messages[-1]["kind"] == "undone"
    assert [get_last_actions(state["frame"]) for state in driver.states] == [["E4xF3"]] * len(
        READERS
    )


def test_rejects_changes_of_another_state() -> None:
    driver = BroadcastDriver().play("a1 a2")
    with pytest.raises(ValueError, match="event 2 does not follow state 3"):
        apply_event(driver.states[0], driver.messages[0])


def test_golden_changes_of_the_client_are_up_to_date() -> None:
    assert FILE.read_text() == make_golden_games(), (
        "`python -m tests.session.views.golden_changes` writes it"
    )


def test_command_ids_are_not_shown_to_others() -> None:
    """With the id of another client's command, a new command could be taken for a duplicate."""
    driver = BroadcastDriver()
    driver.handle(Resign("a-secret-id"), FIRST_SEAT)
    assert "a-secret-id" not in str(
        encode_for_client([driver.messages, make_snapshot(driver.table, NOON)])
    )
