"""Proven facts: looked up first, shared by positions that are the same, kept on disk."""

import sqlite3
from pathlib import Path

import pytest

from steinreich import Engine, load
from steinreich.core.position import Position
from steinreich.players import proof_file
from steinreich.players.facts import Fact, ProvenFacts, informed
from steinreich.players.player import Line, Opinion, Verdict, certain
from steinreich.players.proof_file import ProofFile
from steinreich.rules.contract import DRAW

CHAIN = load("chain_reaxis")
RODS = load("vier3d")


def after(id: str, actions: str) -> Position:
    position = load(id).start()
    for name in actions.split():
        position = position.play(name)
    return position


def estimated(position: Position, *names: str) -> Opinion:
    """An opinion that hopes a little less of each action."""
    hopes = [0.3 - 0.1 * number for number in range(len(names))]
    sign = 1 if position.player == 0 else -1
    return Opinion(
        tuple(
            Line((position.parse_move(name),), Verdict((sign * hope, -sign * hope)))
            for name, hope in zip(names, hopes, strict=True)
        )
    )


def test_a_solved_start_is_a_fact() -> None:
    facts = ProvenFacts()
    assert facts.look_up(CHAIN.start()) == Fact(DRAW)
    assert facts.look_up(CHAIN.start().play("c3c4")) == Fact(DRAW)
    assert facts.look_up(CHAIN.start().play("a3b3")) == Fact(1)
    assert facts.look_up(RODS.start()) is None


def test_the_engine_says_that_a_solved_start_is_a_proven_draw() -> None:
    with Engine(CHAIN, memory=4) as engine:
        analysis = engine.analyse(CHAIN.start(), lines=3, nodes=2_000)
    assert analysis.is_proven
    assert [line.words.en for line in analysis.lines] == 3 * ["draws by force (proven)"]
    assert all(line.line.is_stored for line in analysis.lines)


def test_a_proof_counts_for_the_turned_board() -> None:
    facts = ProvenFacts()
    facts.record(after("vier3d", "a1 b2"), Fact(0, 9))
    assert facts.look_up(after("vier3d", "d1 c2")) == Fact(0, 9)
    assert facts.look_up(after("vier3d", "a1 c2")) is None
    assert facts.look_up(after("vier3d(variant=most_fours)", "a1 b2")) is None


def test_the_shorter_proof_stays() -> None:
    facts, position = ProvenFacts(), after("vier3d", "a1 b2")
    for turns in (5, 3, None, 4):
        facts.record(position, Fact(0, turns))
    assert facts.look_up(position) == Fact(0, 3)


def test_only_proofs_enter() -> None:
    facts, start = ProvenFacts(), RODS.start()
    facts.record_opinion(start, estimated(start, "a1", "b1"))
    assert facts.look_up(start) is None
    with pytest.raises(AssertionError):
        facts.record(start, Fact(-1))


def test_a_proven_line_is_recorded_with_the_position_that_it_leads_to() -> None:
    facts, start = ProvenFacts(), RODS.start()
    action = start.parse_move("a1")
    facts.record_opinion(start, Opinion((Line((action,), certain(0, 2, 4)),)))
    assert facts.look_up(start) == Fact(0, 4)
    assert facts.look_up(start.play("a1")) == Fact(0, 3), "one turn of the winner is over"


def test_a_draw_of_one_line_is_no_draw_of_the_position() -> None:
    """Another action, which is not proven, may be better."""
    facts, start = ProvenFacts(), RODS.start()
    facts.record(start.play("a1"), Fact(DRAW))
    opinion = informed(facts, start, estimated(start, "a1", "b1"))
    assert [line.verdict.is_proven for line in opinion.lines] == [False, True]
    assert not opinion.verdict.is_proven


def test_no_estimate_is_better_than_what_is_proven_of_the_position() -> None:
    facts, start = ProvenFacts(), RODS.start()
    facts.record(start, Fact(DRAW))
    opinion = informed(facts, start, estimated(start, "a1", "b1"))
    assert opinion.verdict.outcome == DRAW
    assert opinion.is_stored
    assert max(line.verdict.values[0] for line in opinion.lines) == 0


def test_what_is_known_to_win_is_played() -> None:
    facts, start = ProvenFacts(), RODS.start()
    facts.record(start, Fact(0, 9))
    facts.record(start.play("b3"), Fact(0, 8))
    with Engine(RODS, memory=4, facts=facts) as engine:
        analysis = engine.analyse(start, nodes=500)
    key = start.play(analysis.best).key
    assert (key, analysis.is_proven) == (start.play("b3").key, True)


def test_what_is_known_to_lose_is_not_played() -> None:
    with Engine(RODS, memory=4) as engine:
        best = engine.play(RODS.start(), nodes=500)
        engine.facts.record(RODS.start().play(best), Fact(1, 9))
        alike = RODS.start().play(best).key
        other = engine.play(RODS.start(), nodes=500)
    assert RODS.start().play(other).key != alike


def test_a_position_that_no_game_leads_to_is_no_fact() -> None:
    facts, passed = ProvenFacts(), after("vier3d", "a1 b2").passed()
    assert passed is not None
    facts.record(passed, Fact(0))
    assert facts.look_up(passed) is None


def test_another_game_begins_with_what_is_on_file() -> None:
    with Engine(RODS, memory=4) as engine:
        engine.facts.record(RODS.start().play("a1"), Fact(0))
        engine.new_game()
        assert engine.facts.look_up(RODS.start().play("a1")) is None


# On disk


def test_proofs_survive_and_are_shared(tmp_path: Path) -> None:
    file, position = tmp_path / "new" / "proofs.sqlite", after("vier3d", "a1 b2")
    one, other = ProvenFacts(ProofFile(file)), ProvenFacts(ProofFile(file))
    one.record(position, Fact(0, 7))
    assert other.look_up(position) == Fact(0, 7)
    other.record(position, Fact(0, None))
    other.clear()
    assert ProvenFacts(ProofFile(file)).look_up(position) == Fact(0, 7)


def test_proofs_of_other_rules_are_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts, position = ProvenFacts(ProofFile(tmp_path / "proofs.sqlite")), after("vier3d", "a1")
    facts.record(position, Fact(0))
    monkeypatch.setattr(proof_file, "sources", lambda game: b"changed")
    assert facts.look_up(position) is None


def test_the_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_file, "MAX_KEPT", 3)
    monkeypatch.setattr(proof_file, "BETWEEN_LOOKS", 1)
    facts = ProvenFacts(ProofFile(tmp_path / "proofs.sqlite"))
    positions = [after("vier3d", names) for names in ("a1", "b1", "b2", "a1 b1", "a1 b2")]
    for position in positions:
        facts.record(position, Fact(0))
    assert [facts.look_up(one) is not None for one in positions] == [False, False, True, True, True]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be read as one" * 9])
def test_a_damaged_file_does_no_harm(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "proofs.sqlite"
    file.write_bytes(content)
    facts = ProvenFacts(ProofFile(file))
    assert "proofs are not kept" in caplog.text
    facts.record(RODS.start(), Fact(0))
    assert facts.look_up(RODS.start()) == Fact(0), "in memory"


def test_a_locked_file_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_file, "LOCK_TIMEOUT_SECONDS", 0.01)
    file = tmp_path / "proofs.sqlite"
    facts = ProvenFacts(ProofFile(file))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    facts.record(RODS.start(), Fact(0))
    other.execute("ROLLBACK")
    other.close()
    assert facts.look_up(RODS.start()) is None
