"""Lessons show every action and every ending, for all options."""

import re
from itertools import product
from random import Random

import pytest

from steinreich import Game, Position, games, load
from steinreich.core import narration
from steinreich.core.checking import variants
from steinreich.core.checking.texts import check_figures, get_figure_position, play_goal
from steinreich.core.checking.trial import Trial
from steinreich.rules.about import Figure, Paragraph
from tests.games.test_endings import CASES, make_final_position

PIECE_KINDS = re.compile(r"Tzaar|Tzarra|Tott")
PLAYER_NAMES = re.compile(r"\{\d\}(?:, \{\d\})*(?: and \{\d\})?")
NUM_RANDOM_ACTIONS = 12  # enough that every kind of action occurs


def list_figures(game: Game) -> list[tuple[Paragraph, Figure]]:
    """Return the boards of a lesson with the paragraphs beside them."""
    paragraphs = [
        paragraph for section in game.lesson for paragraph in section.paragraphs if paragraph.figure
    ]
    return [(paragraph, game.figures[paragraph.figure]) for paragraph in paragraphs]


def list_positions(game: Game) -> list[Position]:
    """Return the positions on the boards: as shown, and after each goal has been reached."""
    positions = []
    for _, figure in list_figures(game):
        position = get_figure_position(game, figure)
        positions += [position, *(play_goal(position, goal) for goal in figure.goals)]
    return positions


def normalize_reason(position: Position) -> str:
    """Return the reason of an ending without names and numbers."""
    assert position.ending is not None
    text = PLAYER_NAMES.sub(
        "P", PIECE_KINDS.sub("kind", narration.get_ending(position).reason.in_language("en"))
    )
    return re.sub(r"\d+", "N", re.sub(r" \([^)]*\)", "", text))


@pytest.mark.parametrize("name", games())
def test_boards_agree_with_the_rules(name: str) -> None:
    for id in variants(name):
        game = load(id)
        check_figures(Trial(game))
        assert len(list_figures(game)) >= 7, id


@pytest.mark.parametrize("name", games())
def test_every_figure_of_a_game_is_shown_with_some_options(name: str) -> None:
    shown = {paragraph.figure for id in variants(name) for paragraph, _ in list_figures(load(id))}
    defined = {figure for id in variants(name) for figure in load(id).figures}
    assert shown == defined


@pytest.mark.parametrize(("id", "text", "action"), [case[:3] for case in CASES])
def test_lesson_shows_every_ending(id: str, text: str, action: str) -> None:
    game = load(id)
    shown = {normalize_reason(position) for position in list_positions(game) if position.is_over}
    assert normalize_reason(make_final_position(id, text, action)) in shown


@pytest.mark.parametrize("name", games())
def test_lesson_asks_for_every_kind_of_action(name: str) -> None:
    for id in variants(name):
        game, rng = load(id), Random(1)
        occurring, position = set(), game.start(1)
        for _ in range(NUM_RANDOM_ACTIONS):
            if position.is_over:
                break
            occurring |= {position.describe_action(number).kind for number in position.actions()}
            position = position.after_legal(rng.choice(position.actions()))
        assert occurring <= list_requested_kinds(game), id


def list_requested_kinds(game: Game) -> set[str]:
    """Return the kinds of actions that the boards of a lesson ask for."""
    kinds: set[str] = set()
    for _, figure in list_figures(game):
        for goal in figure.goals:
            position = get_figure_position(game, figure)
            for step in goal.split():
                following = play_goal(position, step)
                assert following.last_action_description is not None
                kinds.add(following.last_action_description.kind)
                position = following
    return kinds


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_changes_the_lesson(name: str) -> None:
    """Other options have their defaults, or the values that this option needs to have an effect."""
    options = load(name).about.options
    for option in options:
        required = {other: values[0] for other, values in option.where.items()}
        lessons = [load(name, **required, **{option.name: value}).lesson for value in option.values]
        assert len({*map(str, lessons)}) == len(lessons), option.name


@pytest.mark.parametrize("name", games())
def test_lessons_have_all_sections(name: str) -> None:
    english = ("Aim", "A turn", "How it ends", "Common questions", "Origin")
    german = ("Ziel", "Ein Zug", "Das Ende", "Häufige Fragen", "Herkunft")
    for id in variants(name):
        headings = [section.heading for section in load(id).lesson]
        assert [
            en for en in english if en not in {heading.in_language("en") for heading in headings}
        ] == [], id
        assert [
            de for de in german if de not in {heading.in_language("de") for heading in headings}
        ] == [], id
        assert len(headings) >= 6, id


def test_reasons_of_refused_actions_name_the_violated_rule() -> None:
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
        assert why in get_figure_position(game, game.figures[figure]).explain_illegal_name(
            action
        ).in_language("en")


def test_variants_include_all_combinations_of_options() -> None:
    """The tests above therefore check every combination."""
    for name in ("six_in_line", "vier3d", "inner_square"):
        options = load(name).about.options
        combined = product(*(option.values for option in options))
        names = [option.name for option in options]
        ids = {load(name, **dict(zip(names, values, strict=True))).id for values in combined}
        assert ids == set(variants(name))
