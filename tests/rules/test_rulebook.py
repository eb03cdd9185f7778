"""Rules texts that follow the options."""

from pathlib import Path

import pytest

from steinreich.rules.about import About, Option, Paragraph, Section
from steinreich.rules.rulebook import get_lesson, get_rules, parse_rules, read_rules
from tests.translated import Translated

LABELS = (Translated("two", "zwei"), Translated("three", "drei"), Translated("four", "vier"))
PLAYERS = Option("players", ("2", "3", "4"), Translated("How many.", "Wie viele."), labels=LABELS)


def make_about(english: str, german: str) -> About:
    title = Translated("Game", "Spiel")
    return About(title, (title,) * 4, title, Translated(english, german), (PLAYERS,))


def get_rules_with_players(english: str, german: str, players: str = "2") -> tuple[Section, ...]:
    return get_rules(make_about(english, german), {"players": players})


def test_plain_paragraphs_have_a_heading() -> None:
    (section,) = get_rules_with_players("One.\nTwo.", "Eins.\n\nZwei.")
    assert section.heading == Translated("Rules", "Regeln")
    assert section.paragraphs == (
        Paragraph(Translated("One.", "Eins.")),
        Paragraph(Translated("Two.", "Zwei.")),
    )


def test_only_text_for_the_chosen_options_is_shown() -> None:
    english = "# A\n[players=2] Pair.\n[players=3|4, addition] More.\n# B\n[players=4] Four."
    german = "# Ä\n[players=2] Paar.\n[players=3|4, addition] Mehr.\n# B\n[players=4] Vier."
    assert get_rules_with_players(english, german) == (
        Section(Translated("A", "Ä"), (Paragraph(Translated("Pair.", "Paar.")),)),
    )
    more, four = get_rules_with_players(english, german, "4")
    assert more.paragraphs == (Paragraph(Translated("More.", "Mehr."), "addition"),)
    assert four.paragraphs == (Paragraph(Translated("Four.", "Vier.")),)


def test_rules_can_be_english_only(tmp_path: Path) -> None:
    (tmp_path / "rules.en.md").write_text("# A\nOne.\n")
    english = read_rules(str(tmp_path / "game.py"), "rules")
    assert english == Translated("# A\nOne.")
    (tmp_path / "rules.de.md").write_text("# Ä\nEins.\n")
    assert read_rules(str(tmp_path / "game.py"), "rules") == Translated("# A\nOne.", "# Ä\nEins.")


def test_labels_are_filled_in() -> None:
    (section,) = get_rules_with_players("For {players}.", "Für {players}.", "3")
    assert section.paragraphs[0].text == Translated("For three.", "Für drei.")


def test_figures_appear_in_the_lesson_only() -> None:
    english = "# A\nOne.\n[players=3] !board Look at {players}.\n# B\n!go Go. => You went."
    german = "# Ä\nEins.\n[players=3] !board Sieh {players}.\n# B\n!go Geh. => Du gingst."
    about_game = make_about(english, german)
    one, two = get_lesson(about_game, {"players": "3"})
    assert one.paragraphs[1] == Paragraph(Translated("Look at three.", "Sieh drei."), "", "board")
    assert two.paragraphs == (
        Paragraph(Translated("Go.", "Geh."), "", "go", Translated("You went.", "Du gingst.")),
    )
    assert len(get_lesson(about_game, {"players": "2"})[0].paragraphs) == 1
    assert get_rules(about_game, {"players": "3"}) == (
        Section(Translated("A", "Ä"), (Paragraph(Translated("One.", "Eins.")),)),
    )


@pytest.mark.parametrize(
    ("english", "german", "message"),
    [
        (
            "One.\nTwo.",
            "Eins.",
            "the languages differ in their number of paragraphs: 2 in en, 1 in de",
        ),
        ("# One", "Eins.", "a heading in some languages only"),
        ("[players=2] One.", "[players=3] Eins.", "different tags"),
        ("[players=5] One.", "[players=5] Eins.", "there is no option 'players=5'"),
        ("[size=5] One.", "[size=5] Eins.", "there is no option 'size=5'"),
        ("!one Look.", "!eins Sieh.", "different figures"),
        ("!one Look.", "!one Sieh. => Gut.", "different figures"),
        ("!one Look.", "Sieh.", "a figure needs a name and a text"),
        ("!one", "!one", "a figure needs a name and a text"),
        ("[ours] One.", "[ours] Eins.", "'ours' is not one of reading, addition"),
    ],
)
def test_reports_each_fault_of_a_rulebook(english: str, german: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_rules(Translated(english, german), (PLAYERS,))
