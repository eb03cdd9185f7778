"""Monte-Carlo tree search with proven values, as rules over arrays.

A simulation has four steps: it *selects* a path down the tree, *expands* the node it reaches,
*plays* at random from there, and *backpropagates* the result.  A node stores the player who chose
it (the mover at its parent) and sums up the results of every player, so that turns of several
actions and games of one to four players need no special cases.

A node with a certain outcome is *proven*.  A winning child proves its parent at once; when all
children are proven, the mover takes the best of them.  With three or more players the choice of a
mover without a win is undetermined; such a node is only proven if all its children agree.

Every thread grows its own tree, and the counts are added up at the root (root parallelization): so
threads never wait for each other, and each depends on its random stream only.

Instead of random play a *judge* (such as a network) may evaluate positions in batches, with a prior
for every action: `descend` selects a node and adds a virtual loss there, `expand_with_priors` and
`backpropagate` apply the judgement.
"""

from math import log, sqrt
from typing import Any, NamedTuple

from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import DRAW, ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import advance, next_legal, playout
from steinreich.search.knowledge import prior

UNEXPANDED = -1  # in `first`, for a node without children


class Tree(NamedTuple):
    """The nodes; number 0 is the root, and the children of a node are contiguous."""

    action: Any  # (nodes,) int64: the action that leads here
    parent: Any  # (nodes,) int32; -1 for the root
    first: Any  # (nodes,) int32: the first child, or UNEXPANDED
    children: Any  # (nodes,) int32: number of children
    chooser: Any  # (nodes,) int8: the player who chose the action
    visits: Any  # (nodes,) int32
    value: Any  # (nodes, players) float32: sum of each player's results
    prior: Any  # (nodes,) float32: prior of the action
    proven: Any  # (nodes,) int8: the proven outcome, or ONGOING
    used: Any  # (1,) int64: number of nodes


@rule
def reward(result: int, who: int) -> int:
    """Return the reward of a player for an outcome: 1, 0 or -1."""
    if result == DRAW:
        return 0
    return 1 if result == who else -1


@rule
def select(tree: Tree, node: int, explore: float) -> int:
    """Return the child to visit next (UCT); unvisited children come first."""
    first = tree.first[node]
    width = log(tree.visits[node] + 1.0) * explore * explore
    best, best_score = first, -1e9
    for child in range(first, first + tree.children[node]):
        visits = tree.visits[child]
        if tree.proven[child] != ONGOING:
            # A proven win ends the search here, so this one is a draw or a loss.
            score = reward(tree.proven[child], tree.chooser[child]) * 1.0
            if score < 0:
                score = -1e8
        elif visits == 0:
            return child
        else:
            score = tree.value[child, tree.chooser[child]] / visits + sqrt(width / visits)
            score += tree.prior[child] / (visits + 1.0)
        if score > best_score:
            best, best_score = child, score
    return int(best)


@rule
def select_judged(tree: Tree, node: int, explore: float) -> int:
    """Return the child to visit next, by the judge's priors (PUCT)."""
    first = tree.first[node]
    width = sqrt(tree.visits[node] + 1.0) * explore
    best, best_score = first, -1e9
    for child in range(first, first + tree.children[node]):
        visits = tree.visits[child]
        score = -1e8
        if tree.proven[child] != ONGOING:
            known = reward(tree.proven[child], tree.chooser[child])
            score = known * 1.0 if known >= 0 else score
        else:
            score = tree.prior[child] * width / (visits + 1.0)
            if visits:
                score += tree.value[child, tree.chooser[child]] / visits
        if score > best_score:
            best, best_score = child, score
    return int(best)


@rule
def expand(tree: Tree, node: int, s: State) -> bool:
    """Add the children of a node; return False if the tree is full."""
    c = candidates(s)
    who = player(s)
    begin = tree.used[0]
    child, action = begin, -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            break
        if child == len(tree.action):
            return False
        tree.action[child] = action
        tree.parent[child] = node
        tree.first[child] = UNEXPANDED
        tree.children[child] = 0
        tree.chooser[child] = who
        tree.visits[child] = 0
        for who_gets in range(tree.value.shape[1]):
            tree.value[child, who_gets] = 0
        tree.prior[child] = prior(s, action)
        tree.proven[child] = ONGOING
        child += 1
    tree.used[0] = child
    tree.children[node] = child - begin
    tree.first[node] = begin
    return True


@noinline
def settle(tree: Tree, node: int, players: int) -> int:
    """Return the outcome of a node that its children prove, or ONGOING."""
    first = tree.first[node]
    mover = tree.chooser[first]
    best, best_reward, agreed, open_child = tree.proven[first], -2, True, False
    for child in range(first, first + tree.children[node]):
        result = tree.proven[child]
        if result == mover:
            return int(mover)
        open_child |= result == ONGOING
        agreed &= result == tree.proven[first]
        if reward(result, mover) > best_reward:
            best, best_reward = result, reward(result, mover)
    if open_child:
        return ONGOING
    return int(best) if players <= 2 or agreed or best == DRAW else ONGOING


@noinline
def prove(tree: Tree, node: int, players: int) -> None:
    """Propagate a proof towards the root as far as it holds."""
    while node >= 0:
        result = settle(tree, node, players)
        if result == ONGOING:
            return
        tree.proven[node] = result
        node = tree.parent[node]


@rule
def simulate(tree: Tree, root: State, random: U64, explore: float, players: int) -> None:
    """Run one simulation."""
    s, node = root, 0
    tree.visits[0] += 1
    # 1. Select: descend to a node without children, or a proven one.
    while tree.first[node] >= 0 and tree.proven[node] == ONGOING:
        node = select(tree, node, explore)
        tree.visits[node] += 1
        s = play(s, tree.action[node])
    result = int(tree.proven[node])
    if result == ONGOING:
        result = outcome(s)
        if result != ONGOING:
            tree.proven[node] = result
            prove(tree, tree.parent[node], players)
        else:
            # 2. Expand: a node gets children at its second visit.
            if (tree.visits[node] > 1 or node == 0) and expand(tree, node, s):
                node = tree.first[node]
                tree.visits[node] += 1
                s = play(s, tree.action[node])
            # 3. Play at random.
            result, _ = playout(s, random)
    # 4. Backpropagate.
    while node >= 0:
        for who in range(players):
            tree.value[node, who] += reward(result, who)
        node = tree.parent[node]


@rule
def descend(tree: Tree, root: State, explore: float, players: int) -> tuple[int, State]:
    """Select a node for the judge, with a virtual loss until its judgement is backpropagated.

    The result of a proven node is backpropagated at once; then return -1 instead of a node.
    """
    s, node = root, 0
    tree.visits[0] += 1
    while tree.first[node] >= 0 and tree.proven[node] == ONGOING:
        node = select_judged(tree, node, explore)
        tree.visits[node] += 1
        tree.value[node, tree.chooser[node]] -= 1
        s = play(s, tree.action[node])
    result = int(tree.proven[node])
    if result == ONGOING:
        result = outcome(s)
        if result == ONGOING:
            return node, s
        tree.proven[node] = result
        prove(tree, tree.parent[node], players)
    while node >= 0:
        for who in range(players):
            tree.value[node, who] += reward(result, who)
        if node > 0:
            tree.value[node, tree.chooser[node]] += 1
        node = tree.parent[node]
    return -1, s


@rule
def expand_with_priors(tree: Tree, node: int, s: State, priors: Any) -> None:
    """Add the children of a node with the judge's priors, unless it has children."""
    if tree.first[node] >= 0 or not expand(tree, node, s):
        return
    first = tree.first[node]
    for child in range(first, first + tree.children[node]):
        tree.prior[child] = priors[tree.action[child]]


@rule
def backpropagate(tree: Tree, node: int, values: Any) -> None:
    """Add the judge's values along the path to the root, and remove the virtual losses."""
    while node >= 0:
        for who in range(len(values)):
            tree.value[node, who] += values[who]
        if node > 0:
            tree.value[node, tree.chooser[node]] += 1
        node = tree.parent[node]


@noinline
def find(tree: Tree, node: int, s: State, wanted: U64, depth: int) -> int:
    """Return the node of a position at most `depth` actions below a node; -1 if there is none."""
    if key(s) == wanted:
        return node
    if depth > 0 and tree.first[node] >= 0:
        first = tree.first[node]
        for child in range(first, first + tree.children[node]):
            if tree.visits[child] > 0 and outcome(s) == ONGOING:
                found = find(tree, child, play(s, tree.action[child]), wanted, depth - 1)
                if found >= 0:
                    return found
    return -1


@rule
def simulations(
    tree: Tree, root: State, random: U64, explore: float, players: int, count: int
) -> U64:
    """Run `count` simulations, fewer if the root gets proven; return the next random state."""
    for _ in range(count):
        if tree.proven[0] != ONGOING:
            break
        random = advance(random)
        simulate(tree, root, random, explore, players)
    return random


@rule
def copy_below(old: Tree, node: int, new: Tree, origin: Any) -> None:
    """Copy a subtree into an empty tree."""
    origin[0] = node
    new.parent[0] = -1
    new.used[0] = 1
    done = 0
    while done < new.used[0]:
        source = origin[done]
        new.action[done] = old.action[source]
        new.chooser[done] = old.chooser[source]
        new.visits[done] = old.visits[source]
        for who in range(old.value.shape[1]):
            new.value[done, who] = old.value[source, who]
        new.prior[done] = old.prior[source]
        new.proven[done] = old.proven[source]
        new.children[done] = 0
        new.first[done] = UNEXPANDED
        if old.first[source] >= 0:
            begin = new.used[0]
            new.first[done] = begin
            new.children[done] = old.children[source]
            new.used[0] = begin + old.children[source]
            for i in range(old.children[source]):
                origin[begin + i] = old.first[source] + i
                new.parent[begin + i] = done
        done += 1
