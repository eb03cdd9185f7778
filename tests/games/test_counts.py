"""Counts beside the board agree with the pieces on it."""

from collections import Counter

import pytest

from steinreich import Position, load
from steinreich.core.checking import variants
from tests.conftest import random_game

SUPPLY = {"Tzaars": 6, "Tzarras": 9, "Totts": 15}


PLURALS = {
    "coin": "coins",
    "stone": "stones",
    "stone in supply": "stones in supply",
    "four": "fours",
    "neutral ball left": "neutral balls left",
    **{kind: f"{kind}s" for kind in ("Tzaar", "Tzarra", "Tott")},
    **{f"{kind} in hand": f"{kind}s in hand" for kind in ("Tzaar", "Tzarra", "Tott")},
}


def get_counts(position: Position) -> dict[tuple[int | None, str], int]:
    """Return the counts by player and English words; check that the words fit the number."""
    found = {}
    for count in position.counts():
        what = count.what.in_language("en")
        assert (what in PLURALS) == (count.number == 1), f"{count.number} {what}"
        found[count.player, PLURALS.get(what, what)] = count.number
    return found


def count_letters(position: Position) -> Counter[str]:
    """Return the number of pieces with each letter."""
    return Counter(piece.letter for piece in position.pieces())


@pytest.mark.parametrize("id", ["tzaar", "tzaar(setup=tournament)"])
def test_tzaar_counts_visible_or_unplaced_pieces(id: str) -> None:
    for position in random_game(load(id), 1)[::7]:
        found, on_board = get_counts(position), count_letters(position)
        placing = str(position).endswith("p")
        assert len(found) == 6
        for player, kinds in enumerate(("ZRT", "zrt")):
            for letter, (kind, supply) in zip(kinds, SUPPLY.items(), strict=True):
                name = f"{kind} in hand" if placing else kind
                left = supply - on_board[letter] if placing else on_board[letter]
                assert found[player, name] == left
        for count in position.counts():
            looks = {(piece.colour, piece.mark) for piece in position.pieces()}
            assert placing or count.number == 0 or (count.colour, count.mark) in looks


@pytest.mark.parametrize("id", variants("inner_square"))
def test_inner_square_counts_stones(id: str) -> None:
    for position in random_game(load(id), 1)[::9]:
        stones = count_letters(position)
        assert get_counts(position) == {(0, "stones"): stones["r"], (1, "stones"): stones["y"]}


@pytest.mark.parametrize("id", variants("six_in_line"))
def test_six_in_line_counts_coins_and_supply(id: str) -> None:
    for position in random_game(load(id), 1)[::3]:
        found = get_counts(position)
        assert found.pop((None, "stones in supply")) == 30 - count_letters(position)["o"]
        coins = map(int, str(position).split()[2].split("-"))
        is_solo = position.game.players == 1
        assert found == {} if is_solo else {(i, "coins"): n for i, n in enumerate(coins)}


@pytest.mark.parametrize("id", variants("vier3d"))
def test_vier3d_counts_fours_and_neutral_balls(id: str) -> None:
    game = load(id)
    line = random_game(game, 1)
    for position in line[::5]:
        found = get_counts(position)
        neutral = found.pop((None, "neutral balls left"), None)
        has_neutral = id == "vier3d(variant=most_fours)"
        assert neutral == (21 - count_letters(position)["y"] if has_neutral else None)
        counted = range(game.players) if "most_fours" in id else ()
        assert set(found) == {(player, "fours") for player in counted}
    if "most_fours" in id and (end := line[-1]).outcome >= 0:
        assert get_counts(end)[end.outcome, "fours"] == len(end.winning_lines)
        assert len(end.winning_lines) == max(get_counts(end)[player, "fours"] for player in counted)


@pytest.mark.parametrize("id", ["chain_reaxis", "examples/connect_four.py"])
def test_other_games_have_no_counts(id: str) -> None:
    assert all(position.counts() == [] for position in random_game(load(id), 1))
