"""Boards beside the rules: what stands on them, is asked for and is refused is as the rules say."""

from steinreich.core.checking.trial import Trial, broken
from steinreich.core.game import SHOWN_SEED, Game
from steinreich.core.position import NOT_ALLOWED, Position
from steinreich.rules.about import Figure, Paragraph
from steinreich.rules.errors import SteinreichError

ANY = "*"  # in goals: whatever is legal


def check_figures(trial: Trial) -> None:
    """Every board that the rules speak of with these options is there, and shows what they say."""
    game = trial.game
    for section in game.lesson:
        for paragraph in section.paragraphs:
            if not paragraph.figure:
                continue
            figure = game.figures.get(paragraph.figure)
            if figure is None:
                raise broken(
                    f"the rules speak of a figure {paragraph.figure!r} that there is not",
                    f"die Regeln sprechen von einer Abbildung {paragraph.figure!r}, die fehlt",
                )
            check_figure(trial, paragraph, figure)


def check_figure(trial: Trial, paragraph: Paragraph, figure: Figure) -> None:
    """What is played on a board and asked for is legal, what is refused is not."""
    try:
        position = shown_on(trial.game, figure)
        for goal in figure.goals:
            reached(position, goal)
    except SteinreichError as error:
        raise broken(
            f"figure {paragraph.figure!r}: {error.words.en}",
            f"Abbildung {paragraph.figure!r}: {error.words.de}",
        ) from error
    for name in figure.refused:
        if position.find(name) is not None or position.why_not(name) == NOT_ALLOWED:
            raise broken(
                f"figure {paragraph.figure!r}: {name!r} is legal, or no reason says why it is not",
                f"Abbildung {paragraph.figure!r}: {name!r} ist erlaubt, oder niemand sagt, "
                "warum es das nicht ist",
                position,
            )
    if bool(figure.goals) != any(paragraph.done):
        raise broken(
            f"figure {paragraph.figure!r}: goals, and what is said then, belong together",
            f"Abbildung {paragraph.figure!r}: Ziele und was dann gesagt wird, gehören zusammen",
        )


def shown_on(game: Game, figure: Figure) -> Position:
    """The position that a figure shows."""
    position = game.position(figure.position) if figure.position else game.start(SHOWN_SEED)
    for action in figure.actions:
        position = position.play(action)
    return position


def reached(position: Position, goal: str) -> Position:
    """The position after what a goal asks for; where anything will do, what lets the game go on."""
    for action in goal.split():
        if action != ANY:
            position = position.play(action)
            continue
        following = [position.play(name) for name in position.legal_moves()]
        going_on = [after for after in following if not after.is_over]
        position = next(iter(going_on or following), position)
    return position
