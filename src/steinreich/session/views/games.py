"""Games as data for clients: titles, rules, boards, lessons and an example game."""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import cast

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw import layout
from steinreich.draw.layout import Point
from steinreich.rules.about import Figure, Paragraph
from steinreich.rules.language import NO_TEXT, Text, sentence
from steinreich.rules.vocabulary import Language
from steinreich.session.schema import protocol
from steinreich.session.views.frames import count_view, make_frames
from steinreich.session.views.positions import ending_view, make_path_frame, play_path

DEMO_LENGTHS = range(12, 41)  # actions of an example game
MAX_DEMO_ATTEMPTS = 5  # random games tried until one has such a length
PICTURE_PROGRESS = 0.55  # share of the example game played in the picture of the game


@cache
def get_game_info(name: str) -> protocol.GameInfo:
    """Return titles, options and the picture of a game."""
    game = load(name)
    about = game.about
    return {
        "name": name,
        "title": about.title,
        "summary": about.summary,
        "credit": about.credit,
        "seats": list(about.players),
        "players": game.players,
        "options": [
            {
                "name": option.name,
                "title": option.title,
                "about": option.about,
                "values": [
                    {"value": value, "label": label}
                    for value, label in zip(option.values, option.labels, strict=True)
                ],
                "where": {other: list(values) for other, values in option.where.items()},
            }
            for option in about.options
        ],
        "picture": get_game_picture(name),
    }


def rules_view(game: Game, sections: list[protocol.Section] | None = None) -> protocol.Rules:
    """Return the rules with the chosen options.

    `sections` are shown instead of those of the rules, for lessons.
    """
    about = game.about
    if sections is None:
        sections = [
            {
                "heading": section.heading,
                "paragraphs": [paragraph_view(paragraph) for paragraph in section.paragraphs],
            }
            for section in game.rules
        ]
    return {
        "game": game.id,
        "title": about.title,
        "variant": game.variant,
        "summary": about.summary,
        "sections": sections,
        "credit": about.credit,
    }


def paragraph_view(paragraph: Paragraph) -> protocol.Paragraph:
    """Return a paragraph without its figure."""
    return {"text": paragraph.text, "mark": cast(protocol.Marking, paragraph.mark)}


@cache
def get_game_picture(name: str) -> protocol.Picture:
    """Return a frame of the example game; it is part of the game's data to save a request."""
    shown = demo_view(name)
    return {"board": shown["board"], "frame": shown["frames"][shown["picture_index"]]}


@cache
def board_view(game: Game, has_labels: bool = True) -> protocol.Board:
    """Return the empty board; without labels for small pictures."""
    plain_board = game.board if has_labels else game.board._replace(labels=())
    board = layout.stack_levels(plain_board) if plain_board.scene else plain_board
    return {
        "squares": board.squares,
        "cells": [{"name": cell.name, "x": cell.x, "y": cell.y} for cell in board.cells],
        "lines": list(board.lines),
        "marked": list(board.marked),
        "labels": [{"text": text, "x": x, "y": y} for text, x, y in board.labels],
        "outline": [] if board.scene else round_outline(layout.layout(board).planks[0].outline),
        "panel": [] if board.squares else round_outline(layout.make_panel(board)),
        "scene": list(board.scene),
        "pillars": [{"name": name, "cells": list(cells)} for name, cells in board.pillars],
        "kinds": dict(game.definition.kinds.items()),
        "choices": dict(game.definition.choices.items()),
        "counts": list(map(count_view, game.start().counts())),
    }


def round_outline(outline: Iterable[Point]) -> list[Point]:
    """Round the coordinates of an outline."""
    return [(round(x, 4), round(y, 4)) for x, y in outline]


@cache
def demo_view(name: str) -> protocol.Demo:
    """Return a short random example game, in which players do not miss a win."""
    game = load(name)
    for seed in range(MAX_DEMO_ATTEMPTS):
        positions = play_demo_game(game, seed)
        if len(positions) - 1 in DEMO_LENGTHS:
            break
    return {
        "game": game.id,
        "board": board_view(game, has_labels=False),
        "frames": make_frames(positions),
        "picture_index": round(PICTURE_PROGRESS * (len(positions) - 1)),
    }


def play_demo_game(game: Game, seed: int) -> list[Position]:
    """Return a random game in which players win at once if they can."""
    rng = Random(seed)
    positions = [game.start(seed)]
    while not positions[-1].is_over and len(positions) < DEMO_LENGTHS.stop:
        position = positions[-1]
        successors = [position.after_legal(action) for action in position.actions()]
        wins = [after for after in successors if after.outcome == position.player]
        positions.append(rng.choice(wins or successors))
    return positions


# Lessons: the rules with boards to try them on


FREE_PLAY = Figure(goals=("*",))  # any action is allowed


def lesson_view(game: Game, language: Language) -> protocol.Lesson:
    """Return the lesson of a game; actions are described in one language."""
    sections: list[protocol.Section] = [
        {
            "heading": section.heading,
            "paragraphs": [
                paragraph_with_figure_view(game, paragraph, language)
                for paragraph in section.paragraphs
            ],
        }
        for section in game.lesson
    ]
    return {
        "rules": rules_view(game, sections),
        "board": board_view(game),
        "start": figure_view(game, FREE_PLAY, NO_TEXT, language),
        "has_setup": game.definition.setup is not None,
    }


def paragraph_with_figure_view(
    game: Game, paragraph: Paragraph, language: Language
) -> protocol.Paragraph:
    """Return a paragraph with its figure, if it has one."""
    shown = paragraph_view(paragraph)
    if paragraph.figure:
        figure = game.figures[paragraph.figure]
        shown["figure"] = figure_view(game, figure, paragraph.done, language)
    return shown


def figure_view(game: Game, figure: Figure, done: Text, language: Language) -> protocol.Figure:
    """Return a board of a lesson, interactive if it has goals."""
    path = play_path(game, figure.position, figure.actions)
    position = path[-1]
    return {
        "position": figure.position or None,
        "actions": list(figure.actions),
        "frame": make_path_frame(path, language if figure.goals else None),
        "ending": ending_view(position),
        "goals": [goal.split() for goal in figure.goals],
        "done": done,
        "refused": [
            {"action": name, "why": sentence(position.explain_illegal_name(name))}
            for name in figure.refused
        ],
    }
