"""Texts in English and their translations."""

import pickle
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from steinreich.rules import language
from steinreich.rules.language import (
    Document,
    Joined,
    PlayerName,
    Plural,
    Text,
    Verbatim,
    add_catalogues,
    join_with_and,
    join_with_or,
    sentence,
)


def test_untranslated_text_is_english_in_all_languages() -> None:
    assert Text("no catalogue has this").in_language("de") == "no catalogue has this"


def test_inserts_and_translates_values() -> None:
    text = Text("{player}: {prompt}", player="{braces}", prompt=Text("Rules"))
    assert text.in_language("de") == "{braces}: Regeln"
    assert str(text) == "{braces}: Rules"


def test_plural_follows_its_number() -> None:
    assert [Plural("coin", "coins", n).in_language("de") for n in (0, 1, 2)] == [
        "Münzen",
        "Münze",
        "Münzen",
    ]


def test_context_tells_translations_apart() -> None:
    rival = Text("{who}", who=Text("the opponent", "object"))
    assert rival.in_language("de") == "den Gegner"
    assert Text("the opponent", "recipient").in_language("de") == "dem Gegner"


def test_players_get_their_names() -> None:
    text = Text(
        "{player} completed a four for {winner}", player=PlayerName(0), winner=PlayerName(1)
    )
    assert str(text) == "{0} completed a four for {1}"
    named = text.with_players(["Ada", Verbatim("{0}")])
    assert str(named) == "Ada completed a four for {0}"
    assert str(join_with_and([PlayerName(1), PlayerName(0)]).with_players("AB")) == "B and A"


def test_addresses_the_subject_in_the_second_person() -> None:
    text = Text("{player} has resigned", you="You have resigned", player=PlayerName(1))
    assert str(text.addressed_to(1)) == "You have resigned"
    assert text.addressed_to(1).in_language("de") == "Du hast aufgegeben"
    assert str(text.addressed_to(0)) == "{1} has resigned"


def test_texts_are_equal_if_they_read_the_same() -> None:
    assert Text("Rules") == Document("Rules", de="Regeln", fr="Règles")
    assert Text("Rules") != Verbatim("Rules")
    assert len({Text("Rules"), Text("Rules"), Text("Rule")}) == 2


def test_equal_texts_are_compared_without_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(n: int, english: str, german: str) -> Text:
        parts = [Plural("{n} coin", "{n} coins", n), Document(english, de=german)]
        return sentence(Text("{player}: {parts}", player="Ada", parts=Joined(", ", parts)))

    assert make(1, "a", "b") != make(2, "a", "b")
    assert make(1, "a", "b") != make(1, "a", "c")
    assert Text("{player}", player=0) != Text("{player}", player=PlayerName(0))
    assert Text("{n}", n=1) != Text("{n}", n=True)
    one, same = make(1, "a", "b"), make(1, "a", "b")
    monkeypatch.setattr(Text, "in_all_languages", lambda text: pytest.fail("rendered"))
    assert one == same


@pytest.mark.parametrize(
    "text",
    [
        Text("{player}: {prompt}", player=PlayerName(0), prompt="go"),
        Plural("{n} coin", "{n} coins", 3),
        Joined(", ", [Text("Rules"), "x"]),
        sentence(Text("a move")),
        Document("one", de="eins"),
    ],
)
def test_texts_support_pickle(text: Text) -> None:
    assert pickle.loads(pickle.dumps(text)) == text


def test_joins_lists_by_words() -> None:
    assert [str(join_with_and("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert join_with_or("abc").in_language("de") == "a, b oder c"


def test_sentence_has_capital_letter_and_full_stop() -> None:
    assert str(sentence(Text("the column is full"))) == "The column is full."
    assert str(sentence(Text("a5 is not empty"))) == "a5 is not empty."


def test_empty_texts_are_false() -> None:
    assert not Verbatim("")
    assert not Joined(", ", [])
    assert not sentence(Joined("", []))
    assert sentence(Joined("", ["a"]))
    assert Text("a")


def test_adds_catalogues_of_other_games(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = Catalog("de")
    catalogue.add("a rod of my own", "ein eigener Stab")
    with (folder / "mine.mo").open("wb") as file:
        write_mo(file, catalogue)
    language.get_catalogue.cache_clear()
    try:
        add_catalogues(tmp_path, "mine")
        assert Text("a rod of my own").in_language("de") == "ein eigener Stab"
        assert Text("Rules").in_language("de") == "Regeln"
    finally:
        language.get_catalogue.cache_clear()
