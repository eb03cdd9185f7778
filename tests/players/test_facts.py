"""Proven facts replace estimates, apply to symmetric positions, and are stored on disk."""

import sqlite3
from pathlib import Path

import pytest

from steinreich import Engine, load
from steinreich.core.position import Position
from steinreich.players import proof_file
from steinreich.players.facts import ProvenFacts, apply_facts
from steinreich.players.proof_file import ProofFile
from steinreich.rules.contract import DRAW
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict

CHAIN_REAXIS = load("chain_reaxis")
VIER3D = load("vier3d")


def play_actions(id: str, actions: str) -> Position:
    position = load(id).start()
    for name in actions.split():
        position = position.play(name)
    return position


def stored_verdict(outcome: int, players: int, turns: int | None = None) -> Verdict:
    """Return a verdict from the store."""
    return proven_verdict(outcome, players, turns)._replace(is_stored=True)


def estimated_result(position: Position, *names: str) -> SearchResult:
    """Return a search result with a lower estimate for each further action."""
    estimates = [0.3 - 0.1 * number for number in range(len(names))]
    sign = 1 if position.player == 0 else -1
    return SearchResult(
        tuple(
            Line((position.parse_move(name),), Verdict((sign * value, -sign * value)))
            for name, value in zip(names, estimates, strict=True)
        )
    )


def test_solved_start_is_a_fact() -> None:
    facts = ProvenFacts()
    assert facts.look_up(CHAIN_REAXIS.start()) == stored_verdict(DRAW, 2)
    assert facts.look_up(CHAIN_REAXIS.start().play("c3c4")) == stored_verdict(DRAW, 2)
    assert facts.look_up(CHAIN_REAXIS.start().play("a3b3")) == stored_verdict(1, 2)
    assert facts.look_up(VIER3D.start()) is None


def test_engine_reports_a_solved_start_as_proven_draw() -> None:
    with Engine(CHAIN_REAXIS, memory=4) as engine:
        analysis = engine.analyse(CHAIN_REAXIS.start(), lines=3, nodes=2_000)
    assert analysis.is_proven
    assert [line.words.in_language("en") for line in analysis.lines] == 3 * [
        "draws by force (proven)"
    ]
    assert all(line.line.verdict.is_stored for line in analysis.lines)


def test_proof_applies_to_symmetric_positions() -> None:
    facts = ProvenFacts()
    facts.record(play_actions("vier3d", "a1 b2"), proven_verdict(0, 2, 9))
    assert facts.look_up(play_actions("vier3d", "d1 c2")) == stored_verdict(0, 2, 9)
    assert facts.look_up(play_actions("vier3d", "a1 c2")) is None
    assert facts.look_up(play_actions("vier3d(variant=most_fours)", "a1 b2")) is None


def test_store_keeps_the_proof_with_fewest_turns() -> None:
    facts, position = ProvenFacts(), play_actions("vier3d", "a1 b2")
    for turns in (5, 3, None, 4):
        facts.record(position, proven_verdict(0, 2, turns))
    assert facts.look_up(position) == stored_verdict(0, 2, 3)


def test_estimates_are_not_facts() -> None:
    facts, start = ProvenFacts(), VIER3D.start()
    facts.record_result(start, estimated_result(start, "a1", "b1"))
    assert facts.look_up(start) is None
    with pytest.raises(AssertionError):
        facts.record(start, proven_verdict(-1, 2))


def test_proven_line_gives_facts_before_and_after_its_action() -> None:
    facts, start = ProvenFacts(), VIER3D.start()
    action = start.parse_move("a1")
    facts.record_result(start, SearchResult((Line((action,), proven_verdict(0, 2, 4)),)))
    assert facts.look_up(start) == stored_verdict(0, 2, 4)
    assert facts.look_up(start.play("a1")) == stored_verdict(0, 2, 3), (
        "one turn of the winner is over"
    )


def test_drawn_line_does_not_prove_a_draw() -> None:
    """Another action, which is not proven, may be better."""
    facts, start = ProvenFacts(), VIER3D.start()
    facts.record(start.play("a1"), proven_verdict(DRAW, 2))
    result = apply_facts(facts, start, estimated_result(start, "a1", "b1"))
    assert [line.verdict.is_proven for line in result.lines] == [False, True]
    assert not result.verdict.is_proven


def test_estimates_do_not_exceed_the_proven_value_of_the_position() -> None:
    facts, start = ProvenFacts(), VIER3D.start()
    facts.record(start, proven_verdict(DRAW, 2))
    result = apply_facts(facts, start, estimated_result(start, "a1", "b1"))
    assert result.verdict.outcome == DRAW
    assert result.verdict.is_stored
    assert max(line.verdict.values[0] for line in result.lines) == 0


def test_engine_plays_a_proven_win() -> None:
    facts, start = ProvenFacts(), VIER3D.start()
    facts.record(start, proven_verdict(0, 2, 9))
    facts.record(start.play("b3"), proven_verdict(0, 2, 8))
    with Engine(VIER3D, memory=4, facts=facts) as engine:
        analysis = engine.analyse(start, nodes=500)
    key = start.play(analysis.best).key
    assert (key, analysis.is_proven) == (start.play("b3").key, True)


def test_engine_avoids_a_proven_loss() -> None:
    with Engine(VIER3D, memory=4) as engine:
        best = engine.play(VIER3D.start(), nodes=500)
        engine.facts.record(VIER3D.start().play(best), proven_verdict(1, 2, 9))
        refuted = VIER3D.start().play(best).key
        other = engine.play(VIER3D.start(), nodes=500)
    assert VIER3D.start().play(other).key != refuted


def test_unreachable_position_is_not_a_fact() -> None:
    facts, passed = ProvenFacts(), play_actions("vier3d", "a1 b2").after_pass()
    assert passed is not None
    facts.record(passed, proven_verdict(0, 2))
    assert facts.look_up(passed) is None


def test_new_game_clears_facts_in_memory() -> None:
    with Engine(VIER3D, memory=4) as engine:
        engine.facts.record(VIER3D.start().play("a1"), proven_verdict(0, 2))
        engine.new_game()
        assert engine.facts.look_up(VIER3D.start().play("a1")) is None


# On disk


def test_stores_with_the_same_file_share_proofs(tmp_path: Path) -> None:
    file, position = tmp_path / "new" / "proofs.sqlite", play_actions("vier3d", "a1 b2")
    first, second = ProvenFacts(ProofFile(file)), ProvenFacts(ProofFile(file))
    first.record(position, proven_verdict(0, 2, 7))
    assert second.look_up(position) == stored_verdict(0, 2, 7)
    second.record(position, proven_verdict(0, 2))
    second.clear()
    assert ProvenFacts(ProofFile(file)).look_up(position) == stored_verdict(0, 2, 7)


def test_proofs_of_changed_sources_do_not_apply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts, position = (
        ProvenFacts(ProofFile(tmp_path / "proofs.sqlite")),
        play_actions("vier3d", "a1"),
    )
    facts.record(position, proven_verdict(0, 2))
    monkeypatch.setattr(proof_file, "hash_sources", lambda game: b"changed")
    assert facts.look_up(position) is None


def test_full_file_evicts_the_oldest_proofs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_file, "MAX_PROOFS", 3)
    monkeypatch.setattr(proof_file, "EVICTION_INTERVAL", 1)
    facts = ProvenFacts(ProofFile(tmp_path / "proofs.sqlite"))
    positions = [play_actions("vier3d", names) for names in ("a1", "b1", "b2", "a1 b1", "a1 b2")]
    for position in positions:
        facts.record(position, proven_verdict(0, 2))
    assert [facts.look_up(position) is not None for position in positions] == [
        False,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be read as one" * 9])
def test_store_falls_back_to_memory_with_a_damaged_file(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "proofs.sqlite"
    file.write_bytes(content)
    facts = ProvenFacts(ProofFile(file))
    assert "proofs are not kept" in caplog.text
    facts.record(VIER3D.start(), proven_verdict(0, 2))
    assert facts.look_up(VIER3D.start()) == stored_verdict(0, 2), "in memory"


def test_store_ignores_writes_to_a_locked_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_file, "LOCK_TIMEOUT_SECONDS", 0.01)
    file = tmp_path / "proofs.sqlite"
    facts = ProvenFacts(ProofFile(file))
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    facts.record(VIER3D.start(), proven_verdict(0, 2))
    connection.execute("ROLLBACK")
    connection.close()
    assert facts.look_up(VIER3D.start()) is None
