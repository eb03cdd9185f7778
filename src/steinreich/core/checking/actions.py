"""Checks of names, descriptions and effects of actions, and of position strings.

Formatting and parsing of names and position strings must give the same action or position again.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

from steinreich.core import narration
from steinreich.core.checking.trial import (
    SampledPosition,
    Trial,
    check_translation,
    contract_error,
    find_missing_translation,
)
from steinreich.core.position import Position
from steinreich.rules.about import Action, Effects, Piece
from steinreich.rules.bits import each
from steinreich.rules.errors import BadPosition, IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Kind

MAX_FOREIGN_NAMES = 100  # names from other positions that are tried in a position


def check_round_trips(trial: Trial) -> None:
    """Check the round trips of position strings and names in a random game."""
    samples = trial.positions(1)
    for before, after in pairwise(samples):
        check_string(before.position)
        check_step(before.position, after)
    check_string(samples[-1].position)


def check_step(before: Position, after: SampledPosition) -> None:
    """Check that playing an action by its name gives the same position as by its number."""
    name = after.position.last_move or ""
    try:
        played = before.play(name)
    except IllegalMove as error:
        raise contract_error(
            Text("the legal action {name} is refused: {why}", name=repr(name), why=error.why),
            before,
        ) from error
    if played != after.position:
        raise contract_error(
            Text(
                "the name {name} and its action number lead to different positions", name=repr(name)
            ),
            before,
        )


def check_string(position: Position) -> None:
    """Check that the position string of a position is parsed as the same position."""
    try:
        parsed = position.game.position(str(position))
    except BadPosition as error:
        raise contract_error(
            Text("parse rejects the output of text: {words}", words=error.message), position
        ) from error
    if parsed != position:
        raise contract_error(Text("parse does not return the state that text was given"), position)


def check_names(trial: Trial) -> None:
    """Check that the names of legal actions match ACTION_PATTERN, are unique and are found, and
    that all other names are refused with a reason.
    """
    pattern = trial.game.definition.action_pattern
    samples = trial.positions(2)[:-1:3]
    for sample in samples:
        has_duplicates = len(set(sample.names)) < len(sample.names)
        if has_duplicates:
            name = min(name for name in sample.names if sample.names.count(name) > 1)
            raise contract_error(
                Text("two legal actions have the name {name}", name=repr(name)), sample.position
            )
        for name in sample.names:
            if not pattern.fullmatch(name):
                raise contract_error(
                    Text("the name {name} does not match ACTION_PATTERN", name=repr(name)),
                    sample.position,
                )
    all_names = sorted({name for sample in samples for name in sample.names})
    for sample in samples:
        names = trial.rng.sample(all_names, min(len(all_names), MAX_FOREIGN_NAMES))
        check_find_move(sample)
        check_refusals(sample.position, [name for name in names if name not in sample.names])


def check_find_move(sample: SampledPosition) -> None:
    """Check that `find_move` finds each legal action by its name."""
    for name, action in zip(sample.names, sample.actions, strict=True):
        if sample.position.find_move(name) != action:
            raise contract_error(
                Text(
                    "parse_action and find_action do not find the action {name}",
                    name=repr(name),
                ),
                sample.position,
            )


def check_refusals(position: Position, names: list[str]) -> None:
    """Check that names which are legal in other positions only are refused with a reason."""
    for name in names:
        if position.find_move(name) is not None:
            raise contract_error(
                Text("{name} is found, although it is not legal here", name=repr(name)), position
            )
        check_translation(f"why_not({name!r})", position.explain_illegal_name(name), position)


NUM_CELLS = {  # the possible numbers of cells of an action, by its kind
    "place": (1,),
    "tile": (2,),
    "move": (2, 3, 4),
    "capture": (2, 3, 4),
    "stack": (2, 3, 4),
    "take": (1,),
    "pass": (0,),
}


def check_actions(trial: Trial) -> None:
    """Check that the descriptions of actions agree with the pieces before and after."""
    parses_names = trial.game.definition.parse_action is not None
    for sample in trial.positions(3)[:-1:5]:
        position = sample.position
        owners = {piece.cell: piece.owner for piece in sample.pieces}
        for number, name in zip(sample.actions, sample.names, strict=True):
            action, after = position.describe_action(number), position.after_legal(number)
            for fault in find_action_faults(position, action, after, owners):
                raise contract_error(
                    Text("describe_action({name}): {fault}", name=repr(name), fault=fault),
                    position,
                )
            if parses_names and position.parse_action(name) != action:
                raise contract_error(
                    Text(
                        "parse_action and describe_action disagree on {name}",
                        name=repr(name),
                    ),
                    position,
                )


def check_legal_ways(trial: Trial) -> None:
    """Check that `legal_ways` agrees with `is_legal`."""
    definition = trial.game.definition
    for sample in trial.positions(4)[:-1:3] if definition.has_legal_ways else ():
        state = sample.position.state
        c = definition.candidates(state)
        actions = [
            c.first + cell * c.ways + way
            for cell in each(c.low | c.high << 64)
            for way in each(definition.legal_ways(state, c, cell))
        ]
        if actions != sample.actions:
            raise contract_error(
                Text("legal_ways and is_legal disagree on the legal actions"), sample.position
            )


def find_action_faults(
    position: Position, action: Action, after: Position, owners: dict[int, int | None]
) -> Iterator[Text]:
    """Yield faults in the description of an action; `owners` has the owner of each piece by
    cell.
    """
    kind, cells, board = action.kind, action.cells, position.game.board.cells
    if kind not in get_args(Kind):
        listed = ", ".join(get_args(Kind))
        yield Text("{kind} is not one of {listed}", kind=repr(kind), listed=listed)
    if not all(0 <= cell < len(board) for cell in cells) or len(set(cells)) < len(cells):
        yield Text("its cells {cells} are not distinct cells of the board", cells=cells)
    if (kind == "tile") != position.game.definition.has_tiles:
        yield Text("HAS_TILES must be true if actions place tiles, and false otherwise")
    if len(cells) not in NUM_CELLS.get(kind, ()):
        yield Text(
            "an action of kind {kind} cannot have {count} cells", count=len(cells), kind=kind
        )
    yield from find_placed_piece_faults(action, after)
    yield from find_cell_faults(position, action, owners)
    definition = position.game.definition
    last = definition.last_action(after.state)
    if last is not None and definition.describe_action(after.state, last) != action:
        yield Text("last_action(s) returns a different action")


def find_placed_piece_faults(action: Action, after: Position) -> Iterator[Text]:
    """Yield faults in the pieces that an action places."""
    expected = action.cells if action.kind in ("place", "tile") else ()
    if tuple(piece.cell for piece in action.puts) != expected:
        yield Text("puts must be the pieces placed on its cells, in order")
    pieces = {piece.cell: piece for piece in after.pieces()} if action.puts else {}
    if any(pieces.get(piece.cell, piece) != piece for piece in action.puts):
        yield Text("puts differs from the pieces on the board after the action")


def find_cell_faults(
    position: Position, action: Action, owners: dict[int, int | None]
) -> Iterator[Text]:
    """Yield faults in the pieces on the first and the last cell of an action."""
    kind, cells = action.kind, action.cells
    players: set[int | None] = {*range(position.game.players)}
    if kind in ("move", "capture", "stack") and owners.get(cells[0], -1) not in (
        None,
        position.player,
    ):
        yield Text("its first cell has no piece of the player to move")
    owners_on_last_cell: dict[str, set[int | None]] = {  # by kind of action; -1 for an empty cell
        "place": {-1},
        "tile": {-1},
        "take": {None, *players},
        "move": {-1},
        "capture": players - {position.player},
        "stack": {position.player},
    }
    if kind in owners_on_last_cell and owners.get(cells[-1], -1) not in owners_on_last_cell[kind]:
        yield Text("the piece on its last cell, or its absence, does not match {kind}", kind=kind)


def check_effects(trial: Trial) -> None:
    """Check that captured pieces have left the board, lines are complete, and both have a text."""
    for before, after in pairwise(trial.positions(2)):
        assert after.last_action is not None  # not the first position
        position, number = before.position, after.last_action
        effects = narration.get_effects(position, number)
        action = position.describe_action(number)
        name, spoken = position.name(number), position.spoken_name(number)
        faults = [
            *find_capture_faults(before, after, effects, action),
            *find_line_faults(before, after, effects, action),
            *find_text_faults(spoken, name, effects, action),
        ]
        for fault in faults:
            raise contract_error(
                Text("effects({name}): {fault}", name=repr(name), fault=fault), position
            )


def get_pieces_by_cell(sample: SampledPosition) -> dict[int, Piece]:
    """Return the pieces of a position by cell."""
    return {piece.cell: piece for piece in sample.pieces}


def find_capture_faults(
    before: SampledPosition, after: SampledPosition, effects: Effects, action: Action
) -> Iterator[Text]:
    """Yield faults in the captured pieces."""
    pieces_before, pieces_after = get_pieces_by_cell(before), get_pieces_by_cell(after)
    for piece in effects.taken:
        letter, cell = piece.letter, piece.cell
        if pieces_before.get(cell) != piece and cell not in action.cells:
            yield Text(
                "taken has a piece {letter} on cell {cell}, which was not there",
                letter=repr(letter),
                cell=cell,
            )
        if cell in pieces_after and pieces_after[cell].owner == piece.owner:
            yield Text(
                "taken has the piece {letter} on cell {cell}, but it is still there",
                letter=repr(letter),
                cell=cell,
            )
    gone = {cell for cell in pieces_before if cell not in pieces_after}
    missing_cells = gone - {piece.cell for piece in effects.taken} - {*action.cells}
    if missing_cells:  # only the moving piece may disappear
        yield Text(
            "the cells {untold} have become empty, but are missing in taken",
            untold=sorted(missing_cells),
        )


def find_line_faults(
    before: SampledPosition, after: SampledPosition, effects: Effects, action: Action
) -> Iterator[Text]:
    """Yield faults in the completed lines: all pieces must be of one kind, and one must be new."""
    pieces_before, pieces_after = get_pieces_by_cell(before), get_pieces_by_cell(after)
    gone = {piece.cell for piece in effects.taken}
    for line in effects.lines:
        pieces = [pieces_after.get(cell) or pieces_before.get(cell) for cell in line]
        empty = {cell for cell, piece in zip(line, pieces, strict=True) if piece is None}
        letters = {piece.letter for piece in pieces if piece}
        is_complete = {*line} <= {*pieces_after} | gone and empty <= {*action.cells}
        is_new = any(cell not in pieces_before or cell in gone for cell in line)
        if not (is_complete and is_new and len(letters) == 1):
            yield Text("the line {line} is not complete, not new or not of one kind", line=line)


def find_text_faults(spoken: Text, name: str, effects: Effects, action: Action) -> Iterator[Text]:
    """Yield faults in the texts of effects."""
    needs_text = any(piece.cell not in action.cells for piece in effects.taken) or effects.lines
    missing = find_missing_translation("spoken", effects.spoken)
    if missing and (needs_text or effects.spoken):
        yield missing
    narrated, written = narration.narrate(spoken, effects), narration.add_sign(name, effects)
    if not str(narrated).startswith(str(spoken)) or written.split(" ")[0] != name:
        yield Text(
            "the narrated action must begin with its spoken name, and the written one with its name"
        )
    if (written == name) != (not effects.sign):
        yield Text("its sign {sign} does not appear in the written action", sign=repr(effects.sign))
