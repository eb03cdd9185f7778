"""What a puzzle is about: seen from its solution, and told to the solver when it is solved.

Each theme has one definition, here; a game may have themes of its own, which come first.
"""

from collections.abc import Callable
from itertools import takewhile

from steinreich.core.position import Position
from steinreich.games.chain_reaxis import rules as chain_reaxis
from steinreich.games.inner_square import rules as inner_square
from steinreich.games.tzaar import rules as tzaar
from steinreich.puzzles.puzzle import Puzzle, main_positions
from steinreich.rules.language import Words
from steinreich.rules.wide import size, some, without
from steinreich.search.forced.searcher import ForcedWins

THEMES = {
    "solo": Words("Alone", "Allein"),
    "parry": Words("Parry the threat", "Die Drohung abwehren"),
    "foresee": Words("See it coming", "Vorhersehen"),
    "finish": Words("Win at once", "Sofort gewinnen"),
    "quiet": Words("The quiet move", "Der stille Zug"),
    "fork": Words("Two threats at once", "Doppeldrohung"),
    "chain": Words("One threat after another", "Drohung auf Drohung"),
    "enclose": Words("Enclose the tile", "Den Stein einschließen"),
    "last_tzaar": Words("Win the Tzaars", "Die Tzaars erobern"),
    "last_tzarra": Words("Win the Tzarras", "Die Tzarras erobern"),
    "last_tott": Words("Win the Totts", "Die Totts erobern"),
    "no_capture": Words("Nothing left to capture", "Nichts mehr zu schlagen"),
    "corners": Words("The four inner corners", "Die vier inneren Ecken"),
    "few_stones": Words("Capture until few are left", "Schlagen, bis wenige bleiben"),
    "no_move": Words("No move left", "Kein Zug mehr"),
}
MOST = 0.5  # part of the replies that have to lose at once where an action is a threat


def theme_of(puzzle: Puzzle, wins: ForcedWins) -> str:
    """The theme of a puzzle whose solution is known."""
    positions = main_positions(puzzle)
    if positions[0].game.players == 1:
        return "solo"
    if puzzle.goal != "win":
        return "parry" if puzzle.turns == 1 else "foresee"
    own = OWN_THEMES.get(positions[0].game.name)
    return (own(positions) if own else None) or tactics(puzzle, positions, wins)


def tactics(puzzle: Puzzle, positions: list[Position], wins: ForcedWins) -> str:
    """How a win is forced, in any game.

    *quiet*: at most half of the replies to the first turn lose at once.  *fork*: against the best
    defence the last turn can end in two ways.  *chain*: in one.
    """
    if puzzle.turns == 1:
        return "finish"
    solver = positions[0].player
    replies_to = next(position for position in positions if position.player != solver)
    after = [replies_to.after_legal(action) for action in replies_to.actions()]
    losing = [reply for reply in after if wins.wins(reply, solver, 1 + (reply.player != solver))]
    if len(losing) <= MOST * len(after):
        return "quiet"
    last_turn = len(list(takewhile(lambda one: one.player == solver, positions[-2::-1])))
    before = len(puzzle.lines[0]) - last_turn
    lines = [line for line in puzzle.lines if line[:before] == puzzle.lines[0][:before]]
    ends = {end_of(positions[before], line[before:]).state for line in lines}
    return "fork" if len(ends) > 1 else "chain"


def end_of(position: Position, names: list[str]) -> Position:
    """The position after some actions."""
    for name in names:
        position = position.play(name)
    return position


def enclosing(positions: list[Position]) -> str | None:
    """Chain Reaxis: in the solution a tile may be laid anywhere, since the last one is enclosed."""
    return "enclose" if any(is_enclosed(position.state) for position in positions[1:-1]) else None


def is_enclosed(s: chain_reaxis.State) -> bool:
    """Whether no tile can touch the one that was laid last."""
    tile = 1 << (s.last >> 2) | 1 << chain_reaxis.OTHER[s.last]
    near = chain_reaxis.touching(tile, s.corners) & chain_reaxis.free(s)
    return not near & chain_reaxis.around(chain_reaxis.free(s))


def kind_won(positions: list[Position]) -> str | None:
    """TZAAR: which kind the opponent has lost, or that he has no capture."""
    s: tzaar.State = positions[-1].state
    lost = s.white if positions[-1].outcome == 1 else s.black
    kinds = {"last_tzaar": s.tzaars, "last_tzarra": s.tzarras}
    gone = [theme for theme, pieces in kinds.items() if not lost & pieces]
    if not lost & ~(s.tzaars | s.tzarras):
        gone.append("last_tott")
    return gone[0] if gone else "no_capture"


def conquest(positions: list[Position]) -> str | None:
    """Inner Square: whether corners, captures or a blockade win."""
    s: inner_square.State = positions[-1].state
    if not some(without(s.corners, inner_square.theirs(s))):
        return "corners"
    return "few_stones" if size(inner_square.mine(s)) <= inner_square.FEW else "no_move"


OWN_THEMES: dict[str, Callable[[list[Position]], str | None]] = {
    "chain_reaxis": enclosing,
    "tzaar": kind_won,
    "inner_square": conquest,
}
