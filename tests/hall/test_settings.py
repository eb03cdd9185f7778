"""Settings: flags before the environment, and nonsense is named."""

import re
from pathlib import Path

import pytest

from steinreich.hall.settings import BadSetting, Settings, flags, variable

DOCS = Path(__file__).parents[2] / "docs" / "hall.md"
NAMES = list(Settings.model_fields)


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings in the environment."""
    for name in map(variable, NAMES):
        monkeypatch.delenv(name, raising=False)


def test_a_hall_keeps_to_this_machine_unless_told_otherwise() -> None:
    usual = Settings()
    assert usual.host == "127.0.0.1"
    assert usual.metrics == "local"
    assert usual.proxies == usual.origins == ""


def test_flags_go_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"STEINREICH_PORT": "99", "STEINREICH_HOST": "::1", "STEINREICH_LOG": ""}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    chosen = Settings(port="7")
    assert (chosen.port, chosen.host, chosen.log) == (7, "::1", "text")


def test_another_process_makes_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = Settings(port=0, pace=0.5, database="postgresql://hall@/hall", processes=3, engines=2)
    assert set(chosen.to_environment()) == set(map(variable, NAMES))
    for name, value in chosen.to_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings() == chosen
    assert Settings().port == 0


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("port", "many", "port: an integer belongs here, not 'many'"),
        ("port", "-1", "port"),
        ("port", "70000", "65535"),
        ("engines", "1.5", "engines"),
        ("pace", "slow", "pace: a number belongs here, not 'slow'"),
        ("pace", "nan", "pace"),
        ("metrics", "friends", "metrics: one of local, all, nobody belongs here, not 'friends'"),
        ("log", "xml", "text, json"),
        ("connections", "0", "connections: a number from 1 on belongs here, not '0'"),
        ("proxies", "*", "proxies: any client could then claim any address; name your proxies"),
        ("proxies", "10.0.0.1, *", "proxies: any client could then claim any address"),
        ("proxies", "0.0.0.0/0", "proxies: any client could then claim any address"),
        ("proxies", "10.0.0.0/8,::/0", "proxies: any client could then claim any address"),
        ("proxies", "my-proxy", "proxies: an address or a network belongs here, not 'my-proxy'"),
        ("processes", "0", "processes: a number from 1 on belongs here, not '0'"),
    ],
)
def test_nonsense_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    with pytest.raises(BadSetting, match=re.escape(said)) as caught:
        Settings(**{name: value})
    assert str(caught.value).startswith(f"{name}: ")
    assert caught.value.words.de != caught.value.words.en
    assert "\n" not in str(caught.value)
    monkeypatch.setenv(variable(name), value)
    with pytest.raises(BadSetting, match=re.escape(said)):
        Settings()


def test_every_setting_is_a_flag_and_documented() -> None:
    assert list(flags()) == NAMES
    assert all(all(flag.help) for flag in flags().values())
    page = DOCS.read_text()
    for name in NAMES:
        assert f"`--{name.replace('_', '-')}` | `{variable(name)}`" in page
