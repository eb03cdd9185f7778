"""Games as clients see them: what they are called, their rules and boards, a game to show."""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import cast

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.draw import layout
from steinreich.draw.shape import Point
from steinreich.rules.about import Paragraph
from steinreich.session.schema import lessons, protocol
from steinreich.session.views.frames import count_view, frame, last_turn, said, steps

DEMO_LENGTHS = range(12, 41)  # how many actions a game to show has
DEMO_SEEDS = 5  # games that are tried until one does not end too soon
PICTURED = 0.55  # of that game has been played on the picture of it


@cache
def game_info(name: str) -> protocol.GameInfo:
    """A game in words."""
    game = load(name)
    about = game.about
    return {
        "name": name,
        "title": said(about.title),
        "summary": said(about.summary),
        "credit": said(about.credit),
        "seats": [said(seat) for seat in about.players],
        "players": game.players,
        "options": [
            {
                "name": option.name,
                "title": said(option.title),
                "about": said(option.about),
                "values": [
                    {"value": value, "label": said(label)}
                    for value, label in zip(option.values, option.labels, strict=True)
                ],
                "where": {other: list(values) for other, values in option.where.items()},
            }
            for option in about.options
        ],
        "picture": picture(name),
    }


def rules_view(game: Game, sections: list[lessons.Section] | None = None) -> lessons.Rules:
    """The rules with the options chosen; their sections may have been made with more in them."""
    about = game.about
    if sections is None:
        sections = [
            {
                "heading": said(section.heading),
                "paragraphs": [paragraph_view(paragraph) for paragraph in section.paragraphs],
            }
            for section in game.rules
        ]
    return {
        "game": game.id,
        "title": said(about.title),
        "variant": said(game.variant),
        "summary": said(about.summary),
        "sections": sections,
        "credit": said(about.credit),
    }


def paragraph_view(paragraph: Paragraph) -> lessons.Paragraph:
    """A paragraph without a figure."""
    return {"text": said(paragraph.text), "mark": cast(lessons.Marking, paragraph.mark)}


@cache
def picture(name: str) -> protocol.Picture:
    """A moment of the game to show.  It comes with the game itself, so that nobody waits for it."""
    shown = demo_view(name)
    return {"board": shown["board"], "frame": shown["frames"][shown["first"]]}


@cache
def board_view(game: Game, labelled: bool = True) -> protocol.Board:
    """The empty board; small pictures of it have no labels."""
    given = game.board if labelled else game.board._replace(labels=())
    board = layout.stacked(given) if given.scene else given
    return {
        "squares": board.squares,
        "cells": [{"name": cell.name, "x": cell.x, "y": cell.y} for cell in board.cells],
        "lines": list(board.lines),
        "marked": list(board.marked),
        "labels": [{"text": text, "x": x, "y": y} for text, x, y in board.labels],
        "outline": [] if board.scene else rounded(layout.layout(board).planks[0].outline),
        "panel": [] if board.squares else rounded(layout.panel(board)),
        "scene": list(board.scene),
        "pillars": [{"name": name, "cells": list(cells)} for name, cells in board.pillars],
        "kinds": {letter: said(kind) for letter, kind in game.definition.kinds.items()},
        "choices": {letter: said(kind) for letter, kind in game.definition.choices.items()},
        "counts": list(map(count_view, game.start().counts())),
    }


def rounded(outline: Iterable[Point]) -> list[Point]:
    """An outline as exact as can be seen."""
    return [(round(x, 4), round(y, 4)) for x, y in outline]


@cache
def demo_view(name: str) -> protocol.Demo:
    """A short game to show, or its beginning: at random, but nobody misses a win."""
    game = load(name)
    for seed in range(DEMO_SEEDS):
        positions = demo_game(game, seed)
        if len(positions) - 1 in DEMO_LENGTHS:
            break
    return {
        "game": game.id,
        "board": board_view(game, labelled=False),
        "frames": all_frames(positions),
        "first": round(PICTURED * (len(positions) - 1)),
    }


def all_frames(positions: list[Position]) -> list[protocol.Frame]:
    """The frames of a whole game."""
    done = steps(positions)
    return [frame(position, last_turn(done, number)) for number, position in enumerate(positions)]


def demo_game(game: Game, seed: int) -> list[Position]:
    """A random game in which whoever can win at once does."""
    dice = Random(seed)
    positions = [game.start(seed)]
    while not positions[-1].is_over and len(positions) < DEMO_LENGTHS.stop:
        now = positions[-1]
        following = [now.after_legal(action) for action in now.actions()]
        wins = [position for position in following if position.outcome == now.player]
        positions.append(dice.choice(wins or following))
    return positions
