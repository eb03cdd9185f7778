"""The rules of a game with boards to try them on, as clients see them."""

from steinreich.core.game import Game
from steinreich.rules.about import Figure, Paragraph
from steinreich.rules.language import NO_WORDS, Words
from steinreich.session import texts
from steinreich.session.schema import lessons, protocol
from steinreich.session.views.frames import said
from steinreich.session.views.games import board_view, paragraph_view, rules_view
from steinreich.session.views.positions import ending_of, path_frame, path_to

START = Figure(goals=("*",))  # anything may be tried on it


def lesson_view(game: Game, language: protocol.Language) -> lessons.Lesson:
    """Everything that teaches a game with its options; actions are told in one language."""
    sections: list[lessons.Section] = [
        {
            "heading": said(section.heading),
            "paragraphs": [with_figure(game, one, language) for one in section.paragraphs],
        }
        for section in game.lesson
    ]
    return {
        "rules": rules_view(game, sections),
        "board": board_view(game),
        "start": figure_view(game, START, NO_WORDS, language),
        "by_hand": game.definition.setup is not None,
    }


def with_figure(game: Game, paragraph: Paragraph, language: protocol.Language) -> lessons.Paragraph:
    """A paragraph, and the board beside it if there is one."""
    shown = paragraph_view(paragraph)
    if paragraph.figure:
        figure = game.figures[paragraph.figure]
        shown["figure"] = figure_view(game, figure, paragraph.done, language)
    return shown


def figure_view(
    game: Game, figure: Figure, done: Words, language: protocol.Language
) -> lessons.Figure:
    """A board to look at or to try something on."""
    path = path_to(game, figure.position, figure.actions)
    position = path[-1]
    return {
        "position": figure.position or None,
        "actions": list(figure.actions),
        "frame": path_frame(path, language if figure.goals else None),
        "ending": ending_of(position),
        "goals": [goal.split() for goal in figure.goals],
        "done": said(done),
        "refused": [
            {"action": name, "why": said(texts.sentence(position.why_not(name)))}
            for name in figure.refused
        ],
    }
