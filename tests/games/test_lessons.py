"""The pages that teach the games: every action and every ending is shown, whatever the options."""

import re
from itertools import product
from random import Random

import pytest

from steinreich import Game, Position, games, load
from steinreich.core import narration
from steinreich.core.checking import variants
from steinreich.core.checking.figures import check_figures, reached, shown_on
from steinreich.core.checking.trial import Trial
from steinreich.rules.about import Figure, Paragraph
from tests.games.test_endings import CASES, after

KINDS = re.compile(r"Tzaar|Tzarra|Tott")
NAMES = re.compile(r"\{\d\}(?:, \{\d\})*(?: and \{\d\})?")
PLAYED = 12  # random actions, from which the kinds of a game's actions are known


def figures(game: Game) -> list[tuple[Paragraph, Figure]]:
    """The boards of a lesson with the texts beside them."""
    paragraphs = [one for section in game.lesson for one in section.paragraphs if one.figure]
    return [(paragraph, game.figures[paragraph.figure]) for paragraph in paragraphs]


def moments(game: Game) -> list[Position]:
    """What is seen on the boards: as they are, and when one has done what the text asks for."""
    found = []
    for _, figure in figures(game):
        position = shown_on(game, figure)
        found += [position, *(reached(position, goal) for goal in figure.goals)]
    return found


def reason(position: Position) -> str:
    """Why a game ended, whoever has won it and with whatever numbers."""
    assert position.ending is not None
    text = NAMES.sub("P", KINDS.sub("kind", narration.ending(position).reason.en))
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
def test_every_way_to_end_is_shown(id: str, position: str, action: str) -> None:
    game = load(id)
    shown = {reason(moment) for moment in moments(game) if moment.is_over}
    assert reason(after(id, position, action)) in shown


@pytest.mark.parametrize("name", games())
def test_every_kind_of_action_can_be_tried(name: str) -> None:
    for id in variants(name):
        game, dice = load(id), Random(1)
        asked, position = set(), game.start(1)
        for _ in range(PLAYED):
            if position.is_over:
                break
            asked |= {position.described(number).kind for number in position.actions()}
            position = position.after_legal(dice.choice(position.actions()))
        assert asked <= kinds_tried(game), id


def kinds_tried(game: Game) -> set[str]:
    """The kinds of actions that the boards of a lesson ask for."""
    found: set[str] = set()
    for _, figure in figures(game):
        for goal in figure.goals:
            position = shown_on(game, figure)
            for step in goal.split():
                following = reached(position, step)
                assert following.last_action is not None
                found.add(following.last_action.kind)
                position = following
    return found


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_changes_the_lesson(name: str) -> None:
    """Beside the usual ones, or where it has an effect."""
    options = load(name).about.options
    for option in options:
        beside = {other: values[0] for other, values in option.where.items()}
        lessons = [load(name, **beside, **{option.name: value}).lesson for value in option.values]
        assert len({*map(str, lessons)}) == len(lessons), option.name


@pytest.mark.parametrize("name", games())
def test_lessons_are_complete(name: str) -> None:
    """Aim, material, a turn, how it ends, questions and origin, in both languages."""
    asked = ("Aim", "A turn", "How it ends", "Common questions", "Origin")
    german = ("Ziel", "Ein Zug", "Das Ende", "Häufige Fragen", "Herkunft")
    for id in variants(name):
        headings = [section.heading for section in load(id).lesson]
        assert [en for en in asked if en not in {one.en for one in headings}] == [], id
        assert [de for de in german if de not in {one.de for one in headings}] == [], id
        assert len(headings) >= 6, id


def test_what_is_refused_is_refused_for_the_reason_of_the_rule() -> None:
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
        assert why in shown_on(game, game.figures[figure]).why_not(action).en


def test_combinations_of_options_that_have_an_effect_are_all_taught() -> None:
    """Of six_in_line and vier3d every combination is looked at, not only some."""
    for name in ("six_in_line", "vier3d", "inner_square"):
        options = load(name).about.options
        combined = product(*(option.values for option in options))
        names = [option.name for option in options]
        ids = {load(name, **dict(zip(names, values, strict=True))).id for values in combined}
        assert ids == set(variants(name))
