"""Why somebody cannot use the cells that he touched, though he named no action.

The forms of the legal actions (`?x?`, `?-?`, `+?`) tell which actions could have been meant; the
rules of the game tell why the one with these cells is not legal.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, product, zip_longest

from steinreich.core.position import Position
from steinreich.rules.language import Words
from steinreich.session.legal_actions import legal
from steinreich.session.scene import Scene, scene_of

Form = tuple[str, ...]  # what stands in a name before, between and after the cells


def why_not(position: Position, cells: Sequence[int]) -> Words:
    """Why nothing can be done with these cells, or what is to be done."""
    scene = scene_of(position.game)
    if not cells or max(cells) >= len(scene.board.cells):
        return to_do(position)
    spots = scene.spots(cells)
    forms = meant(position, scene, cells)
    if not forms:  # no action names so many cells
        return to_do(position)
    for form in forms:
        names = list(filled(form, spots, list(scene.reader.spots)))
        if any(name in legal(position) for name in names):
            return to_do(position)
        reason, times = Counter(map(position.why_not, names)).most_common(1)[0]
        if 2 * times > len(names):  # many a reason speaks of the cells that are not yet chosen
            return reason
    due, touched = to_do(position), ", ".join(spots)
    return Words(
        f"nothing can be done with {touched} now. {due.en}",
        f"mit {touched} geht jetzt nichts. {due.de}",
    )


def to_do(position: Position) -> Words:
    """What is due."""
    return Words(f"Now: {position.due.en}", f"Jetzt: {position.due.de}")


def meant(position: Position, scene: Scene, cells: Sequence[int]) -> list[Form]:
    """The forms of legal actions that name at least so many cells, the likeliest first: those of
    just so many cells, and of these the ones that end on a piece of the same colour."""
    colours = {piece.cell: piece.colour for piece in position.pieces()}
    ends: dict[Form, set[str | None]] = {}  # what stands where legal actions of a form end
    for name in legal(position):
        named = scene.before(name, colours.keys())
        if len(named) >= len(cells):
            form = tuple(scene.reader.pattern.split(name))
            ends.setdefault(form, set()).add(colours.get(named[-1]))
    end = colours.get(cells[-1])
    return sorted(ends, key=lambda form: (len(form), end not in ends[form], form))


def filled(form: Form, spots: Sequence[str], all_spots: Sequence[str]) -> Iterator[str]:
    """The names of this form that begin with these cells."""
    missing = len(form) - 1 - len(spots)
    for rest in product(all_spots, repeat=missing):
        parts = zip_longest(form, (*spots, *rest), fillvalue="")
        yield "".join(chain.from_iterable(parts))
