"""Positions set up by hand: pieces and details of a position lead back to it."""

from steinreich.core.checking.pictures import check_piece
from steinreich.core.checking.trial import Trial, broken
from steinreich.core.position import Position
from steinreich.core.setup import set_up
from steinreich.rules.about import Detail
from steinreich.rules.errors import BadPosition

POSITIONS = 12


def check_setup(trial: Trial) -> None:
    """What a game says of setting up positions, if it does, fits its position strings."""
    if trial.game.definition.setup is None:
        return
    line = trial.line(1)
    for moment in (line[0], *trial.some(1, POSITIONS), line[-1]):
        check_palette(moment.position)
        check_details(moment.position)
        check_way_back(moment.position)


def check_palette(position: Position) -> None:
    """Whatever stands on the board is a piece of the palette, and no two of these are alike."""
    palette = set_up(position.game, {}).palette
    kinds = {piece.letter: piece for piece in palette}
    if not palette or len(kinds) < len(palette):
        raise broken(
            "the palette of setup is empty, or has a letter twice",
            "die Palette von setup ist leer oder enthält einen Buchstaben zweimal",
        )
    for piece in palette:
        check_piece(position, piece)
    for piece in position.pieces():
        kind = kinds.get(piece.letter)
        if kind is None or kind._replace(
            cell=piece.cell, height=min(kind.height, piece.height)
        ) != piece._replace(joined=None):
            raise broken(
                f"the piece {piece.letter!r} is not in the palette of setup as it looks here",
                f"der Stein {piece.letter!r} ist nicht so in der Palette von setup, wie er hier "
                "aussieht",
                position,
            )


def check_details(position: Position) -> None:
    """Details have names and titles of their own, and values that fit the position."""
    setup = set_up(position.game, {piece.cell: piece for piece in position.pieces()})
    names = [detail.name for detail in setup.details]
    if len(set(names)) < len(names) or not all(map(is_whole, setup.details)):
        raise broken(
            "a detail of setup has no title or values, not a label for each, or a name twice",
            "einem Detail von setup fehlen Titel, Werte oder Bezeichnungen, oder ein Name steht "
            "zweimal da",
            position,
        )
    values = position.details()
    for detail in setup.details:
        if values[detail.name] not in detail.values:
            raise broken(
                f"{detail.name} of setup is {values[detail.name]!r}, none of its values",
                f"{detail.name} von setup ist {values[detail.name]!r}, keiner der Werte",
                position,
            )
        if detail.name == "player" and (
            len(detail.values) != position.game.players
            or detail.values[position.player] != values["player"]
        ):
            raise broken(
                "player of setup has not one value for each player, in their order",
                "player von setup hat nicht für jeden Spieler einen Wert, in ihrer Reihenfolge",
                position,
            )


def is_whole(detail: Detail) -> bool:
    """Whether people can read and choose a detail."""
    said = (detail.title, *detail.labels)
    return (
        all(text.strip() for words in said for text in words)
        and bool(detail.values)
        and len(detail.labels) in (0, len(detail.values))
        and set(detail.tried) <= set(detail.values)
        and bool(detail.joint)
    )


def check_way_back(position: Position) -> None:
    """The pieces and details of a position make the same position."""
    try:
        back = position.game.setup(position.pieces(), **position.details())
    except BadPosition as error:
        raise broken(
            f"setup makes no position of these pieces and details: {error.words.en}",
            f"setup macht aus diesen Steinen und Details keine Stellung: {error.words.de}",
            position,
        ) from error
    if back != position:
        raise broken(
            f"setup makes another position of its pieces and details: {back}",
            f"setup macht aus ihren Steinen und Details eine andere Stellung: {back}",
            position,
        )
