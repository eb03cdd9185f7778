"""Faults of game modules, found when a module is loaded.

Machine code checks nothing. A few random actions are therefore played first, with each value of
every option: an action beyond `NUM_ACTIONS` or an invalid player would be an index beyond an array.
"""

import builtins
import dis
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, get_args, get_type_hints

from steinreich.compile.binder import reached
from steinreich.core.game import Game, get_definition
from steinreich.core.observation import observation_faults
from steinreich.core.parts import Parts, Stated, own_rules
from steinreich.core.plain_numbers import plain_numbers
from steinreich.core.position import Position
from steinreich.rules.about import About
from steinreich.rules.bits import U64, LookupTable
from steinreich.rules.contract import PARTS, GameDefinition
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Colour, Mark

MAX_ACTIONS = 1 << 12  # limit of the searches
MAX_WAYS = 64  # of candidates: the ways of a cell are a 64-bit set

GAME_PARTS = Parts(tuple(PARTS.values()))
MAX_PROBED_ACTIONS = 40  # of a random game


def find_fault(module: ModuleType) -> Text | None:
    """Return the first fault of a game module."""
    stated = vars(module)
    checks = (
        unexported_parts,
        GAME_PARTS.faults,
        state_faults,
        action_faults,
        about_faults,
        rule_faults,
        constant_faults,
        observation_faults,
    )
    found = (fault for check in checks for fault in check(stated))
    return next(found, None) or next(play_faults(get_definition(module)), None)


def modules_inside(stated: Stated) -> list[ModuleType]:
    """Return the imported modules of a package."""
    inside = f"{stated['__name__']}."
    return [module for name, module in [*sys.modules.items()] if name.startswith(inside)]


def unexported_parts(stated: Stated) -> Iterator[Text]:
    """Report parts of a game that are in a module of its package but not in its `__init__.py`."""
    for module in modules_inside(stated):
        for name, value in vars(module).items():
            if (
                name not in stated
                and getattr(value, "__module__", "") == module.__name__
                and GAME_PARTS.is_function_for(name, value)
            ):
                file = f"{module.__name__.removeprefix(stated['__name__'] + '.')}.py"
                yield Text(
                    "{file} has {name}, but __init__.py does not import it", file=file, name=name
                )


def state_faults(stated: Stated) -> Iterator[Text]:
    """Report a state that is not a NamedTuple of sets and integers."""
    kind = stated["State"]
    if not is_named_tuple(kind):
        yield Text("State is not a NamedTuple")
        return
    for field, type in get_type_hints(kind).items():
        if type not in (int, U64) and not (
            is_named_tuple(type) and set(get_type_hints(type).values()) <= {int, U64}
        ):
            shown = getattr(type, "__name__", str(type))
            yield Text(
                "State.{field} is a {shown}; fields are U64, int or Wide", field=field, shown=shown
            )
    if "player" not in stated and "turn" not in kind._fields:
        yield Text("its State has no field turn, and it has no function player")


def is_named_tuple(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def action_faults(stated: Stated) -> Iterator[Text]:
    """Report an invalid number or pattern of actions."""
    most, pattern = stated["NUM_ACTIONS"], stated["ACTION_PATTERN"]
    if not 1 <= most <= MAX_ACTIONS:
        yield Text(
            "NUM_ACTIONS is {most}, not a number from 1 to {most_actions}",
            most=repr(most),
            most_actions=MAX_ACTIONS,
        )
    try:
        re.compile(pattern)
    except re.error as error:
        yield Text("ACTION_PATTERN is not a regular expression: {error}", error=error)


def about_faults(stated: Stated) -> Iterator[Text]:
    """Report invalid players and looks of pieces."""
    about: About = stated["ABOUT"]
    for look in about.looks:
        yield from unknown_look(Text("ABOUT.looks"), look.colour, look.mark)
    for option in about.options:
        counts = [str(number + 1) for number in range(len(about.players))]
        if option.name == "players" and not set(option.values) <= set(counts):
            listed = ", ".join(counts)
            yield Text(
                "option players is one of {listed}: ABOUT.players names so many", listed=listed
            )


def unknown_look(where: Text, colour: str, mark: str) -> Iterator[Text]:
    """Report an unknown colour or mark."""
    colours, marks = ", ".join(get_args(Colour)), ", ".join(get_args(Mark))
    if colour not in get_args(Colour):
        yield Text(
            "{where}: {colour} is not one of the colours {colours}",
            where=where,
            colour=repr(colour),
            colours=colours,
        )
    if mark not in get_args(Mark):
        yield Text(
            "{where}: {mark} is not one of the marks {marks}",
            where=where,
            mark=repr(mark),
            marks=marks,
        )


def all_rules(stated: Stated) -> list[Any]:
    """Return the rules of a module or package, and those that they reach in other modules."""
    parts = (stated, *map(vars, modules_inside(stated)))
    own = dict.fromkeys(rule for part in parts for rule in own_rules(part, stated))
    others = {other for rule in own for other in reached(rule)} - own.keys()
    return [*own, *sorted(others, key=lambda rule: (rule.__module__, rule.__qualname__))]


def rule_faults(stated: Stated) -> Iterator[Text]:
    """Report what a rule uses that cannot be machine code, or that the binder does not find."""
    for rule in all_rules(stated):
        for path in global_paths(rule.__code__):
            yield from reference_faults(rule, path)


def reference_faults(rule: Any, path: tuple[str, ...]) -> Iterator[Text]:
    """Report an unknown name, a function without `@rule`, and parts of rules that are attributes
    of modules."""
    name, known = path[0], rule.__globals__
    if name not in known and not hasattr(builtins, name):
        yield Text("{name} uses {name2}, which is not defined", name=rule.__name__, name2=name)
    value, used = known.get(name), path[:1]
    for name in path[1:]:
        if not isinstance(value, ModuleType):
            break
        value, used = getattr(value, name, None), (*used, name)
    shown = ".".join(used)
    if isinstance(value, FunctionType) and not getattr(value, "is_rule", False):
        code = value.__code__
        where = f"{Path(code.co_filename).name}:{code.co_firstlineno}"
        yield Text(
            "{name} calls {shown} ({where}), which is not marked with @rule",
            name=rule.__name__,
            shown=shown,
            where=where,
        )
    elif len(used) > 1 and (
        isinstance(value, FunctionType | LookupTable) or U64 in (value, type(value))
    ):
        name = used[-1]
        yield Text(
            "{name} uses {shown}: rules find other rules and constants by a name of their own "
            "module; write 'from ... import {name2}'",
            name=rule.__name__,
            shown=shown,
            name2=name,
        )


def global_paths(code: CodeType) -> Iterator[tuple[str, ...]]:
    """Yield the globals that a function uses with the attributes it reads of them, in nested code
    as well: `("helpers", "resting")`."""
    path: tuple[str, ...] = ()
    for instruction in dis.get_instructions(code):
        if path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path += (instruction.argval,)
            continue
        if path:
            yield path
        path = (instruction.argval,) if instruction.opname == "LOAD_GLOBAL" else ()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_paths(constant)


def constant_faults(stated: Stated) -> Iterator[Text]:
    """Report plain numbers beside sets in the rules of a game."""
    yield from plain_numbers(all_rules(stated))


def play_faults(definition: GameDefinition) -> Iterator[Text]:
    """Report faults that show when a game is played: with default options, then with each other
    value."""
    options = definition.about.options
    usual = {option.name: option.values[0] for option in options}
    others = [usual | {one.name: value} for one in options for value in one.values[1:]]
    for chosen in (usual, *others):
        yield from game_faults(Game(definition.module.__name__, definition, chosen))


def game_faults(game: Game) -> Iterator[Text]:
    """Report actions or players out of range in a short random game."""
    dice, position = random.Random(1), game.start(1)
    for _ in range(MAX_PROBED_ACTIONS):
        if not 0 <= position.player < game.players:
            yield no_such_player(position)
            return
        if position.is_over:
            return
        ways = game.definition.candidates(position.state).ways
        if not 1 <= ways <= MAX_WAYS:
            yield Text(
                "candidates have {ways} ways, not 1 to {most_ways}", ways=ways, most_ways=MAX_WAYS
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


def no_such_player(position: Position) -> Text:
    """Return the fault that the player is out of range. (Such a position may have no text.)"""
    player, players = position.player, position.game.players
    return Text(
        "player is {player}, but there are {players}: 0 to {players2}",
        player=player,
        players=players,
        players2=players - 1,
    )
