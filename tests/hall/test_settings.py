"""Settings: flags override the environment, and invalid values are reported."""

import re
from pathlib import Path

import pytest

from steinreich.hall.settings import BadSetting, Settings, get_environment_variable, get_flags

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"
NAMES = list(Settings.model_fields)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove all settings from the environment."""
    for name in map(get_environment_variable, NAMES):
        monkeypatch.delenv(name, raising=False)


def test_server_is_local_by_default() -> None:
    defaults = Settings()
    assert defaults.host == "127.0.0.1"
    assert defaults.metrics == "local"
    assert defaults.proxies == defaults.origins == ""


def test_flags_precede_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"STEINREICH_PORT": "99", "STEINREICH_HOST": "::1", "STEINREICH_LOG": ""}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    chosen = Settings(port="7")
    assert (chosen.port, chosen.host, chosen.log) == (7, "::1", "text")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("port", "many", "port: expected an integer, not 'many'"),
        ("port", "-1", "port"),
        ("port", "70000", "65535"),
        ("engines", "1.5", "engines"),
        (
            "min_engine_turn_seconds",
            "slow",
            "min_engine_turn_seconds: expected a number, not 'slow'",
        ),
        ("min_engine_turn_seconds", "nan", "min_engine_turn_seconds"),
        ("metrics", "friends", "metrics: expected one of local, all, none, not 'friends'"),
        ("log", "xml", "text, json"),
        (
            "max_connections_per_address",
            "0",
            "max_connections_per_address: expected a number of at least 1, not '0'",
        ),
        (
            "proxies",
            "*",
            "proxies: if all addresses were trusted, clients could claim "
            "any address; name your proxies",
        ),
        ("proxies", "10.0.0.1, *", "proxies: if all addresses were trusted"),
        ("proxies", "0.0.0.0/0", "proxies: if all addresses were trusted"),
        ("proxies", "10.0.0.0/8,::/0", "proxies: if all addresses were trusted"),
        ("proxies", "my-proxy", "proxies: expected an address or a network, not 'my-proxy'"),
    ],
)
def test_reports_invalid_values(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    with pytest.raises(BadSetting, match=re.escape(message)) as caught:
        Settings(**{name: value})
    assert str(caught.value).startswith(f"{name}: ")
    assert caught.value.message.in_language("de") != caught.value.message.in_language("en")
    assert "\n" not in str(caught.value)
    monkeypatch.setenv(get_environment_variable(name), value)
    with pytest.raises(BadSetting, match=re.escape(message)):
        Settings()


def test_limits_are_not_flags() -> None:
    """Only common settings have flags; all others are environment variables."""
    assert set(get_flags()) == {
        "host",
        "port",
        "database",
        "engines",
        "analysts",
        "origins",
        "hosts",
        "lan",
        "proxies",
        "metrics",
        "log",
    }


def test_documentation_covers_every_setting() -> None:
    assert all(flag.help for flag in get_flags().values())
    page = DOCS.read_text()
    for name in NAMES:
        row = f"| `--{name.replace('_', '-')}` " if name in get_flags() else ""
        assert f"{row}| `{get_environment_variable(name)}` |" in page
