"""Lessons show every action and every ending, for all options."""

import re
from itertools import product
from random import Random

import pytest

from steinreich import Game, Position, games, load
from steinreich.core import narration
from steinreich.core.checking import variants
from steinreich.core.checking.texts import check_figures, play_goal, shown_on
from steinreich.core.checking.trial import Trial
from steinreich.rules.about import Figure, Paragraph
from tests.games.test_endings import CASES, after

KINDS = re.compile(r"Tzaar|Tzarra|Tott")
NAMES = re.compile(r"\{\d\}(?:, \{\d\})*(?: and \{\d\})?")
PLAYED = 12  # random actions that show the kinds of a game's actions


def figures(game: Game) -> list[tuple[Paragraph, Figure]]:
    """Return the boards of a lesson with the texts beside them."""
    paragraphs = [one for section in game.lesson for one in section.paragraphs if one.figure]
    return [(paragraph, game.figures[paragraph.figure]) for paragraph in paragraphs]


def moments(game: Game) -> list[Position]:
    """Return the positions on the boards: as shown, and after what the text asks for."""
    found = []
    for _, figure in figures(game):
        position = shown_on(game, figure)
        found += [position, *(play_goal(position, goal) for goal in figure.goals)]
    return found


def normalized_reason(position: Position) -> str:
    """Return the reason of an ending without names and numbers."""
    assert position.ending is not None
    text = NAMES.sub("P", KINDS.sub("kind", narration.ending(position).reason.within("en")))
    return re.sub(r"\d+", "N", re.sub(r" \([^)]*\)", "", text))


@pytest.mark.parametrize("name", games())
def test_boards_agree_with_the_rules(name: str) -> None:
    for id in variants(name):
        game = load(id)
        check_figures(Trial(game))
        assert len(figures(game)) >= 7, id


@pytest.mark.parametrize("name", games())
def test_every_figure_of_a_game_is_shown_with_some_options(name: str) -> None:
    shown = {one.figure for id in variants(name) for one, _ in figures(load(id))}
    given = {figure for id in variants(name) for figure in load(id).figures}
    assert shown == given


@pytest.mark.parametrize(("id", "position", "action"), [case[:3] for case in CASES])
def test_every_ending_is_shown(id: str, position: str, action: str) -> None:
    game = load(id)
    shown = {normalized_reason(moment) for moment in moments(game) if moment.is_over}
    assert normalized_reason(after(id, position, action)) in shown


@pytest.mark.parametrize("name", games())
def test_every_kind_of_action_can_be_tried(name: str) -> None:
    for id in variants(name):
        game, dice = load(id), Random(1)
        asked, position = set(), game.start(1)
        for _ in range(PLAYED):
            if position.is_over:
                break
            asked |= {position.describe_action(number).kind for number in position.actions()}
            position = position.after_legal(dice.choice(position.actions()))
        assert asked <= requested_kinds(game), id


def requested_kinds(game: Game) -> set[str]:
    """Return the kinds of actions that the boards of a lesson ask for."""
    found: set[str] = set()
    for _, figure in figures(game):
        for goal in figure.goals:
            position = shown_on(game, figure)
            for step in goal.split():
                following = play_goal(position, step)
                assert following.last_action is not None
                found.add(following.last_action.kind)
                position = following
    return found


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_changes_the_lesson(name: str) -> None:
    """With the other options at their defaults, or where it has an effect."""
    options = load(name).about.options
    for option in options:
        beside = {other: values[0] for other, values in option.where.items()}
        lessons = [load(name, **beside, **{option.name: value}).lesson for value in option.values]
        assert len({*map(str, lessons)}) == len(lessons), option.name


@pytest.mark.parametrize("name", games())
def test_lessons_are_complete(name: str) -> None:
    """Aim, material, a turn, endings, questions and origin, in both languages."""
    asked = ("Aim", "A turn", "How it ends", "Common questions", "Origin")
    german = ("Ziel", "Ein Zug", "Das Ende", "Häufige Fragen", "Herkunft")
    for id in variants(name):
        headings = [section.heading for section in load(id).lesson]
        assert [en for en in asked if en not in {one.within("en") for one in headings}] == [], id
        assert [de for de in german if de not in {one.within("de") for one in headings}] == [], id
        assert len(headings) >= 6, id


def test_refused_actions_name_the_violated_rule() -> None:
    expected = {
        ("chain_reaxis", "touch", "c4d4"): "by an edge",
        ("tzaar", "taller", "C2xC5"): "taller",
        ("tzaar", "hole", "E4xE5"): "the hole lies between",
        ("six_in_line", "left", "+b3"): "just left",
        ("six_in_line", "crowded", "e2-f2"): "five stones",
        ("six_in_line(slide=step)", "turn", "b3-d3"): "one square only",
        ("inner_square", "between", "d2-d4"): "between two enemies",
        ("inner_square", "undrawn", "c2-d3"): "no diagonal",
        ("vier3d", "full", "a1"): "full",
    }
    for (id, figure, action), why in expected.items():
        game = load(id)
        assert action in game.figures[figure].refused
        assert why in shown_on(game, game.figures[figure]).why_not(action).within("en")


def test_effective_combinations_of_options_are_all_taught() -> None:
    """For six_in_line and vier3d every combination is checked, not only some."""
    for name in ("six_in_line", "vier3d", "inner_square"):
        options = load(name).about.options
        combined = product(*(option.values for option in options))
        names = [option.name for option in options]
        ids = {load(name, **dict(zip(names, values, strict=True))).id for values in combined}
        assert ids == set(variants(name))
