"""Settings: flags before the environment, and nonsense is named."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from steinreich.cli.commands.serve import FLAGS
from steinreich.hall.settings import BadSetting, Settings, settings_from, variable

DOCS = Path(__file__).parents[2] / "docs" / "hall.md"
NAMES = [field.name for field in fields(Settings)]


def test_a_hall_keeps_to_this_machine_unless_told_otherwise() -> None:
    usual = settings_from({})
    assert usual == Settings()
    assert usual.host == "127.0.0.1"
    assert usual.metrics == "local"
    assert usual.proxies == usual.origins == ""


def test_flags_go_before_the_environment() -> None:
    environment = {"STEINREICH_PORT": "99", "STEINREICH_HOST": "::1", "STEINREICH_LOG": ""}
    chosen = settings_from(environment, {"port": 7})
    assert (chosen.port, chosen.host, chosen.log) == (7, "::1", "text")


def test_another_process_makes_the_same_settings() -> None:
    chosen = Settings(port=0, pace=0.5, database="postgresql://hall@/hall", processes=3, engines=2)
    assert settings_from(chosen.to_environment()) == chosen


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("port", "many", "port must be a number"),
        ("port", "-1", "port"),
        ("port", "70000", "65535"),
        ("engines", "1.5", "engines"),
        ("pace", "slow", "pace"),
        ("metrics", "friends", "local, all, nobody"),
        ("log", "xml", "text, json"),
        ("connections", "0", "connections"),
        ("processes", "2", "PostgreSQL"),
    ],
)
def test_nonsense_is_named(name: str, value: str, said: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(said)):
        settings_from({variable(name): value})


def test_every_setting_is_a_flag_and_documented() -> None:
    assert {flag.name.replace("-", "_") for flag in FLAGS} == set(NAMES)
    page = DOCS.read_text()
    for name in NAMES:
        assert f"`--{name.replace('_', '-')}` | `{variable(name)}`" in page
