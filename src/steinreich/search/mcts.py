"""Monte-Carlo tree search from Python: budgets, threads, stopping, and what was found."""

import time
from threading import Event, Thread
from typing import NamedTuple

from steinreich.core.contract import DRAW, ONGOING
from steinreich.core.forge import typed
from steinreich.core.game import Position
from steinreich.core.playout import stream
from steinreich.search.tree import UNEXPANDED, Tree, copy_below, simulations

SMALLEST_CHUNK = 16
CHUNK_SECONDS = 0.004  # how long a thread runs without looking at the clock


class Choice(NamedTuple):
    """An action that was looked at."""

    action: int
    visits: int
    value: float  # for the player who chooses it, -1 to 1
    proven: int  # the outcome that is certain after it, or ONGOING


class Found(NamedTuple):
    """What a search has found out."""

    choices: list[Choice]  # the best first
    proven: int  # the outcome that is certain from here, or ONGOING
    simulations: int
    seconds: float

    @property
    def best(self) -> int:
        """The action to play."""
        return self.choices[0].action


class Mcts:
    """A search that grows a tree for each thread, and keeps them when the game goes on."""

    def __init__(
        self,
        position: Position,
        *,
        threads: int = 1,
        nodes: int = 1_000_000,
        seed: int = 0,
        explore: float = 1.0,
    ) -> None:
        self.nodes = nodes  # for each thread
        self.explore = explore
        self.compiled = position.game.compiled
        self.trees = [empty_tree(nodes) for _ in range(threads)]
        self.streams = [stream(seed, number) for number in range(threads)]
        self.set(position)

    def set(self, position: Position) -> None:
        """Begin with new trees."""
        self.position = position
        self.state = typed(position.state)
        for tree in self.trees:
            tree.used[0] = 1
            tree.action[0] = tree.parent[0] = tree.chooser[0] = -1
            tree.first[0] = UNEXPANDED
            tree.visits[0] = tree.value[0] = tree.children[0] = 0
            tree.proven[0] = position.outcome

    def advance(self, action: int) -> None:
        """Go on to the position after an action, with what is known of it."""
        import numpy as np

        after = self.position.after(action)
        trees = []
        for tree in self.trees:
            nodes = [child for child in children(tree) if tree.action[child] == action]
            if not nodes:
                return self.set(after)
            trees.append(empty_tree(self.nodes))
            copy = self.compiled.entry(copy_below)
            copy(tree, nodes[0], trees[-1], np.zeros(self.nodes, np.int32))
        self.trees, self.position, self.state = trees, after, typed(after.state)
        return None

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> Found:
        """Search until a budget is used up, the position is proven, or `stop` is set."""
        if self.position.is_over:
            raise ValueError("the game is over: there is nothing to search")
        began = time.perf_counter()
        until = None if seconds is None else began + seconds
        before = self.visits()
        threads = len(self.trees)
        over = Event()
        workers = []
        for number in range(threads):
            share = None if simulations is None else (simulations + number) // threads
            budget = Budget(share, until, [over] if stop is None else [over, stop])
            workers.append(Thread(target=self.work, args=(number, budget, over)))
        for worker in workers[1:]:
            worker.start()
        workers[0].run()
        for worker in workers[1:]:
            worker.join()
        spent = time.perf_counter() - began
        return Found(self.choices(), self.proven(), self.visits() - before, spent)

    def work(self, number: int, budget: "Budget", over: Event) -> None:
        """What one thread does."""
        import numpy as np

        run = self.compiled.entry(simulations)
        tree, random = self.trees[number], self.streams[number]
        players = self.position.game.players
        chunk = SMALLEST_CHUNK
        while share := budget.take(chunk):
            began = time.perf_counter()
            random = int(run(tree, self.state, np.uint64(random), self.explore, players, share))
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

    def choices(self) -> list[Choice]:
        """The actions from here over all trees, the best first."""
        found: dict[int, Choice] = {}
        for tree in self.trees:
            for child in children(tree):
                action = int(tree.action[child])
                visits, value = int(tree.visits[child]), float(tree.value[child])
                proven = int(tree.proven[child])
                if action in found:
                    other = found[action]
                    visits, value = visits + other.visits, value + other.value
                    proven = other.proven if proven == ONGOING else proven
                found[action] = Choice(action, visits, value, proven)
        mean = [c._replace(value=c.value / c.visits if c.visits else 0.0) for c in found.values()]
        mover = self.position.player
        return sorted(mean, key=lambda choice: rank(choice, mover), reverse=True)


def children(tree: Tree) -> range:
    """The nodes below the root."""
    first = int(tree.first[0])
    return range(first, first + int(tree.children[0])) if first >= 0 else range(0)


def rank(choice: Choice, mover: int) -> tuple[int, int, float]:
    """Proven wins first and proven losses last; between them the most visited."""
    if choice.proven == mover:
        return 2, choice.visits, choice.value
    lost = choice.proven not in (ONGOING, DRAW)
    return (0 if lost else 1), choice.visits, choice.value


class Budget:
    """How much longer one thread may search."""

    def __init__(self, simulations: int | None, until: float | None, stops: list[Event]) -> None:
        self.left = simulations
        self.until = until
        self.stops = stops

    def take(self, wanted: int) -> int:
        """How many simulations to do next: none when it is over."""
        if any(stop.is_set() for stop in self.stops):
            return 0
        if self.until is not None and time.perf_counter() >= self.until:
            return 0
        if self.left is None:
            return wanted
        share = min(wanted, self.left)
        self.left -= share
        return share


def empty_tree(nodes: int) -> Tree:
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
        value=np.empty(nodes, np.float64),
        proven=np.empty(nodes, small),
        used=np.zeros(1, np.int64),
    )
