"""Position strings of TZAAR, and which of them no game leads to."""

import re
from collections.abc import Mapping
from itertools import pairwise

from steinreich.rules import *

from .about import ABOUT
from .picture import KINDS, LETTERS, piece, points_by_letter
from .rules import (
    CAPTURE,
    FIXED,
    FULL,
    NAMES,
    OPENING,
    PIECES,
    PLACING,
    SECOND,
    SUPPLY,
    State,
    from_stacks,
    height,
    lacks_a_kind,
    met,
    mine,
    stacks,
    theirs,
)

ENDS = [cell for cell, point in enumerate(NAMES) if point[1] == "1"] + [len(NAMES)]
COLUMNS = list(pairwise(ENDS))  # the first point of each, and the first beyond it


def text(s: State) -> str:
    """The position string."""
    shown = ["."] * len(NAMES)
    for letter, points in points_by_letter(s).items():
        for cell in each(points):
            shown[cell] = letter
    for cell in each(stacks(s)):
        shown[cell] += str(height(s, cell))
    return f"{board_of(shown)} {'wb'[s.turn]} {'012p'[s.phase]}"


def board_of(shown: list[str]) -> str:
    """The columns with this on the points in order."""
    return "/".join("".join(shown[first:beyond]) for first, beyond in COLUMNS)


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Stacks on points; whose turn it is and which action is due have to be said, or are tried."""
    shown = ["."] * len(NAMES)
    for cell, stack in pieces.items():
        shown[cell] = stack.letter + (str(stack.height) if stack.height > 1 else "")
    phases = "012p" if options["setup"] == "tournament" else "012"
    tried = "12"
    if all(stack.height == 1 for stack in pieces.values()):
        tried = "0" if len(pieces) == len(NAMES) else "p12" if "p" in phases else tried
    return SetUp(
        tuple(piece(0, letter, TALLEST) for letter in KINDS),
        board_of(shown),
        (
            whose_turn("wb", ABOUT.players, 0, 1),
            Detail(
                "phase",
                Words("Move due", "Anstehende Aktion"),
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


# The action that makes a stack higher belongs to a turn that also captures, so that the opponent
# loses a piece in each of these turns; and after all but the first of them the own side does.
TALLEST = PIECES // 2


def all_pieces(player: int) -> Supply:
    """The pieces of a colour, covered ones included."""
    who = ABOUT.players[player]
    reason = Words(
        f"all {PIECES} pieces of {who.en} are on the board",
        f"alle {PIECES} Steine von {who.de} liegen auf dem Brett",
    )
    return Supply(COLOUR_LETTERS[player], PIECES, reason, by_height=True)


def all_in_sight(player: int, kind: int) -> Supply:
    """The pieces of a colour and a kind: at most all of them are in sight."""
    who, name, number = ABOUT.players[player], KIND_NAMES[kind], SUPPLY[kind]
    reason = Words(
        f"{who.en} already has all {number} {name} in sight",
        f"{who.de} zeigt schon alle {number} {name}",
    )
    return Supply(COLOUR_LETTERS[player][kind], number, reason)


PHASES = (
    Words("White's opening capture", "erstes Schlagen von Weiß"),
    Words("first: capture", "erste: schlagen"),
    Words("second: capture, reinforce or pass", "zweite: schlagen, verstärken oder passen"),
    Words("place a piece", "einen Stein setzen"),
)


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    board, side, phase = fields(text, Words("board side phase", "Brett Seite Phase"))
    stacks = parse_stacks(board)
    turn = one_of(side, "wb", Words("the side to move", "die Seite am Zug"))
    due = one_of(phase, "012p", Words("the move due", "die fällige Aktion"))
    s = from_stacks(stacks, turn, due)
    check_material(s, stacks)
    check_phase(s, options["setup"])
    return s


def parse_stacks(board: str) -> list[tuple[str, int]]:
    """The letter and the height on each point in order."""
    columns = board.split("/")
    if len(columns) != 9:
        found = plural(len(columns), Words("column", "Spalte"), Words("columns", "Spalten"))
        raise BadPosition(
            Words(
                f"the board has {found.en}, not 9: {board!r}",
                f"das Brett hat {found.de}, nicht 9: {board!r}",
            )
        )
    stacks = []
    for column, shown in zip("ABCDEFGHI", columns, strict=True):
        parts = re.findall(r"([ZRTzrt])(\d{0,2})|(\.)", shown)
        if "".join(map("".join, parts)) != shown:
            raise BadPosition(
                Words(
                    f"column {column} ({shown!r}) is not made of pieces and dots",
                    f"Spalte {column} ({shown!r}) besteht nicht aus Steinen und Punkten",
                )
            )
        length = sum(point[0] == column for point in NAMES)
        if len(parts) != length:
            points = plural(len(parts), Words("point", "Punkt"), Words("points", "Punkte"))
            raise BadPosition(
                Words(
                    f"column {column} ({shown!r}) has {points.en}, not {length}",
                    f"Spalte {column} ({shown!r}) hat {points.de}, nicht {length}",
                )
            )
        stacks += [(piece or dot, int(tall or 1)) for piece, tall, dot in parts]
    if any(not 1 <= tall <= PIECES for _, tall in stacks):
        raise BadPosition(
            Words(
                f"a stack has 1 to {PIECES} pieces", f"ein Turm besteht aus 1 bis {PIECES} Steinen"
            )
        )
    return stacks


COLOUR_LETTERS = ("ZRT", "zrt")
KIND_NAMES = ("Tzaars", "Tzarras", "Totts")  # in both languages


def check_material(s: State, stacks: list[tuple[str, int]]) -> None:
    """No colour has more pieces, or more of one kind in sight, than it began with."""
    for player, letters in enumerate(COLOUR_LETTERS):
        who = ABOUT.players[player]
        for kind, name, most in zip(letters, KIND_NAMES, SUPPLY, strict=True):
            points = [NAMES[cell] for cell, (top, _) in enumerate(stacks) if top == kind]
            shown = len(points)
            if shown > most:
                raise BadPosition(
                    Words(
                        f"{who.en} has {shown} {name} in sight, more than {most}",
                        f"{who.de} zeigt {shown} {name}, mehr als {most}",
                    ),
                    points,
                )
        if pieces_of(s, player) > PIECES:
            raise BadPosition(
                Words(
                    f"{who.en} has more than {PIECES} pieces",
                    f"{who.de} hat mehr als {PIECES} Steine",
                )
            )


def pieces_of(s: State, colour: int) -> int:
    """How many pieces of a colour are on the board, covered ones included."""
    return sum(height(s, cell) for cell in each(s.black if colour else s.white))


def check_phase(s: State, setup: str) -> None:
    """The pieces on the board must fit the action that is due."""
    if s.phase == PLACING:
        check_placing(s, setup)
    elif s.phase == OPENING:
        check_opening(s, setup)
    else:
        check_losses(s)
        check_kinds(s)
        check_last_move(s)


def check_placing(s: State, setup: str) -> None:
    """Single pieces, placed in turn."""
    if setup != "tournament":
        raise BadPosition(
            Words(
                "pieces are placed only with setup=tournament",
                "gesetzt wird nur bei setup=tournament",
            )
        )
    white, black = pieces_of(s, 0), pieces_of(s, 1)
    if stacks(s) or white - black != s.turn or black == PIECES:
        raise BadPosition(
            Words(
                "while pieces are placed there are no stacks and sides alternate",
                "beim Setzen gibt es keine Türme, und die Seiten wechseln sich ab",
            )
        )


def check_opening(s: State, setup: str) -> None:
    """All pieces are there, as the set-up puts them."""
    if s.turn or stacks(s) or s.white | s.black != FULL:
        raise BadPosition(
            Words(
                "White's opening capture needs White to move and all 60 pieces",
                "zum ersten Schlagen ist Weiß am Zug, und alle 60 Steine stehen da",
            )
        )
    if setup == "fixed" and not text(s).startswith(FIXED):
        raise BadPosition(
            Words(
                "with setup=fixed the game begins in the fixed layout",
                "bei setup=fixed beginnt das Spiel mit der festen Aufstellung",
            )
        )


def check_losses(s: State) -> None:
    """Captures and reinforcements in turn account for the pieces that are missing."""
    on_board = [pieces_of(s, 0), pieces_of(s, 1)]
    victim = s.turn if s.phase == CAPTURE else 1 - s.turn  # of the capture just before
    for colour in {1, victim}:  # and Black lost a piece to the opening capture
        if on_board[colour] == PIECES:
            who = ABOUT.players[colour]
            raise BadPosition(
                Words(
                    f"{who.en} must have lost a piece to a capture",
                    f"{who.de} muss schon einen Stein verloren haben",
                )
            )
    if not turns_are_possible(s, PIECES - on_board[0], PIECES - on_board[1]):
        raise BadPosition(
            Words(
                "no sequence of turns leads to these captures and stacks",
                "keine Folge von Zügen führt zu so vielen geschlagenen und gestapelten Steinen",
            )
        )


def check_kinds(s: State) -> None:
    """The game ends with the first kind that is missing, so there is never a second one."""
    kinds = points_by_letter(s)
    missing = [KINDS[letter] for letter in kinds if not kinds[letter]]
    if len(missing) > 1:
        names = listed(missing)
        raise BadPosition(
            Words(
                f"the game ends as soon as one kind is missing, but here {names.en} are",
                f"das Spiel endet, sobald eine Art fehlt; hier fehlen {names.de}",
            )
        )
    if s.phase == SECOND and lacks_a_kind(s, mine(s)):
        [name] = missing
        raise BadPosition(
            Words(
                f"the player to move had lost already: no {name.en} is left",
                f"wer am Zug ist, hatte schon verloren: Es fehlt {name.de}",
            )
        )
    if s.phase == CAPTURE and lacks_a_kind(s, theirs(s)) and not stacks(s) & theirs(s):
        who = ABOUT.players[1 - s.turn]
        kind = LETTERS[next(letter for letter in kinds if not kinds[letter]).upper()]
        none = "keine" if kind == "Tzarra" else "keinen"
        raise BadPosition(
            Words(
                f"{who.en} shows no {kind}, but has not covered it",
                f"{who.de} zeigt {none} {kind}, hat aber auch {none} zugedeckt",
            )
        )


def check_last_move(s: State) -> None:
    """Whoever moved last moved a piece, and it came from an empty point."""
    mover = s.turn if s.phase == SECOND else 1 - s.turn
    own = s.black if mover else s.white
    empty = FULL & ~(s.white | s.black)
    met_first = {met(s, 6 * cell + way) for cell in each(empty) for way in range(6)}
    if not any(cell >= 0 and has(own, cell) for cell in met_first):
        who = ABOUT.players[mover]
        raise BadPosition(
            Words(
                f"no piece of {who.en} can have come from an empty point",
                f"kein Stein von {who.de} kann von einem leeren Punkt gekommen sein",
            )
        )


def turns_are_possible(s: State, white_lost: int, black_lost: int) -> bool:
    """Whether some number of turns accounts for all captures and reinforcements.

    A reinforcement makes two stacks one, so a side's reinforcements are the pieces covered in
    its stacks, those on the board and those that were taken: lost pieces less the captures.
    """
    covered = [pieces_of(s, colour) - count(s.black if colour else s.white) for colour in (0, 1)]
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
