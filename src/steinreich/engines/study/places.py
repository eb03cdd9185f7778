"""The position where somebody looks, or in words why there is none."""

from functools import lru_cache

from steinreich.core.position import Position
from steinreich.engines.study.questions import Place
from steinreich.records.reading import set_up_by_chance
from steinreich.rules.errors import BadPosition, IllegalMove
from steinreich.rules.language import Words
from steinreich.session.legal_actions import after, game_of

NO_THREAT = Words(
    "Passing is not possible here, so there is no threat to show.",
    "Hier lässt sich kein Zug auslassen, deshalb gibt es keine Drohung zu zeigen.",
)
NEEDS_POSITION = Words(
    "This game is set up at random: give the position.",
    "Dieses Spiel wird zufällig aufgestellt: Gib die Stellung an.",
)


def start_of(place: Place) -> Position:
    """The position from which actions were played; SteinreichError says why there is none."""
    game = game_of(place.game)
    if place.position is not None:
        return game.position(place.position)
    if set_up_by_chance(game):
        raise BadPosition(NEEDS_POSITION)
    return game.start()


@lru_cache(maxsize=2)  # a game is evaluated action by action
def path_of(place: Place) -> list[Position]:
    """All positions from the first to the last."""
    path = [start_of(place)]
    for number, action in enumerate(place.actions, 1):
        try:
            path.append(after(path[-1], action))
        except IllegalMove as error:
            where = Words(f"action {number}", f"Aktion {number}")
            raise IllegalMove(error.words.after(where)) from None
    return path


def position_of(place: Place) -> Position:
    """The position that is asked about."""
    position = path_of(place)[-1]
    if not place.is_passed:
        return position
    passed = position.passed()
    if passed is None:
        raise BadPosition(NO_THREAT)
    return passed
