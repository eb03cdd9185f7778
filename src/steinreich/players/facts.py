"""Proven facts: proven verdicts of positions, which replace estimates of searches.

They come from solved openings on file, from tables that ship beside the file of a game (see
`solved_openings`), and from proofs that earlier searches found.  Only proven verdicts are stored,
never estimates.  Positions that are equivalent by symmetry share one fact.

Proofs are kept in memory; with a `ProofFile` they are kept on disk and shared by processes.
"""

from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2s
from typing import Protocol

from steinreich.core.position import Position
from steinreich.core.symmetry import images
from steinreich.players.solved_openings import certain_outcomes
from steinreich.rules.errors import BadPosition
from steinreich.search.result import Line, SearchResult, Verdict, as_estimate, certain, estimated

MAX_PROOFS = 100_000  # in memory
MAX_TURNS = 255  # larger distances are dropped


class ProofStore(Protocol):
    """A store of proven verdicts."""

    def get(self, position: Position) -> Verdict | None:
        """Return the stored fact of a position."""

    def put(self, position: Position, fact: Verdict) -> None:
        """Store a fact; of several, that with the fewest turns."""

    def clear(self) -> None:
        """Drop the facts that are kept in this process only."""

    def close(self) -> None:
        """Release what the store holds open."""


class ProofMemory:
    """Facts in memory; the oldest are evicted."""

    def __init__(self) -> None:
        self.facts: OrderedDict[bytes, Verdict] = OrderedDict()

    def get(self, position: Position) -> Verdict | None:
        return self.facts.get(key(position)) if self.facts else None

    def put(self, position: Position, fact: Verdict) -> None:
        name = key(position)
        self.facts[name] = fewer_turns(self.facts.get(name), fact)
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
            return certain(position.outcome, players, 0)
        solved = certain_outcomes(position.game).get(str(position))
        fact = self.store.get(position) if solved is None else certain(solved, players)
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
        """Forget the proofs of this process; those on file stay."""
        self.store.clear()

    def close(self) -> None:
        """Release what the store holds open."""
        self.store.close()


@lru_cache(maxsize=4096)
def key(position: Position) -> bytes:
    """Return a key of a position that is the same for all its symmetric images."""
    return blake2s(f"{position.game.id} {min(images(position))}".encode(), digest_size=16).digest()


def fewer_turns(known: Verdict | None, new: Verdict) -> Verdict:
    """Return the fact with the fewest turns."""
    if known is None or known.outcome != new.outcome or known.turns is None:
        return new
    return known if new.turns is None or known.turns < new.turns else new


def is_reachable(position: Position) -> bool:
    """Return whether the position can be parsed from its string; after a pass it may not."""
    try:
        return position.game.position(str(position)) == position
    except BadPosition:
        return False


def turns_left(before: Position, after: Position, verdict: Verdict) -> int | None:
    """Return the winner's turns after an action; `verdict` counts from before it."""
    if verdict.turns is None:
        return None
    return max(0, verdict.turns - ends_own_turn(before, after, verdict.outcome))


def ends_own_turn(before: Position, after: Position, winner: int) -> bool:
    """Return whether an action is the last of the winner's turn."""
    return before.player == winner and (after.is_over or after.starts_turn)


# Search results


def informed(facts: ProvenFacts, position: Position, result: SearchResult) -> SearchResult:
    """Correct a search result by proven facts of the position and of those after each line."""
    fact = facts.look_up(position)
    lines = [informed_line(facts, position, line, fact) for line in result.lines]
    if lines == list(result.lines) and fact is None:
        return result
    mover = position.player
    if fact is not None and fact.outcome == mover and lines[0].verdict.outcome != mover:
        lines = [*winning_lines(facts, position), *lines][: len(lines)]
    lines.sort(key=lambda line: (-line.verdict.values[mover], not line.verdict.is_proven))
    known = result.verdict
    if not known.is_proven and fact is not None:
        known = fact
    elif not known.is_proven:  # other actions may be better than the proven line
        best = lines[0].verdict
        known = best if best.outcome == mover else as_estimate(best)
    return result._replace(lines=tuple(lines), known=known)


def winning_lines(facts: ProvenFacts, position: Position) -> list[Line]:
    """Return a line with a proven winning action, in a position that is proven won."""
    for action in position.actions():
        line = informed_line(facts, position, Line((action,), Verdict(())), None)
        if line.verdict.outcome == position.player:
            return [line]
    return []


def is_refuted(position: Position, result: SearchResult) -> bool:
    """Return whether the best line loses by a stored fact, and other actions may not."""
    first = result.lines[0].verdict
    loses = first.is_stored and first.values[position.player] == -1
    return loses and not result.verdict.is_proven


def informed_line(facts: ProvenFacts, position: Position, line: Line, fact: Verdict | None) -> Line:
    """Correct a line that is not proven."""
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
        return line._replace(verdict=estimated(value, mover, players))
    return line
