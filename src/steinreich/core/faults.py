"""Detection of faults in game modules, when they are loaded.

Machine code does not check array indexes. So a few random actions are played first, with each value
of every option: an action beyond `NUM_ACTIONS` or an invalid player would be out of bounds.
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

from steinreich.compile.binder import find_reachable_rules
from steinreich.core.game import Game, get_definition
from steinreich.core.observation import find_observation_faults
from steinreich.core.parts import Namespace, Parts, find_own_rules
from steinreich.core.plain_numbers import find_plain_numbers
from steinreich.core.position import Position
from steinreich.rules.about import About
from steinreich.rules.bits import U64, LookupTable
from steinreich.rules.contract import PARTS, GameDefinition
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Colour, Mark

MAX_ACTIONS = 1 << 12  # supported by the searches
MAX_WAYS = 64  # of candidates: the ways of a cell are a 64-bit set

GAME_PARTS = Parts(tuple(PARTS.values()))
MAX_PROBED_ACTIONS = 40  # of a random game


def find_fault(module: ModuleType) -> Text | None:
    """Return the first fault of a game module; None if there is none."""
    namespace = vars(module)
    checks = (
        find_unexported_parts,
        GAME_PARTS.find_faults,
        find_state_faults,
        find_action_faults,
        find_about_faults,
        find_rule_faults,
        find_constant_faults,
        find_observation_faults,
    )
    faults = (fault for check in checks for fault in check(namespace))
    return next(faults, None) or next(find_play_faults(get_definition(module)), None)


def find_submodules(namespace: Namespace) -> list[ModuleType]:
    """Return the imported submodules of a package."""
    prefix = f"{namespace['__name__']}."
    return [module for name, module in [*sys.modules.items()] if name.startswith(prefix)]


def find_unexported_parts(namespace: Namespace) -> Iterator[Text]:
    """Report parts of a game that a submodule defines and `__init__.py` does not import."""
    for module in find_submodules(namespace):
        for name, value in vars(module).items():
            if (
                name not in namespace
                and getattr(value, "__module__", "") == module.__name__
                and GAME_PARTS.is_function_for(name, value)
            ):
                file = f"{module.__name__.removeprefix(namespace['__name__'] + '.')}.py"
                yield Text(
                    "{file} has {name}, but __init__.py does not import it", file=file, name=name
                )


def find_state_faults(namespace: Namespace) -> Iterator[Text]:
    """Report a `State` that is not a NamedTuple of sets and integers."""
    state_type = namespace["State"]
    if not is_named_tuple(state_type):
        yield Text("State is not a NamedTuple")
        return
    for field, type in get_type_hints(state_type).items():
        if type not in (int, U64) and not (
            is_named_tuple(type) and set(get_type_hints(type).values()) <= {int, U64}
        ):
            shown = getattr(type, "__name__", str(type))
            yield Text(
                "State.{field} is a {shown}; fields are U64, int or Wide", field=field, shown=shown
            )
    if "player" not in namespace and "turn" not in state_type._fields:
        yield Text("State has no field turn, and there is no function player")


def is_named_tuple(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def find_action_faults(namespace: Namespace) -> Iterator[Text]:
    """Report an invalid number or pattern of actions."""
    num_actions, pattern = namespace["NUM_ACTIONS"], namespace["ACTION_PATTERN"]
    if not 1 <= num_actions <= MAX_ACTIONS:
        yield Text(
            "NUM_ACTIONS is {most}, not a number from 1 to {most_actions}",
            most=repr(num_actions),
            most_actions=MAX_ACTIONS,
        )
    try:
        re.compile(pattern)
    except re.error as error:
        yield Text("ACTION_PATTERN is not a regular expression: {error}", error=error)


def find_about_faults(namespace: Namespace) -> Iterator[Text]:
    """Report invalid looks of pieces, and more players than have names."""
    about: About = namespace["ABOUT"]
    for look in about.looks:
        yield from find_look_faults(Text("ABOUT.looks"), look.colour, look.mark)
    for option in about.options:
        counts = [str(number + 1) for number in range(len(about.players))]
        if option.name == "players" and not set(option.values) <= set(counts):
            listed = ", ".join(counts)
            yield Text(
                "option players can only be {listed}, up to the number of names in ABOUT.players",
                listed=listed,
            )


def find_look_faults(where: Text, colour: str, mark: str) -> Iterator[Text]:
    """Report an unknown colour or mark; `where` says what has this look."""
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


def find_rules(namespace: Namespace) -> list[Any]:
    """Return the rules of a module or package, and all rules of other modules that they call."""
    namespaces = (namespace, *map(vars, find_submodules(namespace)))
    own = dict.fromkeys(rule for part in namespaces for rule in find_own_rules(part, namespace))
    others = {other for rule in own for other in find_reachable_rules(rule)} - own.keys()
    return [*own, *sorted(others, key=lambda rule: (rule.__module__, rule.__qualname__))]


def find_rule_faults(namespace: Namespace) -> Iterator[Text]:
    """Report names in rules that are undefined, not machine code, or not found by the binder."""
    for rule in find_rules(namespace):
        for path in find_global_paths(rule.__code__):
            yield from find_reference_faults(rule, path)


def find_reference_faults(rule: Any, path: tuple[str, ...]) -> Iterator[Text]:
    """Report the use of an undefined name, of a function without `@rule`, or of a rule, constant or
    table as an attribute of a module.

    `path` is the global with attributes that the rule reads, such as `("helpers", "resting")`.
    """
    name, namespace = path[0], rule.__globals__
    if name not in namespace and not hasattr(builtins, name):
        yield Text("{name} uses {name2}, which is not defined", name=rule.__name__, name2=name)
    value, used = namespace.get(name), path[:1]
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
            "{name} uses {shown}; rules can use only names of their own module: write 'from "
            "... import {name2}'",
            name=rule.__name__,
            shown=shown,
            name2=name,
        )


def find_global_paths(code: CodeType) -> Iterator[tuple[str, ...]]:
    """Yield the globals that a function uses with the attributes that it reads of them, including
    nested functions: `("helpers", "resting")`.
    """
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
            yield from find_global_paths(constant)


def find_constant_faults(namespace: Namespace) -> Iterator[Text]:
    """Report plain numbers that the rules of a game combine with sets."""
    yield from find_plain_numbers(find_rules(namespace))


def find_play_faults(definition: GameDefinition) -> Iterator[Text]:
    """Report faults in short random games, with default options and with each other value."""
    options = definition.about.options
    defaults = {option.name: option.values[0] for option in options}
    others = [defaults | {option.name: value} for option in options for value in option.values[1:]]
    for chosen in (defaults, *others):
        yield from find_game_faults(Game(definition.module.__name__, definition, chosen))


def find_game_faults(game: Game) -> Iterator[Text]:
    """Report actions or players out of range in a short random game."""
    rng, position = random.Random(1), game.start(1)
    for _ in range(MAX_PROBED_ACTIONS):
        if not 0 <= position.player < game.players:
            yield describe_invalid_player(position)
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
            yield broken.message
            return
        if not actions:
            return
        position = position.after_legal(rng.choice(actions))


def describe_invalid_player(position: Position) -> Text:
    """Return the fault that the player is out of range; it names no position, since `text` may
    fail.
    """
    player, players = position.player, position.game.players
    return Text(
        "player is {player}; with {players} players it must be from 0 to {players2}",
        player=player,
        players=players,
        players2=players - 1,
    )
