"""Illegal actions are rejected with the reason that a player would give."""

import pytest

from steinreich import IllegalMove, load

CASES = [
    ("chain_reaxis", "", "a1a1", "a tile covers two squares"),
    ("chain_reaxis", "", "a1g1", "g1 is not on the board"),
    ("chain_reaxis", "", "nonsense", "not the name of an action (one would be 'a1a2')"),
    ("chain_reaxis", "c3c4", "c3d3", "c3 is not empty"),
    ("chain_reaxis", "c3c4", "f1f2", "the tile must touch the last one, c3c4, by an edge"),
    ("six_in_line", "", "a1-a2", "an opening stone must be placed now"),
    ("six_in_line", "a1", "a1", "a1 is not empty"),
    ("six_in_line", "a1 b1", "+c1", "a stone must slide now"),
    ("six_in_line", "a1 b1", "c1-c2", "there is no stone on c1"),
    ("six_in_line", "a1 b1", "a1-a1", "the stone must go to another square"),
    ("six_in_line", "a1 b1", "a1-b2", "not in one row or column"),
    ("six_in_line", "a1 b1", "a1-c1", "the stone on b1 is in the way from a1 to c1"),
    ("six_in_line(slide=step)", "a1 b1", "a1-a3", "one square only"),
    ("six_in_line", "a1 b1 b1-d1", "+b1", "the stone has just left b1"),
    ("six_in_line", "a1 b1 b1-d1", "+b2", "b2 is not in row 1, in which the stone slid (b1-d1)"),
    ("inner_square", "", "a6-a5", "red has no stone on a6"),
    ("inner_square", "", "a1-a2", "a2 is not empty"),
    ("inner_square", "", "h1-h2", "h1 is not on the board"),
    ("inner_square", "", "a1-a3", "the stone on a2 is in the way from a1 to a3"),
    ("inner_square", "", "a2-b3", "no diagonal is drawn from a2"),
    ("inner_square", "", "b2-d4", "along a diagonal a stone moves one step only"),
    ("tzaar(setup=fixed)", "", "pass", "a turn begins with a capture"),
    ("tzaar(setup=fixed)", "", "A6xA5", "there is no point A6"),
    ("tzaar(setup=fixed)", "", "A1xA2", "White has no piece on A1"),
    ("tzaar(setup=fixed)", "", "A5xA1", "A4 stands in the way from A5 to A1"),
    ("tzaar(setup=fixed)", "", "A5+A4", "A4 is an enemy"),
    ("tzaar(setup=fixed)", "", "A5xB6", "B6 is your own piece"),
    ("tzaar(setup=fixed)", "", "A5+B6", "B6 is your own piece; a turn begins with a capture"),
    ("tzaar(setup=fixed)", "", "A5xB6", "B6 is your own piece; a turn begins with a capture"),
    ("tzaar(setup=fixed)", "", "Z@A1", "all pieces are placed"),
    ("tzaar(setup=tournament)", "", "A1xA2", "first all pieces must be placed"),
    ("tzaar(setup=tournament)", "Z@A1", "Z@A1", "A1 is not empty"),
    ("vier3d", "", "b3y", "there are no neutral balls in this game"),
    ("vier3d", "a1 a1 a1 a1", "a1", "rod a1 is full"),
    ("vier3d", "", "e1", "not the name of an action"),
    ("vier3d", "", "B3", "not the name of an action; did you mean 'b3'?"),
    ("chain_reaxis", "", "a1-a2", "not the name of an action; did you mean 'a1a2'?"),
]


@pytest.mark.parametrize(("id", "moves", "illegal", "reason"), CASES)
def test_rejects_illegal_actions_with_their_reason(
    id: str, moves: str, illegal: str, reason: str
) -> None:
    position = load(id).start()
    for move in moves.split():
        position = position.play(move)
    before = str(position)
    with pytest.raises(IllegalMove) as caught:
        position.play(illegal)
    assert reason in str(caught.value)
    assert str(caught.value) == f"{illegal!r}: {caught.value.why.in_language('en')}"
    assert caught.value.why.in_language("de") not in ("", caught.value.why.in_language("en"))
    assert str(position) == before


def test_reason_for_not_capturing_a_taller_stack() -> None:
    text = "Tt2..Z/R....r/z....../......../......../......../......./....../..... w 1"
    position = load("tzaar").position(text)
    assert "the stack on A2 is taller (2) than A1 (1)" in position.explain_illegal_name(
        "A1xA2"
    ).in_language("en")


def test_reason_for_a_placement_without_supply() -> None:
    position = load("tzaar(setup=tournament)").start()
    points = [cell.name for cell in position.game.board.cells]
    for point in points[:12]:
        position = position.play(f"Z@{point}")
    assert (
        position.explain_illegal_name(f"Z@{points[20]}").in_language("en")
        == "no Tzaar is left in hand"
    )


def test_reason_for_not_stopping_between_two_enemies() -> None:
    position = load("inner_square").position("yyy1yyy/7/7/2y1y2/7/3r3/rrr1rrr r 1")
    assert (
        position.explain_illegal_name("d2-d4").in_language("en")
        == "d4 lies between two enemies, on c4 and e4"
    )


def test_reason_for_not_sliding_in_a_row_of_five() -> None:
    position = load("six_in_line").position("6/6/6/6/6/1ooooo 2 1-1 s")
    assert (
        position.explain_illegal_name("b1-a1")
        .in_language("en")
        .startswith("row 1 holds five stones already")
    )
