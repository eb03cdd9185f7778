"""Positions for Python users: names and texts outside, integers inside."""

from collections.abc import Callable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from steinreich.core import narration, setup
from steinreich.core import symmetry as symmetry_of
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

    __slots__ = ("came", "game", "known_effects", "known_outcome", "laid", "last_move", "state")
    game: "Game"  #: with its options
    state: Any  # the game's State
    came: tuple[Any, int] | None  # an earlier state and the action that led here, if known
    last_move: str | None  #: the name of the action that led here, if known
    laid: tuple[tuple[int, ...], ...]  # the cells of each tile laid, as far as known
    known_outcome: int | None  # cached
    known_effects: Effects | None  # of the action that led here, cached
    drawn_as_text: ClassVar[Callable[["Position", bool, str], str]]  # set by `draw`, a higher layer

    def __init__(
        self,
        game: "Game",
        state: Any,
        came: tuple[Any, int] | None = None,
        laid: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        stated = getattr(game, "definition", None)
        if stated is None:
            raise arguments.bad_type("game", "a Game", game)
        if not isinstance(state, stated.state):
            expected = Text("a state of {game}", game=repr(game))
            raise arguments.bad_type("state", expected, state)
        if came is None and (number := stated.last_action(state)) is not None:
            came = state, number  # its name and cells are the same in the resulting state
        last_move = stated.name(*came) if came else None
        if came and stated.has_tiles:
            laid = (*laid, stated.describe_action(*came).cells)
        values = (came, game, None, None, laid, last_move, state)
        for field, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, field, value)

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError("a position does not change; play gives a new one")

    @property
    def player(self) -> int:
        """Whose action is due, counted from 0."""
        return int(self.game.definition.player(self.state))

    @property
    def outcome(self) -> int:
        """The winner's number, or ONGOING, DRAW or LOST."""
        if self.known_outcome is None:
            outcome = int(self.game.definition.outcome(self.state))
            object.__setattr__(self, "known_outcome", outcome)
            return outcome
        return self.known_outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome != ONGOING

    @property
    def returns(self) -> tuple[int, ...]:
        """+1 for the winner, -1 for every other player; all 0 in a draw or a live game."""
        outcome, players = self.outcome, self.game.players
        if outcome in (ONGOING, DRAW):
            return (0,) * players
        if outcome == LOST:
            return (-1,) * players
        return tuple(1 if player == outcome else -1 for player in range(players))

    @property
    def starts_turn(self) -> bool:
        """Whether the next action is the first of a turn."""
        return bool(self.game.definition.starts_turn(self.state))

    @property
    def prompt(self) -> Text:
        """What the player has to do now, in words."""
        return self.game.definition.prompt(self.state)

    @property
    def info(self) -> Text:
        """Facts that the board does not show (coins, balls left); may be empty."""
        return self.game.definition.info(self.state)

    @property
    def winning_lines(self) -> list[list[int]]:
        """The cells of the winner's lines, if lines win."""
        return (
            self.game.definition.winning_lines(self.state, self.outcome)
            if self.outcome >= 0
            else []
        )

    @property
    def ending(self) -> Ending | None:
        """The winner, the reason, and the cells that show it; None during the game.

        >>> from steinreich import load
        >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r").play("a1")
        >>> position.ending.winner, str(position.ending.reason)
        (0, 'Red completed a four')
        >>> position.game.board.names(position.ending.cells)
        ('a1.1', 'a1.2', 'a1.3', 'a1.4')
        """
        if not self.is_over:
            return None
        why = narration.ending(self)
        return why._replace(reason=why.named(self.game.about.players))

    def pieces(self) -> list[Piece]:
        """Return the pieces on the board."""
        stated = self.game.definition
        pieces = stated.pieces(self.state)
        return boards.join_tiles(pieces, self.game.board, self.laid) if stated.has_tiles else pieces

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
        return self.game.definition.name(self.state, self.legal_number(action))

    def describe_action(self, action: int | str) -> Action:
        """Return a legal action, given by number or name, as data: kind, cells and pieces put."""
        number = self.parse_move(action) if isinstance(action, str) else self.legal_number(action)
        return self.game.definition.describe_action(self.state, number)

    @property
    def last_action(self) -> Action | None:
        """The action that led here as data, if known."""
        return self.game.definition.describe_action(*self.came) if self.came else None

    @property
    def last_spoken_name(self) -> Text | None:
        """The action that led here in spoken form, if known."""
        return self.game.definition.spoken_name(*self.came) if self.came else None

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
                    "an action is named by text, not by {kind}; after({name}) takes numbers",
                    kind=kind,
                    name=repr(name),
                )
            )
        found = self.find_move(name)
        if found is None:
            why = self.why_not(name)
            raise IllegalMove(why.after(repr(name[:40])), why)
        return found

    def find_move(self, name: str) -> int | None:
        """Return the legal action of this name or None; without listing all actions if possible."""
        definition = self.game.definition
        if definition.find_action is None:
            return self.actions_by_name().get(name)
        if self.is_over or not definition.action_pattern.fullmatch(name):
            return None
        wanted = self.parse_action(name)
        number = definition.find_action(self.state, wanted) if isinstance(wanted, Action) else None
        if number is None or not self.is_legal(number):
            return None
        return number if definition.name(self.state, number) == name else None

    def find_action(self, wanted: Action) -> int | None:
        """Return the legal action with this description or None."""
        definition = self.game.definition
        describe = definition.describe_action
        if definition.find_action is None:
            actions = self.actions()
            return next((one for one in actions if describe(self.state, one) == wanted), None)
        number = None if self.is_over else definition.find_action(self.state, wanted)
        if number is None or not self.is_legal(number):
            return None
        return number if describe(self.state, number) == wanted else None

    def parse_action(self, name: str) -> Action | Text | None:
        """What a well-formed name speaks of, legal or not; or why there is no such thing; None
        where the game does not tell.  Names are read here and nowhere else."""
        parse_action = self.game.definition.parse_action
        return parse_action(self.state, name) if parse_action else None

    def is_legal(self, action: int) -> bool:
        """Return whether an action, given as a number, is legal in this live position."""
        return self.game.is_legal(self.state, action)

    def why_not(self, name: str) -> Text:
        """Return why a name is not a legal action here."""
        if self.is_over:
            return OVER
        if not self.game.definition.action_pattern.fullmatch(name):
            return unknown_name(name, self.legal_moves())
        wanted = self.parse_action(name)
        return (self.refusal(wanted) if isinstance(wanted, Action) else wanted) or NOT_ALLOWED

    def refusal(self, wanted: Action) -> Text | None:
        """Return why the rules forbid an action, perhaps given by its first cells only; None if
        these are valid."""
        return self.game.definition.why_not(self.state, wanted)

    def spoken_name(self, action: int) -> Text:
        """Return a legal action in spoken form."""
        return self.game.definition.spoken_name(self.state, self.legal_number(action))

    def effects(self, name: str) -> Effects:
        """Return the effects of a legal action: captured pieces and completed lines."""
        return narration.effects(self, self.parse_move(name))

    def effects_of_last(self, before: "Position") -> Effects:
        """Return the effects of the action that led here from the position before."""
        assert self.came is not None  # there was one
        if self.known_effects is None:
            effects = narration.effects(before, self.came[1])
            object.__setattr__(self, "known_effects", effects)
            return effects
        return self.known_effects

    def narrated(self, name: str) -> Text:
        """Return a legal action in spoken form, with its effects."""
        action = self.parse_move(name)
        return narration.narrated(self.spoken_name(action), narration.effects(self, action))

    def notation(self, name: str) -> str:
        """Return a legal action for lists, with its effects: `c2-c5 ×d5`."""
        return narration.with_sign(name, self.effects(name))

    def play(self, name: str) -> "Position":
        """Return the position after the action of this name; `IllegalMove` states why it is
        illegal."""
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
        return self.after_legal(self.legal_number(action))

    def legal_number(self, action: Any) -> int:
        """Return the number of a legal action as a plain `int`; `IllegalMove` for any other
        number."""
        if isinstance(action, str):
            raise BadType(
                Text("an action has a number here; play({action}) takes names", action=repr(action))
            )
        try:
            number = index(action)  # an integer of any type, but no float
        except TypeError:
            named = Text("the number of an action")
            whole = Text("a whole number")
            raise arguments.bad_type(named, whole, action) from None
        if self.is_over or not self.is_legal(number):
            why = OVER if self.is_over else NO_SUCH_ACTION
            raise IllegalMove(why.after(str(number)), why)
        return number

    def after_legal(self, action: int) -> "Position":
        """Like `after` for an action known to be legal: unchecked, for speed."""
        state = self.game.definition.play(self.state, action)
        return Position(self.game, state, (self.state, action), self.laid)

    def transform(self, symmetry: Mapping[str, str]) -> "Position":
        """The position turned or mirrored by one of the game's symmetries.

        >>> from steinreich import load
        >>> position = load("vier3d").start().play("b1")
        >>> len({position.transform(one) for one in position.game.symmetries})
        8
        """
        transform = self.game.definition.transform
        if transform is None:
            raise BadArgument(Text("{game} has no symmetries", game=self.game.name))
        if not isinstance(symmetry, Mapping) or symmetry not in self.game.symmetries:
            expected = Text("one of game.symmetries")
            raise BadArgument(arguments.is_not("symmetry", expected, symmetry))
        return Position(self.game, transform(self.state, symmetry))

    def transform_move(self, name: str, symmetry: Mapping[str, str]) -> str:
        """Return the name of a legal action in the transformed position."""
        self.parse_move(name)  # raises an error for an illegal action
        self.transform(symmetry)  # raises an error for an invalid symmetry
        return symmetry_of.transform_name(name, symmetry)

    def transform_action(self, action: int, symmetry: Mapping[str, str]) -> int:
        """Return the number of a legal action in the transformed position."""
        turned = self.transform(symmetry)
        return turned.parse_move(symmetry_of.transform_name(self.name(action), symmetry))

    def canonical(self) -> "Position":
        """Return the canonical position among all symmetric images of this one.

        >>> from steinreich import load
        >>> start = load("vier3d").start()
        >>> len({start.play(corner).canonical() for corner in ("a1", "a4", "d1", "d4")})
        1
        """
        return symmetry_of.canonical(self)

    @property
    def key(self) -> str:
        """A short key shared by all symmetric images of a position, and by no other position of any
        game and options.

        It never changes, so it can be the key of a stored table, or count positions up to symmetry.

        >>> from steinreich import load
        >>> start = load("vier3d").start()
        >>> len({start.play(rod).key for rod in start.legal_moves()})
        3
        """
        return symmetry_of.key(self)

    def after_pass(self) -> "Position | None":
        """Return the position after a pass by the player to act, to find the opponent's threats;
        None if the game has none. No game leads there, so it may have no position string."""
        state = None if self.is_over else self.game.definition.after_pass(self.state)
        return None if state is None else Position(self.game, state, self.came, self.laid[:-1])

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
        return Position.drawn_as_text(self, colour, language)

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
        came = (tuple(self.came[0]), self.came[1]) if self.came else None
        return restore, (self.game, tuple(self.state), came, self.laid)


def unknown_name(name: str, legal: list[str]) -> Text:
    """Return the message for an unknown action, with a similar name or an example."""
    if meant := did_you_mean(name, legal):
        return Text("not the name of an action; {meant}", meant=meant)
    return Text("not the name of an action (one would be {legal})", legal=repr(legal[0]))


def expect_position(given: object, game: "Game | None" = None, name: str = "position") -> None:
    """Refuse values that are not positions, or positions of another game."""
    expected = Text("a Position, as game.start() or game.position(text) gives")
    position = arguments.instance(name, given, Position, expected)
    if game is not None and position.game != game:
        raise BadArgument(
            Text(
                "{name} is of {game}, not of {game2}",
                name=name,
                game=repr(position.game),
                game2=repr(game),
            )
        )


def expect_live(given: object, game: "Game | None", name: str = "position") -> None:
    """Refuse values that are not positions, and finished games."""
    expect_position(given, game, name)
    if given.is_over:  # type: ignore[attr-defined]  # it is a position
        raise BadArgument(Text("the game is over: there is nothing to think about"))


def restore(
    game: "Game",
    state: tuple[Any, ...],
    came: tuple[tuple[Any, ...], int] | None,
    laid: tuple[tuple[int, ...], ...],
) -> Position:
    """Return a position that was pickled or copied."""
    made = game.definition.state
    before = (made(*came[0]), came[1]) if came else None
    return Position(game, made(*state), before, laid[:-1])
