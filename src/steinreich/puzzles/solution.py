"""The proof of a puzzle, and the solution derived from it.

*Win in n.*  The solver is to move, and wins by force within n turns, and not within fewer.
After any other first action the solver cannot force a win within n turns.  (A later win may exist;
the puzzle does not ask for it.)  In solo games, the one turn lasts to the end of the game, and all
other first actions lose.

*Save the game.*  After any other first action the opponent wins by force within n of the
opponent's turns; for at least one of these actions, fewer turns are not enough.  After the right
action the opponent cannot force a win at all: the game is drawn or won.

*Hold.*  Like *Save the game*, but it is only proven that the opponent cannot force a win within
n + 1 turns after the right action; whether a later win can be forced is not known.

In a symmetric position, the images of the right action are right as well, and the actions of a turn
may be right in several orders.  All of these are accepted, and count as one: if several first
actions are right, they or the turns that begin with them lead to one position, up to symmetry.

The solution is a tree, given as lines with common beginnings.  Where the solver is to act, it has
all actions that still reach the goal in time; where an opponent is to act, one reply that resists
longest, in brackets.  So a puzzle can be played to its end without any search.  The lines of *Save
the game* and *Hold* end with the solver's first turn.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice, takewhile

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.puzzles.definition import get_puzzle_definition
from steinreich.puzzles.puzzle import MARGIN_TURNS, Goal, Puzzle, Refutations, main_line_positions
from steinreich.rules.errors import SteinreichError
from steinreich.search.forced.searcher import ForcedWins
from steinreich.search.proof.prover import Prover

MAX_LOSS_NODES = 300_000  # of a search that decides whether a position is lost
FORCED_WIN_TABLE_ENTRIES = 1 << 17
LOSS_TABLE_ENTRIES = 1 << 19
MAX_LINES = 40  # of a solution; positions with more alternatives make poor puzzles


class NotAPuzzle(Exception):
    """A position is not a puzzle with the given goal; the message states what is not proven."""


class Undecided(NotAPuzzle):
    """It is neither proven nor disproven that the game is saved."""


class Searches:
    """The searches that prove the puzzles of a game."""

    def __init__(self, game: Game) -> None:
        compiler = get_heuristics_compiler(game)
        self.wins = ForcedWins(game, compiler, table=FORCED_WIN_TABLE_ENTRIES)
        self.provers = [
            Prover(game.start(seed=0), player, table=LOSS_TABLE_ENTRIES, compiler=compiler)
            for player in range(game.players if game.players == 2 else 0)
        ]

    def can_force_win(self, position: Position, attacker: int) -> bool | None:
        """Return whether a player can force a win at all; None if the node limit is too low.

        The result depends on the position only: earlier searches are forgotten.
        """
        if position.is_over:
            return position.outcome == attacker
        prover = self.provers[attacker]
        prover.forget()
        return prover.run(position, nodes=MAX_LOSS_NODES).is_won


class Proof:
    """The proof whether the solver of a position reaches a goal within a number of turns."""

    def __init__(self, searches: Searches, start: Position, goal: Goal, turns: int) -> None:
        self.searches = searches
        self.wins = searches.wins
        self.start = start
        self.solver = start.player
        self.goal = goal
        self.turns = turns

    def reaches_goal(self, position: Position, turns_played: int) -> bool:
        """Return whether the solver can still reach the goal.

        `turns_played` is the number of turns of all players since the start.
        """
        if self.goal == "win":
            return self.wins.wins(position, self.solver, 2 * self.turns - 1 - turns_played)
        if self.goal == "hold":
            return not self.loses_within(position, self.turns + MARGIN_TURNS, turns_played)
        is_lost = self.is_lost(position, turns_played)
        if is_lost is None:
            raise Undecided("it is not proven that the action saves the game")
        return not is_lost

    def is_lost(self, position: Position, turns_played: int) -> bool | None:
        """Return whether the opponent can force a win at all; None if that is not known.

        If proof-number search has no answer and the solver's turn continues, all actions are
        examined.
        """
        if self.loses_within(position, self.turns + MARGIN_TURNS, turns_played):
            return True
        answer = self.searches.can_force_win(position, 1 - self.solver)
        if answer is not None or position.player != self.solver:
            return answer
        children = [position.after_legal(action) for action in position.actions()]
        answers = {self.is_lost(child, int(child.player != self.solver)) for child in children}
        return False if False in answers else None if None in answers else True

    def loses_within(self, position: Position, turns: int, turns_played: int) -> bool:
        """Return whether the opponent can force a win within a number of the opponent's turns.

        Turns count from the start of the puzzle; `turns_played` turns of all players are over.
        """
        return self.wins.wins(position, 1 - self.solver, 2 * turns - turns_played)

    def solution(self) -> tuple[str, ...]:
        """Return the solution if the position is proven to be a puzzle; else raise `NotAPuzzle`."""
        children = {action: self.start.after_legal(action) for action in self.start.actions()}
        turns_played = {
            action: int(child.player != self.solver) for action, child in children.items()
        }
        right = [
            action
            for action, child in children.items()
            if self.reaches_goal(child, turns_played[action])
        ]
        if not right:
            raise NotAPuzzle("no action reaches the goal")
        right_children = [children[action] for action in right]
        if not (
            self.are_symmetric(right_children)
            or self.are_symmetric(self.find_turn_ends(right_children))
        ):
            raise NotAPuzzle(f"{len(right)} actions reach the goal")
        if len(right) == len(children):
            raise NotAPuzzle("there is no other action")
        if self.goal == "win":
            self.check_shortest()
        else:
            if self.goal == "hold":
                self.check_undecided([(children[action], turns_played[action]) for action in right])
            wrong = [action for action in children if action not in right]
            self.check_lost([(children[action], turns_played[action]) for action in wrong])
        lines = tuple(map(" ".join, islice(self.generate_lines(self.start, 0), MAX_LINES + 1)))
        if len(lines) > MAX_LINES:
            raise NotAPuzzle("the solution has too many lines")
        return lines

    def are_symmetric(self, positions: list[Position]) -> bool:
        """Return whether symmetries that keep the start map the first position to all others."""
        images = {image.state for image in images_by_stabiliser(self.start, positions[0])}
        return all(position.state in images for position in positions)

    def find_turn_ends(self, positions: list[Position]) -> list[Position]:
        """Return the positions after the solver's first turn from which the goal is still reached.

        `positions` are those after the right first actions.
        """
        turn_ends, unfinished = [], list(positions)
        while unfinished:
            position = unfinished.pop()
            if position.is_over or position.player != self.solver:
                turn_ends.append(position)
            else:
                children = [position.after_legal(action) for action in position.actions()]
                unfinished += [
                    child
                    for child in children
                    if self.reaches_goal(child, int(child.player != self.solver))
                ]
        return turn_ends

    def check_shortest(self) -> None:
        """Raise `NotAPuzzle` if there is a shorter win."""
        if self.turns > 1 and self.wins.wins(self.start, self.solver, 2 * self.turns - 3):
            raise NotAPuzzle("it can be won sooner")

    def check_undecided(self, children: list[tuple[Position, int]]) -> None:
        """Raise `NotAPuzzle` if any right action is proven to save or to lose the game.

        `children` are the positions after the right actions, each with the turns since the start.
        """
        for child, turns_played in children:
            is_lost = self.is_lost(child, turns_played)
            if is_lost is not None:
                raise NotAPuzzle(
                    f"the action {'loses' if is_lost else 'saves'} the game for certain"
                )

    def check_lost(self, children: list[tuple[Position, int]]) -> None:
        """Raise `NotAPuzzle` unless all wrong actions lose in time, at least one not sooner.

        `children` are the positions after the wrong actions, each with the turns since the start.
        """
        if not all(
            self.loses_within(child, self.turns, turns_played) for child, turns_played in children
        ):
            raise NotAPuzzle("another action does not lose in time")
        if self.turns > 1 and all(
            self.loses_within(child, self.turns - 1, turns_played)
            for child, turns_played in children
        ):
            raise NotAPuzzle("all other actions lose sooner")

    def generate_lines(self, position: Position, turns_played: int) -> Iterator[tuple[str, ...]]:
        """Yield the lines of the solution from a position of the solution on."""
        if position.is_over or (self.goal != "win" and turns_played > 0):
            yield ()
            return
        children = {action: position.after_legal(action) for action in position.actions()}
        turns_played_after = {
            action: turns_played + int(child.player != position.player)
            for action, child in children.items()
        }
        if position.player == self.solver:
            actions = [
                action
                for action, child in children.items()
                if self.reaches_goal(child, turns_played_after[action])
            ]
        else:
            actions = [max(children, key=lambda action: self.turns_to_win(children[action]))]
        for action in actions:
            name = position.name(action)
            shown = name if position.player == self.solver else f"({name})"
            for line in self.generate_lines(children[action], turns_played_after[action]):
                yield shown, *line

    def turns_to_win(self, position: Position) -> int:
        """Return the number of turns of all players within which the solver wins."""
        turns = 0
        while not self.wins.wins(position, self.solver, turns):
            turns += 1
        return turns


def images_by_stabiliser(start: Position, after: Position) -> list[Position]:
    """Return the images of a position by the symmetries that do not change the start."""
    stabiliser = [
        symmetry
        for symmetry in start.game.symmetries
        if start.transform(symmetry).state == start.state
    ]
    return [after, *(after.transform(symmetry) for symmetry in stabiliser)]


# Refutations: the replies to wrong actions
#
# For every action of the solver in the main line there is a table of the wrong actions, each with
# the continuation up to the end of the opponent's turn.  If the goal is to win, the opponent
# replies so that there is no win in time any more, preferably by winning; otherwise the opponent
# begins the win that was to be prevented.  If the solver's own turn is not over after a wrong
# action, it continues with the action that resists longest; the solution's action breaks ties.
# A final `#2` states that the opponent wins with two more turns.


def find_refutations(puzzle: Puzzle, wins: ForcedWins) -> tuple[Refutations, ...]:
    """Return a table of refutations for each action of the solver in the main line.

    Solo games have none.
    """
    if puzzle.start.game.players == 1:
        return ()
    solver, line = puzzle.start.player, puzzle.lines[0]
    turns_played, tables = 0, []
    positions = main_line_positions(puzzle)
    for index, position in enumerate(positions[:-1]):
        if position.player == solver:
            right = puzzle.choices(line[:index])
            wrong = {name: a for name, a in position.actions_by_name().items() if name not in right}
            refuter = Refuter(puzzle, wins, solver, line[index + 1 :])
            tables.append(
                {
                    name: refuter.refute(position, wrong[name], turns_played)
                    for name in sorted(wrong)
                }
            )
        turns_played += int(positions[index + 1].player != position.player)
    return tuple(tables)


class Refuter:
    """Computes the continuation after wrong actions of one position."""

    def __init__(self, puzzle: Puzzle, wins: ForcedWins, solver: int, planned: list[str]) -> None:
        self.wins = wins
        self.solver = solver
        self.planned = planned  # the rest of the main line
        self.wants_win = puzzle.goal == "win"
        self.turns = 2 * puzzle.turns - 1 if self.wants_win else 2 * puzzle.turns  # of all players

    def refute(self, position: Position, action: int, turns_played: int) -> str:
        """Return the actions that follow a wrong one, as in `Puzzle.refutations`.

        `turns_played` is the number of turns of all players since the start of the puzzle.
        """
        names: list[str] = []
        before, position = position, position.after_legal(action)
        while position.player == self.solver and not position.is_over:
            names.append(self.choose_own_action(position, self.turns - turns_played))
            before, position = position, position.play(names[-1])
        left = self.turns - turns_played - int(position.player != before.player)
        while position.player != self.solver and not position.is_over:
            reply = self.choose_reply(position, left)
            names.append(f"({position.name(reply)})")
            position = position.after_legal(reply)
            if position.player == self.solver:
                left -= 1
        if not (self.wants_win or position.is_over):
            names.append(f"#{self.turns_to_lose(position, left) // 2}")
        return " ".join(names)

    def choose_own_action(self, position: Position, left: int) -> str:
        """Return the solver's next action in the turn: the one that resists longest.

        The actions of the solution break ties.
        """
        names = position.actions_by_name()
        ordered = [name for name in self.planned if name in names] + sorted(names)
        return max(
            ordered, key=lambda name: self.turns_to_lose(position.after_legal(names[name]), left)
        )

    def turns_to_lose(self, position: Position, left: int) -> int:
        """Return the number of turns, of both players, that the opponent needs to win.

        The number is at most `left`, also if the opponent cannot win within so few turns.  If the
        goal is to win, only wins with the opponent's next turn are searched for.
        """
        max_turns = 2 if self.wants_win else left
        opponent = 1 - self.solver
        return next(
            (n for n in range(max_turns) if self.wins.wins(position, opponent, n)), max_turns
        )

    def choose_reply(self, position: Position, left: int) -> int:
        """Return the opponent's refutation.

        This is the fastest win, or else an action that prevents the solver's win in time and
        preferably also in the turn after that.
        """
        opponent = position.player
        for turns in range(1, 2 if self.wants_win else left + 1):
            if winning := self.wins.actions(position, opponent, turns, winning=True, max_actions=1):
                return winning[0]
        for turns in (max(left, 2), left):
            if saving := self.wins.actions(
                position, self.solver, turns, winning=False, max_actions=1
            ):
                return saving[0]
        return position.actions()[0]  # the solver wins anyway, but a turn too late


# Themes: the motif of a win, derived from its solution

MAX_QUIET_SHARE = 0.5  # of replies that lose; up to it the first turn is quiet


def find_theme(puzzle: Puzzle, wins: ForcedWins) -> str:
    """Return the theme of a puzzle with a known solution."""
    positions = main_line_positions(puzzle)
    if positions[0].game.players == 1:
        return "solo"
    if puzzle.goal != "win":
        return "parry" if puzzle.turns == 1 else "foresee"
    own_theme = get_puzzle_definition(positions[0].game).theme(positions)
    return own_theme or find_general_theme(puzzle, positions, wins)


def find_general_theme(puzzle: Puzzle, positions: list[Position], wins: ForcedWins) -> str:
    """Return the general theme of a win: how it is forced.

    *finish*: the solver wins with the first turn.  *quiet*: at most half of the replies to the
    first turn lose at once.  *fork*: against the best defence the last turn can end in several
    ways.  *chain*: all other wins.
    """
    if puzzle.turns == 1:
        return "finish"
    solver = positions[0].player
    threatened = next(position for position in positions if position.player != solver)
    children = [threatened.after_legal(action) for action in threatened.actions()]
    lost = [child for child in children if wins.wins(child, solver, 1 + (child.player != solver))]
    if len(lost) <= MAX_QUIET_SHARE * len(children):
        return "quiet"
    last_turn = takewhile(lambda position: position.player == solver, positions[-2::-1])
    start = len(puzzle.lines[0]) - len(list(last_turn))  # the first action of the last turn
    lines = [line for line in puzzle.lines if line[:start] == puzzle.lines[0][:start]]
    ends = {play_all(positions[start], line[start:]).state for line in lines}
    return "fork" if len(ends) > 1 else "chain"


def play_all(position: Position, names: list[str]) -> Position:
    """Return the position after the named actions."""
    for name in names:
        position = position.play(name)
    return position


# Verification: all claims are proven again


def find_fault(puzzle: Puzzle) -> str | None:
    """Return what is wrong with a puzzle, or None."""
    try:
        start = puzzle.start
    except SteinreichError as error:
        return str(error)
    if start.is_over or not start.starts_turn:
        return "the position is not at the beginning of a turn"
    if str(start.canonical()) != puzzle.position:
        return "the position is not the canonical one of its symmetric images"
    searches = get_searches(puzzle.game)
    wins = searches.wins
    wins.begin()
    try:
        solution = Proof(searches, start, puzzle.goal, puzzle.turns).solution()
    except NotAPuzzle as error:
        return str(error)
    if solution != puzzle.solution:
        return f"the solution is {', '.join(solution)}"
    theme = find_theme(puzzle, wins)
    if theme != puzzle.theme:
        return f"the theme is {theme}"
    if find_refutations(puzzle, wins) != puzzle.refutations:
        return "the refutations differ"
    return None


@cache
def get_searches(id: str) -> Searches:
    """Return the searches for a game, from a cache."""
    return Searches(load(id))
