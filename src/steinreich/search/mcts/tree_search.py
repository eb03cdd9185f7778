"""The Python interface of Monte-Carlo tree search: budgets, threads, stopping, results."""

import time
from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from steinreich.compile.binder import Compiler, typed
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import arguments, contract
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.errors import BadArgument, BadType
from steinreich.rules.language import Text
from steinreich.rules.playout import stream
from steinreich.search.mcts.rules import (
    UNEXPANDED,
    Tree,
    backpropagate,
    copy_below,
    descend,
    expand_with_priors,
    find,
    simulations,
)
from steinreich.search.result import Line, SearchResult, Verdict, certain

MAX_NODES = (1 << 31) - 1  # of a tree, which uses 32-bit indices
MIN_CHUNK = 16  # simulations
CHUNK_SECONDS = 0.004  # duration of compiled code between checks of the clock
ENDLESS = Text("a search needs simulations, seconds or stop: without them it would not end")
JUDGED = Text("the judge's answer")
JUDGEMENTS = Text("a list of judgements")


class Judgement(NamedTuple):
    """The values and priors of a position, as a judge returns them for `Mcts.run_judged`.

    >>> from steinreich import Judgement, Mcts, load
    >>> def judge(positions):
    ...     return [Judgement((0.0, 0.0), [1 / 32] * 32) for _ in positions]
    >>> Mcts(load("vier3d").start(), nodes=10_000).run_judged(judge, simulations=20).nodes
    20
    """

    values: Sequence[float]  #: for each player, -1 to 1
    priors: Sequence[float]  #: for each action by its number; those of legal actions add up to 1


Judge = Callable[[list[Position]], list[Judgement]]  # evaluates positions in batches


class Mcts:
    """Monte-Carlo tree search with one tree per thread, reused when the game goes on.

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
        self.game = position.game  #: whose positions are searched
        self.nodes = arguments.integer("nodes", nodes, 1, MAX_NODES)  # for each thread
        self.explore = arguments.not_negative("explore", explore)
        self.compiled = compiler or self.game.compiled
        self.players = self.game.players
        threads, seed = arguments.threads(threads), arguments.seed(seed)
        self.trees = [empty_tree(self.nodes, self.players) for _ in range(threads)]
        self.streams = [stream(seed, number) for number in range(threads)]
        self.set(position)

    def set(self, position: Position) -> None:
        """Set the position and start with empty trees."""
        expect_position(position, self.game)
        self.position = position
        self.state = typed(position.state)
        for tree in self.trees:
            tree.used[0] = 1
            tree.action[0] = tree.parent[0] = tree.chooser[0] = -1
            tree.first[0] = UNEXPANDED
            tree.visits[0] = tree.children[0] = 0
            tree.value[0] = tree.prior[0] = 0
            tree.proven[0] = position.outcome

    def move_to(self, position: Position, within: int = 4) -> None:
        """Advance to a position a few actions later and keep its subtrees."""
        expect_position(position, self.game)
        within = arguments.integer("within", within, 0)
        import numpy as np

        wanted = np.uint64(position.game.plain(contract.key)(position.state))
        look, copy = self.compiled.entry(find), self.compiled.entry(copy_below)
        trees = []
        for tree in self.trees:
            node = int(look(tree, 0, self.state, wanted, within))
            if node < 0:
                return self.set(position)
            trees.append(empty_tree(self.nodes, self.players))
            copy(tree, node, trees[-1], np.zeros(self.nodes, np.int32))
        self.trees, self.position, self.state = trees, position, typed(position.state)
        return None

    def begin(self, seconds: float | None) -> tuple[float, float | None]:
        """Return start time and deadline of a search; raise `BadArgument` if the game is over."""
        expect_live(self.position, self.game)
        if seconds is not None:
            seconds = arguments.not_negative("seconds", seconds)
        began = time.perf_counter()
        return began, None if seconds is None else began + seconds

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> SearchResult:
        """Search until a budget is used up, the position is proven, or `stop` is set.

        One of the three arguments is required: an endless search is refused.  The result has a line
        for every visited action; `line` continues it.
        """
        began, until = self.begin(seconds)
        if simulations is not None:
            simulations = arguments.integer("simulations", simulations, 0)
        arguments.event("stop", stop)
        if simulations is None and seconds is None and stop is None:
            raise BadArgument(ENDLESS)
        before = self.visits()
        threads = len(self.trees)
        over = Event()
        stops = [over] if stop is None else [over, stop]
        budget = Budget(simulations, until, stops, threads)
        workers = [
            Thread(target=self.work, args=(number, budget, over)) for number in range(threads)
        ]
        for worker in workers[1:]:
            worker.start()
        workers[0].run()
        for worker in workers[1:]:
            worker.join()
        nodes = self.visits() - before
        return SearchResult(self.lines(), nodes, seconds=time.perf_counter() - began)

    def run_judged(
        self,
        judge: Judge,
        simulations: int,
        batch: int = 16,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> SearchResult:
        """Search with a judge instead of random play, in one tree, `batch` positions at a time."""
        began, until = self.begin(seconds)
        simulations = arguments.integer("simulations", simulations, 0)
        batch = arguments.integer("batch", batch, 1)
        arguments.function("judge", judge)
        arguments.event("stop", stop)
        budget = Budget(simulations, until, [] if stop is None else [stop])
        before, tree = self.visits(), self.trees[0]
        while tree.proven[0] == ONGOING and (share := budget.take(batch)):
            self.judge_some(judge, share)
        nodes = self.visits() - before
        return SearchResult(self.lines(), nodes, seconds=time.perf_counter() - began)

    def judge_some(self, judge: Judge, share: int) -> None:
        """Run `share` simulations and have their leaves judged in one batch."""
        tree, game = self.trees[0], self.position.game
        down = self.compiled.entry(descend)
        waiting: list[tuple[int, Position]] = []
        for _ in range(share):
            if tree.proven[0] != ONGOING:
                break
            node, state = down(tree, self.state, self.explore, self.players)
            if node >= 0:
                waiting.append((int(node), Position(game, untyped(state))))
        judged = judge([position for _, position in waiting]) if waiting else []
        if not isinstance(judged, Sequence) or not all(isinstance(j, Judgement) for j in judged):
            raise arguments.bad_type(JUDGED, JUDGEMENTS, judged)
        if len(judged) != len(waiting):
            raise BadArgument(
                Text(
                    "the judge gave {count} judgements of {positions} positions",
                    count=len(judged),
                    positions=len(waiting),
                )
            )
        checked = [
            (
                numbers("priors", judgement.priors, self.game.num_actions),
                numbers("values", judgement.values, self.players),
            )
            for judgement in judged
        ]
        for (node, position), (priors, values) in zip(waiting, checked, strict=True):
            self.compiled.entry(expand_with_priors)(tree, node, typed(position.state), priors)
            self.compiled.entry(backpropagate)(tree, node, values)

    def work(self, number: int, budget: "Budget", over: Event) -> None:
        """Run simulations in one thread until the budget is used up."""
        import numpy as np

        run = self.compiled.entry(simulations)
        tree, random = self.trees[number], self.streams[number]
        chunk = MIN_CHUNK
        while share := budget.take(chunk):
            began = time.perf_counter()
            random = int(
                run(tree, self.state, np.uint64(random), self.explore, self.players, share)
            )
            if tree.proven[0] != ONGOING:
                over.set()
                break
            spent = max(time.perf_counter() - began, 1e-6)
            chunk = max(MIN_CHUNK, min(2 * chunk, int(share * CHUNK_SECONDS / spent)))
        self.streams[number] = random

    def visits(self) -> int:
        """Return the number of visits of the root in all trees."""
        return sum(int(tree.visits[0]) for tree in self.trees)

    def proven(self) -> int:
        """Return the outcome of the position that one of the trees proves, or ONGOING."""
        known = [int(tree.proven[0]) for tree in self.trees if tree.proven[0] != ONGOING]
        return known[0] if known else ONGOING

    def lines(self) -> tuple[Line, ...]:
        """Return a line for each action visited in any tree, the best first; at least one."""
        found: dict[int, list[int]] = {}  # visits and proven outcome of each action
        sums: dict[int, list[float]] = {}
        for tree in self.trees:
            for child in children(tree):
                action = int(tree.action[child])
                known = found.setdefault(action, [0, ONGOING])
                known[0] += int(tree.visits[child])
                if tree.proven[child] != ONGOING:
                    known[1] = int(tree.proven[child])
                total = sums.setdefault(action, [0.0] * self.players)
                for who in range(self.players):
                    total[who] += float(tree.value[child, who])
        mover, lines = self.position.player, list[Line]()

        def mean(action: int) -> tuple[float, ...]:
            return tuple(value / max(1, found[action][0]) for value in sums[action])

        def order(action: int) -> tuple[int, int, float]:
            visits, proven = found[action]
            return rank(proven, mover), visits, mean(action)[mover]

        for action in sorted(found, key=order, reverse=True):
            visits, proven = found[action]
            # The first line gives the verdict of the position: other actions may still win.
            outcome = proven if lines else self.proven()
            is_open = outcome == ONGOING
            verdict = Verdict(mean(action)) if is_open else certain(outcome, self.players)
            lines.append(Line((action,), verdict, visits=visits))
        untried = Line((self.position.actions()[0],), Verdict((0.0,) * self.players))
        return tuple(lines) or (untried,)

    def line(self, action: int, length: int = 12) -> tuple[int, ...]:
        """Return the principal variation of the first tree that begins with an action."""
        action = arguments.integer("action", action, 0, self.game.num_actions - 1)
        length = arguments.integer("length", length, 1)
        tree = self.trees[0]
        nodes = [child for child in children(tree) if tree.action[child] == action]
        found = [action]
        while nodes and len(found) < length:
            below = children(tree, nodes[0])
            visited = [child for child in below if tree.visits[child] > 0]
            if not visited:
                break
            nodes = [max(visited, key=lambda child: worth(tree, child))]
            found.append(int(tree.action[nodes[0]]))
        return tuple(found)


def numbers(name: str, given: Any, size: int) -> Any:
    """Return numbers of a judgement as an array; compiled code does not check its size."""
    import numpy as np

    try:
        array = np.ascontiguousarray(given, np.float32)
    except (TypeError, ValueError) as error:
        raise BadType(Text("{name} of a judgement: {error}", name=name, error=error)) from None
    if array.shape != (size,) or not np.isfinite(array).all():
        expected = Text("{size} finite numbers", size=size)
        of = Text("{name} of a judgement", name=name)
        raise BadArgument(arguments.is_not(of, expected, array))
    return array


def worth(tree: Tree, child: int) -> tuple[int, int]:
    """Return the rank of a child for its chooser: proven wins, then visits, then proven losses."""
    proven, chooser = int(tree.proven[child]), int(tree.chooser[child])
    certain = 0 if proven in (ONGOING, DRAW) else 1 if proven == chooser else -1
    return certain, int(tree.visits[child])


def untyped(state: Any) -> Any:
    """Return a state from compiled code with Python integers, as positions have them."""
    return type(state)(*(int(v) if not isinstance(v, tuple) else untyped(v) for v in state))


def children(tree: Tree, node: int = 0) -> range:
    """Return the children of a node, by default of the root."""
    first = int(tree.first[node])
    return range(first, first + int(tree.children[node])) if first >= 0 else range(0)


def rank(proven: int, mover: int) -> int:
    """Return a sort key: proven wins first, proven losses last."""
    return 2 if proven == mover else 1 if proven in (ONGOING, DRAW) else 0


class Budget:
    """The remaining simulations of a search, from which all threads draw."""

    def __init__(
        self, simulations: int | None, until: float | None, stops: list[Event], threads: int = 1
    ) -> None:
        self.parts = 1 if threads == 1 else 2 * threads
        self.left = simulations
        self.until = until
        self.stops = stops
        self.taking = Lock()

    def take(self, wanted: int) -> int:
        """Return the number of simulations to run next; 0 when the budget is used up."""
        if any(stop.is_set() for stop in self.stops):
            return 0
        if self.until is not None and time.perf_counter() >= self.until:
            return 0
        if self.left is None:
            return wanted
        with self.taking:
            # Chunks become smaller towards the end, so that all threads finish together.
            share = min(wanted, self.left, max(MIN_CHUNK, self.left // self.parts))
            self.left -= share
        return share


def empty_tree(nodes: int, players: int) -> Tree:
    """Return a tree with capacity for `nodes` nodes."""
    import numpy as np

    small, count = np.int8, np.int32
    return Tree(
        action=np.empty(nodes, np.int64),
        parent=np.empty(nodes, count),
        first=np.empty(nodes, count),
        children=np.empty(nodes, count),
        chooser=np.empty(nodes, small),
        visits=np.empty(nodes, count),
        value=np.empty((nodes, players), np.float32),
        prior=np.empty(nodes, np.float32),
        proven=np.empty(nodes, small),
        used=np.zeros(1, np.int64),
    )
