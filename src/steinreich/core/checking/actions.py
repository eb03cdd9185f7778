"""Checks of actions by name and as data, of their effects, and of position strings.

Names and position strings must survive a round trip.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

from steinreich.core import narration
from steinreich.core.checking.trial import (
    Moment,
    Trial,
    broken,
    check_translation,
    missing_translation,
)
from steinreich.core.position import Position
from steinreich.rules.about import Action, Effects, Piece
from steinreich.rules.bits import each
from steinreich.rules.errors import BadPosition, IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Kind

MAX_FOREIGN_NAMES = 100  # names of other positions tried in a position


def check_strings(trial: Trial) -> None:
    """Check the round trip of position strings, and of names through a game."""
    line = trial.line(1)
    for before, after in pairwise(line):
        check_string(before.position)
        check_step(before.position, after)
    check_string(line[-1].position)


def check_step(before: Position, after: Moment) -> None:
    """Check that the name of an action plays it."""
    name = after.position.last_move or ""
    try:
        played = before.play(name)
    except IllegalMove as error:
        raise broken(
            Text("the legal action {name} is refused: {why}", name=repr(name), why=error.why),
            before,
        ) from error
    if played != after.position:
        raise broken(
            Text("the name {name} leads elsewhere than its number", name=repr(name)), before
        )


def check_string(position: Position) -> None:
    """Check that a position string is parsed as the same position."""
    try:
        read = position.game.position(str(position))
    except BadPosition as error:
        raise broken(
            Text("parse refuses what text has written: {words}", words=error.words), position
        ) from error
    if read != position:
        raise broken(Text("parse reads another state than text has written"), position)


def check_names(trial: Trial) -> None:
    """Check that names match ACTION_PATTERN, are unique, and are found where the action is legal;
    other names must be refused with a reason."""
    pattern = trial.game.definition.action_pattern
    looked_at = trial.line(2)[:-1:3]
    for moment in looked_at:
        twice = len(set(moment.names)) < len(moment.names)
        if twice:
            name = min(name for name in moment.names if moment.names.count(name) > 1)
            raise broken(
                Text("two legal actions have the name {name}", name=repr(name)), moment.position
            )
        for name in moment.names:
            if not pattern.fullmatch(name):
                raise broken(
                    Text("the name {name} does not match ACTION_PATTERN", name=repr(name)),
                    moment.position,
                )
    everywhere = sorted({name for moment in looked_at for name in moment.names})
    for moment in looked_at:
        others = trial.dice.sample(everywhere, min(len(everywhere), MAX_FOREIGN_NAMES))
        check_found(moment)
        check_refusals(moment.position, [name for name in others if name not in moment.names])


def check_found(moment: Moment) -> None:
    """Check that a name is found without listing all."""
    for name, action in zip(moment.names, moment.actions, strict=True):
        if moment.position.find_move(name) != action:
            raise broken(
                Text(
                    "parse_action and find_action do not find the action of the name {name}",
                    name=repr(name),
                ),
                moment.position,
            )


def check_refusals(position: Position, names: list[str]) -> None:
    """Check that names legal elsewhere are refused with a reason."""
    for name in names:
        if position.find_move(name) is not None:
            raise broken(Text("{name} is not legal here, but is found", name=repr(name)), position)
        check_translation(f"why_not({name!r})", position.why_not(name), position)


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
    """Check that kinds and cells of actions agree with the pieces before and after."""
    reads_names = trial.game.definition.parse_action is not None
    for moment in trial.line(3)[:-1:5]:
        position = moment.position
        owners = {piece.cell: piece.owner for piece in moment.standing}
        for number, name in zip(moment.actions, moment.names, strict=True):
            action, after = position.describe_action(number), position.after_legal(number)
            for fault in faults_of_action(position, action, after, owners):
                raise broken(
                    Text("describe_action({name}): {fault}", name=repr(name), fault=fault),
                    position,
                )
            if reads_names and position.parse_action(name) != action:
                raise broken(
                    Text(
                        "parse_action reads {name} differently from describe_action",
                        name=repr(name),
                    ),
                    position,
                )


def check_ways(trial: Trial) -> None:
    """Check that `legal_ways` agrees with `is_legal`."""
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
                Text("legal_ways finds other legal actions than is_legal"), moment.position
            )


def faults_of_action(
    position: Position, action: Action, after: Position, owners: dict[int, int | None]
) -> Iterator[Text]:
    """Yield faults of an action as data; `owners` are those of all pieces by cell."""
    kind, cells, board = action.kind, action.cells, position.game.board.cells
    if kind not in get_args(Kind):
        listed = ", ".join(get_args(Kind))
        yield Text("{kind} is not one of {listed}", kind=repr(kind), listed=listed)
    if not all(0 <= cell < len(board) for cell in cells) or len(set(cells)) < len(cells):
        yield Text("its cells are {cells}, not different ones of the board", cells=cells)
    if (kind == "tile") != position.game.definition.has_tiles:
        yield Text("HAS_TILES is true exactly where actions are tiles")
    if len(cells) not in CELLS.get(kind, ()):
        yield Text("{count} is not a number of cells for {kind}", count=len(cells), kind=kind)
    yield from faults_of_puts(action, after)
    yield from faults_of_cells(position, action, owners)
    told = position.game.definition.last_action(after.state)
    if told is not None and position.game.definition.describe_action(after.state, told) != action:
        yield Text("last_action(s) tells of another one")


def faults_of_puts(action: Action, after: Position) -> Iterator[Text]:
    """Yield faults of the pieces put."""
    wanted = action.cells if action.kind in ("place", "tile") else ()
    if tuple(piece.cell for piece in action.puts) != wanted:
        yield Text("puts are the pieces that come onto its cells, in order")
    there = {piece.cell: piece for piece in after.pieces()} if action.puts else {}
    if any(there.get(piece.cell, piece) != piece for piece in action.puts):
        yield Text("what it puts is not what then stands there")


def faults_of_cells(
    position: Position, action: Action, owners: dict[int, int | None]
) -> Iterator[Text]:
    """Yield faults of the pieces on the first and the last cell."""
    kind, cells = action.kind, action.cells
    players: set[int | None] = {*range(position.game.players)}
    if kind in ("move", "capture", "stack") and owners.get(cells[0], -1) not in (
        None,
        position.player,
    ):
        yield Text("no own piece is on its first cell")
    wanted: dict[str, set[int | None]] = {
        "place": {-1},
        "tile": {-1},
        "take": {None, *players},
        "move": {-1},
        "capture": players - {position.player},
        "stack": {position.player},
    }
    if kind in wanted and owners.get(cells[-1], -1) not in wanted[kind]:
        yield Text("what is on its last cell does not fit {kind}", kind=kind)


def check_effects(trial: Trial) -> None:
    """Check that captured pieces are gone, lines are complete, and both are described."""
    for before, after in pairwise(trial.line(2)):
        assert after.led_here is not None  # not the first position
        position, number = before.position, after.led_here
        found, action = narration.effects(position, number), position.describe_action(number)
        name = position.name(number)
        said = position.spoken_name(number)
        faults = [
            *faults_of_taken(before, after, found, action),
            *faults_of_lines(before, after, found, action),
            *faults_of_words(said, name, found, action),
        ]
        for fault in faults:
            raise broken(Text("effects({name}): {fault}", name=repr(name), fault=fault), position)


def by_cell(moment: Moment) -> dict[int, Piece]:
    """Return the pieces by cell."""
    return {piece.cell: piece for piece in moment.standing}


def faults_of_taken(
    before: Moment, after: Moment, found: Effects, action: Action
) -> Iterator[Text]:
    """Yield faults of captured pieces."""
    stood, stands = by_cell(before), by_cell(after)
    for piece in found.taken:
        letter, cell = piece.letter, piece.cell
        if stood.get(cell) != piece and cell not in action.cells:
            yield Text(
                "taken has a piece {letter} on cell {cell}, where it did not stand",
                letter=repr(letter),
                cell=cell,
            )
        if cell in stands and stands[cell].owner == piece.owner:
            yield Text(
                "taken has the piece {letter} on cell {cell}, but it is still there",
                letter=repr(letter),
                cell=cell,
            )
    gone = {cell for cell in stood if cell not in stands}
    untold = gone - {piece.cell for piece in found.taken} - {*action.cells}
    if untold:  # only the moving piece may disappear
        yield Text(
            "the cells {untold} have become empty, but taken does not tell", untold=sorted(untold)
        )


def faults_of_lines(
    before: Moment, after: Moment, found: Effects, action: Action
) -> Iterator[Text]:
    """Yield faults of completed lines: all cells are of a kind, and one of them is new."""
    stood, stands = by_cell(before), by_cell(after)
    gone = {piece.cell for piece in found.taken}
    for line in found.lines:
        there = [stands.get(cell) or stood.get(cell) for cell in line]
        empty = {cell for cell, piece in zip(line, there, strict=True) if piece is None}
        letters = {piece.letter for piece in there if piece}
        is_whole = {*line} <= {*stands} | gone and empty <= {*action.cells}
        is_new = any(cell not in stood or cell in gone for cell in line)
        if not (is_whole and is_new and len(letters) == 1):
            yield Text("the line {line} is not complete, not new or not of one kind", line=line)


def faults_of_words(said: Text, name: str, found: Effects, action: Action) -> Iterator[Text]:
    """Yield faults of the texts of effects."""
    hidden = any(piece.cell not in action.cells for piece in found.taken) or found.lines
    missing = missing_translation("said", found.said)
    if missing and (hidden or found.said):
        yield missing
    told, written = narration.narrated(said, found), narration.with_sign(name, found)
    if not str(told).startswith(str(said)) or written.split(" ")[0] != name:
        yield Text("what is told and written does not begin with the action itself")
    if (written == name) != (not found.sign):
        yield Text("its sign {sign} is not to be seen", sign=repr(found.sign))
