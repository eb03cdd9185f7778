"""Names of actions and position strings of Inner Square, and reasons why some are not legal.

Converts actions to names, data and spoken texts and back, and states to position strings and back.
Positions that no game leads to are rejected.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations

from steinreich.rules import *
from steinreich.rules.wide import *

from .about import ABOUT, colour
from .picture import columns, parse_point, point_name, stone, to_cells, to_point
from .rules import (
    EVEN,
    LOSING_STONES,
    PATHS,
    QUIET_LIMIT,
    SIDE,
    STONES,
    TARGETS,
    WAYS,
    State,
    beyond,
    board_side,
    candidates,
    captured_stones,
    index,
    is_legal,
    mine,
    neighbours,
    outcome,
    play,
    start,
    theirs,
)

ACTION_PATTERN = r"[a-i][1-9]-[a-i][1-9]"


def name(s: State, action: int) -> str:
    """Return the name of a move, such as `c2-c5`."""
    return format_move(action)


@cache  # names do not depend on the position
def format_move(action: int) -> str:
    return f"{point_name(action // WAYS)}-{point_name(TARGETS[action])}"


def describe_action(s: State, action: int) -> Action:
    """Return the origin and the target of a move."""
    return move_action(columns(s), action // WAYS, TARGETS[action])


@cache
def move_action(width: int, *points: int) -> Action:
    """Return a move between points of a board of this width."""
    return Action("move", tuple(point % SIDE + width * (point // SIDE) for point in points))


def parse_action(s: State, name: str) -> Action | Text:
    """Return the move between two named points."""
    points = name.split("-")
    for point in points:
        if not contains(s.board, parse_point(point)):
            return Text("{point} is not on the board", point=point)
    return move_action(columns(s), *map(parse_point, points))


def find_action(s: State, description: Action) -> int | None:
    """Return the number of a move, or None if no way leads to its target."""
    return find_move(*(to_point(s, cell) for cell in description.cells))


def find_move(origin: int, target: int) -> int | None:
    """Return the action that leads from one point to another, or None."""
    move = origin * WAYS
    return next((move + way for way in range(WAYS) if TARGETS[move + way] == target), None)


def why_not(s: State, description: Action) -> Text | None:
    """Return why a move is not allowed."""
    cell, *ends = (to_point(s, shown) for shown in description.cells)
    if not contains(mine(s), cell):
        who, origin = colour(s.turn), point_name(cell)
        return Text("{who} has no stone on {origin}", who=who, origin=origin)
    return why_no_move(s, cell, *ends) if ends else why_stuck(s, cell)


def why_stuck(s: State, cell: int) -> Text | None:
    """Return why a stone of the player to move cannot move; None if it can."""
    moves = range(WAYS * cell, WAYS * cell + WAYS)
    if any(is_legal(s, candidates(s), move) for move in moves):
        return None
    origin = point_name(cell)
    if is_nonempty(difference(neighbours(s, cell), union(s.red, s.yellow))):
        return Text("each point that {origin} can reach lies between two enemies", origin=origin)
    return Text("no point beside {origin} is empty", origin=origin)


def why_no_move(s: State, cell: int, to: int) -> Text:
    """Return why a stone of the player to move cannot make a move."""
    origin, target = point_name(cell), point_name(to)
    if cell == to:
        return Text("the stone must go to another point")
    if contains(union(s.red, s.yellow), to):
        return Text("{target} is not empty", target=target)
    move = find_move(cell, to)
    if move is None or (move % WAYS >= 2 * SIDE and not contains(neighbours(s, cell), to)):
        return why_no_line(s, cell, to)
    if between := PATHS[move] & bitboard(each_wide(union(s.red, s.yellow))):
        first = point_name(lowest(between) if to > cell else highest(between))
        return Text(
            "the stone on {first} is in the way from {origin} to {target}",
            first=first,
            origin=origin,
            target=target,
        )
    return why_not_between(s, move)


def why_no_line(s: State, cell: int, to: int) -> Text:
    """Return why no single move leads from one point to another."""
    origin, target = point_name(cell), point_name(to)
    across, up = abs(to % SIDE - cell % SIDE), abs(to // SIDE - cell // SIDE)
    if across != up:
        return Text("no line leads from {origin} to {target}", origin=origin, target=target)
    if s.full or EVEN[cell]:
        return Text("along a diagonal a stone moves one step only")
    return Text("no diagonal is drawn from {origin}", origin=origin)


def why_not_between(s: State, move: int) -> Text:
    """Return that a stone must not stop here because it would be between two enemies."""
    to = TARGETS[move]
    left = difference(theirs(s), captured_stones(s, move)) if s.between else theirs(s)
    near = each_wide(intersection(neighbours(s, to), left))
    enemy = next(cell for cell in near if beyond(cell, to) in near)
    target, a, b = (point_name(cell) for cell in (to, enemy, beyond(enemy, to)))
    takes_none: Text = NO_TEXT
    if s.between:
        takes_none = Text(", and the move takes neither of them")
    return Text(
        "{target} lies between two enemies, on {a} and {b}{takes_none}",
        target=target,
        a=a,
        b=b,
        takes_none=takes_none,
    )


def spoken_name(s: State, action: int) -> Text:
    """Return a move as it is read aloud."""
    origin, target = point_name(action // WAYS), point_name(TARGETS[action])
    return Text("{origin} to {target}", origin=origin, target=target)


# Position strings


def text(s: State) -> str:
    """Return the position string."""
    letters = dict.fromkeys(each_wide(s.red), "r") | dict.fromkeys(each_wide(s.yellow), "y")
    n = columns(s)
    stones = board_text(n, n, lambda x, y: letters.get(index(x, y), ""))
    return f"{stones} {'ry'[s.turn]} {s.quiet}"


def parse(text: str, options: Options) -> State:
    """Return the state of a position string."""
    stones, turn, quiet = split_fields(text, Text("board side quiet-moves"))
    first = start(options)
    found = parse_board(stones, board_side(options), board_side(options), "ry")
    if quiet not in [str(n) for n in range(QUIET_LIMIT + 1)]:
        raise BadPosition(
            Text(
                "the moves since the last capture are {quiet}, not 0 to {quiet_limit}",
                quiet=repr(quiet),
                quiet_limit=QUIET_LIMIT,
            )
        )
    s = first._replace(
        red=wide(index(x, y) for (x, y), letter in found.items() if letter == "r"),
        yellow=wide(index(x, y) for (x, y), letter in found.items() if letter == "y"),
        turn=parse_letter(turn, "ry", Text("the side to move")),
        quiet=int(quiet),
    )
    if s != first:
        check_stones(s)
        check_moves(s, first)
        check_last_move(s, first)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Return how a position is set up: stones on points.

    The number of moves since the last capture is stated, or the smallest possible one is found.
    """
    n = board_side(options)
    return SetUp(
        (stone(0, 0), stone(0, 1)),
        pieces_text(n, n, pieces),
        (
            whose_turn("ry", ABOUT.players, 0, 1),
            Detail(
                "quiet",
                Text("Moves since the last capture"),
                tuple(map(str, range(QUIET_LIMIT + 1))),
                defaults=tuple(map(str, likely_quiet(pieces, options))),
            ),
        ),
        (
            all_stones("r", Text("red")),
            all_stones("y", Text("yellow")),
        ),
    )


def all_stones(letter: str, colour: Text) -> Supply:
    """Return the supply of stones of a colour."""
    reason = Text("all {stones} {colour} stones are on the board", stones=STONES, colour=colour)
    return Supply(letter, STONES, reason)


def likely_quiet(pieces: Mapping[int, Piece], options: Options) -> Iterable[int]:
    """Return likely numbers of moves since the last capture or the start, in order.

    With all stones on the board, the smallest possible number is the first.  Otherwise 0 is the
    last, since it requires a capture by the last move.
    """
    if len(pieces) < 2 * STONES:
        return 2, 1, 0
    # Red makes its n-th move as move 2 n - 1 of the game, yellow as move 2 n.  The next numbers are
    # returned as well, since the player to move may require one of them.
    s = start(options)
    red, yellow = (  # number of points of the start without their stone
        sum(pieces.get(cell) != stone(cell, owner) for cell in to_cells(s, stones))
        for owner, stones in enumerate((s.red, s.yellow))
    )
    fewest = max(2 * red - 1, 2 * yellow, 0)
    return range(fewest, fewest + 5)


def check_stones(s: State) -> None:
    """Check the numbers of stones, and that the game was not over before the last action."""
    for player, stones in ((0, s.red), (1, s.yellow)):
        if size(stones) > STONES:
            n = size(stones)
            too_many = Text("{number} red stones are more than {stones}", number=n, stones=STONES)
            if player:
                too_many = Text(
                    "{number} yellow stones are more than {stones}", number=n, stones=STONES
                )
            raise BadPosition(too_many, map(point_name, each_wide(stones)))
    if size(theirs(s)) <= LOSING_STONES:
        raise BadPosition(
            Plural(
                "{side} had lost before its last move, with {n} stone",
                "{side} had lost before its last move, with {n} stones",
                size(theirs(s)),
                side=colour(1 - s.turn),
            )
        )
    if not is_nonempty(difference(s.corners, mine(s))):
        who = colour(s.turn)
        raise BadPosition(
            Text("{who} held all four inner corners already", who=who),
            map(point_name, each_wide(s.corners)),
        )


def check_moves(s: State, first: State) -> None:
    """Check that the stones can have reached their points, if none has been captured.

    Without a capture the count of quiet actions is the number of moves of the game.
    """
    if size(s.red) < STONES or size(s.yellow) < STONES:
        return
    if s.quiet % 2 != s.turn:
        raise BadPosition(
            Plural(
                "after {n} move {due} is to move",
                "after {n} moves {due} is to move",
                s.quiet,
                due="ry"[s.quiet % 2],
            )
        )
    for player in (0, 1):
        moves, away = count_moves_and_displaced_stones(s, first, player)
        if away > moves or (moves == 1 and not away):
            raise BadPosition(
                Plural(
                    "{side} has made {moves}, but {n} stone stands elsewhere now",
                    "{side} has made {moves}, but {n} stones stand elsewhere now",
                    away,
                    side=ABOUT.players[player],
                    moves=Plural("{n} move", "{n} moves", moves),
                )
            )


def count_moves_and_displaced_stones(s: State, first: State, player: int) -> tuple[int, int]:
    """Return the number of a side's moves, and of its stones that are not on points of the start.

    The result is valid only before the first capture.
    """
    now, home = (s.yellow, first.yellow) if player else (s.red, first.red)
    return (s.quiet + 1 - player) // 2, size(difference(now, home))


def check_last_move(s: State, first: State) -> None:
    """Check that a legal last move exists; it captured if the count of quiet moves is 0."""
    loser = colour(s.turn)
    if not s.quiet and size(mine(s)) == STONES:
        raise BadPosition(
            Text("no move since a capture, but {loser} has lost no stone", loser=loser)
        )
    if s.quiet and size(mine(s)) <= LOSING_STONES:
        left = Plural("{n} stone", "{n} stones", size(mine(s)))
        raise BadPosition(
            Text(
                "{loser} has only {left} left, but the last move took none", loser=loser, left=left
            )
        )
    if not has_predecessor(s, first):
        who = colour(1 - s.turn)
        what = Text("leads here")
        if not s.quiet:
            what = Text("can have taken a stone here")
        raise BadPosition(Text("no move of {who} {what}", who=who, what=what))


def has_predecessor(s: State, first: State) -> bool:
    """Return whether a legal move of the side not to move leads here from a reachable state."""
    empty = difference(s.board, union(s.red, s.yellow))
    for target in each_wide(theirs(s)):
        for captured in possible_captures(s, target, empty):
            enemies = union(mine(s), captured)
            for origin in each_wide(difference(empty, captured)):
                move = find_move(origin, target)
                own = union(difference(theirs(s), single_cell(target)), single_cell(origin))
                red, yellow = (own, enemies) if s.turn else (enemies, own)
                before = s._replace(
                    red=red, yellow=yellow, turn=1 - s.turn, quiet=max(s.quiet - 1, 0)
                )
                if (
                    move is not None
                    and is_legal(before, candidates(before), move)
                    and play(before, move) == s
                    and outcome(before) == ONGOING
                    and (not s.quiet or may_be_reachable(before, first))
                ):
                    return True
    return False


MAX_REPLAYED_MOVES = 2  # number of moves of a game up to which all are searched back to the start


def may_be_reachable(s: State, first: State) -> bool:
    """Return whether a state before the last move is the start or may have a predecessor."""
    if size(s.red) < STONES or size(s.yellow) < STONES:
        return s.quiet > 0 or may_have_captured(s)
    if s.quiet > MAX_REPLAYED_MOVES:
        return True
    for player in (0, 1):
        moves, away = count_moves_and_displaced_stones(s, first, player)
        if away > moves:
            return False
    return s == first if s.quiet == 0 else has_predecessor(s, first)


def may_have_captured(s: State) -> bool:
    """Return whether the side not to move may have captured with its last move."""
    empty = difference(s.board, union(s.red, s.yellow))
    return any(any(possible_captures(s, target, empty)) for target in each_wide(theirs(s)))


def possible_captures(s: State, target: int, empty: Wide) -> Iterator[Wide]:
    """Yield the sets of stones that a move to this point may just have captured."""
    if s.quiet:
        yield Wide(0, 0)
        return
    # The side had enough stones to go on before the capture.
    least = max(1, LOSING_STONES + 1 - size(mine(s)))
    runs = [
        run
        for over in each_wide(neighbours(s, target))
        for run in capturable_runs(s, target, over, empty)
    ]
    for n in range(1, len(runs) + 1):
        for chosen in combinations(runs, n):
            cells = [cell for run in chosen for cell in run]
            if least <= len(cells) <= STONES - size(mine(s)):
                yield wide(cells)


def capturable_runs(s: State, target: int, over: int, empty: Wide) -> Iterator[list[int]]:
    """Yield the empty points from `over` on, if a stone of the moved colour is behind them."""
    run: list[int] = []
    before, cell = target, over
    while cell >= 0 and contains(empty, cell) and (s.groups or not run):
        run.append(cell)
        before, cell = cell, beyond(before, cell)
    if run and cell >= 0 and contains(theirs(s), cell):
        yield run
