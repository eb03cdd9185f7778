"""Effects of actions and reasons of endings: on the board, in the list, spoken."""

import re

import pytest
from playwright.sync_api import Locator, expect

from steinreich import load
from tests.browser.conftest import Visit
from tests.browser.devices import Keyboard, Mouse, act, expect_label
from tests.browser.tables import create_played_table, open_with_all_seats
from tests.browser.visitor import PHONE, PHONE_OPTIONS, Visitor
from tests.conftest import mark_matrix
from tests.hall.server_process import ServerProcess

pytestmark = pytest.mark.xdist_group(__name__)

NAMES = ("Ada", "Ben", "Cleo")
MOVES_TO_TWO_LINES = (
    "a1 a6 a1-f1 +c1 c1-c4 +c6 c6-f6 +e6 e6-e2 +e5 e5-e6 +e4 e4-e5 +e1 c4-e4 +d4 d4-c4 +f4"
    " e5-b5 +f5 f5-e5 +c5 c5-c6 +c3"  # and c3-d3 +e3 completes two lines
)
THREE_PLAYERS = "six_in_line(players=3)"
TURN_ANIMATION_MS = 1_700  # for a turn of two actions


def get_last_move_marks(visitor: Visitor) -> Locator:
    return visitor.board.locator("[data-last]")


def get_removed_pieces(visitor: Visitor) -> Locator:
    return visitor.board.locator("[data-captured]")


# Effects


def test_marks_all_actions_of_the_last_turn(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    open_with_all_seats(
        visitor, create_played_table(hall, "six_in_line", "a1 a6 a1-f1 +c1"), "six_in_line"
    )
    expect(get_last_move_marks(visitor)).to_have_attribute("data-last", "2")  # slide and placement
    expect_label(visitor.cell("f1"), "last move")
    expect_label(visitor.cell("c1"), "last move")
    visitor.cell("c1").click()  # starting the next turn removes no mark
    expect(get_last_move_marks(visitor)).to_have_attribute("data-last", "2")


def test_captured_pieces_stay_as_ghosts_until_the_next_turn(
    visit: Visit, hall: ServerProcess
) -> None:
    visitor = visit()
    game = "tzaar(setup=fixed)"
    open_with_all_seats(visitor, create_played_table(hall, game, "E4xF3 E5xF5 A4xA5"), game)
    expect(get_removed_pieces(visitor)).to_have_count(2)
    expect_label(visitor.cell("F5"), "taken from here: white Tott")
    expect_label(visitor.cell("A5"), "taken from here: white Tott")
    position = load(game).start()
    for action in ("E4xF3", "E5xF5", "A4xA5"):
        position = position.play(action)
    capture = next(move for move in position.legal_moves() if "x" in move)
    position = act(visitor, Mouse(), position, capture)
    expect(get_removed_pieces(visitor)).to_have_count(1)
    act(visitor, Mouse(), position, "pass")
    expect(visitor.page.get_by_role("status")).to_contain_text("captures")
    expect(get_removed_pieces(visitor)).to_have_count(1)


def test_captures_beside_the_path_are_listed_and_spoken(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    open_with_all_seats(
        visitor, create_played_table(hall, "inner_square", "d2-d5 c6-c5"), "inner_square"
    )
    position = load("inner_square").start().play("d2-d5").play("c6-c5")
    act(visitor, Mouse(), position, "b2-b5")
    expect(get_removed_pieces(visitor)).to_have_count(1)
    expect_label(visitor.cell("c5"), "empty, marked, taken from here: yellow stone")
    moves = visitor.page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("listitem").last).to_contain_text("×c5")
    expect(visitor.page.get_by_role("status")).to_contain_text("takes c5")
    visitor.reload()
    expect(moves.get_by_role("listitem").last).to_contain_text("×c5")
    expect(get_removed_pieces(visitor)).to_have_count(1)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_shows_a_completed_line_before_removing_it(
    visit: Visit, hall: ServerProcess, motion: str
) -> None:
    """The stone that completes the line is visible first, too."""
    visitor = visit(reduced_motion=motion)
    open_with_all_seats(
        visitor, create_played_table(hall, THREE_PLAYERS, MOVES_TO_TWO_LINES, NAMES), THREE_PLAYERS
    )
    position = load(THREE_PLAYERS).start()
    for action in MOVES_TO_TWO_LINES.split():
        position = position.play(action)
    position = act(visitor, Mouse(), position, "c3-d3")
    act(visitor, Mouse(), position, "+e3")
    full = visitor.cell("e3")
    expect(full).to_have_attribute("aria-label", re.compile("^e3, stone"))
    expect(visitor.page.get_by_role("region", name="Result")).to_be_hidden()
    expect(full).to_have_attribute("aria-label", re.compile("^e3, empty.*taken from here: stone"))
    expect(get_removed_pieces(visitor)).to_have_count(11)  # two lines of six share a stone
    expect(visitor.page.get_by_role("region", name="Result")).to_be_visible()
    expect(visitor.page.get_by_role("status")).to_contain_text("fills column e and diagonal")


def test_turns_of_several_computers_are_shown_one_after_another(visit: Visit) -> None:
    visitor = visit(own_context=True)
    clock = visitor.page.clock
    clock.install()
    visitor.open_new_table("six_in_line(players=3)", "here computer computer")
    position = load(THREE_PLAYERS).start()
    for action in ("c3", "e5"):
        position = act(visitor, Mouse(), position, action)
    expect(visitor.move_buttons).to_have_count(6)
    visitor.expect_status("Your turn")
    clock.pause_at(visitor.page.evaluate("Date.now() + 5000") / 1000)
    replay_button = visitor.button("Replay what happened since your turn")
    replay_button.click()
    visitor.expect_status("Computer 1 (level 3): ")
    clock.run_for(TURN_ANIMATION_MS)
    visitor.expect_status("Computer 2 (level 3): ")
    clock.run_for(TURN_ANIMATION_MS)
    visitor.expect_status("Your turn")
    replay_button.click()
    visitor.expect_status("Computer 1 (level 3): ")
    visitor.button("Skip").click()
    visitor.expect_status("Your turn")
    expect(get_last_move_marks(visitor)).to_have_attribute("data-last", "2")


# Endings

ENDINGS = [
    ("chain_reaxis", "a3a4 b3b4 c3c4 d3d4", "Ben wins", "Ben completed a four"),
    (
        "inner_square",
        "c2-c5 a6-a5 e2-e5 a5-a6 c1-c3 a6-a5 e1-e3",
        "Ada wins",
        "Ada holds all four inner corners",
    ),
    (THREE_PLAYERS, MOVES_TO_TWO_LINES + " c3-d3 +e3", "Ada wins", "Ada has 2 coins (2 : 0 : 0)"),
    (
        "tzaar(setup=fixed)",
        "E4xF3 E5xF5 H2+G3 D5xF6 D6xE6 E7xD8 D4+C3 F3xC4",
        "Ada wins",
        "Ada captured Ben's last Tzaar",
    ),
    ("vier3d", "a1 b1 a1 b1 a1 b1 a1", "Ada wins", "Ada completed a four"),
]


@pytest.mark.parametrize("options", mark_matrix([{}, PHONE_OPTIONS]), ids=["desktop", "phone"])
@pytest.mark.parametrize(("game", "actions", "headline", "why"), mark_matrix(ENDINGS, keep=3))
def test_ending_shows_its_reason_with_names_beside_the_board(
    visit: Visit,
    hall: ServerProcess,
    game: str,
    actions: str,
    headline: str,
    why: str,
    options: dict[str, object],
) -> None:
    visitor = visit(**options)
    names = NAMES[: load(game).players]
    open_with_all_seats(visitor, create_played_table(hall, game, actions, names), game)
    ending = visitor.page.get_by_role("region", name="Result")
    expect(ending).to_contain_text(headline)
    expect(ending).to_contain_text(why)
    box = ending.bounding_box()
    assert box
    assert box["y"] + box["height"] < PHONE["height"]  # without scrolling
    labels = visitor.board.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    expected = load(game).start()
    for action in actions.split():
        expected = expected.play(action)
    assert expected.ending
    board = expected.game.board
    assert len(labels) == len(board.pillars or board.cells)
    count = sum(label.count("decided the game") for label in labels)
    assert count == len(expected.ending.cells)


def test_result_in_german(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit(locale="de-DE")
    game = "tzaar(setup=fixed)"
    open_with_all_seats(
        visitor, create_played_table(hall, game, ENDINGS[3][1], ("Ada", "Ben")), game
    )
    ending = visitor.page.get_by_role("region", name="Ergebnis")
    expect(ending).to_contain_text("Ada gewinnt")
    expect(ending).to_contain_text("Ada hat den letzten Tzaar von Ben geschlagen")


# Browsing


@pytest.mark.parametrize("device", [Mouse(), Keyboard()], ids=["mouse", "keys"])
def test_arrow_keys_step_through_a_finished_game(
    visit: Visit, hall: ServerProcess, device: Mouse | Keyboard
) -> None:
    """The keys work at once, wherever the focus is on the board."""
    visitor = visit()
    open_with_all_seats(visitor, create_played_table(hall, "vier3d", "a1 b1 a1 b1 a1 b1"), "vier3d")
    position = load("vier3d").start()
    for action in ("a1", "b1", "a1", "b1", "a1", "b1"):
        position = position.play(action)
    act(visitor, device, position, "a1")
    ending = visitor.page.get_by_role("region", name="Result")
    expect(ending).to_be_visible()
    visitor.page.keyboard.press("ArrowLeft")
    expect(ending).to_contain_text("Position after turn 6")
    visitor.page.keyboard.press("Home")
    expect(ending).to_contain_text("Starting position")
    visitor.cell("c2.1").click()  # the arrow keys also work with the focus on the board
    visitor.page.keyboard.press("ArrowRight")
    expect(ending).to_contain_text("Position after turn 1")
    visitor.page.keyboard.press("End")
    expect(ending).not_to_contain_text("Position after")


def test_positions_are_named_by_turn_as_in_the_list(visit: Visit, hall: ServerProcess) -> None:
    visitor = visit()
    open_with_all_seats(
        visitor, create_played_table(hall, "six_in_line", "a1 a6 a1-f1 +c1"), "six_in_line"
    )
    visitor.button("+c1").click()
    visitor.expect_status("Player 1 to move")
    visitor.button("a1-f1").click()
    visitor.expect_status("Position during turn 2")
    visitor.button("a6").click()
    visitor.expect_status("Position after turn 1")
    visitor.button("Starting position").click()
    visitor.expect_status("Starting position")


# Title and rules


def test_title_and_variant_are_shown_at_the_table(visit: Visit, hall: ServerProcess) -> None:
    game = "chain_reaxis(size=8x8,diagonals=off)"
    visitor = visit()
    open_with_all_seats(visitor, create_played_table(hall, game, "a3a4"), game)
    expect(visitor.page.get_by_role("heading", name="Chain Reaxis")).to_be_visible()
    expect(
        visitor.page.get_by_text(load(game).variant.in_language("en"), exact=True)
    ).to_be_visible()


@pytest.mark.parametrize(
    "game", mark_matrix(["inner_square(groups=on)", THREE_PLAYERS, "six_in_line(players=1)"])
)
@pytest.mark.parametrize("language", mark_matrix(["en", "de"]))
def test_rules_follow_the_options_and_mark_house_rules(
    visit: Visit, hall: ServerProcess, game: str, language: str
) -> None:
    visitor = visit(locale={"en": "en-GB", "de": "de-DE"}[language])
    open_with_all_seats(visitor, create_played_table(hall, game, ""), game)
    visitor.button({"en": "Rules", "de": "Regeln"}[language]).click()
    dialog = visitor.page.get_by_role("dialog")
    mark_labels = {
        "reading": ("our reading", "unsere Lesart"),
        "addition": ("our addition", "Ergänzung"),
    }
    sections = load(game).rules
    last = dialog.get_by_role("heading", name=sections[-1].heading.in_language(language))
    expect(last).to_be_visible()
    headings = dialog.get_by_role("heading").all_inner_texts()
    paragraphs = [
        " ".join(text.split()) for text in dialog.get_by_role("paragraph").all_inner_texts()
    ]
    for section in sections:
        assert section.heading.in_language(language) in headings
        for paragraph in section.paragraphs:
            text = " ".join(paragraph.text.in_language(language).split())
            paragraph_text = next((p for p in paragraphs if text in p), None)
            assert paragraph_text, text
            if paragraph.mark:
                assert mark_labels[paragraph.mark][language == "de"] in paragraph_text
