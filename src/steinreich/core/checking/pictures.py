"""The board, and what stands on it."""

from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.faults import unknown_look
from steinreich.core.position import Position
from steinreich.rules.about import Piece
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Words


def check_board(trial: Trial) -> None:
    """Cells have names and places of their own."""
    board = trial.game.board
    cells = board.cells
    names, places = {cell.name for cell in cells}, {(cell.x, cell.y) for cell in cells}
    if not cells or len(names) < len(cells) or len(places) < len(cells):
        raise broken(
            "two cells of the board have the same name or place, or there are none",
            "zwei Felder des Bretts haben denselben Namen oder Platz, oder es gibt keine",
        )
    if len(board.scene) not in (0, len(cells)):
        raise broken(
            f"the board's scene has {len(board.scene)} places for {len(cells)} cells",
            f"scene hat {len(board.scene)} Plätze für {len(cells)} Felder",
        )
    if not {cell for pillar in board.pillars for cell in pillar.cells} <= set(range(len(cells))):
        raise broken(
            "the board's pillars have cells that there are not",
            "pillars enthält Felder, die es nicht gibt",
        )


def check_pieces(trial: Trial) -> None:
    """Pieces stand on cells, one on each, look like something, and belong to players."""
    cells = range(len(trial.game.board.cells))
    for moment in trial.line(1)[::3]:
        taken: set[int] = set()
        for piece in moment.standing:
            if piece.cell not in cells or piece.cell in taken:
                raise broken(
                    f"a piece on cell {piece.cell}: there is none, or one on it already",
                    f"ein Stein auf Feld {piece.cell}: Das gibt es nicht, oder da steht schon "
                    "einer",
                    moment.position,
                )
            taken.add(piece.cell)
            check_piece(moment.position, piece)
        check_counts(moment)


def check_piece(position: Position, piece: Piece) -> None:
    """What a piece looks like, and whose it is."""
    players, looks = position.game.players, position.game.about.looks
    what = Words(f"the piece {piece.letter!r}", f"der Stein {piece.letter!r}")
    for fault in unknown_look(what, piece.colour, piece.mark):
        raise BrokenContract(fault)
    if piece.owner not in (None, *range(players)):
        raise broken(
            f"the owner of the piece {piece.letter!r} is {piece.owner!r}, no player",
            f"der Besitzer des Steins {piece.letter!r} ist {piece.owner!r}, kein Spieler",
            position,
        )
    if piece.owner is None:
        looks_right = (piece.colour, piece.mark) not in looks[:players]
    else:
        looks_right = piece.colour == looks[piece.owner].colour
    if len(piece.letter) != 1 or not looks_right:
        raise broken(
            f"the piece {piece.letter!r} has not one letter and the colour of its owner in "
            "ABOUT.looks",
            f"der Stein {piece.letter!r} hat nicht einen Buchstaben und die Farbe seines "
            "Besitzers in ABOUT.looks",
            position,
        )


def check_counts(moment: Moment) -> None:
    """What is counted is somebody's or common to all, and has a name."""
    for count in moment.position.counts():
        known = count.player in (None, *range(moment.position.game.players))
        if not known or count.number < 0 or not (count.what.en and count.what.de):
            raise broken(
                f"counts: {count.what.en!r} is of no player, negative, or without a name",
                f"counts: {count.what.de!r} ist von keinem Spieler, negativ oder ohne Namen",
                moment.position,
            )
        what = Words("counts", "counts")
        for fault in unknown_look(what, count.colour, count.mark):
            raise BrokenContract(fault)
