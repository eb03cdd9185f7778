"""The bench signature changes exactly when a rule or a random draw changes."""

import json

import pytest

from steinreich.cli.main import main

SIGNATURE = "0x2d6cdfab"  # of random games; a new one is a change of behaviour to be explained


def test_signature_of_random_games_equals_the_known_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--seconds", "0.01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signature"] == SIGNATURE
