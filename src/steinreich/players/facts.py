"""Proven facts: proven verdicts of positions, which replace estimates of searches.

They come from the files of solved openings (see `solved_openings`) and from proofs that earlier
searches have found.  Only proven verdicts are stored, never estimates.  Positions that are
equivalent by symmetry share one fact.

Proofs are kept in memory; with a `ProofFile` they are kept on disk and shared by processes.
"""

from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2s
from typing import Protocol

from steinreich.core.position import Position
from steinreich.core.symmetry import get_images
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.rules.errors import BadPosition
from steinreich.search.result import (
    Line,
    SearchResult,
    Verdict,
    as_estimate,
    estimated_verdict,
    proven_verdict,
)

MAX_PROOFS = 100_000  # in memory
MAX_TURNS = 255  # a fact with more turns is stored without their number


class ProofStore(Protocol):
    """A store of proven verdicts."""

    def get(self, position: Position) -> Verdict | None:
        """Return the stored fact of a position, if there is one."""

    def put(self, position: Position, fact: Verdict) -> None:
        """Store a fact, unless one with fewer turns is stored already."""

    def clear(self) -> None:
        """Remove the facts that are kept in memory."""

    def close(self) -> None:
        """Close the resources of the store."""


class ProofMemory:
    """A store in memory; the oldest facts are evicted."""

    def __init__(self) -> None:
        self.facts: OrderedDict[bytes, Verdict] = OrderedDict()

    def get(self, position: Position) -> Verdict | None:
        return self.facts.get(symmetry_key(position)) if self.facts else None

    def put(self, position: Position, fact: Verdict) -> None:
        key = symmetry_key(position)
        self.facts[key] = shorter_fact(self.facts.get(key), fact)
        if len(self.facts) > MAX_PROOFS:
            self.facts.popitem(last=False)

    def clear(self) -> None:
        self.facts.clear()

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class ProvenFacts:
    """Looks up proven outcomes, and records proofs."""

    def __init__(self, store: ProofStore | None = None) -> None:
        self.store = store or ProofMemory()

    def look_up(self, position: Position) -> Verdict | None:
        """Return the proven verdict of a position, if there is one.

        >>> from steinreich import load
        >>> from steinreich.rules.contract import DRAW
        >>> ProvenFacts().look_up(load("chain_reaxis").start()).outcome == DRAW
        True
        """
        players = position.game.players
        if position.is_over:
            return proven_verdict(position.outcome, players, 0)
        solved = get_solved_outcomes(position.game).get(str(position))
        fact = self.store.get(position) if solved is None else proven_verdict(solved, players)
        if fact is None or (solved is None and not is_reachable(position)):
            return None
        return fact._replace(is_stored=True)

    def record(self, position: Position, fact: Verdict) -> None:
        """Store the proven verdict of a live position."""
        assert fact.is_proven
        if not position.is_over and is_reachable(position):
            is_long = fact.turns is not None and fact.turns > MAX_TURNS
            self.store.put(position, fact._replace(turns=None) if is_long else fact)

    def record_result(self, position: Position, result: SearchResult) -> None:
        """Store proven verdicts of a search: of the position, and of those after its lines."""
        for number, line in enumerate(result.lines):
            verdict = line.verdict
            if not verdict.is_proven:
                continue
            if number == 0:  # the best line gives the verdict of the position
                self.record(position, verdict)
            if number or verdict.outcome == position.player:
                after = position.after_legal(line.actions[0])
                turns = turns_left(position, after, verdict)
                self.record(after, verdict._replace(turns=turns))

    def clear(self) -> None:
        """Remove the proofs that are kept in memory; those in a file stay."""
        self.store.clear()

    def close(self) -> None:
        """Close the resources of the store."""
        self.store.close()


@lru_cache(maxsize=4096)
def symmetry_key(position: Position) -> bytes:
    """Return a key of a position that is the same for all its symmetric images."""
    return blake2s(
        f"{position.game.id} {min(get_images(position))}".encode(), digest_size=16
    ).digest()


def shorter_fact(known: Verdict | None, new: Verdict) -> Verdict:
    """Return the fact with fewer turns, or the new one if their outcomes differ."""
    if known is None or known.outcome != new.outcome or known.turns is None:
        return new
    return known if new.turns is None or known.turns < new.turns else new


def is_reachable(position: Position) -> bool:
    """Return whether a position can be parsed from its string; a position after a pass may not."""
    try:
        return position.game.position(str(position)) == position
    except BadPosition:
        return False


def turns_left(before: Position, after: Position, verdict: Verdict) -> int | None:
    """Return the winner's turns after an action; `verdict` is that of the position `before` it."""
    if verdict.turns is None:
        return None
    return max(0, verdict.turns - ends_own_turn(before, after, verdict.outcome))


def ends_own_turn(before: Position, after: Position, winner: int) -> bool:
    """Return whether an action is the last of the winner's turn."""
    return before.player == winner and (after.is_over or after.starts_turn)


# Search results


def apply_facts(facts: ProvenFacts, position: Position, result: SearchResult) -> SearchResult:
    """Correct a search result by proven facts of the position and of those after each line."""
    fact = facts.look_up(position)
    lines = [apply_facts_to_line(facts, position, line, fact) for line in result.lines]
    if lines == list(result.lines) and fact is None:
        return result
    mover = position.player
    if fact is not None and fact.outcome == mover and lines[0].verdict.outcome != mover:
        lines = [*find_winning_line(facts, position), *lines][: len(lines)]
    lines.sort(key=lambda line: (-line.verdict.values[mover], not line.verdict.is_proven))
    known = result.verdict
    if not known.is_proven and fact is not None:
        known = fact
    elif not known.is_proven:  # other actions may be better than the proven line
        best = lines[0].verdict
        known = best if best.outcome == mover else as_estimate(best)
    return result._replace(lines=tuple(lines), position_verdict=known)


def find_winning_line(facts: ProvenFacts, position: Position) -> list[Line]:
    """Return a list of one line with a proven winning action; empty if no such action is known."""
    for action in position.actions():
        line = apply_facts_to_line(facts, position, Line((action,), Verdict(())), None)
        if line.verdict.outcome == position.player:
            return [line]
    return []


def is_refuted(position: Position, result: SearchResult) -> bool:
    """Return whether the best line loses by a stored fact, while other actions may not."""
    first = result.lines[0].verdict
    loses = first.is_stored and first.values[position.player] == -1
    return loses and not result.verdict.is_proven


def apply_facts_to_line(
    facts: ProvenFacts, position: Position, line: Line, fact: Verdict | None
) -> Line:
    """Return a line corrected by facts, if it is not proven; `fact` is that of the position."""
    mover, players = position.player, position.game.players
    if line.verdict.is_proven:
        return line
    after = position.after_legal(line.actions[0])
    known = facts.look_up(after)
    if known is None and fact is not None and players == 2 and fact.outcome == 1 - mover:
        known = fact._replace(turns=None)  # holds for all actions
    if known is not None:
        if known.turns is not None:
            turns = known.turns + ends_own_turn(position, after, known.outcome)
            known = known._replace(turns=turns)
        return line._replace(verdict=known._replace(is_stored=True))
    if fact is not None and players == 2:  # no action is better than the position
        value = min(line.verdict.values[mover], fact.values[mover])
        return line._replace(verdict=estimated_verdict(value, mover, players))
    return line
