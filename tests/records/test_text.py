"""Records as text: round trips, lenient parsing, and errors with their location."""

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings

from steinreich import BadRecord, load
from steinreich.records import Record, parse_text, read, to_text
from tests.records.helpers import IDS, damaged_texts, get_error, random_record, records

VIER3D = """\
[Game "vier3d"]
[Result "1-0"]
[Event "Kitchen table"]
[Player1 "Ada \\"the rod\\""]

{Red opens in the corner.} 1. a1 b1 2. a1 b1 $4 {Blue has to stop this: any ball
on a1 would do.} (2... a1 {now it is open again} 3. b1 (3. d4 d4) 3... b2)
(2... d4 3. a1) 3. a1 b1 4. a1 1-0
"""

SIX_IN_LINE = """\
[Game "six_in_line"]
[Result "*"]

1. e3e4 e3-a3+d3 2. e4-e2+e5 (2. d3-d6 {a quiet slide} +d1 2... a3-a2+a5)
2... a3-a6 +a1 (+a2 3. e2-b2+c2) 3. d3-d4+d1 *
"""

TZAAR = """\
[Game "tzaar(setup=fixed)"]
[Result "0-1"]
[Termination "resignation"]

1. A5xA4 A3xA4,A2+A4 2. B1xB2,pass 0-1
"""


@pytest.mark.parametrize("text", [VIER3D, SIX_IN_LINE, TZAAR], ids=["vier3d", "six", "tzaar"])
def test_golden_texts_round_trip(text: str) -> None:
    [record] = parse_text(text)
    record.check()
    assert to_text(record) == text


def test_example_in_the_documentation_is_correct() -> None:
    manual = Path(__file__).parents[2] / "docs" / "records.md"
    example = manual.read_text("utf-8").split("```\n[Game")[1].partition("```")[0]
    [record] = read("[Game" + example)
    assert to_text(record) == "[Game" + example


def test_tree_of_the_vier3d_text() -> None:
    [record] = parse_text(VIER3D)
    assert record.headers == {"Event": "Kitchen table", "Player1": 'Ada "the rod"'}
    assert record.root.comment == "Red opens in the corner."
    assert record.moves() == ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
    assert record.result == (1, -1)
    third, fourth = record.root.line()[2:4]
    assert fourth.marks == [4]
    assert fourth.comment == "Blue has to stop this: any ball on a1 would do."
    assert [child.action for child in third.children] == ["b1", "a1", "d4"]
    variation = third.children[1]
    assert variation.comment == "now it is open again"
    assert [child.action for child in variation.children] == ["b1", "d4"]


def test_turns_of_several_actions_can_have_variations_within() -> None:
    [record] = parse_text(SIX_IN_LINE)
    assert record.moves()[:4] == ["e3", "e4", "e3-a3", "+d3"]
    opening = record.root.line()[3]
    assert [child.action for child in opening.children] == ["e4-e2", "d3-d6"]
    slide = record.root.line()[6]
    assert [child.action for child in slide.children] == ["+a1", "+a2"]


def read_one(body: str, id: str = "vier3d") -> Record:
    [record] = parse_text(f'[Game "{id}"]\n{body}')
    return record


def test_parser_is_lenient() -> None:
    """Numbers, spaces, commas and line ends are irrelevant; `!` and `;` are supported."""
    plain = read_one("1. a1 b1 $1 {good} 2. c1 *")
    assert read_one("a1,b1! ;good\n 7...c1") == plain
    assert parse_text('\ufeff[Game "vier3d"]\r\n\r\n1.a1\r\n b1$1{good}\r\n2.c1 *\r\n') == [plain]
    assert read_one("1. e3e4 e3-a3+d3", "six_in_line") == read_one(
        "1. e3,e4 e3-a3,+d3 *", "six_in_line"
    )


def test_no_comment_is_lost() -> None:
    record = read_one("{one} a1 {two} {three} (b1) {four} c1 ({early} d1 {late}) * {after}")
    a1, c1 = record.root.line()
    assert record.root.comment == "one"
    assert a1.comment == "two\nthree\nfour"
    assert c1.comment == "after"
    assert a1.children[1].comment == "early\nlate"


def test_comments_keep_every_character() -> None:
    record = read_one("a1 *")
    record.root.line()[0].comment = comment = " {two  spaces}\nand \\ \r\t" + "long " * 30
    text = to_text(record)
    assert parse_text(text) == [record]
    assert parse_text(text)[0].root.line()[0].comment == comment
    assert max(map(len, text.splitlines())) <= 80


def test_several_records_in_one_text() -> None:
    texts = VIER3D + "\n" + SIX_IN_LINE + TZAAR
    assert [record.game.name for record in parse_text(texts)] == ["vier3d", "six_in_line", "tzaar"]
    assert parse_text("a1 b1 1-0 c1 0-1", load("vier3d"))[1].moves() == ["c1"]


def test_start_position_is_written_unless_it_is_the_default() -> None:
    position = load("vier3d").start().play("a1")
    record = Record.from_position(position)
    record.play("b1")
    assert to_text(record) == dedent(
        """\
        [Game "vier3d"]
        [Start "r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b"]
        [Result "*"]

        1... b1 *
        """
    )
    assert parse_text(to_text(record)) == [record]
    random = Record.new(load("tzaar"), seed=5)
    assert "[Start " in to_text(random)
    assert parse_text(to_text(random)) == [random]


def test_record_includes_a_draft() -> None:
    record = Record.from_position(load("six_in_line").start().play("a1"))
    record.play("b1")
    record.play("b1-c1")
    record.play("+f1")
    assert "\n\nb1 1... b1-c1+f1 *\n" in to_text(record)
    assert parse_text(to_text(record)) == [record]


@pytest.mark.parametrize("id", IDS)
def test_whole_games_round_trip(id: str) -> None:
    record = random_record(id, seed=3, actions=70)
    text = to_text(record)
    assert parse_text(text) == [record]
    assert all(len(line) <= 80 for line in text.partition("\n\n")[2].splitlines())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("a1 b1", 'line 1, column 1: no header [Game "..."] says which game this is'),
        ('[Game "chess"] *', "line 1, column 1: no game is called 'chess'"),
        ('[Game "vier3d(size=9)"] *', "line 1, column 1: vier3d has no option 'size'"),
        ('[Game "tzaar"] *', "line 1, column 1: tzaar is set up at random"),
        ('[Game "vier3d"]\n[Start "x"]', "line 2, column 1: a position has 2 parts"),
        ('[Game "vier3d"]\n[Game "vier3d"]', "line 2, column 1: duplicate header Game"),
        ("[Game vier3d]", 'line 1, column 1: expected a header of the form [Name "value"]'),
        ('[Game "vier3d"] 1-0-0', "column 17: '1-0-0' is not one of vier3d's results *, 1-0, 0-1"),
        ('[Game "vier3d"] 1', "column 17: '1' is not one of vier3d's results"),
        ('[Game "vier3d"] [Result "2-0"]', "column 17: the result '2-0' is not one of *, 1-0, 0-1"),
        ('[Game "vier3d"] [Result "1-0"] 0-1', "the result is 0-1 here, but '1-0' in the header"),
        ('[Game "vier3d"] a1 {b1', "column 20: this comment is not closed by }"),
        ('[Game "vier3d"] a1 } b1', "column 20: unexpected '}'"),
        ('[Game "vier3d"] a1 (b1 (c1)', "column 20: this variation is not closed by )"),
        ('[Game "vier3d"] a1 (b1))', "column 24: unexpected ): no variation is open"),
        ('[Game "vier3d"] (a1)', "column 17: there is no action here that a variation could"),
        ('[Game "vier3d"] a1 ()', "column 20: this variation has no action"),
        ('[Game "vier3d"] a1 (b1 1-0)', "column 24: the result 1-0 is inside a variation"),
        ('[Game "vier3d"] $1 a1', "column 17: there is no action here to mark"),
        ('[Game "vier3d"] a1 $256', "column 20: a mark is a number from $0 to $255"),
        ('[Game "vier3d"] a1 $1000', "column 20: a mark is a number from $0 to $255"),
        ('[Game "vier3d"] ' + "a1 (" * 51, "variations are nested more than 50 deep"),
    ],
)
def test_errors_state_their_location(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_text(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. a1 a1 2. a1 a1 3. a1 zz", "action 5, 'a1': rod a1 is full"),
        ("1. a1 a1 2. zz a1 3. a1 a1 4. a1", "action 3, 'zz': not the name of an action (one"),
        ("1. a1 b1z", "action 2, 'b1z': not the name of an action"),
        ("1. a1!!!", "action 1, 'a1!!!': not the name of an action"),
        ("1. !", "action 1, '!': not the name of an action"),
        ("1. ,", "action 1, ',': not the name of an action"),
        ("1. a1 b1 (1... zz) 2. c1", "action 2 of a variation, 'zz': not the name of an action"),
        ("1. " + "z" * 999, "action 1, 'zzzz"),
    ],
)
def test_error_names_the_first_illegal_action(text: str, message: str) -> None:
    [record] = parse_text(f'[Game "vier3d"] {text} *')
    with pytest.raises(BadRecord) as caught:
        record.check()
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 120
    with pytest.raises(BadRecord, match="action"):
        to_text(record)


def test_records_that_cannot_be_parsed_again_are_not_written() -> None:
    record = read_one("a1 *")
    for name in ("Game", "Two words", "", "Ä"):
        record.headers = {name: "x"}
        with pytest.raises(BadRecord, match="header"):
            to_text(record)
    record = read_one("a1 a1 a1 a1 a1 *")
    with pytest.raises(BadRecord, match="action 5, 'a1': rod a1 is full"):
        to_text(record)


def make_nested_record(depth: int) -> Record:
    """Return variations nested to a depth."""
    record = Record.new(load("vier3d(variant=most_fours)"))
    node = record.root
    for rod in range(depth):
        name = "abcd"[rod % 4] + "1234"[rod // 4 % 4]
        node.add(name + "y" if rod < 20 else name)
        node = node.add(name)
        if rod == 0:
            node = node.add("d4")
    return record


def test_maximum_nesting_can_be_written_and_read() -> None:
    assert parse_text(to_text(make_nested_record(50))) == [make_nested_record(50)]
    with pytest.raises(BadRecord, match="more than 50 deep"):
        to_text(make_nested_record(51))


@settings(max_examples=60, deadline=None)
@given(records())
def test_any_record_round_trips(record: Record) -> None:
    text = to_text(record)
    assert parse_text(text) == [record]
    record.check()
    assert to_text(parse_text(text)[0]) == text


PIECES = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\",
    ";",
    "$",
    "$1",
    "1.",
    "*",
    "1-0",
    "a1",
    "\n",
    ",",
]


@settings(max_examples=300, deadline=None)
@given(damaged_texts([VIER3D, SIX_IN_LINE, TZAAR], PIECES))
def test_damaged_texts_raise_only_bad_record(text: str) -> None:
    invalid = get_error(lambda: read(text, "text"))
    assert "\n" not in invalid
    if not invalid:
        for record in read(text, "text"):
            assert parse_text(to_text(record)) == [record]
