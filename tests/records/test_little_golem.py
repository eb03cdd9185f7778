"""Records of TZAAR in the format of Little Golem."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import BadRecord, load
from steinreich.records import Record, detect_form, parse_little_golem, read, to_little_golem
from steinreich.records.lenient import read_leniently
from steinreich.records.little_golem import CELLS, POINTS
from tests.records.helpers import damaged_texts, get_error, random_record

# The fixed setup, column by column from the top down.
FIXED = "".join(
    [
        "cCCCC",  # A5 White Tott, A4 to A1 Black Totts
        "cbBBBc",
        "cbaAAbc",
        "cbacCabc",
        "CBACcabc",
        "CBAcCABC",
        "CBaaABC",
        "CbbbBC",
        "ccccC",
    ]
)
# A5 captures A4; A3 recaptures and A2 jumps on top; B1 captures B2, White passes.
SHORT = f"(;FF[TZAAR]EV[kitchen]PB[Bo]PW[Ada]POS[{FIXED}];W[kokp];B[kqkp-krkp];W[lslr-pass])\n"


def make_text_with_turns(turns: str) -> str:
    return f"(;FF[TZAAR]POS[{FIXED}]{turns})"


def test_converts_points() -> None:
    assert len(CELLS) == len(POINTS) == 60
    cells = {cell.name: number for number, cell in enumerate(load("tzaar").board.cells)}
    corners = {"A1": "ks", "A5": "ko", "E1": "os", "E8": "ok", "I1": "so", "I5": "sk"}
    beside_the_hole = {"E4": "op", "E5": "on", "D4": "np", "D5": "no", "F4": "po", "F5": "pn"}
    for name, letters in (corners | beside_the_hole).items():
        assert CELLS[letters] == cells[name]
    assert "oo" not in CELLS


def test_parses_a_short_game() -> None:
    [record] = parse_little_golem(SHORT)
    assert record.game.id == "tzaar(setup=fixed)"
    assert record.start == load("tzaar(setup=fixed)").start()
    assert record.headers == {"Event": "kitchen", "Player1": "Ada", "Player2": "Bo"}
    assert record.moves() == ["A5xA4", "A3xA4", "A2+A4", "B1xB2", "pass"]
    assert record.result is None
    assert to_little_golem(record) == SHORT


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), (";", "\n"), (" ;\n", ")"), ("\ufeff", " ")]
)
def test_brackets_around_a_game_are_optional(before: str, after: str) -> None:
    text = before + SHORT.strip()[2:-1] + after
    assert text.strip("\ufeff; \n").startswith("FF[TZAAR]")
    assert detect_form(text) == "little_golem"
    assert read(text) == parse_little_golem(SHORT)
    [(record, fault)] = read_leniently(text)
    assert [record] == parse_little_golem(SHORT)
    assert fault is None


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_round_trip(seed: int) -> None:
    record = random_record("tzaar", seed, actions=200)
    assert record.end.is_over
    text = to_little_golem(record)
    assert text.startswith("(;FF[TZAAR]VA[RANDOM]POS[")
    assert text.count("\n") == 1
    assert parse_little_golem(text) == [record]


def make_capturing_game(seed: int) -> Record:
    """Return a random game in which both sides capture whenever possible."""
    rng = random.Random(seed)
    record = Record.new(load("tzaar"), seed)
    while not record.end.is_over:
        legal = record.end.legal_moves()
        record.play(rng.choice([name for name in legal if "x" in name] or legal))
    return record


def test_turn_can_win_with_its_first_action() -> None:
    record = make_capturing_game(seed=4)
    assert record.positions()[-2].starts_turn
    text = to_little_golem(record)
    assert "-" not in text.rpartition("[")[2]
    assert parse_little_golem(text) == [record]
    assert parse_little_golem(text.replace("])", "-pass])")) == [record]
    with pytest.raises(BadRecord, match="has more actions than the turn"):
        parse_little_golem(text.replace("])", "-npmq])"))
    with pytest.raises(BadRecord, match="follows the end of the game"):
        parse_little_golem(text.replace("])", "];W[npmq])"))


def test_writes_a_resignation() -> None:
    [record] = parse_little_golem(SHORT.replace(")", ";B[resign])"))
    assert record.result == (1, -1)
    assert record.headers["Termination"] == "resignation"
    record.check()
    assert to_little_golem(record) == SHORT.replace(")", ";B[resign])")
    with pytest.raises(BadRecord, match=r"turn 2: B.kqkp-krkp. follows the end"):
        parse_little_golem(make_text_with_turns(";W[resign];B[kqkp-krkp]"))


def test_game_can_stop_within_a_turn() -> None:
    [record] = parse_little_golem(make_text_with_turns(";W[kokp];B[kqkp]"))
    assert record.moves() == ["A5xA4", "A3xA4"]
    assert parse_little_golem(to_little_golem(record)) == [record]


@pytest.mark.parametrize(
    "name", ["", "a]b", "a]", "]", "[clan] Bo", "x][y", "a[b", "Bo ?", "]a]b]", "a] b"]
)
def test_names_can_contain_brackets(name: str) -> None:
    [record] = parse_little_golem(SHORT.replace("[Bo]", f"[{name}]"))
    assert record.headers["Player2"] == name
    assert parse_little_golem(to_little_golem(record)) == [record]


@pytest.mark.parametrize("name", ["a];W[kokp]", "a] [b", "a]PW[b", "a\nb", "a)](", "a](b"])
def test_rejects_names_that_cannot_be_parsed_again(name: str) -> None:
    record = Record(load("tzaar").start(seed=1), {"Player1": name})
    with pytest.raises(BadRecord, match="cannot be written as PW"):
        to_little_golem(record)


def test_other_properties_are_kept() -> None:
    text = SHORT.replace("EV[", "VA[FIXED]EV[").replace(";W[kokp]", "SO[there]DT[2020];W[kokp]")
    [record] = parse_little_golem(text)
    assert record.headers["Source"] == "there"
    assert record.headers["Variant"] == "FIXED"
    assert record.headers["DT"] == "2020"
    assert to_little_golem(record) == text


def test_rejects_unsupported_records() -> None:
    with pytest.raises(BadRecord, match="not of vier3d"):
        to_little_golem(Record.new(load("vier3d")))
    with pytest.raises(BadRecord, match="begins with White's opening capture"):
        to_little_golem(Record.new(load("tzaar(setup=tournament)")))
    position = load("tzaar(setup=fixed)").start().play("A5xA4")
    with pytest.raises(BadRecord, match="begins with White's opening capture"):
        to_little_golem(Record.from_position(position))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("hello", "line 1, column 1: expected a game of the form (;FF[TZAAR]"),
        ("(;FF[TZAAR]", "line 1, column 12: the last game is not closed by )"),
        ("(;FF[HEX])", "the game does not begin with FF[TZAAR]"),
        ("()", "the game does not begin with FF[TZAAR]"),
        ("(;FF[TZAAR]POS[abc])", "POS: 'abc' is not 60 letters"),
        (f"(;FF[TZAAR]POS[{'a' * 60}])", "POS: "),
        ("(;FF[TZAAR]PB[x)", "line 1, column 14: this property is not closed by ]"),
        ("(;ff[x])", "line 1, column 3: 'f' begins no property"),
        ("(;FF[TZAAR]FF[TZAAR])", "line 1, column 12: duplicate property FF"),
        (f"(;FF[TZAAR]POS[{FIXED}]W[kokp])", "the turn W[kokp] comes before the first ;"),
        (make_text_with_turns(";B[kqkp-krkp]"), "turn 1: W is to move, not B"),
        (make_text_with_turns(";X[kokp]"), "turn 1: expected W or B, not 'X'"),
        (
            make_text_with_turns(";W[kokp];B[kqkp];W[lslr-pass]"),
            "turn 2: the second action, or pass, is",
        ),
        (
            make_text_with_turns(";W[kokp-pass]"),
            "turn 1: 'kokp-pass' has more actions than the turn allows",
        ),
        (make_text_with_turns(";W[kooo]"), "action 1 ('kooo' in turn 1): not two points"),
        (make_text_with_turns(";W[kokpx]"), "action 1 ('kokpx' in turn 1): not two points"),
        (
            make_text_with_turns(";W[kokp];B[kqkp-kskp]"),
            "action 3 ('kskp' in turn 2): A2 stands in the way from A1 to A4",
        ),
        (
            make_text_with_turns(";W[kokp];B[kqkp-kpsk]"),
            "action 3 ('kpsk' in turn 2): no line leads from A4 to I5",
        ),
        (
            SHORT + make_text_with_turns(";W[koks]"),
            "record 2: action 1 ('koks' in turn 1): A4 stands in the way from A5 to A1",
        ),
    ],
)
def test_errors_state_their_location(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_little_golem(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


PIECES = ["(", ")", ";", "[", "]", "W[", "B[resign]", "-pass", "-", "npmq", "POS", "\n", "](", "a"]


@settings(max_examples=200, deadline=None)
@given(damaged_texts([SHORT, to_little_golem(make_capturing_game(seed=4))], PIECES) | st.text())
def test_damaged_texts_raise_only_bad_record(text: str) -> None:
    invalid = get_error(lambda: parse_little_golem(text))
    assert "\n" not in invalid
    if not invalid:
        for record in parse_little_golem(text):
            record.check()
