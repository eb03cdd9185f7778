"""The language of commands."""

import argparse
import ast
import inspect

import pytest

from steinreich.cli.language import ARGPARSE, ArgparseMessages, Say, language_of


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
def test_language_option_precedes_the_environment(arguments: list[str], language: str) -> None:
    assert language_of(arguments, {"LANG": "de_DE"}) == language


def test_texts_are_translated() -> None:
    assert Say("en")("{n} of {m}", n=1, m=2) == "1 of 2"
    assert Say("de")("this help") == "diese Hilfe"


def test_catalogue_contains_argparse_messages_only() -> None:
    """A message that argparse words differently would never be used."""
    source = ast.walk(ast.parse(inspect.getsource(argparse)))
    texts = {node.value for node in source if isinstance(node, ast.Constant)}
    assert {text.text for text in ARGPARSE} <= texts


def test_argparse_translation_is_temporary() -> None:
    parser = argparse.ArgumentParser("try", exit_on_error=False)
    parser.add_argument("--two", nargs=2, type=int)
    usual = parser.format_usage()
    with ArgparseMessages("de").in_argparse():
        assert parser.format_usage() == usual.replace("usage: ", "Aufruf: ")
        for arguments, said in [
            (["--two", "1"], "--two: hier fehlen 2 Angaben"),
            (["--two", "1", "zwei"], "--two: 'zwei' passt hier nicht"),
        ]:
            with pytest.raises(argparse.ArgumentError) as caught:
                parser.parse_args(arguments)
            assert str(caught.value) == said
    assert parser.format_usage() == usual
