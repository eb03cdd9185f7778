"""Tables with an action that the current rules refuse: they can be shown and saved only."""

import pytest

from steinreich.core.position import Position
from steinreich.records import read, write
from steinreich.rules.errors import IllegalMove
from steinreich.session import decisions, texts
from steinreich.session.decisions import AlreadyDone, Refusal
from steinreich.session.records import make_record
from steinreich.session.schema.messages import Act, Offer, Resign
from steinreich.session.table import Table
from steinreich.session.views.tables import make_snapshot
from tests.session.table_driver import BOTH_SEATS, FIRST_SEAT, NOON, TableDriver
from tests.translated import Translated

MOVES = "a1 b1 c1 d4 a2"


@pytest.fixture
def superseded_table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table whose third move newer rules do not allow."""
    driver = TableDriver().play(MOVES)

    original_play = Position.play

    def stricter_rules(position: Position, action: str) -> Position:
        if action == "c1":
            raise IllegalMove(Translated("not any more", "nicht mehr"))
        return original_play(position, action)

    monkeypatch.setattr(Position, "play", stricter_rules)
    return Table.from_events("t", driver.events)


def test_superseded_table_is_shown_up_to_the_illegal_move(superseded_table: Table) -> None:
    assert superseded_table.actions == 2
    assert superseded_table.status == "over"
    assert superseded_table.seq == 1 + len(MOVES.split()), (
        "refused events are counted: a new event does not get a number twice"
    )
    result = make_snapshot(superseded_table, NOON)["state"]["result"]
    assert result
    assert result["reason"] == "superseded"
    assert "rules have changed" in result["why"].in_language("en")
    assert "Regeln" in result["why"].in_language("de")


def test_superseded_record_contains_all_moves(superseded_table: Table) -> None:
    for form in ("text", "json"):
        text = write(make_record(superseded_table), form)
        assert "refused by those of today: c1 d4 a2" in text
        (parsed,) = read(text)
        assert [node.action for node in parsed.root.line()] == ["a1", "b1"]
        assert parsed.result is None


def test_superseded_table_refuses_commands(superseded_table: Table) -> None:
    for command in (
        Act("x", 2, ["c3"]),
        Resign("y"),
        Offer("z", "undo"),
        Offer("w", "rematch"),
    ):
        outcome = decisions.decide(superseded_table, command, FIRST_SEAT, NOON)
        assert outcome == Refusal(texts.GAME_IS_SUPERSEDED)


def test_superseded_table_acknowledges_repeated_commands(superseded_table: Table) -> None:
    (known, seq), *_ = superseded_table.commands.items()
    command = Act(known.partition(":")[2], 0, ["a1"])
    assert decisions.decide(superseded_table, command, BOTH_SEATS, NOON) == AlreadyDone(seq)
