"""Position strings of Inner Square, and which of them no game leads to."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from steinreich.rules import *
from steinreich.rules.wide import *

from .about import ABOUT, colour
from .actions import move_between
from .picture import columns, point_name, shown_cells, stone
from .rules import (
    FEW,
    QUIET_LIMIT,
    STONES,
    State,
    beyond,
    candidates,
    index,
    legal,
    mine,
    neighbours,
    outcome,
    play,
    side,
    start,
    theirs,
)
from .words import STONE


def text(s: State) -> str:
    """The position string."""
    letters = dict.fromkeys(each_wide(s.red), "r") | dict.fromkeys(each_wide(s.yellow), "y")
    n = columns(s)
    stones = board_text(n, n, lambda x, y: letters.get(index(x, y), ""))
    return f"{stones} {'ry'[s.turn]} {s.quiet}"


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    stones, turn, quiet = fields(text, Words("board side quiet-moves", "Brett Seite ruhige-Züge"))
    first = start(options)
    found = parse_board(stones, side(options), side(options), "ry")
    if quiet not in [str(n) for n in range(QUIET_LIMIT + 1)]:
        raise BadPosition(
            Words(
                f"the moves since the last capture are {quiet!r}, not 0 to {QUIET_LIMIT}",
                f"die Züge seit dem letzten Schlagen sind {quiet!r}, nicht 0 bis {QUIET_LIMIT}",
            )
        )
    s = first._replace(
        red=wide(index(x, y) for (x, y), letter in found.items() if letter == "r"),
        yellow=wide(index(x, y) for (x, y), letter in found.items() if letter == "y"),
        turn=one_of(turn, "ry", Words("the side to move", "die Seite am Zug")),
        quiet=int(quiet),
    )
    if s != first:
        check_stones(s)
        check_moves(s, first)
        check_last_move(s, first)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Stones on points; how long none has been taken has to be said, or is as short as may be."""
    n = side(options)
    return SetUp(
        (stone(0, 0), stone(0, 1)),
        pieces_text(n, n, pieces),
        (
            whose_turn("ry", ABOUT.players, 0, 1),
            Detail(
                "quiet",
                Words("Moves since the last capture", "Züge seit dem letzten Schlagen"),
                tuple(map(str, range(QUIET_LIMIT + 1))),
                tried=tuple(map(str, likely_quiet(pieces, options))),
            ),
        ),
        (
            all_stones("r", Words("red", "roten")),
            all_stones("y", Words("yellow", "gelben")),
        ),
    )


def all_stones(letter: str, colour: Words) -> Supply:
    """The stones of a colour."""
    reason = Words(
        f"all {STONES} {colour.en} stones are on the board",
        f"alle {STONES} {colour.de} Steine liegen auf dem Brett",
    )
    return Supply(letter, STONES, reason)


def likely_quiet(pieces: Mapping[int, Piece], options: Options) -> Iterable[int]:
    """The fewest moves since the last capture, or since the start, that may have led to these
    stones; not first those that say that a stone was taken just now."""
    if len(pieces) < 2 * STONES:
        return 2, 1, 0
    s = start(options)
    red, yellow = (
        sum(pieces.get(cell) != stone(cell, owner) for cell in shown_cells(s, stones))
        for owner, stones in enumerate((s.red, s.yellow))
    )  # that are not where they began
    fewest = max(2 * red - 1, 2 * yellow, 0)
    return range(fewest, fewest + 5)


def check_stones(s: State) -> None:
    """There are not too many stones, and the game was not over before the last action."""
    for player, stones in ((0, s.red), (1, s.yellow)):
        if size(stones) > STONES:
            who, n = ("red", "rote") if player == 0 else ("yellow", "gelbe"), size(stones)
            raise BadPosition(
                Words(
                    f"{n} {who[0]} stones are more than {STONES}",
                    f"{n} {who[1]} Steine sind mehr als {STONES}",
                ),
                map(point_name, each_wide(stones)),
            )
    if size(theirs(s)) <= FEW:
        left = plural(size(theirs(s)), Words("stone", "Stein"), Words("stones", "Steinen"))
        who = colour(1 - s.turn)
        raise BadPosition(
            Words(
                f"{who.en} had lost before its last move, with {left.en}",
                f"{who.de} hatte vor dem eigenen letzten Zug mit {left.de} schon verloren",
            )
        )
    if not some(without(s.corners, mine(s))):
        who = colour(s.turn)
        raise BadPosition(
            Words(
                f"{who.en} held all four inner corners already",
                f"{who.de} hatte schon alle vier inneren Ecken",
            ),
            map(point_name, each_wide(s.corners)),
        )


def check_moves(s: State, first: State) -> None:
    """While all stones are there, the count of quiet actions tells how many moves there were."""
    if size(s.red) < STONES or size(s.yellow) < STONES:
        return
    if s.quiet % 2 != s.turn:
        made = plural(s.quiet, Words("move", "Zug"), Words("moves", "Zügen"))
        due = "ry"[s.quiet % 2]
        raise BadPosition(
            Words(f"after {made.en} {due} is to move", f"nach {made.de} ist {due} am Zug")
        )
    for player in (0, 1):
        moves, away = moves_and_stones_away(s, first, player)
        if away > moves or (moves == 1 and not away):
            made = plural(moves, Words("move", "Zug"), Words("moves", "Züge"))
            moved = plural(away, *STONE)
            stand = Words("stands", "steht") if away == 1 else Words("stand", "stehen")
            who = ABOUT.players[player]
            raise BadPosition(
                Words(
                    f"{who.en} has made {made.en}, but {moved.en} {stand.en} elsewhere now",
                    f"{who.de} hat {made.de} gemacht, aber {moved.de} {stand.de} jetzt woanders",
                )
            )


def moves_and_stones_away(s: State, first: State, player: int) -> tuple[int, int]:
    """Before any capture: a side's moves, and its stones that are not where they began."""
    now, home = (s.yellow, first.yellow) if player else (s.red, first.red)
    return (s.quiet + 1 - player) // 2, size(without(now, home))


def check_last_move(s: State, first: State) -> None:
    """Some move of the side not to move leads here; it took a stone if no quiet one followed."""
    loser = colour(s.turn)
    if not s.quiet and size(mine(s)) == STONES:
        raise BadPosition(
            Words(
                f"no move since a capture, but {loser.en} has lost no stone",
                f"eben wurde geschlagen, aber {loser.de} hat keinen Stein verloren",
            )
        )
    if s.quiet and size(mine(s)) <= FEW:
        left = plural(size(mine(s)), *STONE)
        raise BadPosition(
            Words(
                f"{loser.en} has only {left.en} left, but the last move took none",
                f"{loser.de} hat nur noch {left.de}, aber der letzte Zug hat keinen geschlagen",
            )
        )
    if not some_move_leads_to(s, first):
        who = colour(1 - s.turn)
        what = Words("leads here", "führt hierher")
        if not s.quiet:
            what = Words("can have taken a stone here", "kann hier einen Stein geschlagen haben")
        raise BadPosition(
            Words(f"no move of {who.en} {what.en}", f"kein Zug von {who.de} {what.de}")
        )


def some_move_leads_to(s: State, first: State) -> bool:
    """Whether a legal move of the side not to move leads here, from where there may have been."""
    empty = without(s.board, both(s.red, s.yellow))
    for target in each_wide(theirs(s)):
        for gone in possible_captures(s, target, empty):
            enemies = both(mine(s), gone)
            for origin in each_wide(without(empty, gone)):
                move = move_between(origin, target)
                own = both(without(theirs(s), single(target)), single(origin))
                red, yellow = (own, enemies) if s.turn else (enemies, own)
                before = s._replace(
                    red=red, yellow=yellow, turn=1 - s.turn, quiet=max(s.quiet - 1, 0)
                )
                if (
                    move is not None
                    and legal(before, candidates(before), move)
                    and play(before, move) == s
                    and outcome(before) == ONGOING
                    and (not s.quiet or may_have_been(before, first))
                ):
                    return True
    return False


FEW_MOVES = 2  # so soon after the start all moves so far are gone through


def may_have_been(s: State, first: State) -> bool:
    """Whether a position before the last move is the start, or something can have led to it."""
    if size(s.red) < STONES or size(s.yellow) < STONES:
        return s.quiet > 0 or can_have_taken(s)
    if s.quiet > FEW_MOVES:
        return True
    for player in (0, 1):
        moves, away = moves_and_stones_away(s, first, player)
        if away > moves:
            return False
    return s == first if s.quiet == 0 else some_move_leads_to(s, first)


def can_have_taken(s: State) -> bool:
    """Whether the side not to move may just have taken a stone."""
    empty = without(s.board, both(s.red, s.yellow))
    return any(any(possible_captures(s, target, empty)) for target in each_wide(theirs(s)))


def possible_captures(s: State, target: int, empty: Wide) -> Iterator[Wide]:
    """The sets of stones that a move to this point may just have taken."""
    if s.quiet:
        yield Wide(0, 0)
        return
    least = max(1, FEW + 1 - size(mine(s)))  # whoever has lost by it had more before
    runs = [
        run for over in each_wide(neighbours(s, target)) for run in gaps(s, target, over, empty)
    ]
    for n in range(1, len(runs) + 1):
        for chosen in combinations(runs, n):
            cells = [cell for run in chosen for cell in run]
            if least <= len(cells) <= STONES - size(mine(s)):
                yield wide(cells)


def gaps(s: State, target: int, over: int, empty: Wide) -> Iterator[list[int]]:
    """The empty points from a neighbour on, if another stone of the same side is behind them."""
    run: list[int] = []
    before, cell = target, over
    while cell >= 0 and holds(empty, cell) and (s.groups or not run):
        run.append(cell)
        before, cell = cell, beyond(before, cell)
    if run and cell >= 0 and holds(theirs(s), cell):
        yield run
