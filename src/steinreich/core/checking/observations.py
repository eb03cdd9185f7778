"""What networks see of a position."""

from collections.abc import Iterable
from typing import Any

from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.rules.bits import ALL

OWN, ENEMY = ("mine", "my_"), ("theirs", "their_")  # how planes of their pieces are called


def check_observations(trial: Trial) -> None:
    """Planes are sets of cells; those of the player to move show as many pieces as stand there."""
    for moment in trial.line(1)[::3]:
        shown = trial.game.definition.observe(moment.position.state)
        for field, plane in zip(shown._fields, shown, strict=True):
            halves = plane if isinstance(plane, tuple) else (plane,)
            if not all(0 <= half <= ALL for half in halves):
                raise broken(
                    f"observe: {field} is not a set of cells: is what ~ and << give cut "
                    "back with &?",
                    f"observe: {field} ist keine Menge von Feldern: Wird nach ~ und << mit & "
                    "beschnitten?",
                    moment.position,
                )
        if trial.game.players == 2:
            check_mover_first(moment, shown)


def check_mover_first(moment: Moment, shown: Any) -> None:
    """Between two players, one's own pieces and the other's are not mixed up."""
    mover = moment.position.player
    owners = [piece.owner for piece in moment.standing]
    for names, owner in ((OWN, mover), (ENEMY, 1 - mover)):
        planes = [getattr(shown, field) for field in shown._fields if field.startswith(names)]
        cells, stand = united(planes).bit_count(), owners.count(owner)
        if planes and cells != stand:
            raise broken(
                f"observe: {names[0]} has {cells} cells, but {stand} such pieces stand there",
                f"observe: {names[0]} hat {cells} Felder, aber {stand} solche Steine stehen da",
                moment.position,
            )


def united(planes: Iterable[int | tuple[int, int]]) -> int:
    """All cells of several sets."""
    cells = 0
    for plane in planes:
        cells |= plane[0] | plane[1] << 64 if isinstance(plane, tuple) else plane
    return cells
