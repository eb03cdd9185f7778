"""Names of actions and position strings: they lead there and back."""

from itertools import pairwise

from steinreich.core.checking.trial import Moment, Trial, broken
from steinreich.core.position import Position
from steinreich.rules.errors import BadPosition, IllegalMove

OTHERS = 100  # names from elsewhere that are looked for in a position


def check_strings(trial: Trial) -> None:
    """Position strings lead back to their positions, and names through a game."""
    line = trial.line(1)
    for before, after in pairwise(line):
        check_string(before.position)
        check_step(before.position, after)
    check_string(line[-1].position)


def check_step(before: Position, after: Moment) -> None:
    """The name of an action plays it."""
    name = after.position.last or ""
    try:
        played = before.play(name)
    except IllegalMove as error:
        raise broken(
            f"the legal action {name!r} is refused: {error.why.en}",
            f"die erlaubte Aktion {name!r} wird abgelehnt: {error.why.de}",
            before,
        ) from error
    if played != after.position:
        raise broken(
            f"the name {name!r} leads elsewhere than its number",
            f"der Name {name!r} führt woandershin als seine Nummer",
            before,
        )


def check_string(position: Position) -> None:
    """A position string means the same position."""
    try:
        read = position.game.position(str(position))
    except BadPosition as error:
        raise broken(
            f"parse refuses what text has written: {error.words.en}",
            f"parse lehnt ab, was text geschrieben hat: {error.words.de}",
            position,
        ) from error
    if read != position:
        raise broken(
            "parse reads another state than text has written",
            "parse liest einen anderen Zustand, als text geschrieben hat",
            position,
        )


def check_names(trial: Trial) -> None:
    """Names fit ACTION, are all different, and found where they are legal; else it is said why."""
    pattern = trial.game.definition.action_pattern
    looked_at = trial.line(2)[:-1:3]
    for moment in looked_at:
        twice = len(set(moment.names)) < len(moment.names)
        if twice:
            name = min(name for name in moment.names if moment.names.count(name) > 1)
            raise broken(
                f"two legal actions have the name {name!r}",
                f"zwei erlaubte Aktionen heißen {name!r}",
                moment.position,
            )
        for name in moment.names:
            if not pattern.fullmatch(name):
                raise broken(
                    f"the name {name!r} does not fit ACTION",
                    f"der Name {name!r} passt nicht zu ACTION",
                    moment.position,
                )
    everywhere = sorted({name for moment in looked_at for name in moment.names})
    for moment in looked_at:
        others = trial.dice.sample(everywhere, min(len(everywhere), OTHERS))
        check_found(moment)
        check_refused(moment.position, [name for name in others if name not in moment.names])


def check_found(moment: Moment) -> None:
    """A name is found without a list of all."""
    for name, action in zip(moment.names, moment.actions, strict=True):
        if moment.position.find(name) != action:
            raise broken(
                f"meant and action do not find the action of the name {name!r}",
                f"meant und action finden die Aktion mit dem Namen {name!r} nicht",
                moment.position,
            )


def check_refused(position: Position, names: list[str]) -> None:
    """Of names that are legal elsewhere it is said why they are not here."""
    for name in names:
        if position.find(name) is not None or not all(map(str.strip, position.why_not(name))):
            raise broken(
                f"{name!r} is not legal here, but why_not does not say why in both languages",
                f"{name!r} ist hier nicht erlaubt, aber why_not sagt nicht in beiden Sprachen, "
                "warum",
                position,
            )
