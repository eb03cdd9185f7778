"""Reasons why actions are illegal are true: their claims are checked on the board, slowly."""

import random
import re
from collections.abc import Callable
from itertools import product

import pytest

from steinreich import Position, load
from steinreich.rules.about import Action
from steinreich.session.legal_actions import explain_unusable_cells
from tests.conftest import DOTS_AND_BOXES, random_game
from tests.translated import Translated

IDS = [
    "chain_reaxis",
    "chain_reaxis(contact=corner)",
    "inner_square",
    "inner_square(board=full7,between=on)",
    "inner_square(board=alq9,groups=on,between=on)",
    "six_in_line",
    "six_in_line(players=1,slide=step)",
    "tzaar",
    "tzaar(setup=tournament)",
    "vier3d",
    "vier3d(variant=most_fours)",
]
NAMES = {  # all names that look like actions, by game
    "chain_reaxis": ["{0}{1}"],
    "inner_square": ["{0}-{1}"],
    "six_in_line": ["{0}-{1}", "{0}", "+{0}"],
    "tzaar": ["{0}x{1}", "{0}+{1}", "Z@{0}", "R@{0}", "T@{0}", "pass"],
    "vier3d": ["{0}", "{0}y"],
}


class IllegalAction:
    """A position as a person sees it, and an illegal action: the object of a claim."""

    def __init__(self, position: Position, name: str) -> None:
        board = position.game.board
        self.position, self.name = position, name
        self.points = {cell.name: (cell.x, cell.y) for cell in board.cells}
        self.pieces = {board.cells[p.cell].name: p for p in position.pieces()}
        self.lines = {frozenset([(x, y), (u, v)]) for x, y, u, v in board.lines}

    def between(self, a: str, b: str) -> list[str]:
        """Return the cells strictly between two cells on a straight line, in order."""
        (x, y), (u, v) = self.points[a], self.points[b]
        found = []
        for cell, (s, t) in self.points.items():
            across = (u - x) * (t - y) - (v - y) * (s - x)
            along = (u - x) * (s - x) + (v - y) * (t - y)
            if abs(across) < 0.01 and 0 < along < (u - x) ** 2 + (v - y) ** 2 - 0.01:
                found.append((along, cell))
        return [cell for _, cell in sorted(found)]

    def first_between(self, a: str, b: str) -> str | None:
        """Return the first occupied cell between two cells."""
        return next((cell for cell in self.between(a, b) if cell in self.pieces), None)

    def in_line(self, a: str, b: str) -> bool:
        """Return whether two points of the hexagon are on a common line, ignoring the hole."""
        (x, y), (u, v) = self.points[a], self.points[b]
        steep = (v - y) / (u - x) if abs(u - x) > 0.01 else None
        return steep is None or abs(abs(steep) - 3**-0.5) < 0.01


def get_height(x: IllegalAction, cell: str) -> int:
    return x.pieces[cell].height


def is_own(x: IllegalAction, cell: str) -> bool:
    """Return whether the player to move has a piece there."""
    letters = {"inner_square": "ry", "tzaar": ("ZRT", "zrt")}[x.position.game.name]
    return cell in x.pieces and x.pieces[cell].letter in letters[x.position.player]


def are_in_one_lane(a: str, b: str) -> bool:
    return a[0] == b[0] or a[1] == b[1]


Claim = Callable[[IllegalAction, re.Match[str]], bool]
CLAIMS: list[tuple[str, Claim]] = [
    (r"(\w\w) is not empty", lambda x, m: m[1] in x.pieces and m[1] in x.name),
    (r"there is no point (\w\w)", lambda x, m: m[1] not in x.points),
    (r"a tile covers two squares", lambda x, m: x.name[:2] == x.name[2:]),
    (
        r"(\w\w) and (\w\w) do not share an edge",
        lambda x, m: abs(ord(m[1][0]) - ord(m[2][0])) + abs(int(m[1][1]) - int(m[2][1])) != 1,
    ),
    (
        r"the tile must touch the last one, (\w\w)(\w\w), (by an edge|at least at a corner)",
        lambda x, m: (
            (m[3] == "by an edge") == (x.position.game.options["contact"] == "edge")
            and not any(
                do_touch(a, b, m[3] != "by an edge")
                for a, b in product((m[1], m[2]), (x.name[:2], x.name[2:]))
            )
        ),
    ),
    (r"the stone must go to another (?:point|square)", lambda x, m: x.name[:2] == x.name[3:]),
    (r"a piece must move to another point", lambda x, m: x.name[:2] == x.name[3:]),
    (
        r"(?:red|yellow|White|Black) has no (?:stone|piece) on (\w\w)",
        lambda x, m: not is_own(x, m[1]),
    ),
    (r"there is no stone on (\w\w)", lambda x, m: m[1] not in x.pieces),
    (
        r"the stone on (\w\w) is in the way from (\w\w) to (\w\w)",
        lambda x, m: x.first_between(m[2], m[3]) == m[1],
    ),
    (
        r"(\w\w) stands in the way from (\w\w) to (\w\w)",
        lambda x, m: x.first_between(m[2], m[3]) == m[1],
    ),
    (
        r"the hole lies between (\w\w) and (\w\w)",
        lambda x, m: (
            x.in_line(m[1], m[2])
            and is_between(x.points[m[1]], x.points[m[2]])
            and not any(is_between(x.points[m[1]], (0, 0), x.points[cell]) for cell in x.pieces)
        ),
    ),
    (
        r"(\w\w) is empty: a piece moves onto another piece",
        lambda x, m: m[1] not in x.pieces and x.in_line(x.name[:2], m[1]),
    ),
    (
        r"(\w\w) is an enemy piece: it is captured with x, not reinforced with \+",
        lambda x, m: not is_own(x, m[1]) and "+" in x.name,
    ),
    (
        r"the stack on (\w\w) is taller \((\d+)\) than (\w\w) \((\d+)\)",
        lambda x, m: get_height(x, m[1]) == int(m[2]) > int(m[4]) == get_height(x, m[3]),
    ),
    (
        r"(\w\w) is your own piece; a turn begins with a capture",
        lambda x, m: is_own(x, m[1]) and str(x.position)[-1] in "01",
    ),
    (
        r"(\w\w) is your own piece: it is reinforced with \+, not captured with x",
        lambda x, m: is_own(x, m[1]) and "x" in x.name and str(x.position)[-1] == "2",
    ),
    (r"a turn begins with a capture", lambda x, m: x.name == "pass"),
    (r"all pieces are placed", lambda x, m: "@" in x.name and not str(x.position).endswith("p")),
    (
        r"first all pieces must be placed",
        lambda x, m: "@" not in x.name and str(x.position)[-1] == "p",
    ),
    (r"an? (.*) must (be placed|slide) now", lambda x, m: get_kind(x.name) != get_required_kind(x)),
    (
        r"(\w\w) and (\w\w) are not in one row or column",
        lambda x, m: not are_in_one_lane(*m.groups()),
    ),
    (r"a stone slides one square only", lambda x, m: "step" in x.position.game.id),
    (
        r"(row|column) (\w) holds five stones already, so there would be no room for the new stone",
        lambda x, m: sum(cell[m[1] == "row"] == m[2] for cell in x.pieces) == 5,
    ),
    (
        r"the stone has just left (\w\w)",
        lambda x, m: str(x.position).split()[-1].startswith(m[1]),
    ),
    (
        r"(\w\w) is not in (row|column) (\w), in which the stone slid \((\w\w)-(\w\w)\)",
        lambda x, m: m[1][m[2] == "row"] != m[3] == m[4][m[2] == "row"] == m[5][m[2] == "row"],
    ),
    (r"along a diagonal a stone moves one step only", lambda x, m: diagonal_steps(x.name) > 1),
    (
        r"no diagonal is drawn from (\w\w)",
        lambda x, m: (
            not any(
                len({x.points[m[1]][0], u}) == 2 and x.points[m[1]][1] != v
                for line in x.lines
                if x.points[m[1]] in line
                for u, v in line - {x.points[m[1]]}
            )
        ),
    ),
    (
        r"no line leads from (\w\w) to (\w\w)",
        lambda x, m: (
            not x.in_line(m[1], m[2])
            if x.position.game.name == "tzaar"
            else not are_in_one_lane(m[1], m[2])
        ),
    ),
    (
        r"(\w\w) lies between two enemies, on (\w\w) and (\w\w)"
        r"(, and the move takes neither of them)?",
        lambda x, m: (
            all(cell in x.pieces and not is_own(x, cell) for cell in (m[2], m[3]))
            and is_between(x.points[m[2]], x.points[m[3]], x.points[m[1]])
            and bool(m[4]) == ("between=on" in x.position.game.id)
        ),
    ),
    (
        r"rod (\w\w) is full",
        lambda x, m: sum(cell.startswith(m[1]) for cell in x.pieces) == 4 and m[1] in x.name,
    ),
    (r"there are no neutral balls in this game", lambda x, m: "most" not in x.position.game.id),
    (
        r"no neutral ball is left",
        lambda x, m: sum(piece.colour == "yellow" for piece in x.pieces.values()) == 21,
    ),
    (
        r"no (Tzaar|Tzarra|Tott) is left in hand",
        lambda x, m: (
            sum(
                piece.letter
                == "ZzRrTt"[2 * ("Tzaar", "Tzarra", "Tott").index(m[1]) + x.position.player]
                for piece in x.pieces.values()
            )
            == {"Tzaar": 6, "Tzarra": 9, "Tott": 15}[m[1]]
        ),
    ),
]


def do_touch(a: str, b: str, corners: bool) -> bool:
    """Return whether two squares touch."""
    x, y = abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))
    return max(x, y) == 1 if corners else x + y == 1


def is_between(
    a: tuple[float, float], b: tuple[float, float], point: tuple[float, float] = (0, 0)
) -> bool:
    """Return whether a point, by default the hole of TZAAR, lies on the line between two points."""
    (x, y), (u, v), (s, t) = a, b, point
    across = (u - x) * (t - y) - (v - y) * (s - x)
    return abs(across) < 0.01 and (s - x) * (s - u) + (t - y) * (t - v) < -0.01


def diagonal_steps(move: str) -> int:
    """Return the length of a diagonal move, or 0 for any other move."""
    across, up = abs(ord(move[0]) - ord(move[3])), abs(int(move[1]) - int(move[4]))
    return across if across == up else 0


def get_kind(name: str) -> str:
    """Return the kind of a named action of Six in Line."""
    return "placement" if name[0] == "+" else "slide" if "-" in name else "opening"


def get_required_kind(x: IllegalAction) -> str:
    """Return the kind of action that a position of Six in Line requires."""
    due = str(x.position).split()[-1]
    return "opening" if due[0] == "o" else "slide" if due == "s" else "placement"


@pytest.mark.parametrize("id", IDS)
def test_reasons_for_illegal_actions_are_true(id: str) -> None:
    game, rng = load(id), random.Random(id)
    cells = sorted({cell.name[:2] for cell in game.board.cells})
    names = {form.format(*pair) for form in NAMES[game.name] for pair in product(cells, repeat=2)}
    claims = set()
    for seed in range(3):
        line = random_game(game, seed)[:-1]
        for position in rng.sample(line, min(5, len(line))):
            illegal = sorted(names - set(position.legal_moves()))
            for name in rng.sample(illegal, min(120, len(illegal))):
                why = position.explain_illegal_name(name)
                claims.add(check_claim(IllegalAction(position, name), why.in_language("en")))
                assert why.in_language("de") not in ("", why.in_language("en"))
    assert len(claims) >= {"vier3d": 1, "chain_reaxis": 3}.get(game.name, 5)


def check_claim(x: IllegalAction, why: str) -> str:
    """Check the claim of a reason; return its pattern."""
    for pattern, claim in CLAIMS:
        if match := re.fullmatch(pattern, why):
            assert claim(x, match), (str(x.position), x.name, why)
            return pattern
    raise AssertionError(f"there is no check for this reason: {why}")


@pytest.mark.parametrize("id", [id for id in IDS if not id.startswith("vier3d")])
def test_exactly_the_cells_without_an_action_have_a_reason(id: str) -> None:
    """Reasons for a first cell, before a second one is chosen."""
    rng = random.Random(3)
    for seed in range(3):
        for position in random_game(load(id), seed)[:-1]:
            actions = [position.describe_action(action) for action in position.actions()]
            samples = {action.kind: action for action in actions if len(action.cells) > 1}
            first = {action.cells[0] for action in actions if action.cells}
            if any(action.kind == "tile" for action in actions):
                first |= {action.cells[1] for action in actions}
            for cell in rng.sample(range(len(position.game.board.cells)), 6):
                for kind, sample in samples.items():
                    puts = tuple(piece._replace(cell=cell, joined=None) for piece in sample.puts)
                    reason = position.explain_illegal_action(Action(kind, (cell,), puts))
                    assert (reason is None) == (cell in first), (str(position), kind, cell)


def test_reason_for_a_stack_that_is_too_low() -> None:
    game = load("tzaar")
    figure = game.figures["taller"]
    position = game.position(figure.position)
    cell = next(i for i, one in enumerate(game.board.cells) if one.name == "C2")
    reason = explain_unusable_cells(position, [cell])
    assert reason.in_language("en") == "C2 (1) is too low to capture C5 (2)"
    assert reason.in_language("de") == "C2 (1) ist zu niedrig, um C5 (2) zu schlagen"


def test_reason_for_an_occupied_cell_in_a_game_without_reasons() -> None:
    position = load(DOTS_AND_BOXES).start().play("a1-b1")
    cell = next(i for i, one in enumerate(position.game.board.cells) if one.name == "a1-b1")
    assert explain_unusable_cells(position, [cell]) == Translated(
        "a1-b1 is not empty: choose an empty cell",
        "a1-b1 ist besetzt: Wähle ein freies Feld",
    )
