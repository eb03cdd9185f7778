"""Turned and mirrored boards."""

from collections.abc import Mapping

from steinreich.core.checking.names import check_string
from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.position import Position
from steinreich.core.symmetry import turned_name
from steinreich.rules.errors import BadPosition

POSITIONS = 3


def check_symmetries(trial: Trial) -> None:
    """A turned position has the turned actions, and they lead to turned positions."""
    start = trial.line(3)[0].position
    for symmetry in trial.game.symmetries:
        is_start = is_position(start.turned(symmetry))
        for moment in trial.some(3, POSITIONS):
            if is_start:  # then whatever comes of it has a position string, too
                check_string(moment.position.turned(symmetry))
            check_symmetry(trial, moment, symmetry)


def is_position(turned: Position) -> bool:
    """Whether a game may have come to a turned position: from a start that looks otherwise turned
    it may not have, early on."""
    try:
        return turned.game.position(str(turned)) == turned
    except BadPosition:
        return False


def check_symmetry(trial: Trial, moment: Moment, symmetry: Mapping[str, str]) -> None:
    """One position, turned in one way."""
    position = moment.position
    turned = position.turned(symmetry)
    images = {name: turned_name(name, symmetry) for name in sorted(moment.names)}
    if sorted(images.values()) != turned.legal_moves():
        raise broken(
            f"turned to {turned} it has other actions than its own, turned",
            f"nach {turned} gedreht hat sie andere Aktionen als die eigenen, gedreht",
            position,
        )
    name = trial.dice.choice(list(images))
    after, image = position.play(name), turned.play(images[name])
    if after.turned(symmetry) != image or after.outcome != image.outcome:
        raise broken(
            f"{name!r} and {images[name]!r} lead to different positions, turned to {turned}",
            f"{name!r} und {images[name]!r} führen nach {turned} gedreht zu Verschiedenem",
            position,
        )


def check_group(trial: Trial) -> None:
    """One symmetry is the identity, and each one after another is again one of them."""
    maps = trial.game.symmetries
    known = {tuple(sorted(symmetry.items())) for symmetry in maps}
    wanted = [tuple(sorted((cell, cell) for cell in maps[0]))] if maps else []
    wanted += [
        tuple(sorted((cell, second[image]) for cell, image in first.items()))
        for first in maps[:4]
        for second in maps
    ]
    if len(known) < len(maps) or not known.issuperset(wanted):
        raise broken(
            "symmetries is not a group: one is there twice, or missing (the identity, or "
            "what two of "
            "them make together)",
            "symmetries ist keine Gruppe: Eine ist doppelt oder fehlt (die Identität, oder was "
            "zwei von ihnen zusammen ergeben)",
        )
