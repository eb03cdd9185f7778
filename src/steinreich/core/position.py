"""Positions as Python sees them: names and texts outside, integers inside."""

from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Any

from steinreich.core import narration
from steinreich.rules import tiles
from steinreich.rules.about import Action, Count, Effects, Ending, Piece
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import did_you_mean

if TYPE_CHECKING:
    from steinreich.core.game import Game

OVER = Words("the game is over", "das Spiel ist zu Ende")
NO_SUCH_ACTION = Words(
    "no action with this number is legal here", "keine Aktion mit dieser Nummer ist hier erlaubt"
)
NOT_ALLOWED = Words("the rules do not allow it here", "die Regeln erlauben das hier nicht")


class Position:
    """A moment of a game.  It never changes; `play` gives a new one."""

    __slots__ = ("came", "game", "known_outcome", "laid", "last", "state")
    game: "Game"
    state: Any  # the game's State
    came: tuple[Any, int] | None  # a state before and the action that led here, where known
    last: str | None  # the name of that action
    laid: tuple[tuple[int, ...], ...]  # the cells of each tile that was laid, as far as known
    known_outcome: int | None  # asked for again and again, so it is kept

    def __init__(
        self,
        game: "Game",
        state: Any,
        came: tuple[Any, int] | None = None,
        laid: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        stated = game.definition
        if came is None and (number := stated.last(state)) is not None:
            came = state, number  # its name and cells are the same in the state that it led to
        last = stated.name(*came) if came else None
        if came and stated.tiles:
            laid = (*laid, stated.described(*came).cells)
        known = {"game": game, "state": state, "came": came, "last": last, "laid": laid}
        for field, value in known.items():
            object.__setattr__(self, field, value)
        object.__setattr__(self, "known_outcome", None)

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
        """Whether the action due is the first of its player's turn."""
        return bool(self.game.definition.starts_turn(self.state))

    @property
    def due(self) -> Words:
        """What the player has to do now, in words."""
        return self.game.definition.due(self.state)

    @property
    def info(self) -> Words:
        """What the board does not show (coins, balls left), in words; may be empty."""
        return self.game.definition.info(self.state)

    @property
    def winning(self) -> list[list[int]]:
        """The cells of the winner's lines, where lines win."""
        return self.game.definition.winning(self.state, self.outcome) if self.outcome >= 0 else []

    @property
    def ending(self) -> Ending | None:
        """Why the game ended and where that is seen, or None while it goes on."""
        return narration.ending(self) if self.is_over else None

    def pieces(self) -> list[Piece]:
        """What stands on the board, for drawing."""
        stated = self.game.definition
        pieces = stated.pieces(self.state)
        return tiles.joined(pieces, self.game.board, self.laid) if stated.tiles else pieces

    def counts(self) -> list[Count]:
        """How many pieces, coins or lines each side has, where that matters."""
        return self.game.definition.counts(self.state)

    def actions(self) -> list[int]:
        """The legal actions as small integers, ascending."""
        return [] if self.is_over else self.game.legal_actions(self.state)

    def name(self, action: int) -> str:
        """The name of a legal action."""
        return self.game.definition.name(self.state, action)

    def described(self, action: int) -> Action:
        """A legal action as data: its kind, its cells and what it puts there."""
        return self.game.definition.described(self.state, action)

    @property
    def last_action(self) -> Action | None:
        """The action that led here as data, where it is known."""
        return self.game.definition.described(*self.came) if self.came else None

    @property
    def last_spoken(self) -> Words | None:
        """The action that led here read aloud, where it is known."""
        return self.game.definition.spoken(*self.came) if self.came else None

    def named(self) -> dict[str, int]:
        """The legal actions by name."""
        return {self.name(action): action for action in self.actions()}

    def legal_moves(self) -> list[str]:
        """The names of the legal actions, sorted."""
        return sorted(self.named())

    def parse_move(self, name: str) -> int:
        """The action of this name; `IllegalMove` says why it cannot be played."""
        if not isinstance(name, str):
            raise TypeError(f"an action is named by text, not by {type(name).__name__}")
        found = self.find(name)
        if found is None:
            why = self.why_not(name)
            raise IllegalMove(why.after(repr(name[:40])), why)
        return found

    def find(self, name: str) -> int | None:
        """The legal action of this name, if there is one: without listing all where possible."""
        number_of = self.game.definition.action
        if number_of is None:
            return self.named().get(name)
        if self.is_over or not self.game.definition.action_pattern.fullmatch(name):
            return None
        wanted = self.meant(name)
        number = number_of(self.state, wanted) if isinstance(wanted, Action) else None
        is_it = number is not None and self.is_legal(number) and self.name(number) == name
        return number if is_it else None

    def find_action(self, wanted: Action) -> int | None:
        """The legal action that is described like this, if there is one."""
        number_of = self.game.definition.action
        if number_of is None:
            return next((one for one in self.actions() if self.described(one) == wanted), None)
        number = None if self.is_over else number_of(self.state, wanted)
        is_it = number is not None and self.is_legal(number) and self.described(number) == wanted
        return number if is_it else None

    def meant(self, name: str) -> Action | Words | None:
        """What a well-formed name speaks of, legal or not; or why there is no such thing.

        Names are read here and nowhere else.  None where the game does not tell.
        """
        meant = self.game.definition.meant
        return meant(self.state, name) if meant else None

    def is_legal(self, action: int) -> bool:
        """Whether an action given as an integer is legal in this live position."""
        return self.game.is_legal(self.state, action)

    def why_not(self, name: str) -> Words:
        """Why a name is no legal action here."""
        if self.is_over:
            return OVER
        if not self.game.definition.action_pattern.fullmatch(name):
            return no_name(name, self.legal_moves())
        wanted = self.meant(name)
        return (self.refusal(wanted) if isinstance(wanted, Action) else wanted) or NOT_ALLOWED

    def refusal(self, wanted: Action) -> Words | None:
        """Why the rules do not allow an action, of which perhaps only the first cells are given.

        None where nothing is wrong with these.
        """
        return self.game.definition.why_not(self.state, wanted)

    def spoken(self, action: int) -> Words:
        """A legal action read aloud."""
        return self.game.definition.spoken(self.state, action)

    def effects(self, name: str) -> Effects:
        """What a legal action takes off the board and which lines it completes."""
        return narration.effects(self, self.parse_move(name))

    def effects_of_last(self, before: "Position") -> Effects:
        """The same of the action that led here from the position before."""
        assert self.came is not None  # there was one
        return narration.effects(before, self.came[1])

    def narrated(self, name: str) -> Words:
        """A legal action read aloud, with its effects."""
        action = self.parse_move(name)
        return narration.narrated(self.spoken(action), narration.effects(self, action))

    def notation(self, name: str) -> str:
        """A legal action with its effects, for lists that people read: `c2-c5 ×d5`."""
        return narration.written(name, self.effects(name))

    def play(self, name: str) -> "Position":
        """The position after an action."""
        return self.after_legal(self.parse_move(name))

    def after(self, action: int) -> "Position":
        """The position after an action given as an integer; `IllegalMove` if it is not legal."""
        number = index(action)  # an integer of any kind, but no fraction and no name
        if self.is_over or not self.is_legal(number):
            why = OVER if self.is_over else NO_SUCH_ACTION
            raise IllegalMove(why.after(str(number)), why)
        return self.after_legal(number)

    def after_legal(self, action: int) -> "Position":
        """The same for an action that is known to be legal: nothing is checked, for speed."""
        state = self.game.definition.play(self.state, action)
        return Position(self.game, state, (self.state, action), self.laid)

    def turned(self, symmetry: Mapping[str, str]) -> "Position":
        """The position turned or mirrored by one of the game's symmetries."""
        turned = self.game.definition.turned
        if turned is None:
            raise ValueError(f"{self.game.name} has no symmetries")
        return Position(self.game, turned(self.state, symmetry))

    def passed(self) -> "Position | None":
        """The same position of a live game with the next player to act, as if the one to act did
        nothing; None where the game has no such thing.  No game leads there: it is for asking what
        the others would do, and may have no position string."""
        state = None if self.is_over else self.game.definition.passed(self.state)
        return None if state is None else Position(self.game, state, self.came, self.laid[:-1])

    def __str__(self) -> str:
        return self.game.definition.text(self.state)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __reduce__(self) -> tuple[Any, ...]:
        # As plain tuples: a State may be of a game file, which is no module for pickle.
        came = (tuple(self.came[0]), self.came[1]) if self.came else None
        return restored, (self.game, tuple(self.state), came, self.laid)


def no_name(name: str, legal: list[str]) -> Words:
    """That no action can have this name, and how the one is called that was meant, or any."""
    if meant := did_you_mean(name, legal):
        return Words(f"not the name of an action; {meant.en}", f"so heißt keine Aktion; {meant.de}")
    return Words(
        f"not the name of an action (one would be {legal[0]!r})",
        f"so heißt keine Aktion (eine wäre {legal[0]!r})",
    )


def restored(
    game: "Game",
    state: tuple[Any, ...],
    came: tuple[tuple[Any, ...], int] | None,
    laid: tuple[tuple[int, ...], ...],
) -> Position:
    """A position that was pickled or copied."""
    made = game.definition.state
    before = (made(*came[0]), came[1]) if came else None
    return Position(game, made(*state), before, laid[:-1])
