"""The language of commands."""

import argparse
import ast
import inspect

import pytest

from steinreich.cli.language import ARGPARSE_TEXTS, ArgparseMessages, Translator, find_language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "it_IT"}, "en"),
        ({"LC_ALL": "en_GB", "LANG": "de_DE"}, "en"),
        ({"LC_MESSAGES": "de_AT", "LANG": "en_GB"}, "de"),
        ({"LANGUAGE": "it:de:en", "LC_ALL": "en_GB"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANGUAGE": "", "LANG": "DE"}, "de"),
    ],
)
def test_environment_determines_the_language(environment: dict[str, str], language: str) -> None:
    assert find_language(["games"], environment) == language


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
def test_language_option_precedes_the_environment(arguments: list[str], language: str) -> None:
    assert find_language(arguments, {"LANG": "de_DE"}) == language


def test_translator_fills_in_values_and_translates() -> None:
    assert Translator("en")("{n} of {m}", n=1, m=2) == "1 of 2"
    assert Translator("de")("show this help") == "diese Hilfe zeigen"


def test_catalogue_contains_argparse_messages_only() -> None:
    """A translation of a message that argparse does not contain would never be used."""
    source = ast.walk(ast.parse(inspect.getsource(argparse)))
    texts = {node.value for node in source if isinstance(node, ast.Constant)}
    assert {text.text for text in ARGPARSE_TEXTS} <= texts


def test_argparse_translation_is_temporary() -> None:
    parser = argparse.ArgumentParser("try", exit_on_error=False)
    parser.add_argument("--two", nargs=2, type=int)
    usage = parser.format_usage()
    with ArgparseMessages("de").patch_argparse():
        assert parser.format_usage() == usage.replace("usage: ", "Aufruf: ")
        for arguments, message in [
            (["--two", "1"], "--two: hier fehlen 2 Angaben"),
            (["--two", "1", "zwei"], "--two: 'zwei' passt hier nicht"),
        ]:
            with pytest.raises(argparse.ArgumentError) as caught:
                parser.parse_args(arguments)
            assert str(caught.value) == message
    assert parser.format_usage() == usage
