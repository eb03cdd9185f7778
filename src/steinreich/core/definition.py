"""A game as one typed object: all that a game file may state, with defaults for what it leaves out.

Everything but the machine code, which is made from the module itself, asks this object.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from steinreich.compile.binder import CONTRACT, Binder
from steinreich.rules import contract
from steinreich.rules.about import (
    About,
    Action,
    Board,
    Count,
    Effects,
    Ending,
    Figure,
    Options,
    Piece,
    SetUp,
)
from steinreich.rules.contract import Candidates
from steinreich.rules.language import NO_WORDS, Words

State = Any  # each game has its own NamedTuple


@dataclass(frozen=True, slots=True, eq=False)
class GameDefinition:
    """What a game states."""

    module: ModuleType  # its rules, for machine code
    # What it is
    about: About
    actions: int  # how many action numbers there are
    action_pattern: re.Pattern[str]  # of the names of actions
    state: type[Any]
    # Its rules, as plain Python
    plain: Binder  # binds generic rules to them
    candidates: Callable[[State], Candidates]
    legal: Callable[[State, Candidates, int], bool]
    legal_ways: Callable[[State, Candidates, int], int]
    has_legal_ways: bool
    play: Callable[[State, int], State]
    outcome: Callable[[State], int]
    player: Callable[[State], int]
    variety: Callable[[State, int], int]  # where it is left out, asking for it is an error
    has_variety: bool
    observe: Callable[[State], Any]  # as a NamedTuple of sets
    # Names and pictures
    start: Callable[[Options, int | None], State]
    name: Callable[[State, int], str]
    described: Callable[[State, int], Action]
    text: Callable[[State], str]
    parse: Callable[[str, Options], State]
    board: Callable[[Options], Board]
    pieces: Callable[[State], list[Piece]]
    # What it may state
    meant: Callable[[State, str], Action | Words] | None  # of a name: what, or why there is no such
    action: Callable[[State, Action], int | None] | None
    why_not: Callable[[State, Action], Words | None]
    spoken: Callable[[State, int], Words]
    kinds: Mapping[str, Words]
    choices: Mapping[str, Words]
    counts: Callable[[State], list[Count]]
    due: Callable[[State], Words]
    info: Callable[[State], Words]
    symmetries: Callable[[Options], list[dict[str, str]]]
    turned: Callable[[State, Mapping[str, str]], State] | None
    plane: Sequence[Any] | None  # how cells lie in an observation: lists within lists
    starts_turn: Callable[[State], bool]
    single_actions: bool  # each turn is one action
    passed: Callable[[State], State | None]  # if the one to act did nothing; None: that cannot be
    has_draws: bool  # whether a game can end in a draw
    usual_actions: int  # in a game, about
    join: str  # between the actions of a turn in records
    tiles: bool
    last: Callable[[State], int | None]
    winning: Callable[[State, int], list[list[int]]]
    ending: Callable[[State, int, Action | None], Ending] | None
    effects: Callable[[State, int], Effects] | None
    figures: Callable[[Options], Mapping[str, Figure]]
    setup: Callable[[Mapping[int, Piece], Options], SetUp] | None  # pieces are given by cell


SHOWN = ("start", "name", "described", "text", "parse", "board", "pieces")  # by every game


@cache
def definition_of(module: ModuleType) -> GameDefinition:
    """What a game module states that has all it must have, with defaults for what it leaves out."""
    stated: Mapping[str, Any] = vars(module)
    plain = Binder(module)
    return GameDefinition(
        module=module,
        about=stated["ABOUT"],
        actions=stated["ACTIONS"],
        action_pattern=re.compile(stated["ACTION"]),
        state=stated["State"],
        plain=plain,
        **{name: plain(getattr(contract, name)) for name in CONTRACT},
        has_legal_ways="legal_ways" in stated,
        has_variety="variety" in stated,
        **{name: stated[name] for name in SHOWN},
        meant=stated.get("meant"),
        action=stated.get("action"),
        why_not=stated.get("why_not", lambda s, wanted: None),
        spoken=stated.get("spoken", lambda s, action: Words(*2 * (stated["name"](s, action),))),
        kinds=stated.get("KINDS", {}),
        choices=stated.get("CHOICES", {}),
        counts=stated.get("counts", lambda s: []),
        due=stated.get("due", lambda s: Words("make a move", "Mach einen Zug")),
        info=stated.get("info", lambda s: NO_WORDS),
        symmetries=stated.get("symmetries", lambda options: []),
        turned=stated.get("turned"),
        plane=stated.get("PLANE"),
        starts_turn=stated.get("starts_turn", lambda s: True),
        single_actions="starts_turn" not in stated,
        passed=stated.get("passed", lambda s: None),
        has_draws=stated.get("DRAWS", True),
        usual_actions=stated.get("USUAL_ACTIONS", 40),
        join=stated.get("JOIN", ","),
        tiles=stated.get("TILES", False),
        last=stated.get("last", lambda s: None),
        winning=stated.get("winning", lambda s, winner: []),
        ending=stated.get("ending"),
        effects=stated.get("effects"),
        figures=stated.get("figures", lambda options: {}),
        setup=stated.get("setup"),
    )
