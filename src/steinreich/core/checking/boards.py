"""Checks of the board and its pieces, of set-up, symmetries and observations."""

from collections.abc import Iterable, Mapping
from typing import Any

from steinreich.core.checking.actions import check_string
from steinreich.core.checking.trial import SampledPosition, Trial, check_translation, contract_error
from steinreich.core.faults import find_look_faults
from steinreich.core.position import Position
from steinreich.core.setup import get_setup
from steinreich.core.symmetry import transform_name
from steinreich.rules.about import Detail, Piece
from steinreich.rules.bits import ALL
from steinreich.rules.errors import BadPosition, BrokenContract
from steinreich.rules.language import Text


def check_board(trial: Trial) -> None:
    """Check that cells have unique names and coordinates."""
    board = trial.game.board
    cells = board.cells
    names, coordinates = {cell.name for cell in cells}, {(cell.x, cell.y) for cell in cells}
    if not cells or len(names) < len(cells) or len(coordinates) < len(cells):
        raise contract_error(Text("the board has no cells, or two with the same name or location"))
    if len(board.scene) not in (0, len(cells)):
        raise contract_error(
            Text(
                "the board's scene has {count} locations for {count2} cells",
                count=len(board.scene),
                count2=len(cells),
            )
        )
    if not {cell for pillar in board.pillars for cell in pillar.cells} <= set(range(len(cells))):
        raise contract_error(Text("the board's pillars have cells that do not exist"))


def check_pieces(trial: Trial) -> None:
    """Check that each piece is on a cell of its own, with a valid look and owner."""
    cells = range(len(trial.game.board.cells))
    for sample in trial.positions(1)[::3]:
        occupied: set[int] = set()
        for piece in sample.pieces:
            if piece.cell not in cells or piece.cell in occupied:
                raise contract_error(
                    Text(
                        "the cell {cell} of a piece does not exist, or already has one",
                        cell=piece.cell,
                    ),
                    sample.position,
                )
            occupied.add(piece.cell)
            check_piece(sample.position, piece)
        check_counts(sample)


def check_piece(position: Position, piece: Piece) -> None:
    """Check the letter, the look and the owner of a piece."""
    players, looks = position.game.players, position.game.about.looks
    subject = Text("the piece {letter}", letter=repr(piece.letter))
    for fault in find_look_faults(subject, piece.colour, piece.mark):
        raise BrokenContract(fault)
    if piece.owner not in (None, *range(players)):
        raise contract_error(
            Text(
                "the owner of the piece {letter} is {owner}, which is not a player",
                letter=repr(piece.letter),
                owner=repr(piece.owner),
            ),
            position,
        )
    if piece.owner is None:
        has_valid_look = (piece.colour, piece.mark) not in looks[:players]
    else:
        has_valid_look = piece.colour == looks[piece.owner].colour
    if len(piece.letter) != 1 or not has_valid_look:
        raise contract_error(
            Text(
                "the piece {letter} must have one letter and the colour of its owner in "
                "ABOUT.looks",
                letter=repr(piece.letter),
            ),
            position,
        )


def check_counts(sample: SampledPosition) -> None:
    """Check that counts have a valid player and a name."""
    for count in sample.position.counts():
        is_player = count.player in (None, *range(sample.position.game.players))
        if not is_player or count.number < 0:
            raise contract_error(
                Text("counts: '{what}' is negative or belongs to no player", what=count.what),
                sample.position,
            )
        check_translation("counts: what is counted", count.what, sample.position)
        for fault in find_look_faults(Text("counts"), count.colour, count.mark):
            raise BrokenContract(fault)


MAX_SETUP_POSITIONS = 12


def check_setup(trial: Trial) -> None:
    """Check that the set-up definition agrees with position strings."""
    if trial.game.definition.setup is None:
        return
    samples = trial.positions(1)
    for sample in (samples[0], *trial.sample(1, MAX_SETUP_POSITIONS), samples[-1]):
        check_palette(sample.position)
        check_details(sample.position)
        check_setup_round_trip(sample.position)


def check_palette(position: Position) -> None:
    """Check that all pieces on the board are in the palette, without duplicates."""
    palette = get_setup(position.game, {}).palette
    kinds = {piece.letter: piece for piece in palette}
    if not palette or len(kinds) < len(palette):
        raise contract_error(Text("the palette of setup is empty or has a duplicate letter"))
    for piece in palette:
        check_piece(position, piece)
    for piece in position.pieces():
        kind = kinds.get(piece.letter)
        if kind is None or kind._replace(
            cell=piece.cell, height=min(kind.height, piece.height)
        ) != piece._replace(joined=None):
            raise contract_error(
                Text(
                    "the piece {letter} is missing in the palette of setup, or looks different "
                    "there",
                    letter=repr(piece.letter),
                ),
                position,
            )


def check_details(position: Position) -> None:
    """Check that details have unique names and titles, and values that fit the position."""
    setup = get_setup(position.game, {piece.cell: piece for piece in position.pieces()})
    names = [detail.name for detail in setup.details]
    if len(set(names)) < len(names) or not all(map(is_complete, setup.details)):
        raise contract_error(
            Text(
                "a detail of setup lacks a title, values or labels, or has the same name as "
                "another one"
            ),
            position,
        )
    values = position.details()
    for detail in setup.details:
        if values[detail.name] not in detail.values:
            raise contract_error(
                Text(
                    "{detail} of setup is {values}, which is not one of its values",
                    detail=detail.name,
                    values=repr(values[detail.name]),
                ),
                position,
            )
        if detail.name == "player" and (
            len(detail.values) != position.game.players
            or detail.values[position.player] != values["player"]
        ):
            raise contract_error(
                Text("player of setup must have one value for each player, in order"), position
            )


def is_complete(detail: Detail) -> bool:
    """Return whether a detail has all texts and values that users need to choose a value."""
    texts = (detail.title, *detail.labels)
    return (
        all(string.strip() for text in texts for string in text.in_all_languages().values())
        and bool(detail.values)
        and len(detail.labels) in (0, len(detail.values))
        and set(detail.defaults) <= set(detail.values)
        and bool(detail.separator)
    )


def check_setup_round_trip(position: Position) -> None:
    """Check that setting up the pieces and details of a position gives the same position."""
    try:
        copy = position.game.setup(position.pieces(), **position.details())
    except BadPosition as error:
        raise contract_error(
            Text(
                "setup cannot make a position from these pieces and details: {words}",
                words=error.message,
            ),
            position,
        ) from error
    if copy != position:
        raise contract_error(
            Text("setup makes a different position from its pieces and details: {back}", back=copy),
            position,
        )


MAX_TRANSFORMED_POSITIONS = 3


def check_symmetries(trial: Trial) -> None:
    """Check that transformed positions have the transformed actions, which lead to transformed
    positions.
    """
    start = trial.positions(3)[0].position
    for symmetry in trial.game.symmetries:
        is_start_reachable = is_reachable(start.transform(symmetry))
        for sample in trial.sample(3, MAX_TRANSFORMED_POSITIONS):
            if is_start_reachable:  # then all later positions are, too
                check_string(sample.position.transform(symmetry))
            check_symmetry(trial, sample, symmetry)


def is_reachable(transformed: Position) -> bool:
    """Return whether a transformed position has a valid position string.

    If the start is not symmetric, transformed early positions may be unreachable and invalid.
    """
    try:
        return transformed.game.position(str(transformed)) == transformed
    except BadPosition:
        return False


def check_symmetry(trial: Trial, sample: SampledPosition, symmetry: Mapping[str, str]) -> None:
    """Check the actions of one position with one symmetry."""
    position = sample.position
    transformed = position.transform(symmetry)
    images = {name: transform_name(name, symmetry) for name in sorted(sample.names)}
    if sorted(images.values()) != transformed.legal_moves():
        raise contract_error(
            Text(
                "the actions of the transformed position {turned} are not the transformed "
                "actions of this one",
                turned=transformed,
            ),
            position,
        )
    name = trial.rng.choice(list(images))
    after, image = position.play(name), transformed.play(images[name])
    if after.transform(symmetry) != image or after.outcome != image.outcome:
        raise contract_error(
            Text(
                "{name} and its image {images} in the transformed position {turned} lead to "
                "different positions",
                name=repr(name),
                images=repr(images[name]),
                turned=transformed,
            ),
            position,
        )


def check_symmetry_group(trial: Trial) -> None:
    """Check that the symmetries are a group: with the identity, and closed under composition."""
    maps = trial.game.symmetries
    members = {tuple(sorted(symmetry.items())) for symmetry in maps}
    required = [tuple(sorted((cell, cell) for cell in maps[0]))] if maps else []
    required += [
        tuple(sorted((cell, second[image]) for cell, image in first.items()))
        for first in maps[:4]
        for second in maps
    ]
    if len(members) < len(maps) or not members.issuperset(required):
        raise contract_error(
            Text(
                "symmetries is not a group: it has a duplicate, or lacks the identity or a "
                "composition of two of its elements"
            )
        )


OWN_PREFIXES, OPPONENT_PREFIXES = ("mine", "my_"), ("theirs", "their_")  # of names of planes


def check_observations(trial: Trial) -> None:
    """Check that planes are sets of cells, and contain all pieces of their player."""
    for sample in trial.positions(1)[::3]:
        observation = trial.game.definition.observe(sample.position.state)
        for field, plane in zip(observation._fields, observation, strict=True):
            halves = plane if isinstance(plane, tuple) else (plane,)
            if not all(0 <= half <= ALL for half in halves):
                raise contract_error(
                    Text(
                        "observe: {field} is not a set of cells; are the results of ~ and << "
                        "masked with &?",
                        field=field,
                    ),
                    sample.position,
                )
        if trial.game.players == 2:
            check_plane_owners(sample, observation)


def check_plane_owners(sample: SampledPosition, observation: Any) -> None:
    """Check that the planes of each of two players have as many cells as the player has pieces."""
    mover = sample.position.player
    owners = [piece.owner for piece in sample.pieces]
    for prefixes, owner in ((OWN_PREFIXES, mover), (OPPONENT_PREFIXES, 1 - mover)):
        planes = [
            getattr(observation, field)
            for field in observation._fields
            if field.startswith(prefixes)
        ]
        num_cells, num_pieces = union(planes).bit_count(), owners.count(owner)
        if planes and num_cells != num_pieces:
            raise contract_error(
                Text(
                    "observe: {names} has {cells} cells, but there are {stand} such pieces",
                    names=prefixes[0],
                    cells=num_cells,
                    stand=num_pieces,
                ),
                sample.position,
            )


def union(planes: Iterable[int | tuple[int, int]]) -> int:
    """Return the union of sets of up to 128 cells as one integer."""
    cells = 0
    for plane in planes:
        cells |= plane[0] | plane[1] << 64 if isinstance(plane, tuple) else plane
    return cells
