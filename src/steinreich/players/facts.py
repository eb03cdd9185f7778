"""Proven facts: what positions are worth for certain, looked up before anything is searched.

They come from openings that are solved on file, from tables that a game brings beside its own file
(see `solved_openings`), and from proofs that earlier searches found.  Only proofs enter, never
estimates.  Positions that are the same on a turned or mirrored board share one fact.

Proofs are kept in memory; with a `ProofFile` they are kept on disk and shared by processes.
"""

from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2s
from typing import NamedTuple, Protocol

from steinreich.core.position import Position
from steinreich.core.symmetry import images
from steinreich.players.player import Line, Opinion, Verdict, certain, unsettled
from steinreich.players.solved_openings import certain_outcomes
from steinreich.rules.contract import ONGOING
from steinreich.rules.errors import BadPosition

MAX_PROOFS = 100_000  # in memory
MAX_TURNS = 255  # that are worth telling


class Fact(NamedTuple):
    """The proven outcome of a position."""

    outcome: int  # the winner's number, DRAW or LOST
    turns: int | None = None  # of the winner until the end, at most, where that is known


class ProofStore(Protocol):
    """Where proofs are kept."""

    def get(self, position: Position) -> Fact | None:
        """Return the fact that is kept of a position."""

    def put(self, position: Position, fact: Fact) -> None:
        """Keep a fact; of the same outcome the one with the fewest turns."""

    def clear(self) -> None:
        """Drop what is kept for this process only."""

    def close(self) -> None:
        """Release what the store holds open."""


class ProofMemory:
    """Proofs in memory; the oldest are dropped."""

    def __init__(self) -> None:
        self.facts: OrderedDict[bytes, Fact] = OrderedDict()

    def get(self, position: Position) -> Fact | None:
        return self.facts.get(key(position)) if self.facts else None

    def put(self, position: Position, fact: Fact) -> None:
        name = key(position)
        self.facts[name] = closer(self.facts.get(name), fact)
        if len(self.facts) > MAX_PROOFS:
            self.facts.popitem(last=False)

    def clear(self) -> None:
        self.facts.clear()

    def close(self) -> None:
        """Nothing is open."""


class ProvenFacts:
    """Looks up proven outcomes, and records proofs."""

    def __init__(self, store: ProofStore | None = None) -> None:
        self.store = store or ProofMemory()

    def look_up(self, position: Position) -> Fact | None:
        """Return what is proven of a position, if anything is.

        >>> from steinreich import load
        >>> from steinreich.rules.contract import DRAW
        >>> ProvenFacts().look_up(load("chain_reaxis").start()) == Fact(DRAW)
        True
        """
        if position.is_over:
            return Fact(position.outcome, 0)
        solved = certain_outcomes(position.game).get(str(position))
        if solved is not None:
            return Fact(solved)
        fact = self.store.get(position)
        return fact if fact is not None and is_reachable(position) else None

    def record(self, position: Position, fact: Fact) -> None:
        """Keep the proof of a live position."""
        assert fact.outcome != ONGOING
        if not position.is_over and is_reachable(position):
            turns = None if fact.turns is None or fact.turns > MAX_TURNS else fact.turns
            self.store.put(position, Fact(fact.outcome, turns))

    def record_opinion(self, position: Position, opinion: Opinion) -> None:
        """Keep what a search has proven: of the position, and of those to which lines lead."""
        for number, line in enumerate(opinion.lines):
            verdict = line.verdict
            if not verdict.is_proven:
                continue
            if number == 0:  # it speaks for the position
                self.record(position, Fact(verdict.outcome, verdict.turns))
            if number or verdict.outcome == position.player:
                after = position.after_legal(line.actions[0])
                self.record(after, Fact(verdict.outcome, turns_left(position, after, verdict)))

    def clear(self) -> None:
        """Forget the proofs of this process; what is on file stays."""
        self.store.clear()

    def close(self) -> None:
        """Release what the store holds open."""
        self.store.close()


@lru_cache(maxsize=4096)
def key(position: Position) -> bytes:
    """Name a position and its images, turned and mirrored."""
    return blake2s(f"{position.game.id} {min(images(position))}".encode(), digest_size=16).digest()


def closer(known: Fact | None, new: Fact) -> Fact:
    """Return the fact with the fewest turns."""
    if known is None or known.outcome != new.outcome or known.turns is None:
        return new
    return known if new.turns is None else min(known, new)


def is_reachable(position: Position) -> bool:
    """Whether the position's string names it: after a pass that no rule allows, it may not."""
    try:
        return position.game.position(str(position)) == position
    except BadPosition:
        return False


def turns_left(before: Position, after: Position, verdict: Verdict) -> int | None:
    """The winner's turns from the position after an action; `verdict` counts from before it."""
    if verdict.turns is None:
        return None
    return max(0, verdict.turns - ends_own_turn(before, after, verdict.outcome))


def ends_own_turn(before: Position, after: Position, winner: int) -> bool:
    """Whether an action is the last of the winner's turn."""
    return before.player == winner and (after.is_over or after.starts_turn)


# Opinions


def informed(facts: ProvenFacts, position: Position, opinion: Opinion) -> Opinion:
    """Correct an opinion by what is proven of the position and of those to which its lines lead."""
    fact = facts.look_up(position)
    lines = [informed_line(facts, position, line, fact) for line in opinion.lines]
    if lines == list(opinion.lines) and fact is None:
        return opinion
    mover, players = position.player, position.game.players
    if fact is not None and fact.outcome == mover and lines[0].verdict.outcome != mover:
        lines = [*winning_lines(facts, position), *lines][: len(lines)]
    lines.sort(key=lambda line: (-line.verdict.values[mover], not line.verdict.is_proven))
    known, is_stored = opinion.verdict, False
    if not known.is_proven and fact is not None:
        known, is_stored = certain(fact.outcome, players, fact.turns), True
    elif not known.is_proven:  # other actions may be better than a line that a fact proves
        best, is_stored = lines[0].verdict, lines[0].is_stored
        known = best if best.outcome == mover else unsettled(best)
    return opinion._replace(lines=tuple(lines), known=known, is_stored=is_stored)


def winning_lines(facts: ProvenFacts, position: Position) -> list[Line]:
    """Find an action that is known to win, in a position that is known to be won."""
    for action in position.actions():
        line = informed_line(facts, position, Line((action,), Verdict(())), None)
        if line.verdict.outcome == position.player:
            return [line]
    return []


def is_refuted(position: Position, opinion: Opinion) -> bool:
    """Whether the best line loses by a stored fact, and other actions may not."""
    first = opinion.lines[0]
    loses = first.is_stored and first.verdict.values[position.player] == -1
    return loses and not opinion.verdict.is_proven


def informed_line(facts: ProvenFacts, position: Position, line: Line, fact: Fact | None) -> Line:
    """Correct a line that is not proven."""
    mover, players = position.player, position.game.players
    if line.verdict.is_proven:
        return line
    after = position.after_legal(line.actions[0])
    known = facts.look_up(after)
    if known is None and fact is not None and players == 2 and fact.outcome == 1 - mover:
        known = Fact(fact.outcome)  # whatever is played
    if known is not None:
        turns = known.turns
        if turns is not None:
            turns += ends_own_turn(position, after, known.outcome)
        return line._replace(verdict=certain(known.outcome, players, turns), is_stored=True)
    if fact is not None and players == 2:  # no action is worth more than the position
        most = certain(fact.outcome, players).values[mover]
        value = min(line.verdict.values[mover], most)
        values = (value, -value) if mover == 0 else (-value, value)
        return line._replace(verdict=Verdict(values))
    return line
