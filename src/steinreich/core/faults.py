"""What is wrong with a game module, in one line: found when it is loaded, before it is used.

Machine code checks nothing.  So a few random actions are played first, with each value of every
option: a number beyond `ACTIONS`, or a player that there is not, would be a place beyond an array.
"""

import random
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_args, get_type_hints

from steinreich.core.definition import GameDefinition, definition_of
from steinreich.core.game import Game
from steinreich.core.observation import observed_faults
from steinreich.core.parts import Parts, Stated, arguments, own_rules
from steinreich.core.plain_numbers import plain_numbers
from steinreich.core.position import Position
from steinreich.rules.about import About
from steinreich.rules.bits import U64
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Words
from steinreich.rules.vocabulary import Colour, Mark

MOST_ACTIONS = 1 << 12  # that the searches can hold
MOST_WAYS = 64  # of candidates: those of a cell are a set

RULES = {"candidates": "s", "play": "s, action", "outcome": "s"}  # marked with @rule
MORE_RULES = {
    "legal": "s, c, action",
    "legal_ways": "s, c, cell",
    "player": "s",
    "variety": "s, action",
    "observe": "s",
}
TEXTS = {
    "start": "options, seed",
    "name": "s, action",
    "described": "s, action",
    "text": "s",
    "parse": "text, options",
    "board": "options",
    "pieces": "s",
}
MORE_TEXTS = {
    "meant": "s, name",
    "action": "s, wanted",
    "why_not": "s, wanted",
    "spoken": "s, action",
    "counts": "s",
    "due": "s",
    "info": "s",
    "symmetries": "options",
    "turned": "s, to",
    "starts_turn": "s",
    "passed": "s",
    "last": "s",
    "winning": "s, winner",
    "ending": "s, outcome, last",
    "effects": "s, action",
    "figures": "options",
    "setup": "pieces, options",
}
NEEDED = ("ABOUT", "ACTIONS", "ACTION", "State", *RULES, *TEXTS)
PARTS = Parts(
    RULES | MORE_RULES,
    TEXTS | MORE_TEXTS,
    {
        "ABOUT": About,
        "State": type,
        "KINDS": dict,
        "CHOICES": dict,
        "DRAWS": bool,
        "USUAL_ACTIONS": int,
        "JOIN": str,
        "TILES": bool,
        "PLANE": list,
    },
    NEEDED,
)
PROBED = 40  # actions of a random game


def fault_of(module: ModuleType) -> Words | None:
    """The first thing that is wrong with a game module."""
    stated = vars(module)
    checks = (kept_inside, PARTS.faults, pairs, state, numbers, about, constants, observed_faults)
    found = (fault for check in checks for fault in check(stated))
    return next(found, None) or next(in_play(definition_of(module)), None)


def modules_inside(stated: Stated) -> list[ModuleType]:
    """The modules of a package, as far as they were imported."""
    inside = f"{stated['__name__']}."
    return [module for name, module in [*sys.modules.items()] if name.startswith(inside)]


def kept_inside(stated: Stated) -> Iterator[Words]:
    """Parts of a game that a module of its package has and its face does not show."""
    wanted = PARTS.arguments
    for module in modules_inside(stated):
        for name, value in vars(module).items():
            if (
                name in wanted
                and name not in stated
                and getattr(value, "__module__", "") == module.__name__
                and arguments(value) == len(wanted[name].split(", "))
            ):
                file = f"{module.__name__.removeprefix(stated['__name__'] + '.')}.py"
                yield Words(
                    f"{file} has {name}, but __init__.py does not import it",
                    f"{file} hat {name}, aber __init__.py importiert es nicht",
                )


def pairs(stated: Stated) -> Iterator[Words]:
    """Parts of which one is nothing without the other."""
    pairs = ("symmetries", "turned"), ("turned", "symmetries"), ("PLANE", "observe")
    for name, other in pairs:
        if name in stated and other not in stated:
            yield Words(f"it has {name}, but no {other}", f"{name} ist da, aber {other} fehlt")


def state(stated: Stated) -> Iterator[Words]:
    """A state is a NamedTuple of sets and small numbers."""
    kind = stated["State"]
    if not is_named_tuple(kind):
        yield Words("State is not a NamedTuple", "State ist kein NamedTuple")
        return
    for field, type in get_type_hints(kind).items():
        if type not in (int, U64) and not (
            is_named_tuple(type) and set(get_type_hints(type).values()) <= {int, U64}
        ):
            shown = getattr(type, "__name__", str(type))
            yield Words(
                f"State.{field} is a {shown}; fields are U64, int or Wide",
                f"State.{field} ist ein {shown}; Felder sind U64, int oder Wide",
            )
    if "player" not in stated and "turn" not in kind._fields:
        yield Words(
            "its State has no field turn, and it has no function player",
            "ihr State hat kein Feld turn, und eine Funktion player fehlt auch",
        )


def is_named_tuple(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def numbers(stated: Stated) -> Iterator[Words]:
    """How many actions there are and what they are called."""
    most, pattern = stated["ACTIONS"], stated["ACTION"]
    if not isinstance(most, int) or not 1 <= most <= MOST_ACTIONS:
        yield Words(
            f"ACTIONS is {most!r}, not a number from 1 to {MOST_ACTIONS}",
            f"ACTIONS ist {most!r}, keine Zahl von 1 bis {MOST_ACTIONS}",
        )
    try:
        re.compile(pattern)
    except (re.error, TypeError) as error:
        yield Words(
            f"ACTION is not a regular expression: {error}",
            f"ACTION ist kein regulärer Ausdruck: {error}",
        )


def about(stated: Stated) -> Iterator[Words]:
    """Who plays, and what their pieces look like."""
    about: About = stated["ABOUT"]
    for look in about.looks:
        yield from unknown_look(Words("ABOUT.looks", "ABOUT.looks"), look.colour, look.mark)
    for option in about.options:
        counts = [str(number + 1) for number in range(len(about.players))]
        if option.name == "players" and not set(option.values) <= set(counts):
            listed = ", ".join(counts)
            yield Words(
                f"option players is one of {listed}: ABOUT.players names so many",
                f"players ist eines von {listed}: So viele nennt ABOUT.players",
            )


def unknown_look(where: Words, colour: str, mark: str) -> Iterator[Words]:
    """A colour or mark that no picture shows."""
    colours, marks = ", ".join(get_args(Colour)), ", ".join(get_args(Mark))
    if colour not in get_args(Colour):
        yield Words(
            f"{where.en}: {colour!r} is not one of the colours {colours}",
            f"{where.de}: {colour!r} ist keine der Farben {colours}",
        )
    if mark not in get_args(Mark):
        yield Words(
            f"{where.en}: {mark!r} is not one of the marks {marks}",
            f"{where.de}: {mark!r} ist keines der Zeichen {marks}",
        )


def constants(stated: Stated) -> Iterator[Words]:
    """Plain numbers beside sets, in the rules of a game."""
    parts = (stated, *map(vars, modules_inside(stated)))
    yield from plain_numbers(rule for part in parts for rule in own_rules(part, stated))


def in_play(definition: GameDefinition) -> Iterator[Words]:
    """What shows when a game is played: with the usual options, then with each other value."""
    options = definition.about.options
    usual = {option.name: option.values[0] for option in options}
    others = [usual | {one.name: value} for one in options for value in one.values[1:]]
    for chosen in (usual, *others):
        yield from in_a_game(Game(definition.module.__name__, definition, chosen))


def in_a_game(game: Game) -> Iterator[Words]:
    """Numbers that are none of the game's actions or players, in a short random game."""
    dice, position = random.Random(1), game.start(1)
    for _ in range(PROBED):
        if not 0 <= position.player < game.players:
            yield no_such_player(position)
            return
        if position.is_over:
            return
        ways = game.definition.candidates(position.state).ways
        if not 1 <= ways <= MOST_WAYS:
            yield Words(
                f"candidates have {ways} ways, not 1 to {MOST_WAYS}",
                f"candidates haben {ways} Wege, nicht 1 bis {MOST_WAYS}",
            )
            return
        try:
            actions = position.actions()
        except BrokenContract as broken:
            yield broken.words
            return
        if not actions:
            return
        position = position.after_legal(dice.choice(actions))


def no_such_player(position: Position) -> Words:
    """It is the turn of nobody.  (Such a position may have no text.)"""
    player, players = position.player, position.game.players
    return Words(
        f"player is {player}, but there are {players}: 0 to {players - 1}",
        f"player ist {player}, aber es gibt {players}: 0 bis {players - 1}",
    )
