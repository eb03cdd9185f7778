"""Positions: the Python interface to a state of a game, with names and texts."""

from collections.abc import Callable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from steinreich.core import narration, setup
from steinreich.core.symmetry import find_canonical, get_key, transform_name
from steinreich.rules import arguments, boards
from steinreich.rules.about import Action, Count, Effects, Ending, Piece
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import BadArgument, BadType, IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.untrusted import did_you_mean

if TYPE_CHECKING:
    from steinreich.core.game import Game

OVER = Text("the game is over")
NO_SUCH_ACTION = Text("no action with this number is legal here")
NOT_ALLOWED = Text("the rules do not allow it here")


class Position:
    """An immutable position of a game; `play` returns a new one.

    Actions have names and numbers; numbers are faster. `legal_moves` and `play` use names,
    `actions` and `after` use numbers.

    >>> from steinreich import load
    >>> position = load("inner_square").start()
    >>> position.player, len(position.legal_moves()), position.legal_moves()[:3]
    (0, 27, ['a2-a3', 'a2-a4', 'a2-a5'])
    >>> position = position.play("c2-c5")
    >>> position.last_move, position.player, position.is_over, position.returns
    ('c2-c5', 1, False, (0, 0))
    >>> str(position)
    'yyyyyyy/yyyyyyy/2r4/7/7/rr1rrrr/rrrrrrr y 1'
    >>> position.play("c2-c5")
    Traceback (most recent call last):
    steinreich.rules.errors.IllegalMove: 'c2-c5': yellow has no stone on c2
    >>> position.describe_action("a6-a5")
    Action(kind='move', cells=(35, 28), puts=())
    """

    __slots__ = (
        "cached_effects",
        "cached_outcome",
        "game",
        "last_move",
        "last_step",
        "placed_tiles",
        "state",
    )
    game: "Game"  #: with its options
    state: Any  # the game's State
    last_step: tuple[Any, int] | None  # the state before the last action, and the action, if known
    last_move: str | None  #: the name of the action that led here, if known
    placed_tiles: tuple[tuple[int, ...], ...]  # the cells of each tile, as far as known
    cached_outcome: int | None
    cached_effects: Effects | None  # of the action that led here
    # The function behind `text`; set by `draw`, which this layer must not import
    render_text: ClassVar[Callable[["Position", bool, str], str]]

    def __init__(
        self,
        game: "Game",
        state: Any,
        last_step: tuple[Any, int] | None = None,
        placed_tiles: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        definition = getattr(game, "definition", None)
        if definition is None:
            raise arguments.bad_type("game", "a Game", game)
        if not isinstance(state, definition.state):
            expected = Text("a state of {game}", game=repr(game))
            raise arguments.bad_type("state", expected, state)
        if last_step is None and (number := definition.last_action(state)) is not None:
            last_step = state, number  # name and cells of the action are the same in both states
        last_move = definition.name(*last_step) if last_step else None
        if last_step and definition.has_tiles:
            placed_tiles = (*placed_tiles, definition.describe_action(*last_step).cells)
        values = (None, None, game, last_move, last_step, placed_tiles, state)  # as in __slots__
        for field, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, field, value)

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError("a position is immutable; play returns a new one")

    @property
    def player(self) -> int:
        """The index of the player to move."""
        return int(self.game.definition.player(self.state))

    @property
    def outcome(self) -> int:
        """The index of the winner, or ONGOING, DRAW or LOST."""
        if self.cached_outcome is None:
            outcome = int(self.game.definition.outcome(self.state))
            object.__setattr__(self, "cached_outcome", outcome)
            return outcome
        return self.cached_outcome

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.outcome != ONGOING

    @property
    def returns(self) -> tuple[int, ...]:
        """+1 for the winner and -1 for every other player; all 0 in a draw or during the game."""
        outcome, players = self.outcome, self.game.players
        if outcome in (ONGOING, DRAW):
            return (0,) * players
        if outcome == LOST:
            return (-1,) * players
        return tuple(1 if player == outcome else -1 for player in range(players))

    @property
    def starts_turn(self) -> bool:
        """True if the next action is the first of a turn."""
        return bool(self.game.definition.starts_turn(self.state))

    @property
    def prompt(self) -> Text:
        """What the player to move has to do, as a text."""
        return self.game.definition.prompt(self.state)

    @property
    def info(self) -> Text:
        """Facts that the board does not show (coins, balls left); may be empty."""
        return self.game.definition.info(self.state)

    @property
    def winning_lines(self) -> list[list[int]]:
        """The cells of each line of the winner, if lines win."""
        return (
            self.game.definition.winning_lines(self.state, self.outcome)
            if self.outcome >= 0
            else []
        )

    @property
    def ending(self) -> Ending | None:
        """The winner, the reason, and the cells that show the reason; None during the game.

        >>> from steinreich import load
        >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r").play("a1")
        >>> position.ending.winner, str(position.ending.reason)
        (0, 'Red completed a four')
        >>> position.game.board.names(position.ending.cells)
        ('a1.1', 'a1.2', 'a1.3', 'a1.4')
        """
        if not self.is_over:
            return None
        ending = narration.get_ending(self)
        return ending._replace(reason=ending.get_reason(self.game.about.players))

    def pieces(self) -> list[Piece]:
        """Return the pieces on the board."""
        definition = self.game.definition
        pieces = definition.pieces(self.state)
        return (
            boards.join_tiles(pieces, self.game.board, self.placed_tiles)
            if definition.has_tiles
            else pieces
        )

    def details(self) -> dict[str, str]:
        """Return the details for `Game.setup`: the player to move, the phase and so on."""
        return setup.get_details(self)

    def counts(self) -> list[Count]:
        """Return the counts of pieces, coins or lines, if the game has any."""
        return self.game.definition.counts(self.state)

    def actions(self) -> list[int]:
        """Return the legal actions as integers in ascending order."""
        return [] if self.is_over else self.game.legal_actions(self.state)

    def name(self, action: int) -> str:
        """Return the name of a legal action."""
        return self.game.definition.name(self.state, self.check_action(action))

    def describe_action(self, action: int | str) -> Action:
        """Return the description of a legal action, given by number or name: its kind, its cells
        and the pieces it places.
        """
        number = self.parse_move(action) if isinstance(action, str) else self.check_action(action)
        return self.game.definition.describe_action(self.state, number)

    @property
    def last_action_description(self) -> Action | None:
        """The description of the action that led here, if known."""
        return self.game.definition.describe_action(*self.last_step) if self.last_step else None

    @property
    def last_spoken_name(self) -> Text | None:
        """The action that led here in words, "E5 captures E4", if known."""
        return self.game.definition.spoken_name(*self.last_step) if self.last_step else None

    def actions_by_name(self) -> dict[str, int]:
        """Return the legal actions by name."""
        name = self.game.definition.name
        return {name(self.state, action): action for action in self.actions()}

    def legal_moves(self) -> list[str]:
        """Return the names of the legal actions, sorted."""
        return sorted(self.actions_by_name())

    def parse_move(self, name: str) -> int:
        """Return the action of this name; `IllegalMove` states why it cannot be played."""
        if not isinstance(name, str):
            kind = type(name).__name__
            raise BadType(
                Text(
                    "the name of an action is a str, not {kind}; use after({name}) for numbers",
                    kind=kind,
                    name=repr(name),
                )
            )
        number = self.find_move(name)
        if number is None:
            why = self.explain_illegal_name(name)
            raise IllegalMove(why.after(repr(name[:40])), why)
        return number

    def find_move(self, name: str) -> int | None:
        """Return the legal action of this name, or None.

        Not all legal actions are generated if the game defines `find_action`.
        """
        definition = self.game.definition
        if definition.find_action is None:
            return self.actions_by_name().get(name)
        if self.is_over or not definition.action_pattern.fullmatch(name):
            return None
        parsed = self.parse_action(name)
        number = definition.find_action(self.state, parsed) if isinstance(parsed, Action) else None
        if number is None or not self.is_legal(number):
            return None
        return number if definition.name(self.state, number) == name else None

    def find_action(self, description: Action) -> int | None:
        """Return the legal action with this description, or None."""
        definition = self.game.definition
        describe = definition.describe_action
        if definition.find_action is None:
            actions = self.actions()
            matching = (action for action in actions if describe(self.state, action) == description)
            return next(matching, None)
        number = None if self.is_over else definition.find_action(self.state, description)
        if number is None or not self.is_legal(number):
            return None
        return number if describe(self.state, number) == description else None

    def parse_action(self, name: str) -> Action | Text | None:
        """Return the description of the action of a well-formed name, legal or not, or the reason
        why there is no such action; None if the game does not define `parse_action`.
        """
        parse_action = self.game.definition.parse_action
        return parse_action(self.state, name) if parse_action else None

    def is_legal(self, action: int) -> bool:
        """Return whether an action, given by number, is legal; the game must not be over."""
        return self.game.is_legal(self.state, action)

    def explain_illegal_name(self, name: str) -> Text:
        """Return the reason why no legal action has this name."""
        if self.is_over:
            return OVER
        if not self.game.definition.action_pattern.fullmatch(name):
            return describe_unknown_name(name, self.legal_moves())
        parsed = self.parse_action(name)
        reason = self.explain_illegal_action(parsed) if isinstance(parsed, Action) else parsed
        return reason or NOT_ALLOWED

    def explain_illegal_action(self, description: Action) -> Text | None:
        """Return the reason why the described action is illegal.

        The description may be incomplete (its first cells only); None means that nothing is wrong
        so far.
        """
        return self.game.definition.why_not(self.state, description)

    def spoken_name(self, action: int) -> Text:
        """Return a legal action in words: "E5 captures E4"."""
        return self.game.definition.spoken_name(self.state, self.check_action(action))

    def effects(self, name: str) -> Effects:
        """Return the effects of a legal action: captured pieces and completed lines."""
        return narration.get_effects(self, self.parse_move(name))

    def get_last_effects(self, before: "Position") -> Effects:
        """Return the effects of the action that led here; `before` is the position before it."""
        assert self.last_step is not None  # known, since `before` is
        if self.cached_effects is None:
            effects = narration.get_effects(before, self.last_step[1])
            object.__setattr__(self, "cached_effects", effects)
            return effects
        return self.cached_effects

    def narrate(self, name: str) -> Text:
        """Return a legal action in words, with its effects: `c2 to c5, takes d5`."""
        action = self.parse_move(name)
        return narration.narrate(self.spoken_name(action), narration.get_effects(self, action))

    def notation(self, name: str) -> str:
        """Return the entry of a legal action in a list of moves, with its effects: `c2-c5 ×d5`."""
        return narration.add_sign(name, self.effects(name))

    def play(self, name: str) -> "Position":
        """Return the position after the action of this name; `IllegalMove` states why it is
        illegal.
        """
        return self.after_legal(self.parse_move(name))

    def after(self, action: int) -> "Position":
        """Return the position after an action given by number; `IllegalMove` if it is illegal.

        >>> from steinreich import load
        >>> position = load("vier3d").start()
        >>> position.actions()[:3], position.name(1)
        ([0, 1, 2], 'b1')
        >>> position.after(1) == position.play("b1")
        True
        """
        return self.after_legal(self.check_action(action))

    def check_action(self, action: Any) -> int:
        """Return the number of a legal action as a plain `int`; `IllegalMove` for any other
        number."""
        if isinstance(action, str):
            raise BadType(
                Text(
                    "the number of an action is an integer; use play({action}) for names",
                    action=repr(action),
                )
            )
        try:
            number = index(action)  # an integer of any type, but no float
        except TypeError:
            name, expected = Text("the number of an action"), Text("a whole number")
            raise arguments.bad_type(name, expected, action) from None
        if self.is_over or not self.is_legal(number):
            why = OVER if self.is_over else NO_SUCH_ACTION
            raise IllegalMove(why.after(str(number)), why)
        return number

    def after_legal(self, action: int) -> "Position":
        """Return the position after an action that is known to be legal; it is not checked."""
        state = self.game.definition.play(self.state, action)
        return Position(self.game, state, (self.state, action), self.placed_tiles)

    def transform(self, symmetry: Mapping[str, str]) -> "Position":
        """Return the position rotated or mirrored by one of the game's symmetries.

        >>> from steinreich import load
        >>> position = load("vier3d").start().play("b1")
        >>> len({position.transform(symmetry) for symmetry in position.game.symmetries})
        8
        """
        transform = self.game.definition.transform
        if transform is None:
            raise BadArgument(Text("{game} has no symmetries", game=self.game.name))
        if not isinstance(symmetry, Mapping) or symmetry not in self.game.symmetries:
            expected = Text("one of game.symmetries")
            raise BadArgument(arguments.mismatch_message("symmetry", expected, symmetry))
        return Position(self.game, transform(self.state, symmetry))

    def transform_move(self, name: str, symmetry: Mapping[str, str]) -> str:
        """Return the name of a legal action in the transformed position."""
        self.parse_move(name)  # raises an error for an illegal action
        self.transform(symmetry)  # raises an error for an invalid symmetry
        return transform_name(name, symmetry)

    def transform_action(self, action: int, symmetry: Mapping[str, str]) -> int:
        """Return the number of a legal action in the transformed position."""
        image = self.transform(symmetry)
        return image.parse_move(transform_name(self.name(action), symmetry))

    def canonical(self) -> "Position":
        """Return the canonical position among all symmetric images of this one.

        >>> from steinreich import load
        >>> start = load("vier3d").start()
        >>> len({start.play(corner).canonical() for corner in ("a1", "a4", "d1", "d4")})
        1
        """
        return find_canonical(self)

    @property
    def key(self) -> str:
        """A short key shared by all symmetric images of a position, and by no other position of any
        game and options.

        It is the same in all versions of this package, so it can be stored.  It can be used to
        count positions up to symmetry.

        >>> from steinreich import load
        >>> start = load("vier3d").start()
        >>> len({start.play(rod).key for rod in start.legal_moves()})
        3
        """
        return get_key(self)

    def after_pass(self) -> "Position | None":
        """Return the position after a pass of the player to move, which shows the opponent's
        threats.

        Return None if passing is impossible. The position may have no position string, since no
        game leads to it.
        """
        state = None if self.is_over else self.game.definition.after_pass(self.state)
        return (
            None
            if state is None
            else Position(self.game, state, self.last_step, self.placed_tiles[:-1])
        )

    def text(self, colour: bool = False, language: str = "en") -> str:
        """Return the board as lines of text for a terminal, optionally with colours (ANSI codes).

        >>> from steinreich import load
        >>> print(load("chain_reaxis(size=4x4)").start().play("b2c2").text())
        4 . . . .
        3 . . . .
        2 . o x .
        1 . . . .
          a b c d
        <BLANKLINE>
        Perforated: place a tile that touches the last one
        Last action: b2c2
        """
        return Position.render_text(self, colour, language)

    def __str__(self) -> str:
        return self.game.definition.text(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __deepcopy__(self, memo: object) -> "Position":
        return self  # immutable

    def __reduce__(self) -> tuple[Any, ...]:
        # As plain tuples: pickle cannot import a State of a game file.
        last_step = (tuple(self.last_step[0]), self.last_step[1]) if self.last_step else None
        return restore, (self.game, tuple(self.state), last_step, self.placed_tiles)


def describe_unknown_name(name: str, legal: list[str]) -> Text:
    """Return the message for an unknown action, with a similar name or an example."""
    if question := did_you_mean(name, legal):
        return Text("not the name of an action; {meant}", meant=question)
    return Text("not the name of an action (one would be {legal})", legal=repr(legal[0]))


def expect_position(value: object, game: "Game | None" = None, name: str = "position") -> None:
    """Raise `BadArgument` unless a value is a position, and of this game if one is given."""
    expected = Text("a Position, as returned by game.start() or game.position(text)")
    position = arguments.check_instance(name, value, Position, expected)
    if game is not None and position.game != game:
        raise BadArgument(
            Text(
                "{name} is of {game}, not of {game2}",
                name=name,
                game=repr(position.game),
                game2=repr(game),
            )
        )


def expect_live(value: object, game: "Game | None", name: str = "position") -> None:
    """Raise `BadArgument` unless a value is a position of this game that is not over."""
    expect_position(value, game, name)
    if value.is_over:  # type: ignore[attr-defined]  # it is a position
        raise BadArgument(Text("the game is over: there is nothing to analyse"))


def restore(
    game: "Game",
    state: tuple[Any, ...],
    last_step: tuple[tuple[Any, ...], int] | None,
    placed_tiles: tuple[tuple[int, ...], ...],
) -> Position:
    """Return a position from its pickled parts."""
    make_state = game.definition.state
    step = (make_state(*last_step[0]), last_step[1]) if last_step else None
    # Without the tile of the last step, which `Position` adds.
    return Position(game, make_state(*state), step, placed_tiles[:-1])
