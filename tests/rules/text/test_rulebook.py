"""Rules that follow the options."""

import pytest

from steinreich.rules.about import About, Option, Paragraph, Section
from steinreich.rules.language import Words
from steinreich.rules.text.rulebook import lesson_for, parts, rules_for

LABELS = (Words("two", "zwei"), Words("three", "drei"), Words("four", "vier"))
PLAYERS = Option("players", ("2", "3", "4"), Words("How many.", "Wie viele."), labels=LABELS)


def about(english: str, german: str) -> About:
    title = Words("Game", "Spiel")
    return About(title, (title,) * 4, title, Words(english, german), (PLAYERS,))


def rules(english: str, german: str, players: str = "2") -> tuple[Section, ...]:
    return rules_for(about(english, german), {"players": players})


def test_plain_paragraphs_have_a_heading() -> None:
    (section,) = rules("One.\nTwo.", "Eins.\n\nZwei.")
    assert section.heading == Words("Rules", "Regeln")
    assert section.paragraphs == (
        Paragraph(Words("One.", "Eins.")),
        Paragraph(Words("Two.", "Zwei.")),
    )


def test_only_what_belongs_to_the_options_is_shown() -> None:
    english = "# A\n[players=2] Pair.\n[players=3|4, addition] More.\n# B\n[players=4] Four."
    german = "# Ä\n[players=2] Paar.\n[players=3|4, addition] Mehr.\n# B\n[players=4] Vier."
    assert rules(english, german) == (
        Section(Words("A", "Ä"), (Paragraph(Words("Pair.", "Paar.")),)),
    )
    more, four = rules(english, german, "4")
    assert more.paragraphs == (Paragraph(Words("More.", "Mehr."), "addition"),)
    assert four.paragraphs == (Paragraph(Words("Four.", "Vier.")),)


def test_labels_are_filled_in() -> None:
    (section,) = rules("For {players}.", "Für {players}.", "3")
    assert section.paragraphs[0].text == Words("For three.", "Für drei.")


def test_figures_stand_in_the_lesson_alone() -> None:
    english = "# A\nOne.\n[players=3] !board Look at {players}.\n# B\n!go Go. => You went."
    german = "# Ä\nEins.\n[players=3] !board Sieh {players}.\n# B\n!go Geh. => Du gingst."
    said = about(english, german)
    one, two = lesson_for(said, {"players": "3"})
    assert one.paragraphs[1] == Paragraph(Words("Look at three.", "Sieh drei."), "", "board")
    assert two.paragraphs == (
        Paragraph(Words("Go.", "Geh."), "", "go", Words("You went.", "Du gingst.")),
    )
    assert len(lesson_for(said, {"players": "2"})[0].paragraphs) == 1
    assert rules_for(said, {"players": "3"}) == (
        Section(Words("A", "Ä"), (Paragraph(Words("One.", "Eins.")),)),
    )


@pytest.mark.parametrize(
    ("english", "german", "message"),
    [
        ("One.\nTwo.", "Eins.", "2 paragraphs in English, 1 in German"),
        ("# One", "Eins.", "a heading in one language only"),
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
def test_mistakes_are_told(english: str, german: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parts(Words(english, german), (PLAYERS,))
