"""Which language a command speaks."""

import pytest

from steinreich.cli.language import language_of, speaking


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "en_GB", "LANG": "de_DE"}, "en"),
        ({"LC_MESSAGES": "de_AT", "LANG": "en_GB"}, "de"),
        ({"LANGUAGE": "fr:de:en", "LC_ALL": "en_GB"}, "de"),
        ({"LANGUAGE": "", "LANG": "DE"}, "de"),
    ],
)
def test_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(["games"], environment) == language


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--lang", "de", "games"], "de"),
        (["games", "--lang=en"], "en"),
        (["--lang", "en", "games", "--lang", "de"], "de"),
        (["games", "--lang"], "de"),
        (["games", "--lang", "klingon"], "de"),
    ],
)
def test_the_switch_comes_first(arguments: list[str], language: str) -> None:
    assert language_of(arguments, {"LANG": "de_DE"}) == language


def test_speaking() -> None:
    assert speaking("en")("draw", "Remis") == "draw"
    assert speaking("de")("draw", "Remis") == "Remis"
