"""Random records for round trips, and randomly damaged texts for parsers."""

import random
from collections.abc import Callable

from hypothesis import strategies as st

from steinreich import BadRecord, Position, load
from steinreich.records import Node, Record, result_names
from tests.translated import both

IDS = (
    "chain_reaxis",
    "inner_square",
    "six_in_line",
    "six_in_line(players=1)",
    "six_in_line(players=4)",
    "tzaar",
    "tzaar(setup=fixed)",
    "tzaar(setup=tournament)",
    "vier3d",
    "vier3d(players=3)",
    "vier3d(variant=most_fours)",
)
COMMENTS = st.text(max_size=200) | st.text(alphabet=" a\\}{\n\r\t;()", max_size=200)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,10}", fullmatch=True)
HEADERS = st.dictionaries(
    NAMES.filter(lambda name: name not in ("Game", "Start", "Result")),
    st.text(max_size=30) | st.text(alphabet='"\\\n]', max_size=10),
    max_size=4,
)


def get_error(action: Callable[[], object]) -> str:
    """Return the message of `BadRecord`, or nothing if there is no error; other errors are not
    caught.
    """
    try:
        action()
    except BadRecord as error:
        caught = error
    else:
        return ""
    english, german = both(caught.message)
    assert str(caught) == english
    assert german not in ("", english)
    return english


def random_record(id: str, seed: int, actions: int) -> Record:
    """Return the first actions of a random game."""
    rng = random.Random(seed)
    record = Record.new(load(id), seed)
    while len(record.moves()) < actions and not record.end.is_over:
        record.play(rng.choice(record.end.legal_moves()))
    return record


def add_variations(record: Record, rng: random.Random, number: int) -> None:
    """Add variations at random places, also to variations."""
    branch_points = [
        (node, position)
        for node, position in list_positions_by_node(record)
        if not position.is_over
    ]
    for _ in range(number if branch_points else 0):
        node, position = rng.choice(branch_points)
        for _ in range(rng.randint(1, 5)):
            if position.is_over:
                break
            name = rng.choice(position.legal_moves())
            node, position = node.add(name), position.play(name)
            if not position.is_over:
                branch_points.append((node, position))


def list_positions_by_node(record: Record) -> list[tuple[Node, Position]]:
    """Return every node of the main line with the position after it."""
    return list(zip([record.root, *record.root.line()], record.positions(), strict=True))


def get_all_nodes(record: Record) -> list[Node]:
    return [record.root, *(node for node, _ in record.walk())]


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A random game with variations, comments, marks, headers, and sometimes a result."""
    seed = draw(st.integers(0, 10_000))
    record = random_record(draw(st.sampled_from(IDS)), seed, draw(st.integers(0, 14)))
    add_variations(record, random.Random(seed), draw(st.integers(0, 4)))
    nodes = get_all_nodes(record)
    for comment in draw(st.lists(COMMENTS, max_size=4)):
        nodes[draw(st.integers(0, len(nodes) - 1))].comment = comment
    for node in nodes[1:][: draw(st.integers(0, 3))]:
        node.marks = draw(st.lists(st.integers(0, 255), max_size=3))
    record.headers = draw(HEADERS)
    if not record.end.is_over and draw(st.booleans()):
        record.result = draw(st.sampled_from([*result_names(record.game.players).values()]))
    return record


@st.composite
def damaged_texts(draw: st.DrawFn, texts: list[str], pieces: list[str]) -> str:
    """A valid text with a few parts removed, repeated or inserted."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        inserted = draw(
            st.sampled_from(pieces) | st.text(max_size=5) | st.just(text[start:end] * 2)
        )
        text = text[:start] + inserted + text[end:]
    return text
