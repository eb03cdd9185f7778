"""Monte-Carlo tree search with proven values, as rules over arrays.

A simulation has four steps: it *selects* a path down the tree, *expands* the node it reaches,
*plays* at random from there, and *backpropagates* the result.  A node stores the player who chose
it (the mover at its parent) and sums up the results of every player, so that turns of several
actions and games of one to four players need no special cases.

A node with a certain outcome is *proven*.  A child that wins for the mover proves its parent; if
all children are proven, the mover chooses the best of them.  With three or more players, the choice
of a mover without a win is undetermined, so such a node is proven only if all its children have the
same outcome or the best is a draw.

Every thread has its own tree, and the counts are added up at the root (root parallelization).  So
threads never wait for each other, and the tree of each depends on its random stream only.

Instead of random play, a *judge*, such as a neural network, may evaluate positions in batches and
return a prior for every action.  Then `descend` selects a node and adds a virtual loss, and
`expand_with_priors` and `backpropagate` apply the judgement.
"""

from math import log, sqrt
from typing import NamedTuple

from steinreich.rules.arrays import Float32Array, Float32Matrix, Int8Array, Int32Array, Int64Array
from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import DRAW, ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import advance, next_legal, playout
from steinreich.search.knowledge import prior

UNEXPANDED = -1  # in `first`, for a node without children
# In selection below, -1e8 is the score of a proven loss, lower than any other, and -1e9 is the
# initial best score.


class Tree(NamedTuple):
    """The nodes; number 0 is the root, and the children of a node are contiguous."""

    action: Int64Array  # (nodes,): the action that leads here
    parent: Int32Array  # (nodes,); -1 for the root
    first: Int32Array  # (nodes,): the first child, or UNEXPANDED
    children: Int32Array  # (nodes,): number of children
    chooser: Int8Array  # (nodes,): the player who chose the action
    visits: Int32Array  # (nodes,)
    value: Float32Matrix  # (nodes, players): sum of each player's results
    prior: Float32Array  # (nodes,): prior of the action
    proven: Int8Array  # (nodes,): the proven outcome, or ONGOING
    used: Int64Array  # (1,): number of nodes


@rule
def reward(result: int, side: int) -> int:
    """Return the reward of a player for an outcome: 1, 0 or -1."""
    if result == DRAW:
        return 0
    return 1 if result == side else -1


@rule
def select(tree: Tree, node: int, explore: float) -> int:
    """Return the child to visit next (UCT), with the exploration constant `explore`; unvisited
    children come first.
    """
    first = tree.first[node]
    width = log(tree.visits[node] + 1.0) * explore * explore
    best, best_score = first, -1e9
    for child in range(first, first + tree.children[node]):
        visits = tree.visits[child]
        if tree.proven[child] != ONGOING:
            # A proven win would have proven this node, so the child is a draw or a loss.
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
def select_with_priors(tree: Tree, node: int, explore: float) -> int:
    """Return the child to visit next (PUCT), with the judge's priors and the exploration constant
    `explore`.
    """
    first = tree.first[node]
    width = sqrt(tree.visits[node] + 1.0) * explore
    best, best_score = first, -1e9
    for child in range(first, first + tree.children[node]):
        visits = tree.visits[child]
        score = -1e8
        if tree.proven[child] != ONGOING:
            proven_reward = reward(tree.proven[child], tree.chooser[child])
            score = proven_reward * 1.0 if proven_reward >= 0 else score
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
    mover = player(s)
    first_child = tree.used[0]
    child, action = first_child, -1
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
        tree.chooser[child] = mover
        tree.visits[child] = 0
        for side in range(tree.value.shape[1]):
            tree.value[child, side] = 0
        tree.prior[child] = prior(s, action)
        tree.proven[child] = ONGOING
        child += 1
    tree.used[0] = child
    tree.children[node] = child - first_child
    tree.first[node] = first_child
    return True


@noinline
def derive_outcome(tree: Tree, node: int, players: int) -> int:
    """Return the outcome of a node that follows from its proven children, or ONGOING."""
    first = tree.first[node]
    mover = tree.chooser[first]
    best, best_reward, all_agree, has_unproven = tree.proven[first], -2, True, False
    for child in range(first, first + tree.children[node]):
        result = tree.proven[child]
        if result == mover:
            return int(mover)
        has_unproven |= result == ONGOING
        all_agree &= result == tree.proven[first]
        if reward(result, mover) > best_reward:
            best, best_reward = result, reward(result, mover)
    if has_unproven:
        return ONGOING
    return int(best) if players <= 2 or all_agree or best == DRAW else ONGOING


@noinline
def propagate_proof(tree: Tree, node: int, players: int) -> None:
    """Derive the outcomes of a node and its ancestors, as far as they are proven."""
    while node >= 0:
        result = derive_outcome(tree, node, players)
        if result == ONGOING:
            return
        tree.proven[node] = result
        node = tree.parent[node]


@rule
def simulate(tree: Tree, root: State, random: U64, explore: float, players: int) -> None:
    """Run one simulation; `explore` is the exploration constant of UCT."""
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
            propagate_proof(tree, tree.parent[node], players)
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
        for side in range(players):
            tree.value[node, side] += reward(result, side)
        node = tree.parent[node]


@rule
def descend(tree: Tree, root: State, explore: float, players: int) -> tuple[int, State]:
    """Select a node for the judge, and add virtual losses along the path.

    Return the node and its state.  The result of a proven or final node is backpropagated at once;
    then return -1 in place of the node.
    """
    s, node = root, 0
    tree.visits[0] += 1
    while tree.first[node] >= 0 and tree.proven[node] == ONGOING:
        node = select_with_priors(tree, node, explore)
        tree.visits[node] += 1
        tree.value[node, tree.chooser[node]] -= 1
        s = play(s, tree.action[node])
    result = int(tree.proven[node])
    if result == ONGOING:
        result = outcome(s)
        if result == ONGOING:
            return node, s
        tree.proven[node] = result
        propagate_proof(tree, tree.parent[node], players)
    while node >= 0:
        for side in range(players):
            tree.value[node, side] += reward(result, side)
        if node > 0:
            tree.value[node, tree.chooser[node]] += 1
        node = tree.parent[node]
    return -1, s


@rule
def expand_with_priors(tree: Tree, node: int, s: State, priors: Float32Array) -> None:
    """Add the children of a node, with the judge's priors, unless it has children."""
    if tree.first[node] >= 0 or not expand(tree, node, s):
        return
    first = tree.first[node]
    for child in range(first, first + tree.children[node]):
        tree.prior[child] = priors[tree.action[child]]


@rule
def backpropagate(tree: Tree, node: int, values: Float32Array) -> None:
    """Add the judge's values along the path to the root, and remove the virtual losses."""
    while node >= 0:
        for side in range(len(values)):
            tree.value[node, side] += values[side]
        if node > 0:
            tree.value[node, tree.chooser[node]] += 1
        node = tree.parent[node]


@noinline
def find_position(tree: Tree, node: int, s: State, wanted_key: U64, depth: int) -> int:
    """Return the node of a position, at most `depth` actions below a node; -1 if there is none.

    `wanted_key` is the key of the position, `s` the state of the node.
    """
    if key(s) == wanted_key:
        return node
    if depth > 0 and tree.first[node] >= 0:
        first = tree.first[node]
        for child in range(first, first + tree.children[node]):
            if tree.visits[child] > 0 and outcome(s) == ONGOING:
                found = find_position(
                    tree, child, play(s, tree.action[child]), wanted_key, depth - 1
                )
                if found >= 0:
                    return found
    return -1


@rule
def run_simulations(
    tree: Tree, root: State, random: U64, explore: float, players: int, count: int
) -> U64:
    """Run `count` simulations, or until the root is proven; return the next state of the stream."""
    for _ in range(count):
        if tree.proven[0] != ONGOING:
            break
        random = advance(random)
        simulate(tree, root, random, explore, players)
    return random


@rule
def copy_subtree(old: Tree, node: int, new: Tree, sources: Int32Array) -> None:
    """Copy the subtree of a node into an empty tree.

    `sources` is working memory for the old node of each new node.
    """
    sources[0] = node
    new.parent[0] = -1
    new.used[0] = 1
    done = 0
    while done < new.used[0]:
        source = sources[done]
        new.action[done] = old.action[source]
        new.chooser[done] = old.chooser[source]
        new.visits[done] = old.visits[source]
        for side in range(old.value.shape[1]):
            new.value[done, side] = old.value[source, side]
        new.prior[done] = old.prior[source]
        new.proven[done] = old.proven[source]
        new.children[done] = 0
        new.first[done] = UNEXPANDED
        if old.first[source] >= 0:
            first_child = new.used[0]
            new.first[done] = first_child
            new.children[done] = old.children[source]
            new.used[0] = first_child + old.children[source]
            for i in range(old.children[source]):
                sources[first_child + i] = old.first[source] + i
                new.parent[first_child + i] = done
        done += 1


ENTRY_POINTS = (run_simulations, find_position, copy_subtree)
