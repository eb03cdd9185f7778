"""The rules for readers follow the options and contain everything that beginners need."""

from itertools import product

import pytest

from steinreich import games, load
from steinreich.rules.about import Paragraph
from tests.translated import both

Phrases = tuple[str, str]  # in English and in German

# By game and option: text that appears with each value and with no other value. Options that
# have an effect only together with others are in REQUIRED_OPTIONS.
OPTION_PHRASES: dict[str, dict[str, dict[str, Phrases]]] = {
    "chain_reaxis": {
        "size": {
            "6x6": ("board has 6 by 6 squares", "Brett hat 6 mal 6 Felder"),
            "8x8": ("board has 8 by 8 squares", "Brett hat 8 mal 8 Felder"),
            "4x7": ("board has 4 by 7 squares", "Brett hat 4 mal 7 Felder"),
        },
        "diagonals": {
            "on": ("diagonals count", "Diagonalen"),
            "off": ("slanting lines do not", "schräge Linien zählen nicht"),
        },
        "contact": {
            "edge": ("A corner is not enough", "Eine Ecke genügt nicht"),
            "corner": ("along an edge or at a corner", "an einer Kante oder an einer Ecke"),
        },
    },
    "tzaar": {
        "setup": {
            "random": ("at random", "zufällig"),
            "fixed": ("fixed layout", "festen Aufstellung"),
            "tournament": ("The board is empty", "Das Brett ist leer"),
        },
    },
    "six_in_line": {
        "players": {
            "1": ("without ever filling a line", "ohne je eine Linie zu füllen"),
            "2": ("first player with three coins wins", "zuerst drei Münzen hat, gewinnt"),
            "3": ("first player with two coins wins", "zuerst zwei Münzen hat, gewinnt"),
            "4": ("first player with two coins wins", "zuerst zwei Münzen hat, gewinnt"),
        },
        "slide": {
            "rook": ("as far as you like", "beliebig weit"),
            "step": ("one square only", "nur ein einziges Feld"),
        },
        "coins": {
            "line": ("Each full line earns you one coin", "Jede volle Linie bringt dir eine Münze"),
            "turn": ("however many lines it fills", "egal wie viele Linien"),
        },
    },
    "inner_square": {
        "board": {
            "alq7": ("through a1, c3 and d4", "durch a1, c3 und d4"),
            "full7": ("along every diagonal", "durch jede Diagonale"),
            "alq9": ("9 by 9 points", "9 mal 9 Punkte"),
        },
        "groups": {
            "off": ("side by side are not taken", "nebeneinander werden nicht geschlagen"),
            "on": ("An unbroken row", "eine lückenlose Reihe"),
        },
        "between": {
            "off": ("may not stop between two enemy", "darf nicht zwischen zwei gegnerischen"),
            "on": ("takes at least one of them", "mindestens einen von ihnen schlägt"),
        },
        "quiet": {
            "draw": ("counted, the game is a draw", "zusammengezählt, endet das Spiel"),
            "corners": ("if these are level", "bei Gleichstand"),
        },
    },
    "vier3d": {
        "variant": {
            "first_four": ("first player to complete a four wins at once", "gewinnt sofort"),
            "most_fours": ("one ball may count in several", "Kugel kann zu mehreren gehören"),
        },
        "players": {
            "2": ("32 balls each", "je 32 Kugeln"),
            "3": ("21 balls each", "je 21 Kugeln"),
        },
        "yellow": {
            "on": ("neutral yellow ball", "neutrale gelbe Kugel"),
            "off": ("Red and Blue have 32 balls each.\n", "Rot und Blau haben je 32 Kugeln.\n"),
        },
    },
}
SAMPLED_OPTIONS = {"chain_reaxis": {"size"}}  # only some of their values are tested
REQUIRED_OPTIONS = {("vier3d", "yellow"): {"variant": "most_fours"}}  # for an option to matter

# By game: text in every variant.
COMMON_PHRASES: dict[str, list[Phrases]] = {
    "chain_reaxis": [
        ("The first tile may go anywhere", "Der erste Stein darf überall"),
        ("your tile is free", "hast du freie Wahl"),
        ("More than four halves", "mehr als vier Hälften"),
        ("even if it completes one for your opponent", "zugleich einen für deinen Gegner"),
        ("for your opponent only", "nur für deinen Gegner"),
        ("Blank begins", "Blank beginnt"),
    ],
    "tzaar": [
        ("onto this hole or across it", "Auf dieses Loch und darüber hinweg"),
        ("6 Tzaars", "6 Tzaars"),
        ("9 Tzarras", "9 Tzarras"),
        ("15 Totts", "15 Totts"),
        ("A stack always moves", "Ein Turm zieht, schlägt und wird geschlagen immer als Ganzes"),
        ("The same piece may make both moves", "darf derselbe Stein machen"),
        ("covered the last one of a kind yourself", "selbst zugedeckt"),
        ("White's first turn is a single move", "Der erste Zug von Weiß"),
        ("There are no draws", "Ein Remis gibt es nicht"),
        ("White begins", "Weiß beginnt"),
    ],
    "six_in_line": [
        ("thirty black stones", "Dreißig schwarze Steine"),
        ("Fourteen lines", "Vierzehn Linien"),
        ("not on the square that the sliding stone has left", "das der geschobene Stein verlassen"),
        ("at most four stones", "höchstens vier Steine"),
        ("cannot slide any stone", "keinen Stein"),
    ],
    "inner_square": [
        ("14 stones", "14 Steine"),
        ("Capturing is compulsory", "Schlagen ist Pflicht"),
        ("in all directions at once", "in allen Richtungen zugleich"),
        ("all four inner corners", "allen vier inneren Ecken"),
        ("at most four stones", "höchstens vier Steine"),
        ("without a legal move has lost", "keinen erlaubten Zug hat, hat verloren"),
        ("Red begins", "Rot beginnt"),
        ("leaflet is lost", "Anleitung ist verloren"),
    ],
    "vier3d": [
        ("Sixteen rods", "Sechzehn Stäbe"),
        ("lowest free place", "untersten freien Platz"),
        ("76 such lines", "76 solche Linien"),
        ("a draw", "remis"),
        ("Red begins", "Rot beginnt"),
    ],
}

# By variant: text that depends on several options or appears in some variants only.
VARIANT_PHRASES: list[tuple[str, Phrases]] = [
    ("six_in_line(players=1)", ("As soon as a line is full, you have lost", "hast du verloren")),
    ("six_in_line(players=1)", ("For the thirtieth stone", "Für den dreißigsten Stein")),
    ("six_in_line", ("in rare cases they are not enough", "reichen sie in seltenen Fällen nicht")),
    ("six_in_line(coins=turn)", ("they are always enough", "sie reichen immer")),
    (
        "six_in_line(players=3)",
        ("If several players share the most", "Teilen sich mehrere die meisten"),
    ),
    ("six_in_line(players=4)", ("clockwise", "im Uhrzeigersinn")),
    ("six_in_line", ("opens again with two stones", "eröffnet der nächste Spieler wieder")),
    ("vier3d(variant=most_fours)", ("same number, it is a draw", "bei gleich vielen")),
    ("vier3d(variant=most_fours)", ("need not be used", "Niemand muss die gelben")),
    (
        "vier3d(variant=most_fours,players=3)",
        ("if several players share", "teilen sich mehrere die meisten"),
    ),
    ("vier3d(players=3)", ("all 63 balls", "alle 63 Kugeln")),
]

# House rules: their paragraph is marked.
HOUSE_RULES: list[tuple[str, str, str]] = [
    ("chain_reaxis", "how large the board is", "reading"),
    ("chain_reaxis", "Blank begins", "reading"),
    ("chain_reaxis", "diagonals count", "reading"),
    ("chain_reaxis", "More than four", "reading"),
    ("chain_reaxis", "isolated squares", "reading"),
    ("chain_reaxis(contact=corner)", "at a corner", "addition"),
    ("tzaar", "covered the last one", "reading"),
    ("six_in_line", "its name is ours", "addition"),
    ("six_in_line", "as far as you like", "reading"),
    ("six_in_line", "Each full line earns", "reading"),
    ("six_in_line", "opens again", "reading"),
    ("six_in_line", "most coins wins", "reading"),
    ("inner_square", "our reconstruction", "reading"),
    ("inner_square", "Capturing is compulsory", "reading"),
    ("inner_square", "without a legal move", "reading"),
    ("inner_square", "a hundred moves", "reading"),
    ("inner_square(quiet=corners)", "a hundred moves", "addition"),
    ("inner_square(groups=on)", "row of your own stones", "reading"),
    ("vier3d", "Red begins", "reading"),
    ("vier3d(players=3)", "21 balls each", "addition"),
    ("vier3d(variant=most_fours)", "need not be used", "reading"),
]


def list_paragraphs(id: str, **options: str) -> list[Paragraph]:
    return [p for section in load(id, **options).rules for p in section.paragraphs]


def get_texts(id: str, **options: str) -> Phrases:
    """Return the rules in English and in German."""
    english, german = zip(
        *(both(paragraph.text) for paragraph in list_paragraphs(id, **options)), strict=True
    )
    return "\n".join(english) + "\n", "\n".join(german) + "\n"


def test_phrases_cover_every_option() -> None:
    assert set(OPTION_PHRASES) == set(COMMON_PHRASES) == set(games())
    for name, options in OPTION_PHRASES.items():
        for option in load(name).about.options:
            values = set(options[option.name])
            assert values <= set(option.values)
            assert values == set(option.values) or option.name in SAMPLED_OPTIONS[name]


@pytest.mark.parametrize("name", games())
def test_rules_state_the_chosen_value_and_no_other(name: str) -> None:
    for option, phrases in OPTION_PHRASES[name].items():
        for value in phrases:
            shown = get_texts(name, **REQUIRED_OPTIONS.get((name, option), {}), **{option: value})
            for other in phrases:
                for text, phrase in zip(shown, phrases[other], strict=True):
                    same = phrases[other] == phrases[value]
                    assert (phrase in text) == same, f"{option}={value}: {phrase!r}"


@pytest.mark.parametrize("name", games())
def test_rules_of_every_variant_contain_the_common_phrases(name: str) -> None:
    options = [
        option
        for option in load(name).about.options
        if option.name not in SAMPLED_OPTIONS.get(name, ())
    ]
    for values in product(*(option.values for option in options)):
        chosen = {option.name: value for option, value in zip(options, values, strict=True)}
        english, german = get_texts(name, **chosen)
        for en, de in COMMON_PHRASES[name]:
            assert en in english, f"{name} {chosen}: {en!r}"
            assert de in german, f"{name} {chosen}: {de!r}"


@pytest.mark.parametrize(("id", "phrases"), VARIANT_PHRASES)
def test_rules_of_variants_contain_their_phrases(id: str, phrases: Phrases) -> None:
    english, german = get_texts(id)
    assert phrases[0] in english
    assert phrases[1] in german


@pytest.mark.parametrize(("id", "phrase", "mark"), HOUSE_RULES)
def test_house_rules_have_their_mark(id: str, phrase: str, mark: str) -> None:
    found = [
        paragraph.mark
        for paragraph in list_paragraphs(id)
        if phrase in paragraph.text.in_language("en")
    ]
    assert found == [mark]


def test_rules_mention_neutral_balls_and_coins_only_where_they_exist() -> None:
    for id in ("vier3d", "vier3d(players=3)", "vier3d(variant=most_fours,yellow=off)"):
        english, german = get_texts(id)
        assert "neutral" not in english + german
    assert "oin" not in get_texts("six_in_line(players=1)")[0], (
        "there are no coins in games for one"
    )
