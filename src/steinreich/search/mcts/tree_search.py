"""Monte-Carlo tree search from Python: budgets, threads, stopping, and what was found."""

import time
from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from steinreich.compile.binder import Compiler, typed
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import arguments, contract
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.errors import BadArgument, BadType
from steinreich.rules.language import Words
from steinreich.rules.playout import stream
from steinreich.search.mcts.rules import (
    UNEXPANDED,
    Tree,
    copy_below,
    credit,
    descend,
    find,
    simulations,
    welcome,
)

MAX_NODES = (1 << 31) - 1  # of a tree, which numbers them in 32 bits
SMALLEST_CHUNK = 16
CHUNK_SECONDS = 0.004  # how long a thread runs without looking at the clock


class Choice(NamedTuple):
    """An action that was looked at."""

    action: int
    visits: int
    values: tuple[float, ...]  # for each player, -1 to 1
    proven: int  # the outcome that is certain after it, or ONGOING


class Found(NamedTuple):
    """What a search has found out."""

    choices: list[Choice]  #: the best first
    values: tuple[float, ...]  #: what each player can hope for, -1 to 1
    proven: int  #: the outcome that is certain from here, or ONGOING
    simulations: int  #: that this search has made
    seconds: float  #: of searching

    @property
    def best(self) -> int:
        """The action to play."""
        return self.choices[0].action


class Judgement(NamedTuple):
    """What a judge thinks of a position: see `Mcts.run_judged`.

    >>> from steinreich import Judgement, Mcts, load
    >>> def judge(positions):
    ...     return [Judgement((0.0, 0.0), [1 / 32] * 32) for _ in positions]
    >>> Mcts(load("vier3d").start(), nodes=10_000).run_judged(judge, simulations=20).simulations
    20
    """

    values: Sequence[float]  #: for each player, -1 to 1
    priors: Sequence[float]  #: for each action by its number; of legal ones they add up to 1


Judge = Callable[[list[Position]], list[Judgement]]  # many positions at a time, as nets like it


class Mcts:
    """A search that grows a tree for each thread, and keeps them when the game goes on.

    >>> from steinreich import Mcts, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> found = Mcts(position, nodes=10_000).run(simulations=200)
    >>> position.name(found.best), found.proven
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
        """Begin with new trees."""
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
        """Go on to a position a few actions later, with what is known of it."""
        expect_position(position, self.game)
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
        """When a search begins, and when it has to end; `BadArgument` if the game is over."""
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
    ) -> Found:
        """Search until a budget is used up, the position is proven, or `stop` is set."""
        began, until = self.begin(seconds)
        if simulations is not None:
            simulations = arguments.integer("simulations", simulations, 0)
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
        spent = time.perf_counter() - began
        return Found(self.choices(), self.values(), self.proven(), self.visits() - before, spent)

    def run_judged(
        self,
        judge: Judge,
        simulations: int,
        batch: int = 16,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> Found:
        """Search with a judge instead of random play, in one tree, `batch` positions at a time."""
        began, until = self.begin(seconds)
        simulations = arguments.integer("simulations", simulations, 0)
        batch = arguments.integer("batch", batch, 1)
        budget = Budget(simulations, until, [] if stop is None else [stop])
        before, tree = self.visits(), self.trees[0]
        while tree.proven[0] == ONGOING and (share := budget.take(batch)):
            self.judge_some(judge, share)
        spent = time.perf_counter() - began
        return Found(self.choices(), self.values(), self.proven(), self.visits() - before, spent)

    def judge_some(self, judge: Judge, share: int) -> None:
        """So many simulations whose ends are judged together."""
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
        if len(judged) != len(waiting):
            raise BadArgument(
                Words(
                    f"the judge gave {len(judged)} judgements of {len(waiting)} positions",
                    f"der Richter gab {len(judged)} Urteile über {len(waiting)} Stellungen ab",
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
            self.compiled.entry(welcome)(tree, node, typed(position.state), priors)
            self.compiled.entry(credit)(tree, node, values)

    def work(self, number: int, budget: "Budget", over: Event) -> None:
        """What one thread does."""
        import numpy as np

        run = self.compiled.entry(simulations)
        tree, random = self.trees[number], self.streams[number]
        chunk = SMALLEST_CHUNK
        while share := budget.take(chunk):
            began = time.perf_counter()
            random = int(
                run(tree, self.state, np.uint64(random), self.explore, self.players, share)
            )
            if tree.proven[0] != ONGOING:
                over.set()
                break
            spent = max(time.perf_counter() - began, 1e-6)
            chunk = max(SMALLEST_CHUNK, min(2 * chunk, int(share * CHUNK_SECONDS / spent)))
        self.streams[number] = random

    def visits(self) -> int:
        """How often the root was visited in all trees."""
        return sum(int(tree.visits[0]) for tree in self.trees)

    def proven(self) -> int:
        """The outcome that one of the trees proves for the position, or ONGOING."""
        known = [int(tree.proven[0]) for tree in self.trees if tree.proven[0] != ONGOING]
        return known[0] if known else ONGOING

    def values(self) -> tuple[float, ...]:
        """What each player can hope for in the position."""
        total = sum(tree.value[0].astype(float) for tree in self.trees)
        return tuple(float(value) / max(1, self.visits()) for value in total)

    def choices(self) -> list[Choice]:
        """The actions from here over all trees, the best first."""
        found: dict[int, list[int]] = {}  # visits and certain outcome of each action
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
        choices = [
            Choice(action, visits, tuple(v / max(1, visits) for v in sums[action]), proven)
            for action, (visits, proven) in found.items()
        ]
        mover = self.position.player
        return sorted(choices, key=lambda choice: rank(choice, mover), reverse=True)

    def line(self, action: int, length: int = 12) -> list[int]:
        """How the first tree expects the game to go on with an action."""
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
        return found


def numbers(name: str, given: Any, size: int) -> Any:
    """The numbers of a judgement as native code reads them, which does not look at their count."""
    import numpy as np

    try:
        array = np.ascontiguousarray(given, np.float32)
    except (TypeError, ValueError) as error:
        raise BadType(
            Words(f"{name} of a judgement: {error}", f"{name} eines Urteils: {error}")
        ) from None
    if array.shape != (size,) or not np.isfinite(array).all():
        expected = Words(f"{size} finite numbers", f"{size} endliche Zahlen")
        of = Words(f"{name} of a judgement", f"{name} eines Urteils")
        raise BadArgument(arguments.is_not(of, expected, array))
    return array


def worth(tree: Tree, child: int) -> tuple[int, int]:
    """Which child its chooser prefers: a certain win, else the most visited that is not lost."""
    proven, chooser = int(tree.proven[child]), int(tree.chooser[child])
    certain = 0 if proven in (ONGOING, DRAW) else 1 if proven == chooser else -1
    return certain, int(tree.visits[child])


def untyped(state: Any) -> Any:
    """A state from compiled code with plain integers, as positions have them."""
    return type(state)(*(int(v) if not isinstance(v, tuple) else untyped(v) for v in state))


def children(tree: Tree, node: int = 0) -> range:
    """The nodes below one; below the root, if nothing else is said."""
    first = int(tree.first[node])
    return range(first, first + int(tree.children[node])) if first >= 0 else range(0)


def rank(choice: Choice, mover: int) -> tuple[int, int, float]:
    """Proven wins first and proven losses last; between them the most visited."""
    value = choice.values[mover]
    if choice.proven == mover:
        return 2, choice.visits, value
    lost = choice.proven not in (ONGOING, DRAW)
    return (0 if lost else 1), choice.visits, value


class Budget:
    """How much longer a search may go on; a faster thread takes a larger part of it."""

    def __init__(
        self, simulations: int | None, until: float | None, stops: list[Event], threads: int = 1
    ) -> None:
        self.parts = 1 if threads == 1 else 2 * threads
        self.left = simulations
        self.until = until
        self.stops = stops
        self.taking = Lock()

    def take(self, wanted: int) -> int:
        """How many simulations to do next: none when it is over."""
        if any(stop.is_set() for stop in self.stops):
            return 0
        if self.until is not None and time.perf_counter() >= self.until:
            return 0
        if self.left is None:
            return wanted
        with self.taking:
            # The parts become smaller towards the end, so that all threads finish together.
            share = min(wanted, self.left, max(SMALLEST_CHUNK, self.left // self.parts))
            self.left -= share
        return share


def empty_tree(nodes: int, players: int) -> Tree:
    """Room for so many nodes."""
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
