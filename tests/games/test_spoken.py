"""Names of actions and pieces as screen readers speak them."""

import pytest

from steinreich import load
from tests.translated import Translated

ACTIONS = [  # earlier actions, the action, and its words
    (
        "chain_reaxis",
        "",
        "c3c4",
        "tile on c3 and c4, blank half on c3",
        "Stein auf c3 und c4, blanke Hälfte auf c3",
    ),
    ("chain_reaxis(size=4x5)", "", "b2a2", "tile on b2 and a2, blank half on b2", None),
    ("inner_square", "", "c2-c5", "c2 to c5", "c2 nach c5"),
    ("inner_square(board=alq9)", "", "c2-c5", "c2 to c5", "c2 nach c5"),
    ("six_in_line", "", "e3", "stone on e3", "Stein auf e3"),
    ("six_in_line", "e3", "b6", "stone on b6", "Stein auf b6"),
    ("six_in_line", "e3 a1", "e3-a3", "slide e3 to a3", "e3 nach a3 schieben"),
    ("six_in_line", "e3 a1 e3-a3", "+d3", "new stone on d3", "neuer Stein auf d3"),
    ("tzaar(setup=fixed)", "", "A5xA4", "A5 captures A4", "A5 schlägt A4"),
    ("tzaar(setup=fixed)", "A5xA4 A1xB1", "A2+A3", "A2 reinforces A3", "A2 verstärkt A3"),
    ("tzaar(setup=fixed)", "A5xA4 A1xB1", "pass", "pass", "passen"),
    ("tzaar(setup=tournament)", "", "R@A1", "Tzarra on A1", "Tzarra auf A1"),
    ("tzaar(setup=tournament)", "R@A1", "Z@I5", "Tzaar on I5", "Tzaar auf I5"),
    ("vier3d", "", "b3", "ball on b3, level 1", "Kugel auf b3, Ebene 1"),
    ("vier3d", "b3 b3", "b3", "ball on b3, level 3", "Kugel auf b3, Ebene 3"),
    (
        "vier3d(variant=most_fours)",
        "",
        "b3y",
        "neutral ball on b3, level 1",
        "neutrale Kugel auf b3, Ebene 1",
    ),
    ("examples/connect_four.py", "", "d", "d", "d"),
]


@pytest.mark.parametrize(("id", "before", "action", "english", "german"), ACTIONS)
def test_spoken_names_of_actions(
    id: str, before: str, action: str, english: str, german: str | None
) -> None:
    position = load(id).start()
    for name in before.split():
        position = position.play(name)
    spoken = position.spoken_name(position.parse_move(action))
    assert spoken.in_language("en") == english
    assert german in (None, spoken.in_language("de"))
    assert position.play(action).last_spoken_name == spoken


def test_spoken_names_of_pieces() -> None:
    kinds = load("tzaar").definition.kinds
    assert kinds["R"] == Translated("white Tzarra", "weiße Tzarra")
    assert kinds["z"] == Translated("black Tzaar", "schwarzer Tzaar")
    assert set(kinds) == set("TRZtrz")
