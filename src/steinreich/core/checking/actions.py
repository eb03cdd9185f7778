"""Actions as data, and what they bring about."""

from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

from steinreich.core import narration
from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.position import Position
from steinreich.rules.about import Action, Effects, Piece
from steinreich.rules.bits import each
from steinreich.rules.language import Words
from steinreich.rules.vocabulary import Kind

CELLS = {
    "place": (1,),
    "tile": (2,),
    "move": (2, 3, 4),
    "capture": (2, 3, 4),
    "stack": (2, 3, 4),
    "take": (1,),
    "pass": (0,),
}


def check_actions(trial: Trial) -> None:
    """Kinds and cells of actions fit the pieces, and what they put lies there afterwards."""
    reads_names = trial.game.definition.meant is not None
    for moment in trial.line(3)[:-1:5]:
        position = moment.position
        owners = {piece.cell: piece.owner for piece in moment.standing}
        for number, name in zip(moment.actions, moment.names, strict=True):
            action, after = position.described(number), position.after_legal(number)
            for fault in faults_of_action(position, action, after, owners):
                raise broken(
                    f"described({name!r}): {fault.en}", f"described({name!r}): {fault.de}", position
                )
            if reads_names and position.meant(name) != action:
                raise broken(
                    f"meant does not read {name!r} as described tells it",
                    f"meant liest {name!r} nicht so, wie described es sagt",
                    position,
                )


def check_variety(trial: Trial) -> None:
    """Where `variety` is the same, a number stands for the same."""
    stated = trial.game.definition
    known: dict[tuple[int, int], tuple[str, Action]] = {}
    for moment in trial.line(5)[:-1] if stated.has_variety else ():
        for number, name in zip(moment.actions, moment.names, strict=True):
            which = int(stated.variety(moment.position.state, number))
            told = name, moment.position.described(number)
            if known.setdefault((number, which), told) != told or which < 0:
                raise broken(
                    f"variety of {name!r} is {which} as elsewhere, where its name or data differ",
                    f"variety von {name!r} ist {which} wie auch bei anderem Namen oder Inhalt",
                    moment.position,
                )


def check_ways(trial: Trial) -> None:
    """All legal ways of a cell at once are those that are legal one by one."""
    stated = trial.game.definition
    for moment in trial.line(4)[:-1:3] if stated.has_legal_ways else ():
        state = moment.position.state
        c = stated.candidates(state)
        found = [
            c.first + cell * c.ways + way
            for cell in each(c.low | c.high << 64)
            for way in each(stated.legal_ways(state, c, cell))
        ]
        if found != moment.actions:
            raise broken(
                "legal_ways finds other legal actions than legal",
                "legal_ways findet andere erlaubte Aktionen als legal",
                moment.position,
            )


def faults_of_action(
    position: Position, action: Action, after: Position, owners: dict[int, int | None]
) -> Iterator[Words]:
    """What is wrong with an action as data; `owners` are those of all pieces by their cells."""
    kind, cells, board = action.kind, action.cells, position.game.board.cells
    if kind not in get_args(Kind):
        listed = ", ".join(get_args(Kind))
        yield Words(f"{kind!r} is not one of {listed}", f"{kind!r} ist keines von {listed}")
    if not all(0 <= cell < len(board) for cell in cells) or len(set(cells)) < len(cells):
        yield Words(
            f"its cells are {cells}, not different ones of the board",
            f"ihre Felder sind {cells}, keine verschiedenen des Bretts",
        )
    if (kind == "tile") != position.game.definition.tiles:
        yield Words(
            "TILES is true exactly where actions are tiles",
            "TILES ist genau dort wahr, wo tile ist",
        )
    if len(cells) not in CELLS.get(kind, ()):
        yield Words(
            f"{len(cells)} is not a number of cells for {kind}",
            f"{len(cells)} ist keine Zahl von Feldern für {kind}",
        )
    yield from faults_of_puts(action, after)
    yield from faults_of_cells(position, action, owners)
    told = position.game.definition.last(after.state)
    if told is not None and position.game.definition.described(after.state, told) != action:
        yield Words("last(s) tells of another one", "last(s) erzählt von einer anderen")


def faults_of_puts(action: Action, after: Position) -> Iterator[Words]:
    """What comes onto the board."""
    wanted = action.cells if action.kind in ("place", "tile") else ()
    if tuple(piece.cell for piece in action.puts) != wanted:
        yield Words(
            "puts are the pieces that come onto its cells, in order",
            "puts sind die Steine, die auf ihre Felder kommen, der Reihe nach",
        )
    there = {piece.cell: piece for piece in after.pieces()} if action.puts else {}
    if any(there.get(piece.cell, piece) != piece for piece in action.puts):
        yield Words(
            "what it puts is not what then stands there",
            "was sie setzt, steht danach nicht da",
        )


def faults_of_cells(
    position: Position, action: Action, owners: dict[int, int | None]
) -> Iterator[Words]:
    """What stands on the first and the last cell."""
    kind, cells = action.kind, action.cells
    players: set[int | None] = {*range(position.game.players)}
    if kind in ("move", "capture", "stack") and owners.get(cells[0], -1) not in (
        None,
        position.player,
    ):
        yield Words("no own piece is on its first cell", "auf dem ersten Feld steht kein eigener")
    wanted: dict[str, set[int | None]] = {
        "place": {-1},
        "tile": {-1},
        "take": {None, *players},
        "move": {-1},
        "capture": players - {position.player},
        "stack": {position.player},
    }
    if kind in wanted and owners.get(cells[-1], -1) not in wanted[kind]:
        yield Words(
            f"what is on its last cell does not fit {kind}",
            f"was auf dem letzten Feld ist, passt nicht zu {kind}",
        )


def check_effects(trial: Trial) -> None:
    """What is taken stood there and is gone; lines are complete; both are said and written."""
    for before, after in pairwise(trial.line(2)):
        assert after.led_here is not None  # it is not the first position
        position, number = before.position, after.led_here
        found, action = narration.effects(position, number), position.described(number)
        name = position.name(number)
        said = position.spoken(number)
        faults = [
            *faults_of_taken(before, after, found, action),
            *faults_of_lines(before, after, found, action),
            *faults_of_words(said, name, found, action),
        ]
        for fault in faults:
            raise broken(
                f"effects({name!r}): {fault.en}", f"effects({name!r}): {fault.de}", position
            )


def by_cell(moment: Moment) -> dict[int, Piece]:
    """What stands on each cell."""
    return {piece.cell: piece for piece in moment.standing}


def faults_of_taken(
    before: Moment, after: Moment, found: Effects, action: Action
) -> Iterator[Words]:
    """What an action takes off the board."""
    stood, stands = by_cell(before), by_cell(after)
    for piece in found.taken:
        letter, cell = piece.letter, piece.cell
        if stood.get(cell) != piece and cell not in action.cells:
            yield Words(
                f"taken has a piece {letter!r} on cell {cell}, where it did not stand",
                f"taken enthält einen Stein {letter!r} auf Feld {cell}, wo er nicht stand",
            )
        if cell in stands and stands[cell].owner == piece.owner:
            yield Words(
                f"taken has the piece {letter!r} on cell {cell}, but it is still there",
                f"taken enthält den Stein {letter!r} auf Feld {cell}, aber er steht noch da",
            )
    gone = {cell for cell in stood if cell not in stands}
    untold = gone - {piece.cell for piece in found.taken} - {*action.cells}
    if untold:  # only the mover may vanish
        yield Words(
            f"the cells {sorted(untold)} have become empty, but taken does not tell",
            f"die Felder {sorted(untold)} sind leer geworden, aber taken sagt es nicht",
        )


def faults_of_lines(
    before: Moment, after: Moment, found: Effects, action: Action
) -> Iterator[Words]:
    """Which lines an action completes: all of a kind, and one of them is new."""
    stood, stands = by_cell(before), by_cell(after)
    gone = {piece.cell for piece in found.taken}
    for line in found.lines:
        there = [stands.get(cell) or stood.get(cell) for cell in line]
        empty = {cell for cell, piece in zip(line, there, strict=True) if piece is None}
        letters = {piece.letter for piece in there if piece}
        is_whole = {*line} <= {*stands} | gone and empty <= {*action.cells}
        is_new = any(cell not in stood or cell in gone for cell in line)
        if not (is_whole and is_new and len(letters) == 1):
            yield Words(
                f"the line {line} is not complete, not new or not of one kind",
                f"die Reihe {line} ist nicht vollständig, nicht neu oder nicht von einer Art",
            )


def faults_of_words(said: Words, name: str, found: Effects, action: Action) -> Iterator[Words]:
    """Whether effects are told in both languages, and written."""
    hidden = any(piece.cell not in action.cells for piece in found.taken) or found.lines
    if bool(found.said.en) != bool(found.said.de) or (hidden and not found.said.en):
        yield Words(
            "what it takes or completes is not said in both languages",
            "was sie schlägt oder vollendet, wird nicht in beiden Sprachen gesagt",
        )
    told, written = narration.narrated(said, found), narration.written(name, found)
    if not told.en.startswith(said.en) or written.split(" ")[0] != name:
        yield Words(
            "what is told and written does not begin with the action itself",
            "was gesagt und geschrieben wird, beginnt nicht mit der Aktion selbst",
        )
    if (written == name) != (not found.sign):
        yield Words(
            f"its sign {found.sign!r} is not to be seen", f"{found.sign!r} ist nicht zu sehen"
        )
