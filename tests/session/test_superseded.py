"""A table whose moves newer rules refuse: shown as it was, saved, and left alone."""

import pytest

from steinreich.core.position import Position
from steinreich.records import read, write
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Words
from steinreich.session import legal_actions, rulings, table, texts
from steinreich.session.records import record
from steinreich.session.schema.commands import Act, Done, Offer, Refusal, Resign
from steinreich.session.table import Table
from steinreich.session.views.tables import snapshot
from tests.session.sitting import BOTH, FIRST, NOON, Sitting

MOVES = "a1 b1 c1 d4 a2"


@pytest.fixture
def superseded(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game in which newer rules do not allow the third move."""
    sitting = Sitting().play(MOVES)

    def stricter(position: Position, action: str) -> Position:
        if action == "c1":
            raise IllegalMove(Words("not any more", "nicht mehr"))
        return legal_actions.after(position, action)

    monkeypatch.setattr(table, "after", stricter)
    return Table.of("t", sitting.events)


def test_it_is_shown_as_far_as_the_rules_allow(superseded: Table) -> None:
    assert superseded.actions == 2
    assert superseded.status == "over"
    assert superseded.seq == 1 + len(MOVES.split()), "no event takes the place of one that is there"
    shown = snapshot(superseded, NOON)["state"]["result"]
    assert shown
    assert shown["reason"] == "superseded"
    assert "rules have changed" in shown["why"]["en"]
    assert "Regeln" in shown["why"]["de"]


def test_its_record_has_all_that_was_played(superseded: Table) -> None:
    for form in ("text", "json"):
        text = write(record(superseded), form)
        assert "refused by those of today: c1 d4 a2" in text
        (again,) = read(text)
        assert [node.action for node in again.root.line()] == ["a1", "b1"]
        assert again.result is None


def test_nothing_happens_there_any_more(superseded: Table) -> None:
    for command in (
        Act("x", 2, ["c3"]),
        Resign("y"),
        Offer("z", "undo"),
        Offer("w", "rematch"),
    ):
        ruling = rulings.rule_on(superseded, command, FIRST, NOON)
        assert ruling == Refusal(texts.SUPERSEDED)


def test_a_command_that_was_carried_out_is_still_answered_so(superseded: Table) -> None:
    (known, seq), *_ = superseded.commands.items()
    command = Act(known.partition(":")[2], 0, ["a1"])
    assert rulings.rule_on(superseded, command, BOTH, NOON) == Done(seq)
