"""Any position of a game as clients see it, without a table: to try rules on, to look at."""

from collections.abc import Sequence

from steinreich.core.game import SHOWN_SEED, Game
from steinreich.core.position import Position
from steinreich.draw.picture import ended
from steinreich.session import legal_actions, texts
from steinreich.session.schema import protocol
from steinreich.session.schema.limits import LONGEST_TURN
from steinreich.session.schema.messages import (
    LineRequest,
    LineShown,
    PositionRequest,
    PositionShown,
)
from steinreich.session.views.frames import frame, last_turn, said, steps
from steinreich.session.views.games import all_frames
from steinreich.session.why_not import why_not


def path_to(game: Game, text: str | None, actions: Sequence[str]) -> list[Position]:
    """The positions from one given by its string, or from the start, through these actions.

    `BadPosition` and `IllegalMove` say what is wrong.
    """
    path = [game.position(text) if text else game.start(SHOWN_SEED)]
    for action in actions:
        path.append(legal_actions.after(path[-1], action))
    return path


def path_frame(path: Sequence[Position], acting: protocol.Language | None = None) -> protocol.Frame:
    """The last position of a path, and the turn that led to it."""
    done = steps(path[-1 - LONGEST_TURN :])  # a turn has no more actions
    return frame(path[-1], last_turn(done, len(done)), acting)


def position_view(game: Game, wanted: PositionRequest) -> PositionShown:
    """The position that somebody asks for, and why cells cannot be used in it."""
    path = path_to(game, wanted.get("position"), wanted.get("actions", ()))
    position = path[-1]
    shown: PositionShown = {
        "position": str(position),
        "frame": path_frame(path, wanted.get("language", "en")),
        "ending": ending_of(position),
    }
    if cells := wanted.get("cells"):
        over = position.is_over
        shown["why"] = said(
            texts.GAME_IS_OVER if over else texts.sentence(why_not(position, cells))
        )
    return shown


def line_view(game: Game, wanted: LineRequest) -> LineShown:
    """All positions of a line, for who leafs through it: nobody acts in them yet."""
    path = path_to(game, wanted.get("position"), wanted["actions"])
    shown: list[PositionShown] = [
        {"position": str(position), "frame": moment, "ending": ending_of(position)}
        for position, moment in zip(path, all_frames(path), strict=True)
    ]
    return {"positions": shown}


def ending_of(position: Position) -> protocol.Words | None:
    """How the game ended and why, if it has."""
    return said(texts.sentence(ended(position))) if position.is_over else None
