"""Actions and pieces as a screen reader says them."""

import pytest

from steinreich import load
from steinreich.rules.language import Words

ACTIONS = [
    (
        "chain_reaxis",
        "c3c4",
        "tile on c3 and c4, blank half on c3",
        "Stein auf c3 und c4, blanke Hälfte auf c3",
    ),
    ("inner_square", "c2-c5", "c2 to c5", "c2 nach c5"),
    ("six_in_line", "e3", "stone on e3", "Stein auf e3"),
    ("six_in_line", "e3-a3", "slide e3 to a3", "e3 nach a3 schieben"),
    ("six_in_line", "+d3", "new stone on d3", "neuer Stein auf d3"),
    ("tzaar", "E5xE4", "E5 captures E4", "E5 schlägt E4"),
    ("tzaar", "E5+E4", "E5 reinforces E4", "E5 verstärkt E4"),
    ("tzaar", "R@A1", "Tzarra on A1", "Tzarra auf A1"),
    ("tzaar", "pass", "pass", "passen"),
    ("vier3d", "b3", "ball on b3", "Kugel auf b3"),
    ("vier3d", "b3y", "neutral ball on b3", "neutrale Kugel auf b3"),
    ("examples/connect_four.py", "d", "d", "d"),
]


@pytest.mark.parametrize(("id", "action", "english", "german"), ACTIONS)
def test_actions(id: str, action: str, english: str, german: str) -> None:
    assert load(id).start(seed=1).spoken(action) == Words(english, german)


def test_pieces() -> None:
    kinds = load("tzaar").definition.kinds
    assert kinds["R"] == Words("white Tzarra", "weiße Tzarra")
    assert kinds["z"] == Words("black Tzaar", "schwarzer Tzaar")
    assert set(kinds) == set("TRZtrz")
