"""Proven facts replace estimates, apply to symmetric boards, and are stored on disk."""

import sqlite3
from pathlib import Path

import pytest

from steinreich import Engine, load
from steinreich.core.position import Position
from steinreich.players import proof_file
from steinreich.players.facts import ProvenFacts, informed
from steinreich.players.proof_file import ProofFile
from steinreich.rules.contract import DRAW
from steinreich.search.result import Line, SearchResult, Verdict, certain

CHAIN = load("chain_reaxis")
RODS = load("vier3d")


def after(id: str, actions: str) -> Position:
    position = load(id).start()
    for name in actions.split():
        position = position.play(name)
    return position


def stored_verdict(outcome: int, players: int, turns: int | None = None) -> Verdict:
    """Return a verdict from the store."""
    return certain(outcome, players, turns)._replace(is_stored=True)


def estimated_result(position: Position, *names: str) -> SearchResult:
    """Return a search result with a lower estimate for each further action."""
    hopes = [0.3 - 0.1 * number for number in range(len(names))]
    sign = 1 if position.player == 0 else -1
    return SearchResult(
        tuple(
            Line((position.parse_move(name),), Verdict((sign * hope, -sign * hope)))
            for name, hope in zip(names, hopes, strict=True)
        )
    )


def test_solved_start_is_a_fact() -> None:
    facts = ProvenFacts()
    assert facts.look_up(CHAIN.start()) == stored_verdict(DRAW, 2)
    assert facts.look_up(CHAIN.start().play("c3c4")) == stored_verdict(DRAW, 2)
    assert facts.look_up(CHAIN.start().play("a3b3")) == stored_verdict(1, 2)
    assert facts.look_up(RODS.start()) is None


def test_engine_reports_a_solved_start_as_proven_draw() -> None:
    with Engine(CHAIN, memory=4) as engine:
        analysis = engine.analyse(CHAIN.start(), lines=3, nodes=2_000)
    assert analysis.is_proven
    assert [line.words.within("en") for line in analysis.lines] == 3 * ["draws by force (proven)"]
    assert all(line.line.verdict.is_stored for line in analysis.lines)


def test_proof_applies_to_symmetric_boards() -> None:
    facts = ProvenFacts()
    facts.record(after("vier3d", "a1 b2"), certain(0, 2, 9))
    assert facts.look_up(after("vier3d", "d1 c2")) == stored_verdict(0, 2, 9)
    assert facts.look_up(after("vier3d", "a1 c2")) is None
    assert facts.look_up(after("vier3d(variant=most_fours)", "a1 b2")) is None


def test_shorter_proof_is_kept() -> None:
    facts, position = ProvenFacts(), after("vier3d", "a1 b2")
    for turns in (5, 3, None, 4):
        facts.record(position, certain(0, 2, turns))
    assert facts.look_up(position) == stored_verdict(0, 2, 3)


def test_only_proven_verdicts_are_stored() -> None:
    facts, start = ProvenFacts(), RODS.start()
    facts.record_result(start, estimated_result(start, "a1", "b1"))
    assert facts.look_up(start) is None
    with pytest.raises(AssertionError):
        facts.record(start, certain(-1, 2))


def test_proven_line_is_stored_with_the_position_after_it() -> None:
    facts, start = ProvenFacts(), RODS.start()
    action = start.parse_move("a1")
    facts.record_result(start, SearchResult((Line((action,), certain(0, 2, 4)),)))
    assert facts.look_up(start) == stored_verdict(0, 2, 4)
    assert facts.look_up(start.play("a1")) == stored_verdict(0, 2, 3), (
        "one turn of the winner is over"
    )


def test_drawn_line_does_not_prove_a_draw() -> None:
    """Another action, which is not proven, may be better."""
    facts, start = ProvenFacts(), RODS.start()
    facts.record(start.play("a1"), certain(DRAW, 2))
    result = informed(facts, start, estimated_result(start, "a1", "b1"))
    assert [line.verdict.is_proven for line in result.lines] == [False, True]
    assert not result.verdict.is_proven


def test_no_estimate_exceeds_the_proven_value_of_the_position() -> None:
    facts, start = ProvenFacts(), RODS.start()
    facts.record(start, certain(DRAW, 2))
    result = informed(facts, start, estimated_result(start, "a1", "b1"))
    assert result.verdict.outcome == DRAW
    assert result.verdict.is_stored
    assert max(line.verdict.values[0] for line in result.lines) == 0


def test_proven_win_is_played() -> None:
    facts, start = ProvenFacts(), RODS.start()
    facts.record(start, certain(0, 2, 9))
    facts.record(start.play("b3"), certain(0, 2, 8))
    with Engine(RODS, memory=4, facts=facts) as engine:
        analysis = engine.analyse(start, nodes=500)
    key = start.play(analysis.best).key
    assert (key, analysis.is_proven) == (start.play("b3").key, True)


def test_proven_loss_is_avoided() -> None:
    with Engine(RODS, memory=4) as engine:
        best = engine.play(RODS.start(), nodes=500)
        engine.facts.record(RODS.start().play(best), certain(1, 2, 9))
        alike = RODS.start().play(best).key
        other = engine.play(RODS.start(), nodes=500)
    assert RODS.start().play(other).key != alike


def test_unreachable_position_is_no_fact() -> None:
    facts, passed = ProvenFacts(), after("vier3d", "a1 b2").after_pass()
    assert passed is not None
    facts.record(passed, certain(0, 2))
    assert facts.look_up(passed) is None


def test_new_game_starts_with_stored_facts() -> None:
    with Engine(RODS, memory=4) as engine:
        engine.facts.record(RODS.start().play("a1"), certain(0, 2))
        engine.new_game()
        assert engine.facts.look_up(RODS.start().play("a1")) is None


# On disk


def test_proofs_are_persistent_and_shared(tmp_path: Path) -> None:
    file, position = tmp_path / "new" / "proofs.sqlite", after("vier3d", "a1 b2")
    one, other = ProvenFacts(ProofFile(file)), ProvenFacts(ProofFile(file))
    one.record(position, certain(0, 2, 7))
    assert other.look_up(position) == stored_verdict(0, 2, 7)
    other.record(position, certain(0, 2))
    other.clear()
    assert ProvenFacts(ProofFile(file)).look_up(position) == stored_verdict(0, 2, 7)


def test_proofs_of_other_rules_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts, position = ProvenFacts(ProofFile(tmp_path / "proofs.sqlite")), after("vier3d", "a1")
    facts.record(position, certain(0, 2))
    monkeypatch.setattr(proof_file, "sources", lambda game: b"changed")
    assert facts.look_up(position) is None


def test_file_size_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_file, "MAX_PROOFS", 3)
    monkeypatch.setattr(proof_file, "EVICTION_INTERVAL", 1)
    facts = ProvenFacts(ProofFile(tmp_path / "proofs.sqlite"))
    positions = [after("vier3d", names) for names in ("a1", "b1", "b2", "a1 b1", "a1 b2")]
    for position in positions:
        facts.record(position, certain(0, 2))
    assert [facts.look_up(one) is not None for one in positions] == [False, False, True, True, True]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be read as one" * 9])
def test_damaged_file_is_ignored(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "proofs.sqlite"
    file.write_bytes(content)
    facts = ProvenFacts(ProofFile(file))
    assert "proofs are not kept" in caplog.text
    facts.record(RODS.start(), certain(0, 2))
    assert facts.look_up(RODS.start()) == stored_verdict(0, 2), "in memory"


def test_locked_file_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_file, "LOCK_TIMEOUT_SECONDS", 0.01)
    file = tmp_path / "proofs.sqlite"
    facts = ProvenFacts(ProofFile(file))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    facts.record(RODS.start(), certain(0, 2))
    other.execute("ROLLBACK")
    other.close()
    assert facts.look_up(RODS.start()) is None
