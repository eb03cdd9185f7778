"""Checks of the board and its pieces: as data, in set-up, transformed, and in observations."""

from collections.abc import Iterable, Mapping
from typing import Any

from steinreich.core.checking.actions import check_string
from steinreich.core.checking.trial import Moment, Trial, broken, check_translation
from steinreich.core.faults import unknown_look
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
    names, places = {cell.name for cell in cells}, {(cell.x, cell.y) for cell in cells}
    if not cells or len(names) < len(cells) or len(places) < len(cells):
        raise broken(Text("two cells of the board have the same name or place, or there are none"))
    if len(board.scene) not in (0, len(cells)):
        raise broken(
            Text(
                "the board's scene has {count} places for {count2} cells",
                count=len(board.scene),
                count2=len(cells),
            )
        )
    if not {cell for pillar in board.pillars for cell in pillar.cells} <= set(range(len(cells))):
        raise broken(Text("the board's pillars have cells that there are not"))


def check_pieces(trial: Trial) -> None:
    """Check that pieces are on cells, one on each, with a look and an owner."""
    cells = range(len(trial.game.board.cells))
    for moment in trial.line(1)[::3]:
        taken: set[int] = set()
        for piece in moment.standing:
            if piece.cell not in cells or piece.cell in taken:
                raise broken(
                    Text(
                        "a piece on cell {cell}: there is none, or one on it already",
                        cell=piece.cell,
                    ),
                    moment.position,
                )
            taken.add(piece.cell)
            check_piece(moment.position, piece)
        check_counts(moment)


def check_piece(position: Position, piece: Piece) -> None:
    """Check the look and the owner of a piece."""
    players, looks = position.game.players, position.game.about.looks
    what = Text("the piece {letter}", letter=repr(piece.letter))
    for fault in unknown_look(what, piece.colour, piece.mark):
        raise BrokenContract(fault)
    if piece.owner not in (None, *range(players)):
        raise broken(
            Text(
                "the owner of the piece {letter} is {owner}, no player",
                letter=repr(piece.letter),
                owner=repr(piece.owner),
            ),
            position,
        )
    if piece.owner is None:
        looks_right = (piece.colour, piece.mark) not in looks[:players]
    else:
        looks_right = piece.colour == looks[piece.owner].colour
    if len(piece.letter) != 1 or not looks_right:
        raise broken(
            Text(
                "the piece {letter} has not one letter and the colour of its owner in ABOUT.looks",
                letter=repr(piece.letter),
            ),
            position,
        )


def check_counts(moment: Moment) -> None:
    """Check that counts have a valid player and a name."""
    for count in moment.position.counts():
        known = count.player in (None, *range(moment.position.game.players))
        if not known or count.number < 0:
            raise broken(
                Text("counts: '{what}' is of no player, or negative", what=count.what),
                moment.position,
            )
        check_translation("counts: what is counted", count.what, moment.position)
        what = Text("counts")
        for fault in unknown_look(what, count.colour, count.mark):
            raise BrokenContract(fault)


MAX_SETUPS = 12  # positions


def check_setup(trial: Trial) -> None:
    """Check that the set-up definition agrees with position strings."""
    if trial.game.definition.setup is None:
        return
    line = trial.line(1)
    for moment in (line[0], *trial.some(1, MAX_SETUPS), line[-1]):
        check_palette(moment.position)
        check_details(moment.position)
        check_way_back(moment.position)


def check_palette(position: Position) -> None:
    """Check that all pieces on the board are in the palette, without duplicates."""
    palette = get_setup(position.game, {}).palette
    kinds = {piece.letter: piece for piece in palette}
    if not palette or len(kinds) < len(palette):
        raise broken(Text("the palette of setup is empty, or has a letter twice"))
    for piece in palette:
        check_piece(position, piece)
    for piece in position.pieces():
        kind = kinds.get(piece.letter)
        if kind is None or kind._replace(
            cell=piece.cell, height=min(kind.height, piece.height)
        ) != piece._replace(joined=None):
            raise broken(
                Text(
                    "the piece {letter} is not in the palette of setup as it looks here",
                    letter=repr(piece.letter),
                ),
                position,
            )


def check_details(position: Position) -> None:
    """Check that details have unique names and titles, and values that fit the position."""
    setup = get_setup(position.game, {piece.cell: piece for piece in position.pieces()})
    names = [detail.name for detail in setup.details]
    if len(set(names)) < len(names) or not all(map(is_whole, setup.details)):
        raise broken(
            Text("a detail of setup has no title or values, not a label for each, or a name twice"),
            position,
        )
    values = position.details()
    for detail in setup.details:
        if values[detail.name] not in detail.values:
            raise broken(
                Text(
                    "{detail} of setup is {values}, none of its values",
                    detail=detail.name,
                    values=repr(values[detail.name]),
                ),
                position,
            )
        if detail.name == "player" and (
            len(detail.values) != position.game.players
            or detail.values[position.player] != values["player"]
        ):
            raise broken(
                Text("player of setup has not one value for each player, in their order"), position
            )


def is_whole(detail: Detail) -> bool:
    """Return whether users can read and choose a detail."""
    said = (detail.title, *detail.labels)
    return (
        all(text.strip() for words in said for text in words.in_all_languages().values())
        and bool(detail.values)
        and len(detail.labels) in (0, len(detail.values))
        and set(detail.tried) <= set(detail.values)
        and bool(detail.joint)
    )


def check_way_back(position: Position) -> None:
    """Check that the pieces and details of a position make the same position."""
    try:
        back = position.game.setup(position.pieces(), **position.details())
    except BadPosition as error:
        raise broken(
            Text("setup makes no position of these pieces and details: {words}", words=error.words),
            position,
        ) from error
    if back != position:
        raise broken(
            Text("setup makes another position of its pieces and details: {back}", back=back),
            position,
        )


MAX_TRANSFORMED = 3  # positions


def check_symmetries(trial: Trial) -> None:
    """Check that a transformed position has the transformed actions, which lead to transformed
    positions."""
    start = trial.line(3)[0].position
    for symmetry in trial.game.symmetries:
        is_start = is_position(start.transform(symmetry))
        for moment in trial.some(3, MAX_TRANSFORMED):
            if is_start:  # then all later ones have a position string, too
                check_string(moment.position.transform(symmetry))
            check_symmetry(trial, moment, symmetry)


def is_position(turned: Position) -> bool:
    """Return whether a transformed position is reachable: with an asymmetric start it may not be,
    early in the game."""
    try:
        return turned.game.position(str(turned)) == turned
    except BadPosition:
        return False


def check_symmetry(trial: Trial, moment: Moment, symmetry: Mapping[str, str]) -> None:
    """Check one position with one symmetry."""
    position = moment.position
    turned = position.transform(symmetry)
    images = {name: transform_name(name, symmetry) for name in sorted(moment.names)}
    if sorted(images.values()) != turned.legal_moves():
        raise broken(
            Text("turned to {turned} it has other actions than its own, turned", turned=turned),
            position,
        )
    name = trial.dice.choice(list(images))
    after, image = position.play(name), turned.play(images[name])
    if after.transform(symmetry) != image or after.outcome != image.outcome:
        raise broken(
            Text(
                "{name} and {images} lead to different positions, turned to {turned}",
                name=repr(name),
                images=repr(images[name]),
                turned=turned,
            ),
            position,
        )


def check_group(trial: Trial) -> None:
    """Check that the symmetries are a group: with the identity, and closed under composition."""
    maps = trial.game.symmetries
    known = {tuple(sorted(symmetry.items())) for symmetry in maps}
    wanted = [tuple(sorted((cell, cell) for cell in maps[0]))] if maps else []
    wanted += [
        tuple(sorted((cell, second[image]) for cell, image in first.items()))
        for first in maps[:4]
        for second in maps
    ]
    if len(known) < len(maps) or not known.issuperset(wanted):
        raise broken(
            Text(
                "symmetries is not a group: one is there twice, or missing (the identity, or what "
                "two of them make together)"
            )
        )


OWN, ENEMY = ("mine", "my_"), ("theirs", "their_")  # prefixes of planes


def check_observations(trial: Trial) -> None:
    """Check that planes are sets of cells; those of the player to move have as many pieces as the
    board."""
    for moment in trial.line(1)[::3]:
        shown = trial.game.definition.observe(moment.position.state)
        for field, plane in zip(shown._fields, shown, strict=True):
            halves = plane if isinstance(plane, tuple) else (plane,)
            if not all(0 <= half <= ALL for half in halves):
                raise broken(
                    Text(
                        "observe: {field} is not a set of cells: is what ~ and << give cut back "
                        "with &?",
                        field=field,
                    ),
                    moment.position,
                )
        if trial.game.players == 2:
            check_mover_first(moment, shown)


def check_mover_first(moment: Moment, shown: Any) -> None:
    """Check that between two players the planes of both are not swapped."""
    mover = moment.position.player
    owners = [piece.owner for piece in moment.standing]
    for names, owner in ((OWN, mover), (ENEMY, 1 - mover)):
        planes = [getattr(shown, field) for field in shown._fields if field.startswith(names)]
        cells, stand = union(planes).bit_count(), owners.count(owner)
        if planes and cells != stand:
            raise broken(
                Text(
                    "observe: {names} has {cells} cells, but {stand} such pieces stand there",
                    names=names[0],
                    cells=cells,
                    stand=stand,
                ),
                moment.position,
            )


def union(planes: Iterable[int | tuple[int, int]]) -> int:
    """Return the union of several sets."""
    cells = 0
    for plane in planes:
        cells |= plane[0] | plane[1] << 64 if isinstance(plane, tuple) else plane
    return cells
