"""Rules that follow the options."""

import pytest

from steinreich.rules.about import About, Option, Paragraph, Section
from steinreich.rules.language import Words
from steinreich.rules.text.rulebook import parts, rules_for

LABELS = (Words("two", "zwei"), Words("three", "drei"), Words("four", "vier"))
PLAYERS = Option("players", ("2", "3", "4"), Words("How many.", "Wie viele."), labels=LABELS)


def rules(english: str, german: str, players: str = "2") -> tuple[Section, ...]:
    title = Words("Game", "Spiel")
    about = About(title, (title,) * 4, title, Words(english, german), (PLAYERS,))
    return rules_for(about, {"players": players})


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


@pytest.mark.parametrize(
    ("english", "german", "message"),
    [
        ("One.\nTwo.", "Eins.", "2 paragraphs in English, 1 in German"),
        ("# One", "Eins.", "a heading in one language only"),
        ("[players=2] One.", "[players=3] Eins.", "different tags"),
        ("[players=5] One.", "[players=5] Eins.", "there is no option 'players=5'"),
        ("[size=5] One.", "[size=5] Eins.", "there is no option 'size=5'"),
        ("[ours] One.", "[ours] Eins.", "'ours' is none of reading, addition"),
    ],
)
def test_mistakes_are_told(english: str, german: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parts(Words(english, german), (PLAYERS,))
