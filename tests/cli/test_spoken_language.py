"""Which language a command speaks."""

import argparse
import ast
import inspect

import pytest

from steinreich.cli.argparse_catalogue import CATALOGUES, GERMAN
from steinreich.cli.spoken_language import language_of, speaking


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


def test_the_catalogue_has_messages_of_argparse_alone() -> None:
    """A message that argparse words otherwise would be asked for in vain."""
    source = ast.walk(ast.parse(inspect.getsource(argparse)))
    texts = {node.value for node in source if isinstance(node, ast.Constant)}
    assert set(GERMAN) <= texts


def test_argparse_speaks_german_for_a_while() -> None:
    parser = argparse.ArgumentParser("try", exit_on_error=False)
    parser.add_argument("--two", nargs=2, type=int)
    usual = parser.format_usage()
    with CATALOGUES["de"].in_argparse():
        assert parser.format_usage() == usual.replace("usage: ", "Aufruf: ")
        for arguments, said in [
            (["--two", "1"], "--two: hier fehlen 2 Angaben"),
            (["--two", "1", "zwei"], "--two: 'zwei' passt hier nicht"),
        ]:
            with pytest.raises(argparse.ArgumentError) as caught:
                parser.parse_args(arguments)
            assert str(caught.value) == said
    assert parser.format_usage() == usual
