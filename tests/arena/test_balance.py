"""Balance of games: measurements, descriptions, and stored figures."""

from xml.etree import ElementTree

import pytest

from steinreich import games, load
from steinreich.arena.balance import (
    BadBalance,
    Balance,
    balance_match,
    compute_balance,
    find_measured_variants,
    format_balances,
    load_balances,
    parse_balances,
    sort_balances,
)
from steinreich.arena.balance.plot import plot
from steinreich.arena.balance.words import (
    describe_balance,
    find_most_decisive,
    make_balance_view,
    make_table,
)
from steinreich.arena.plan import BadMatch, get_encounters, schedule
from steinreich.records import Record
from steinreich.session.schema import records
from tests.session.views.helpers import matches_declaration

FAIR = Balance("engine", 100, 0, [10, 9], 1, [7, 20, 30, 40, 64])
DRAWN = Balance("engine", 100, 0, [1, 1], 18, [90, 100, 100, 100, 120])


def make_record(*moves: str) -> Record:
    record = Record(load("vier3d").start())
    node = record.root
    for move in moves:
        node = node.add(move)
    return record


def test_computes_balance_from_records() -> None:
    won = make_record("a1", "b1", "a1", "b1", "a1", "b1", "a1")
    drawn = make_record("a1", "b1")
    won.result, drawn.result = (1, -1), (0, 0)
    unfinished = make_record("a1")
    unfinished.result = None
    found = compute_balance("random", 5, 3, [won, drawn, won, unfinished])
    assert found == Balance("random", 5, 3, [2, 0], 1, [2, 4, 7, 7, 7])
    assert found.games == 3
    assert found.first_player_share.mean == pytest.approx(2.5 / 3)
    assert found.decided_share.mean == pytest.approx(2 / 3)
    assert found.decided_share.low < 2 / 3 < found.decided_share.high
    with pytest.raises(BadMatch, match="no game has a result"):
        compute_balance("random", 5, 3, [unfinished])


@pytest.mark.parametrize("name", games())
def test_games_state_their_typical_length(name: str) -> None:
    """The stated length lies between the quartiles of the measured lengths."""
    _, low, _, high, _ = load_balances(load(name))[name].lengths
    assert low <= load(name).definition.typical_actions <= high


def test_each_opening_is_played_once() -> None:
    match = balance_match(load("vier3d(players=3)"), "random", 7, 100, 0)
    planned = list(schedule(match))
    assert len(planned) == match.total == 7
    assert {game.seating for game in planned} == {1}
    assert len({game.opening.actions for game in planned}) == 7
    assert {len(game.opening.actions) for game in planned} == {3}
    assert get_encounters(match) == [("random",) * 3]
    assert "once" in str(match)


def test_measures_every_relevant_combination_of_options() -> None:
    ids = [game.id for game in find_measured_variants("six_in_line")]
    assert ids[0] == "six_in_line"
    assert "six_in_line(players=1)" not in ids
    assert len(ids) == len(set(ids)) == 3 * 2 * 2  # players 2 to 4, slide, coins
    mixed = {"vier3d(players=3)": FAIR, "other": FAIR, "vier3d": DRAWN}
    assert list(sort_balances("vier3d", mixed)) == ["vier3d", "vier3d(players=3)", "other"]
    assert len(find_measured_variants("inner_square")) == 3 * 2 * 2 * 2  # three boards
    assert len(find_measured_variants("chain_reaxis")) == 2 * 2 * 2  # two sizes
    neutral = [game.id for game in find_measured_variants("vier3d") if "yellow=off" in game.id]
    assert neutral == ["vier3d(variant=most_fours,yellow=off)"]


def test_describes_balance_in_words() -> None:
    words = describe_balance(load("vier3d"), FAIR)
    assert words.in_language("en").startswith(
        "Red, who goes first, scored 52 % of the points (95 %: 32–72). That is too"
    )
    assert (
        "5 % of the games were drawn, and half of them lasted 20 to 40 moves"
        in words.in_language("en")
    )
    assert words.in_language("de").startswith("Rot beginnt und holte 52 % der Punkte")
    long = FAIR._replace(draws=0, lengths=[60, 64, 64, 64, 64])
    assert "No game was drawn, and most lasted 64 moves." in describe_balance(
        load("vier3d"), long
    ).in_language("en")
    good = describe_balance(load("vier3d"), FAIR._replace(wins=[19, 0]))
    assert "So between these players going first is an advantage." in good.in_language("en")
    bad = describe_balance(load("vier3d(players=3)"), FAIR._replace(wins=[0, 10, 9]))
    assert "going first is a disadvantage" in bad.in_language("en")
    assert "a fair share is 33 %" in bad.in_language("en")


def test_finds_the_most_decisive_variant() -> None:
    found = find_most_decisive({"inner_square": DRAWN, "inner_square(groups=on)": FAIR})
    assert found is not None
    assert found.game == "inner_square(groups=on)"
    assert "in 95 % (95 %: 76–99) of the games, against 10 % (3–30)" in found.words.in_language(
        "en"
    )
    assert "may change" not in found.words.in_language("en")
    close = find_most_decisive({"vier3d": FAIR, "vier3d(players=3)": FAIR._replace(draws=0)})
    assert close is not None
    assert "may change" in close.words.in_language("en")
    assert find_most_decisive({"vier3d": FAIR, "vier3d(players=3)": DRAWN}) is None


def test_variant_is_suggested_where_games_are_nearly_always_drawn() -> None:
    report = make_balance_view(load("inner_square"))
    assert report["suggested_game"] == "inner_square(board=alq9,quiet=corners)", "two options away"
    assert "nearly always drawn" in report["suggestion"].in_language("en")
    assert "fast immer remis" in report["suggestion"].in_language("de")
    report = make_balance_view(load("inner_square(board=alq9)"))
    assert report["suggested_game"] == "inner_square(board=alq9,quiet=corners)", "one is sufficient"
    for id in ("vier3d", "chain_reaxis(size=8x8)", "tzaar(setup=tournament)"):
        report = make_balance_view(load(id))
        assert (report["suggested_game"], report["suggestion"].in_language("en")) == ("", "")


@pytest.mark.parametrize("id", [id for name in games() for id in load_balances(load(name))])
def test_suggested_variant_has_the_same_number_of_players(id: str) -> None:
    suggested = make_balance_view(load(id))["suggested_game"]
    assert not suggested or load(suggested).players == load(id).players


def test_proven_draw_suggests_a_more_decisive_variant() -> None:
    """Chain Reaxis on 6x6 is solved; results of imperfect players do not change its verdict."""
    report = make_balance_view(load("chain_reaxis"))
    assert "This variant is proven to be a draw" in report["summary"].in_language("en")
    assert "Diese Variante ist bei fehlerfreiem Spiel bewiesen remis" in report[
        "summary"
    ].in_language("de")
    assert "advantage" not in report["summary"].in_language("en")
    assert "Vorteil" not in report["summary"].in_language("de")
    assert report["suggested_game"] == "chain_reaxis(size=8x8)"
    assert "This variant is a proven draw" in report["suggestion"].in_language("en")
    assert "proven" not in make_balance_view(load("chain_reaxis(size=8x8)"))["summary"].in_language(
        "en"
    )


def test_single_decided_game_is_not_rounded_away() -> None:
    words = describe_balance(load("inner_square"), FAIR._replace(wins=[1, 0], draws=199))
    assert "99 % of the games were drawn" in words.in_language("en")


def test_balances_are_plotted_tabulated_and_parsed_again() -> None:
    balances = {"inner_square": DRAWN, "inner_square(groups=on)": FAIR}
    drawing = ElementTree.fromstring(plot(balances, "de"))
    assert len(drawing.findall(".//{*}circle")) == 4
    description = drawing.find("{*}desc")
    assert description is not None
    assert "Partien mit Sieger 10 % (3–30)" in (description.text or "")
    assert [row[0] for row in make_table(balances, "en").rows] == list(balances)
    assert parse_balances(format_balances(balances), "file") == balances


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "figures.json: "),
        ("[]", "figures.json: expected an object"),
        ('{"vier3d": {"player": "x"}}', "figures.json: vier3d: the key 'nodes' is missing"),
    ],
)
def test_rejects_invalid_balance_files(text: str, message: str) -> None:
    with pytest.raises(BadBalance) as raised:
        parse_balances(text, "figures.json")
    assert raised.value.message.in_language("en").startswith(message)


@pytest.mark.parametrize("name", games())
def test_stored_figures_fit_the_games(name: str) -> None:
    balances = load_balances(load(name))
    ids = [game.id for game in find_measured_variants(name)]
    assert list(balances) == ids
    for id, balance in balances.items():
        assert len(balance.wins) == load(id).players
        assert balance.games >= 200
        assert list(balance.lengths) == sorted(balance.lengths)
    view = make_balance_view(load(name))
    assert matches_declaration(records.BalanceReport, view)
    assert "who goes first" in view["summary"].in_language("en")


def test_view_reports_missing_measurements() -> None:
    view = make_balance_view(load("chain_reaxis(size=4x5)"))
    assert "has not been measured" in view["summary"].in_language("en")
    assert view["variants"]
