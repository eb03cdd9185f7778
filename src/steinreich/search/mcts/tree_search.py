"""The Python interface of Monte-Carlo tree search, with budgets, threads and results."""

import time
from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from steinreich.compile.machine_code import Compiler
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import arguments, contract
from steinreich.rules.arrays import zeros
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.errors import BadArgument, BadType
from steinreich.rules.language import Text
from steinreich.rules.playout import make_stream
from steinreich.search.mcts.rules import (
    UNEXPANDED,
    Tree,
    backpropagate,
    copy_subtree,
    descend,
    expand_with_priors,
    find_position,
    run_simulations,
)
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict

MAX_NODES = (1 << 31) - 1  # of a tree, which uses 32-bit indices
MIN_CHUNK_SIMULATIONS = 16
CHUNK_SECONDS = 0.004  # intended duration of machine code between checks of the budget
NO_BUDGET = Text("a search needs simulations, seconds or stop: without them it would not end")
JUDGE_RESULT = Text("the judge's answer")
EXPECTED_JUDGE_RESULT = Text("a list of judgements")


class Judgement(NamedTuple):
    """The values and priors of a position, as a judge returns them for `Mcts.run_with_judge`.

    >>> from steinreich import Judgement, Mcts, load
    >>> def judge(positions):
    ...     return [Judgement((0.0, 0.0), [1 / 32] * 32) for _ in positions]
    >>> Mcts(load("vier3d").start(), nodes=10_000).run_with_judge(judge, simulations=20).nodes
    20
    """

    values: Sequence[float]  #: for each player, -1 to 1
    priors: Sequence[float]  #: for each action by its number; those of legal actions add up to 1


Judge = Callable[[list[Position]], list[Judgement]]  # evaluates positions in batches


class Mcts:
    """Monte-Carlo tree search with one tree per thread, which is reused after actions are played.

    >>> from steinreich import Mcts, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> found = Mcts(position, nodes=10_000).run(simulations=200)
    >>> position.name(found.best), found.verdict.outcome
    ('a1', 0)
    """

    def __init__(
        self,
        position: Position,
        *,
        threads: int = 1,
        nodes: int = 1_000_000,
        seed: int = 0,
        explore: float = 1.0,
        compiler: Compiler | None = None,
    ) -> None:
        expect_position(position)
        self.game = position.game  #: the game that is searched
        self.nodes = arguments.check_integer("nodes", nodes, 1, MAX_NODES)  # for each thread
        self.explore = arguments.check_not_negative("explore", explore)
        self.compiler = compiler or self.game.compiler
        self.players = self.game.players
        threads, seed = arguments.check_threads(threads), arguments.check_seed(seed)
        self.trees = [empty_tree(self.nodes, self.players) for _ in range(threads)]
        self.streams = [make_stream(seed, number) for number in range(threads)]
        self.set(position)

    def set(self, position: Position) -> None:
        """Set the position and clear the trees."""
        expect_position(position, self.game)
        self.position = position
        self.state = position.state
        for tree in self.trees:
            tree.used[0] = 1
            tree.action[0] = tree.parent[0] = tree.chooser[0] = -1
            tree.first[0] = UNEXPANDED
            tree.visits[0] = tree.children[0] = 0
            tree.prior[0] = 0
            for player in range(self.players):
                tree.value[0, player] = 0
            tree.proven[0] = position.outcome

    def move_to(self, position: Position, within: int = 4) -> None:
        """Set a position; keep its subtrees if it is at most `within` actions later."""
        expect_position(position, self.game)
        within = arguments.check_integer("within", within, 0)
        wanted_key = position.game.plain(contract.key)(position.state)
        find, copy = self.compiler.entry(find_position), self.compiler.entry(copy_subtree)
        trees = []
        for tree in self.trees:
            node = int(find(tree, 0, self.state, wanted_key, within))
            if node < 0:
                return self.set(position)
            trees.append(empty_tree(self.nodes, self.players))
            copy(tree, node, trees[-1], zeros("int32", self.nodes))
        self.trees, self.position, self.state = trees, position, position.state
        return None

    def begin(self, seconds: float | None) -> tuple[float, float | None]:
        """Return the start time and the deadline of a search; raise `BadArgument` if the game is
        over.
        """
        expect_live(self.position, self.game)
        if seconds is not None:
            seconds = arguments.check_not_negative("seconds", seconds)
        began = time.perf_counter()
        return began, None if seconds is None else began + seconds

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> SearchResult:
        """Search until a budget is used up, the position is proven, or `stop` is set.

        At least one of the three arguments is required.  The result has a line of one action for
        every visited action; `line` returns the whole line.
        """
        began, deadline = self.begin(seconds)
        if simulations is not None:
            simulations = arguments.check_integer("simulations", simulations, 0)
        arguments.check_event("stop", stop)
        if simulations is None and seconds is None and stop is None:
            raise BadArgument(NO_BUDGET)
        visits_before = self.visits()
        threads = len(self.trees)
        proven = Event()
        stops = [proven] if stop is None else [proven, stop]
        budget = Budget(simulations, deadline, stops, threads)
        workers = [
            Thread(target=self.work, args=(number, budget, proven)) for number in range(threads)
        ]
        for worker in workers[1:]:
            worker.start()
        workers[0].run()
        for worker in workers[1:]:
            worker.join()
        nodes = self.visits() - visits_before
        return SearchResult(self.lines(), nodes, seconds=time.perf_counter() - began)

    def run_with_judge(
        self,
        judge: Judge,
        simulations: int,
        batch: int = 16,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> SearchResult:
        """Search in one tree with a judge instead of random play; it judges up to `batch` positions
        at a time.
        """
        began, deadline = self.begin(seconds)
        simulations = arguments.check_integer("simulations", simulations, 0)
        batch = arguments.check_integer("batch", batch, 1)
        arguments.check_function("judge", judge)
        arguments.check_event("stop", stop)
        budget = Budget(simulations, deadline, [] if stop is None else [stop])
        visits_before, tree = self.visits(), self.trees[0]
        while tree.proven[0] == ONGOING and (share := budget.take(batch)):
            self.judge_leaves(judge, share)
        nodes = self.visits() - visits_before
        return SearchResult(self.lines(), nodes, seconds=time.perf_counter() - began)

    def judge_leaves(self, judge: Judge, share: int) -> None:
        """Run `share` simulations, whose leaves the judge evaluates in one batch."""
        tree, game = self.trees[0], self.position.game
        select_leaf = self.compiler.entry(descend)
        leaves: list[tuple[int, Position]] = []
        for _ in range(share):
            if tree.proven[0] != ONGOING:
                break
            node, state = select_leaf(tree, self.state, self.explore, self.players)
            if node >= 0:
                leaves.append((int(node), Position(game, state)))
        judgements = judge([position for _, position in leaves]) if leaves else []
        if not isinstance(judgements, Sequence) or not all(
            isinstance(judgement, Judgement) for judgement in judgements
        ):
            raise arguments.bad_type(JUDGE_RESULT, EXPECTED_JUDGE_RESULT, judgements)
        if len(judgements) != len(leaves):
            raise BadArgument(
                Text(
                    "the judge gave {count} judgements of {positions} positions",
                    count=len(judgements),
                    positions=len(leaves),
                )
            )
        checked = [
            (
                check_numbers("priors", judgement.priors, self.game.num_actions),
                check_numbers("values", judgement.values, self.players),
            )
            for judgement in judgements
        ]
        for (node, position), (priors, values) in zip(leaves, checked, strict=True):
            self.compiler.entry(expand_with_priors)(tree, node, position.state, priors)
            self.compiler.entry(backpropagate)(tree, node, values)

    def work(self, number: int, budget: "Budget", proven: Event) -> None:
        """Run simulations in one thread until the budget is used up or its tree proves the root."""
        run = self.compiler.entry(run_simulations)
        tree, random = self.trees[number], self.streams[number]
        chunk = MIN_CHUNK_SIMULATIONS
        while share := budget.take(chunk):
            began = time.perf_counter()
            random = int(run(tree, self.state, random, self.explore, self.players, share))
            if tree.proven[0] != ONGOING:
                proven.set()
                break
            seconds = max(time.perf_counter() - began, 1e-6)
            adapted = min(2 * chunk, int(share * CHUNK_SECONDS / seconds))
            chunk = max(MIN_CHUNK_SIMULATIONS, adapted)
        self.streams[number] = random

    def visits(self) -> int:
        """Return the number of visits of the root in all trees."""
        return sum(int(tree.visits[0]) for tree in self.trees)

    def proven(self) -> int:
        """Return the outcome of the position if one of the trees proves it, else ONGOING."""
        outcomes = (int(tree.proven[0]) for tree in self.trees)
        return next((outcome for outcome in outcomes if outcome != ONGOING), ONGOING)

    def lines(self) -> tuple[Line, ...]:
        """Return a line for each action visited in any tree, the best first; at least one."""
        statistics: dict[int, list[int]] = {}  # visits and proven outcome of each action
        sums: dict[int, list[float]] = {}  # rewards of each player, added up, for each action
        for tree in self.trees:
            for child in get_children(tree):
                action = int(tree.action[child])
                visits_and_outcome = statistics.setdefault(action, [0, ONGOING])
                visits_and_outcome[0] += int(tree.visits[child])
                if tree.proven[child] != ONGOING:
                    visits_and_outcome[1] = int(tree.proven[child])
                total = sums.setdefault(action, [0.0] * self.players)
                for side in range(self.players):
                    total[side] += float(tree.value[child, side])
        mover, lines = self.position.player, list[Line]()

        def mean(action: int) -> tuple[float, ...]:
            return tuple(value / max(1, statistics[action][0]) for value in sums[action])

        def get_sort_key(action: int) -> tuple[int, int, float]:
            visits, proven = statistics[action]
            return rank_outcome(proven, mover), visits, mean(action)[mover]

        for action in sorted(statistics, key=get_sort_key, reverse=True):
            visits, proven = statistics[action]
            # The verdict of the first line is that of the position, so it is proven only if the
            # position is: unproven actions may be better.
            outcome = proven if lines else self.proven()
            is_estimate = outcome == ONGOING
            verdict = (
                Verdict(mean(action)) if is_estimate else proven_verdict(outcome, self.players)
            )
            lines.append(Line((action,), verdict, visits=visits))
        unvisited = Line((self.position.actions()[0],), Verdict((0.0,) * self.players))
        return tuple(lines) or (unvisited,)

    def line(self, action: int, length: int = 12) -> tuple[int, ...]:
        """Return the principal variation that begins with an action, in the first tree."""
        action = arguments.check_integer("action", action, 0, self.game.num_actions - 1)
        length = arguments.check_integer("length", length, 1)
        tree = self.trees[0]
        nodes = [child for child in get_children(tree) if tree.action[child] == action]
        line = [action]
        while nodes and len(line) < length:
            visited = [child for child in get_children(tree, nodes[0]) if tree.visits[child] > 0]
            if not visited:
                break
            nodes = [max(visited, key=lambda child: rank_child(tree, child))]
            line.append(int(tree.action[nodes[0]]))
        return tuple(line)


def check_numbers(name: str, values: Any, size: int) -> Any:
    """Return numbers of a judgement as an array; machine code does not check its size."""
    import numpy as np

    try:
        array = np.ascontiguousarray(values, np.float32)
    except (TypeError, ValueError) as error:
        raise BadType(Text("{name} of a judgement: {error}", name=name, error=error)) from None
    if array.shape != (size,) or not np.isfinite(array).all():
        expected = Text("{size} finite numbers", size=size)
        subject = Text("{name} of a judgement", name=name)
        raise BadArgument(arguments.mismatch_message(subject, expected, array))
    return array


def rank_child(tree: Tree, child: int) -> tuple[int, int]:
    """Return a sort key for the player who chooses a child: proven wins are largest, then others by
    visits, then proven losses.
    """
    proven, chooser = int(tree.proven[child]), int(tree.chooser[child])
    rank = 0 if proven in (ONGOING, DRAW) else 1 if proven == chooser else -1
    return rank, int(tree.visits[child])


def get_children(tree: Tree, node: int = 0) -> range:
    """Return the children of a node, by default of the root."""
    first = int(tree.first[node])
    return range(first, first + int(tree.children[node])) if first >= 0 else range(0)


def rank_outcome(proven: int, mover: int) -> int:
    """Return a sort key for the mover: proven wins are largest, proven losses smallest."""
    return 2 if proven == mover else 1 if proven in (ONGOING, DRAW) else 0


class Budget:
    """The remaining simulations and time of a search, shared by all threads."""

    def __init__(
        self, simulations: int | None, deadline: float | None, stops: list[Event], threads: int = 1
    ) -> None:
        self.divisor = 1 if threads == 1 else 2 * threads  # of the remaining simulations
        self.remaining = simulations
        self.deadline = deadline
        self.stops = stops
        self.lock = Lock()

    def take(self, wanted: int) -> int:
        """Reserve up to `wanted` simulations and return their number; 0 if the budget is used
        up.
        """
        if any(stop.is_set() for stop in self.stops):
            return 0
        if self.deadline is not None and time.perf_counter() >= self.deadline:
            return 0
        if self.remaining is None:
            return wanted
        with self.lock:
            # Shares become smaller towards the end, so that all threads finish together.
            max_share = max(MIN_CHUNK_SIMULATIONS, self.remaining // self.divisor)
            share = min(wanted, self.remaining, max_share)
            self.remaining -= share
        return share


def empty_tree(nodes: int, players: int) -> Tree:
    """Return a tree with capacity for `nodes` nodes."""
    return Tree(
        action=zeros("int64", nodes),
        parent=zeros("int32", nodes),
        first=zeros("int32", nodes),
        children=zeros("int32", nodes),
        chooser=zeros("int8", nodes),
        visits=zeros("int32", nodes),
        value=zeros("float32", nodes, players),
        prior=zeros("float32", nodes),
        proven=zeros("int8", nodes),
        used=zeros("int64", 1),
    )
