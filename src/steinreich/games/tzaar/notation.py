"""Names of actions and position strings of TZAAR, and reasons why some are not legal.

Converts actions to names, data and spoken texts and back, and states to position strings and back.
Positions that no game leads to are rejected.
"""

import re
from collections.abc import Mapping
from itertools import pairwise

from steinreich.rules import *

from .about import ABOUT
from .picture import KINDS, LETTERS, kind_index, piece, points_by_letter
from .rules import (
    CAPTURE,
    FIRST_PLACEMENT,
    FIXED_LAYOUT,
    FULL,
    HOLE,
    NAMES,
    NUMBERS,
    OPENING,
    PASS,
    PIECES,
    PLACING,
    POINTS,
    RAYS,
    SECOND,
    SUPPLY,
    State,
    candidates,
    count_in_hand,
    find_target,
    from_stacks,
    height,
    is_legal,
    lacks_a_kind,
    mine,
    stacks,
    theirs,
)

ACTION_PATTERN = r"[A-I][1-8][x+][A-I][1-8]|pass|[ZRT]@[A-I][1-8]"
ACTION_SEPARATOR = ","


def name(s: State, action: int) -> str:
    """Return the name of an action: `A5xA4` captures, `A5+A4` reinforces, `Z@A1` places."""
    if action == PASS:
        return "pass"
    if action >= FIRST_PLACEMENT:
        point, kind = divmod(action - FIRST_PLACEMENT, 3)
        return f"{'ZRT'[kind]}@{NAMES[point]}"
    target = find_target(s, action)
    return f"{NAMES[action // 6]}{'+' if has(mine(s), target) else 'x'}{NAMES[target]}"


def placement(s: State, cell: int, kind: int) -> Action:
    """Return the placement of a piece of the player to move."""
    return Action("place", (cell,), (piece(cell, ("ZRT", "zrt")[s.turn][kind]),))


def describe_action(s: State, action: int) -> Action:
    """Return the origin and target of a move, or the piece and point of a placement."""
    if action == PASS:
        return Action("pass")
    if action >= FIRST_PLACEMENT:
        return placement(s, *divmod(action - FIRST_PLACEMENT, 3))
    target = find_target(s, action)
    return Action("stack" if has(mine(s), target) else "capture", (action // 6, target))


def parse_action(s: State, name: str) -> Action | Text:
    """Return the named action, if its points exist."""
    for point in re.findall(r"[A-I][1-8]", name):
        if point not in NUMBERS:
            return Text("there is no point {point}", point=point)
    if name == "pass":
        return Action("pass")
    if name[1] == "@":
        return placement(s, NUMBERS[name[2:]], "ZRT".index(name[0]))
    cells = NUMBERS[name[:2]], NUMBERS[name[3:]]
    return Action("stack" if name[2] == "+" else "capture", cells)


def find_action(s: State, description: Action) -> int | None:
    """Return the number of an action, or None if no line joins its points."""
    if description.kind == "pass":
        return PASS
    if description.kind == "place":
        return FIRST_PLACEMENT + 3 * description.cells[0] + kind_index(description.puts[0])
    cell, target = description.cells
    moves = range(6 * cell, 6 * cell + 6)
    return next((move for move in moves if has(RAYS[move], target)), None)


CAPTURE_FIRST = Text("a turn begins with a capture")


def why_not(s: State, description: Action) -> Text | None:
    """Return why an action cannot be played."""
    if s.phase == PLACING:
        return why_no_placement(s, description)
    if description.kind == "place":
        return Text("all pieces are placed")
    if description.kind == "pass":
        return CAPTURE_FIRST
    cell = description.cells[0]
    if not has(mine(s), cell):
        who, origin = ABOUT.players[s.turn], NAMES[cell]
        return Text("{who} has no piece on {origin}", who=who, origin=origin)
    if len(description.cells) == 1:
        return why_stuck(s, cell)
    return why_no_move(s, description.kind, *description.cells)


def why_stuck(s: State, cell: int) -> Text | None:
    """Return why a piece of the player to move has no legal move; None if it has one."""
    moves = range(6 * cell, 6 * cell + 6)
    if any(is_legal(s, candidates(s), move) for move in moves):
        return None
    reached = [target for target in (find_target(s, move) for move in moves) if target >= 0]
    origin, enemies = NAMES[cell], [target for target in reached if has(theirs(s), target)]
    if not reached:
        return Text("{origin} reaches no other piece", origin=origin)
    if not enemies:
        return Text(
            "{origin} reaches only your own pieces; {capture_first}",
            origin=origin,
            capture_first=CAPTURE_FIRST,
        )
    taller = join_with_and([f"{NAMES[target]} ({height(s, target)})" for target in enemies])
    return Text(
        "{origin} ({height}) is too low to capture {taller}",
        origin=origin,
        height=height(s, cell),
        taller=taller,
    )


NONE_IN_HAND = {
    "Tzaar": Text("no Tzaar is left in hand"),
    "Tzarra": Text("no Tzarra is left in hand"),
    "Tott": Text("no Tott is left in hand"),
}


def why_no_placement(s: State, description: Action) -> Text | None:
    """Return why a piece cannot be placed; None if it can."""
    if description.kind != "place":
        return Text("first all pieces must be placed")
    point = NAMES[description.cells[0]]
    if has(s.white | s.black, description.cells[0]):
        return Text("{point} is not empty", point=point)
    if count_in_hand(s, kind_index(description.puts[0])):
        return None
    kind = LETTERS[description.puts[0].letter.upper()]
    return NONE_IN_HAND[kind]


def why_no_move(s: State, kind: str, cell: int, to: int) -> Text:
    """Return why a piece of the player to move cannot make a move."""
    origin, target = NAMES[cell], NAMES[to]
    if to not in [find_target(s, 6 * cell + way) for way in range(6)]:
        return why_not_target(s, origin, target)
    if has(theirs(s), to) and kind == "stack":
        return Text(
            "{target} is an enemy piece: it is captured with x, not reinforced with +",
            target=target,
        )
    if has(theirs(s), to):
        tall, short = height(s, to), height(s, cell)
        return Text(
            "the stack on {target} is taller ({tall}) than {origin} ({short})",
            target=target,
            tall=tall,
            origin=origin,
            short=short,
        )
    if s.phase != SECOND:
        return Text(
            "{target} is your own piece; {capture_first}",
            target=target,
            capture_first=CAPTURE_FIRST,
        )
    return Text(
        "{target} is your own piece: it is reinforced with +, not captured with x", target=target
    )


def why_not_target(s: State, origin: str, target: str) -> Text:
    """Return why a point is not the first occupied one in any direction."""
    if origin == target:
        return Text("a piece must move to another point")
    (q, v), (to_q, to_v) = POINTS[NUMBERS[origin]], POINTS[NUMBERS[target]]
    across, up = to_q - q, to_v - v
    if across and up and across + up:
        return Text("no line leads from {origin} to {target}", origin=origin, target=target)
    far = max(abs(across), abs(up))
    for point in ((q + across * i // far, v + up * i // far) for i in range(1, far)):
        if point == HOLE:
            return Text("the hole lies between {origin} and {target}", origin=origin, target=target)
        first = NAMES[POINTS.index(point)]
        if has(s.white | s.black, NUMBERS[first]):
            return Text(
                "{first} stands in the way from {origin} to {target}",
                first=first,
                origin=origin,
                target=target,
            )
    return Text("{target} is empty: a piece moves onto another piece", target=target)


def spoken_name(s: State, action: int) -> Text:
    """Return an action as it is read aloud."""
    done = describe_action(s, action)
    if done.kind == "pass":
        return Text("pass")
    if done.kind == "place":
        [piece], [cell] = done.puts, done.cells
        kind, point = LETTERS[piece.letter.upper()], NAMES[cell]
        return Text("{kind} on {point}", kind=kind, point=point)
    origin, target = (NAMES[cell] for cell in done.cells)
    if done.kind == "capture":
        return Text("{origin} captures {target}", origin=origin, target=target)
    return Text("{origin} reinforces {target}", origin=origin, target=target)


# Position strings

ENDS = [cell for cell, point in enumerate(NAMES) if point[1] == "1"] + [len(NAMES)]
COLUMNS = list(pairwise(ENDS))  # first point of each column, and first one of the next


def text(s: State) -> str:
    """Return the position string."""
    shown = ["."] * len(NAMES)
    for letter, points in points_by_letter(s).items():
        for cell in each(points):
            shown[cell] = letter
    for cell in each(stacks(s)):
        shown[cell] += str(height(s, cell))
    return f"{join_columns(shown)} {'wb'[s.turn]} {'012p'[s.phase]}"


def join_columns(shown: list[str]) -> str:
    """Return the columns, given the text of each point in order."""
    return "/".join("".join(shown[first:beyond]) for first, beyond in COLUMNS)


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Return how a position is set up: stacks on points; player and action are stated or tried."""
    shown = ["."] * len(NAMES)
    for cell, stack in pieces.items():
        shown[cell] = stack.letter + (str(stack.height) if stack.height > 1 else "")
    phases = "012p" if options["setup"] == "tournament" else "012"
    tried = "12"
    if all(stack.height == 1 for stack in pieces.values()):
        tried = "0" if len(pieces) == len(NAMES) else "p12" if "p" in phases else tried
    return SetUp(
        tuple(piece(0, letter, MAX_HEIGHT) for letter in KINDS),
        join_columns(shown),
        (
            whose_turn("wb", ABOUT.players, 0, 1),
            Detail(
                "phase",
                Text("Move due"),
                tuple(phases),
                PHASES[: len(phases)],
                tuple(tried),
            ),
        ),
        (
            *map(all_pieces, (0, 1)),
            *(all_in_sight(0, kind) for kind in range(3)),
            *(all_in_sight(1, kind) for kind in range(3)),
        ),
    )


# A stack of n pieces takes n - 1 reinforcements in as many turns.  In each of the n - 2 turns
# between them the opponent has captured a piece.  The n pieces of the stack, these n - 2 pieces and
# at least one piece of each of the two other kinds are at most PIECES, so 2 n <= PIECES.
MAX_HEIGHT = PIECES // 2


def all_pieces(player: int) -> Supply:
    """Return the supply of pieces of a colour, covered ones included."""
    who = ABOUT.players[player]
    reason = Text("all {pieces} pieces of {who} are on the board", pieces=PIECES, who=who)
    return Supply(COLOUR_LETTERS[player], PIECES, reason, by_height=True)


def all_in_sight(player: int, kind: int) -> Supply:
    """Return the supply of visible pieces of a colour and a kind."""
    who, name, number = ABOUT.players[player], KIND_NAMES[kind], SUPPLY[kind]
    reason = Text(
        "{who} already has all {number} {name} in sight", who=who, number=number, name=name
    )
    return Supply(COLOUR_LETTERS[player][kind], number, reason)


PHASES = (
    Text("White's opening capture"),
    Text("first: capture"),
    Text("second: capture, reinforce or pass"),
    Text("place a piece"),
)


def parse(text: str, options: Options) -> State:
    """Return the state of a position string."""
    board, side, phase = split_fields(text, Text("board side phase"))
    stacks = parse_stacks(board)
    turn = parse_letter(side, "wb", Text("the side to move"))
    due = parse_letter(phase, "012p", Text("the move due"))
    s = from_stacks(stacks, turn, due)
    check_material(s, stacks)
    check_phase(s, options["setup"])
    return s


def parse_stacks(board: str) -> list[tuple[str, int]]:
    """Return the letter and the height on each point, in order."""
    columns = board.split("/")
    if len(columns) != 9:
        raise BadPosition(
            Plural(
                "the board has {n} column, not 9: {board}",
                "the board has {n} columns, not 9: {board}",
                len(columns),
                board=repr(board),
            )
        )
    stacks = []
    for column, shown in zip("ABCDEFGHI", columns, strict=True):
        parts = re.findall(r"([ZRTzrt])(\d{0,2})|(\.)", shown)
        if "".join(map("".join, parts)) != shown:
            raise BadPosition(
                Text(
                    "column {column} ({shown}) is not made of pieces and dots",
                    column=column,
                    shown=repr(shown),
                )
            )
        length = sum(point[0] == column for point in NAMES)
        if len(parts) != length:
            raise BadPosition(
                Plural(
                    "column {column} ({shown}) has {n} point, not {length}",
                    "column {column} ({shown}) has {n} points, not {length}",
                    len(parts),
                    column=column,
                    shown=repr(shown),
                    length=length,
                )
            )
        stacks += [(piece or dot, int(tall or 1)) for piece, tall, dot in parts]
    if any(not 1 <= tall <= PIECES for _, tall in stacks):
        raise BadPosition(Text("a stack has 1 to {pieces} pieces", pieces=PIECES))
    return stacks


COLOUR_LETTERS = ("ZRT", "zrt")
KIND_NAMES = ("Tzaars", "Tzarras", "Totts")  # the same in all languages


def check_material(s: State, stacks: list[tuple[str, int]]) -> None:
    """Check that no colour has more pieces, or more visible ones of a kind, than at the start."""
    for player, letters in enumerate(COLOUR_LETTERS):
        who = ABOUT.players[player]
        for kind, name, most in zip(letters, KIND_NAMES, SUPPLY, strict=True):
            points = [NAMES[cell] for cell, (top, _) in enumerate(stacks) if top == kind]
            shown = len(points)
            if shown > most:
                raise BadPosition(
                    Text(
                        "{who} has {shown} {name} in sight, more than {most}",
                        who=who,
                        shown=shown,
                        name=name,
                        most=most,
                    ),
                    points,
                )
        if count_pieces(s, player) > PIECES:
            raise BadPosition(Text("{who} has more than {pieces} pieces", who=who, pieces=PIECES))


def count_pieces(s: State, colour: int) -> int:
    """Return the number of pieces of a colour on the board, covered ones included."""
    return sum(height(s, cell) for cell in each(s.black if colour else s.white))


def check_phase(s: State, setup: str) -> None:
    """Check that the pieces on the board fit the required action."""
    if s.phase == PLACING:
        check_placing(s, setup)
    elif s.phase == OPENING:
        check_opening(s, setup)
    else:
        check_losses(s)
        check_kinds(s)
        check_last_move(s)


def check_placing(s: State, setup: str) -> None:
    """Check that there are single pieces only, placed in turn."""
    if setup != "tournament":
        raise BadPosition(Text("pieces are placed only with setup=tournament"))
    white, black = count_pieces(s, 0), count_pieces(s, 1)
    if stacks(s) or white - black != s.turn or black == PIECES:
        raise BadPosition(Text("while pieces are placed there are no stacks and sides alternate"))


def check_opening(s: State, setup: str) -> None:
    """Check that all pieces are on the board, as the set-up places them."""
    if s.turn or stacks(s) or s.white | s.black != FULL:
        raise BadPosition(Text("White's opening capture needs White to move and all 60 pieces"))
    if setup == "fixed" and not text(s).startswith(FIXED_LAYOUT):
        raise BadPosition(Text("with setup=fixed the game begins in the fixed layout"))


def check_losses(s: State) -> None:
    """Check that turns of captures and reinforcements explain the missing pieces."""
    on_board = [count_pieces(s, 0), count_pieces(s, 1)]
    victim = s.turn if s.phase == CAPTURE else 1 - s.turn  # of the previous capture
    for colour in {1, victim}:  # and Black lost a piece to the opening capture
        if on_board[colour] == PIECES:
            who = ABOUT.players[colour]
            raise BadPosition(Text("{who} must have lost a piece to a capture", who=who))
    if not turns_are_possible(s, PIECES - on_board[0], PIECES - on_board[1]):
        raise BadPosition(Text("no sequence of turns leads to these captures and stacks"))


NOT_COVERED = {
    "Tzaar": Text("{side} shows no Tzaar, but has not covered it"),
    "Tzarra": Text("{side} shows no Tzarra, but has not covered it"),
    "Tott": Text("{side} shows no Tott, but has not covered it"),
}


def check_kinds(s: State) -> None:
    """Check that at most one kind is missing; the first missing kind ends the game."""
    kinds = points_by_letter(s)
    missing = [KINDS[letter] for letter in kinds if not kinds[letter]]
    if len(missing) > 1:
        names = join_with_and(missing)
        raise BadPosition(
            Text("the game ends as soon as one kind is missing, but here {names} are", names=names)
        )
    if s.phase == SECOND and lacks_a_kind(s, mine(s)):
        [name] = missing
        raise BadPosition(Text("the player to move had lost already: no {name} is left", name=name))
    if s.phase == CAPTURE and lacks_a_kind(s, theirs(s)) and not stacks(s) & theirs(s):
        who = ABOUT.players[1 - s.turn]
        kind = LETTERS[next(letter for letter in kinds if not kinds[letter]).upper()]
        raise BadPosition(NOT_COVERED[kind].with_values(side=who))


def check_last_move(s: State) -> None:
    """Check that the last piece moved can have come from an empty point."""
    mover = s.turn if s.phase == SECOND else 1 - s.turn
    own = s.black if mover else s.white
    empty = FULL & ~(s.white | s.black)
    met_first = {find_target(s, 6 * cell + way) for cell in each(empty) for way in range(6)}
    if not any(cell >= 0 and has(own, cell) for cell in met_first):
        who = ABOUT.players[mover]
        raise BadPosition(Text("no piece of {who} can have come from an empty point", who=who))


def turns_are_possible(s: State, white_lost: int, black_lost: int) -> bool:
    """Return whether some number of turns explains all captures and reinforcements.

    A reinforcement merges two stacks of a side.  So the number of a side's reinforcements is that
    of the pieces covered in its stacks: those on the board, and those captured with a stack, which
    are the lost pieces less the enemy's captures.
    """
    covered = [count_pieces(s, colour) - count(s.black if colour else s.white) for colour in (0, 1)]
    white_due, black_due = (int(s.phase == SECOND and s.turn == colour) for colour in (0, 1))
    for white_turns in range(1, black_lost + 1):
        black_turns = white_turns - s.turn if s.turn else white_turns
        for white_captures in range(white_turns + white_due, black_lost + 1):
            black_reinforcements = black_lost - white_captures + covered[1]
            for black_captures in range(black_turns + black_due, white_lost + 1):
                white_reinforcements = white_lost - black_captures + covered[0]
                if (
                    white_captures + white_reinforcements <= 2 * white_turns - 1 + white_due
                    and black_captures + black_reinforcements <= 2 * black_turns + black_due
                ):
                    return True
    return False
