"""Impossible positions are rejected with the reason."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import BadPosition, IllegalMove, Position, load
from tests.conftest import ALL_IDS, random_game
from tests.translated import both

EMPTY_RODS = "/".join("-" * 16)
FIXED = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT"
IMPOSSIBLE = [
    ("chain_reaxis", "6/6/6/6/6/6 o", "3 parts"),
    ("chain_reaxis", "6/6/6/6/6 o -", "5 rows, not 6"),
    ("chain_reaxis", "6/6/6/6/6/7 o -", "row 1 ('7') has 7 squares, not 6"),
    ("chain_reaxis", "6/6/6/6/33/6 o -", "must be written as"),
    ("chain_reaxis", "6/6/6/6/6/oz4 o -", "'z' in row 1"),
    ("chain_reaxis", "6/6/6/6/6/6 r -", "the side to move is 'r'"),
    ("chain_reaxis", "6/6/6/6/6/oo4 x a1b1", "2 blank and 0 perforated"),
    ("chain_reaxis", "6/6/6/6/6/ox4 o a1b1", "after 1 tile x is to move"),
    ("chain_reaxis", "6/6/6/6/6/ox4 x -", "the last tile is missing"),
    ("chain_reaxis", "6/6/6/6/6/ox4 x b1a1", "does not lie on the board like this"),
    ("chain_reaxis", "6/6/6/6/6/ox4 x a1c1", "do not share an edge"),
    ("chain_reaxis", "6/6/6/6/6/ox4 x i9i9", "not a tile on this board"),
    ("chain_reaxis", "6/6/6/5o/6/oxx3 o a1b1", "do not pair up into tiles: f3"),
    ("chain_reaxis", "4ox/6/6/6/6/ox4 o e6f6", "the tiles at a1 lie apart from the last one"),
    ("chain_reaxis", "6/6/6/ox4/xxxx2/ooooox o e1f1", "a blank four before the last tile"),
    # Tiles apart from each other, and orders in which they cannot have been placed.
    ("chain_reaxis", "6/6/ox4/6/6/xoxo2 x d1c1", "the tiles at a4 lie apart from the last one"),
    ("chain_reaxis", "4xo/6/6/6/6/oxox2 x f6e6", "the tiles at a1 lie apart from the last one"),
    ("chain_reaxis(size=8x8)", "8/8/8/6xo/8/8/xo6/ox6 x h5g5", "the tiles at a1 lie apart"),
    ("chain_reaxis", "6/6/2xox1/oxo3/2x3/2o3 o d4e4", "no order in which these tiles"),
    ("six_in_line", "6/6/6/6/6/6 3 0-0 o2", "the player is '3'"),
    ("six_in_line", "o5/6/2o3/6/4o1/6 1 0-0 s", "no turn of player 2 leads to these stones"),
    ("six_in_line", "6/6/6/6/6/o5 2 0-2 s", "no turn of player 1 leads to these stones"),
    ("six_in_line", "oo4/6/6/6/6/oo4 1 1-0 s", "player 2 is to move"),
    ("six_in_line(coins=turn)", "3o2/1o4/6/6/6/o5 2 1-0 s", "no turn of player 1 leads to these"),
    ("six_in_line(players=3)", "6/6/2o3/6/1o4/3o2 1 0-0-2 s", "no turn of player 3 leads to"),
    ("six_in_line", "ooo3/3ooo/ooo3/3ooo/ooo3/3oo1 2 3-2 s", "no turn of player 1 leads"),
    ("six_in_line", "6/6/6/6/6/oo4 2 7-0 s", "player 1 cannot have 7 coins"),
    ("six_in_line(coins=turn)", "6/6/6/6/6/oo4 2 4-0 s", "player 1 cannot have 4 coins"),
    ("six_in_line(coins=turn,players=3)", "6/6/6/6/6/oo4 2 1-1-2 s", "player 3 cannot have 2"),
    ("six_in_line", "6/6/6/6/6/o5 1 2-0 o1", "no turn of player 2 leads to these stones"),
    ("six_in_line", "6/6/6/6/6/6 1 0-0-0 o2", "expected coins for 2 players, not for 3"),
    ("six_in_line", "6/6/6/6/6/6 1 0-x o2", "'x' is not a number of coins"),
    ("six_in_line", "6/6/6/6/6/6 1 0-0 s", "an empty board needs an opening"),
    ("six_in_line", "6/6/6/6/6/o5 1 0-0 o2", "o2 is due, but there is 1 stone on the board"),
    ("six_in_line", "6/6/6/6/6/oo4 2 0-0 x9", "neither o2, o1, s nor a slide"),
    ("six_in_line", "6/6/6/6/6/oo4 2 0-0 c3-d4", "a stone is on d4 and none on c3"),
    ("six_in_line", "6/6/6/6/6/oo4 2 0-0 c3-a1", "c3-a1 was not a legal slide"),
    ("six_in_line", "6/6/6/6/6/oooooo 2 1-0 s", "a full line is left standing: row 1"),
    ("six_in_line", "o5/o5/o5/o5/o5/o5 2 1-0 s", "a full line is left standing: column a"),
    ("six_in_line", "6/6/6/6/6/oo4 1 0-0 s", "with these stones and coins player 2 is to move"),
    ("six_in_line", "6/6/6/6/6/oo4 1 3-0 s", "player 1 cannot have 3 coins"),
    ("six_in_line", "6/6/6/6/6/oo4 2 9-0 s", "player 1 cannot have 9 coins"),
    ("six_in_line", "6/6/6/6/6/o5 1 0-0 s", "the two opening stones are still on the board"),
    ("six_in_line", "6/6/6/6/6/6 1 2-0 o2", "no turn of player 2 leads to these"),
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/7/7/rrrr3 r 7", "red has only 4 stones left"),
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr r 101", "not 0 to 100"),
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr y 0", "after 0 moves r is to move"),
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr y 4", "after 4 moves r is to move"),
    ("inner_square", "yyyyyyy/yyyyyyy/y6/7/7/rrrrrrr/rrrrrr1 r 3", "15 yellow stones"),
    (
        "inner_square",
        "yyyyyyy/7/7/7/7/7/rrr4 y 3",
        "red had lost before its last move, with 3 stones",
    ),
    (
        "inner_square",
        "yyyyyyy/7/2r1r2/7/2r1r2/7/rrr4 r 3",
        "red held all four inner corners already",
    ),
    # Impossible moves.
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr y 1", "Red has made 1 move"),
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr r 2", "but 0 stones stand elsewhere"),
    ("inner_square", "yyyyyyy/yyyyyyy/7/7/rr5/2rrrrr/rrrrrrr y 1", "but 2 stones stand elsewhere"),
    (
        "inner_square",
        "yyyyyyy/yyyyyyy/7/7/7/1rrrrrr/rrrrrrr r 0",
        "no move of yellow can have taken",
    ),
    ("inner_square", "7/7/7/7/yry4/r1r4/yryry2 r 5", "no move of yellow leads here"),
    ("inner_square", "1y1yyy1/y6/yyyyy2/rr1yy2/r2rrry/2rr2r/1r1rrrr y 1", "no move of red leads"),
    ("tzaar", f"{FIXED} w", "3 parts"),
    ("tzaar", f"{FIXED} w 3", "the move due is '3'"),
    ("tzaar", f"{FIXED[:-6]} w 0", "8 columns, not 9"),
    ("tzaar", f"{FIXED[:-1]} w 0", "column I ('tTTT') has 4 points, not 5"),
    ("tzaar", f"{FIXED[:-1]}Q w 0", "column I ('tTTTQ') is not made of pieces and dots"),
    ("tzaar", f"{FIXED[:-1]}3 w 1", "column I"),
    ("tzaar", f"{FIXED[:-1]}T1 w 0", "must be written as"),
    ("tzaar", f"{FIXED[:-1]}Z w 0", "White has 7 Tzaars in sight, more than 6"),
    ("tzaar", f"{FIXED[:-1]}T2 w 1", "White has more than 30 pieces"),
    ("tzaar", f"{FIXED[:-1]}T99 w 1", "a stack has 1 to 30 pieces"),
    ("tzaar", f"{FIXED} b 0", "White to move and all 60 pieces"),
    ("tzaar", f"{FIXED} b 1", "Black must have lost a piece"),
    ("tzaar", f"{FIXED} w p", "only with setup=tournament"),
    ("tzaar(setup=tournament)", f"{FIXED} w p", "no stacks and sides alternate"),
    (
        "tzaar",
        "TZ.../tr..../......./......../......../......../......./....../..... w 1",
        "one kind",
    ),
    (
        "tzaar",
        "TZ.../trz.../......./......../......../......../......./....../..... w 2",
        "no white Tzarra is left",
    ),
    ("tzaar", f"{FIXED.replace('tTTTT', 'tTTT.')} w 1", "Black must have lost a piece"),
    ("tzaar(setup=fixed)", f"{FIXED[::-1]} w 0", "begins in the fixed layout"),
    (
        "tzaar",
        "T2T2T2T2T2/T2.R2R2R2R2/Z2Z2Z2...t/......../zzzzzz../rrrrrrrr/rtttttt/tttttt/t.... b 1",
        "no sequence of turns",
    ),
    # Sides without pieces, and boards on which nothing can have moved.
    (
        "tzaar",
        "ZRT../....../......./......../......../......../......./....../..... b 1",
        "black Tzaar, black Tzarra and black Tott are",
    ),
    (
        "tzaar",
        "ZRTz./r...../......./......../......../......../......./....../..... w 1",
        "Black shows no Tott, but has not covered it",
    ),
    (
        "tzaar",
        "." + FIXED[1:].replace("TrrrRT", "rrrTRT") + " b 1",
        "no piece of White can have come from an empty point",
    ),
    ("vier3d", "-/- r", "2 rods, not 16"),
    ("vier3d", "-" + " r", "there is 1 rod, not 16"),
    ("vier3d", "rrbb" + EMPTY_RODS[1:] + " r", "no order in which these balls"),
    ("vier3d", "rrbb/rb" + EMPTY_RODS[3:] + " r", "no order in which these balls"),
    ("vier3d(players=3)", "rybb/ry" + EMPTY_RODS[3:] + " r", "no order in which these balls"),
    ("vier3d(variant=most_fours)", "rrbb/rb" + EMPTY_RODS[3:] + " r", "no order in which these"),
    ("vier3d", "br" + EMPTY_RODS[1:] + " r", "Red begins, but no red ball lies at the bottom"),
    ("vier3d", "rbbr" + EMPTY_RODS[1:] + " r", "no ball of Blue lies on top"),
    ("vier3d", f"{EMPTY_RODS[:-1]}y r", "'y' on rod d4 is not one of r, b"),
    ("vier3d", f"{EMPTY_RODS[:-1]}rbrbr r", "rod d4 ('rbrbr') has more than four balls"),
    ("vier3d", f"{EMPTY_RODS} y", "the player is 'y'"),
    ("vier3d", f"{EMPTY_RODS} b", "after 0 balls Red is to move"),
    ("vier3d", f"{EMPTY_RODS[:-1]}rr r", "Red has 2 balls after 1 turn"),
    ("vier3d", "rrrr/bbbb" + EMPTY_RODS[3:] + " r", "Red has a four that the last ball"),
    ("vier3d(players=3)", "y/r" + EMPTY_RODS[3:] + " y", "Blue has 0 balls after 1 turn"),
    (
        "vier3d(variant=most_fours)",
        "/".join(["yyyy"] * 5 + ["yy"] + ["-"] * 10) + " r",
        "22 neutral",
    ),
    ("examples/connect_four.py", "7/7/7/7/7/6r r", "must alternate"),
    ("examples/connect_four.py", "7/7/7/7/r6/7 y", "discs must rest on discs"),
    ("examples/connect_four.py", "7/7/7/7/rrrr3/yyyy3 r", "already had four in a line"),
]


@pytest.mark.parametrize(("id", "text", "reason"), IMPOSSIBLE)
def test_rejects_impossible_positions(id: str, text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        load(id).position(text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    english, german = both(caught.value.message)
    assert english == str(caught.value)
    assert german not in ("", english)


@cache
def sample_texts() -> list[tuple[str, str]]:
    """Return some positions of every game as (id, text)."""
    rng = random.Random(1)
    lines = {id: random_game(load(id), 1) for id in ALL_IDS[::2]}
    return [(id, str(position)) for id, line in lines.items() for position in rng.sample(line, 3)]


@settings(max_examples=3000, deadline=None)
@given(st.deferred(lambda: st.sampled_from(sample_texts())), st.data())
def test_mutated_strings_are_rejected_or_playable(
    sample: tuple[str, str], data: st.DataObject
) -> None:
    id, text = sample
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(text)))
        letter = data.draw(st.sampled_from([*" /-.0123456789abcdfioprstwxyzRTZ+", "", "é", "²"]))
        text = text[:index] + letter + text[index + data.draw(st.integers(0, 1)) :]
    check_text(id, text)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(ALL_IDS[::2]), st.text(max_size=600))
def test_any_text_is_rejected_or_playable(id: str, text: str) -> None:
    check_text(id, text)


def check_text(id: str, text: str) -> None:
    """Check that a text is rejected or is a playable position."""
    try:
        position = load(id).position(text)
    except BadPosition:
        return
    assert str(position) == text.strip()
    assert position.is_over == (position.legal_moves() == [])
    for action in position.actions():
        assert position.after(action).player < position.game.players


@settings(max_examples=1000, deadline=None)
@given(st.deferred(lambda: st.sampled_from(sample_texts())), st.data())
def test_rejects_illegal_actions_with_a_reason(
    sample: tuple[str, str], data: st.DataObject
) -> None:
    """Any name is played or rejected in one line, and the position does not change."""
    position: Position = load(sample[0]).position(sample[1])
    name = data.draw(
        st.text(max_size=8) | st.from_regex(position.game.definition.action_pattern, fullmatch=True)
    )
    if name in position.legal_moves():
        position.play(name)
    else:
        with pytest.raises(IllegalMove) as caught:
            position.play(name)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) > 10
        english, german = both(caught.value.why)
        assert str(caught.value).endswith(f": {english}")
        assert len(german) > 5
        assert german != english
    assert str(position) == sample[1]
