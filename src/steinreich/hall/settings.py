"""How a hall is run: every setting is a flag of `steinreich serve` and an environment variable."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from steinreich.rules.errors import SteinreichError

PREFIX = "STEINREICH_"


class BadSetting(SteinreichError):
    """A setting has a value that makes no sense; the message says which and why."""


def usual_engines() -> int:
    """One core is left for the people."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Settings:
    """What can be chosen about a hall."""

    host: str = "127.0.0.1"
    port: int = 8421
    database: str = ""  # a URL; empty: SQLite in the user's data folder
    engines: int = usual_engines()  # processes in which the computer thinks
    engine_memory: int = 64  # megabytes that one computer player may remember
    processes: int = 1  # more need PostgreSQL
    origins: str = ""  # further origins from which pages may connect, with commas
    lan: str = "offer"  # on, off: whether others in the local network are let in; or as asked here
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed, with commas
    metrics: str = "local"  # who may read /metrics: local, all, nobody
    log: str = "text"  # or json, or quiet: only what goes wrong
    tables_a_minute: int = 30  # that one address may open
    looks_a_minute: int = 120  # at records and replays, in parts of 100 moves, for one address
    connections: int = 60  # that one address may hold
    messages_a_second: int = 20  # that one connection may send
    pace: float = 0.35  # seconds: the computer moves no faster, so that the eye can follow

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise BadSetting(f"{name} must be {least} or more; not {getattr(self, name)}")
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                given = getattr(self, name)
                raise BadSetting(f"{name} is one of {', '.join(allowed)}; not {given!r}")
        if self.port > 65_535:
            raise BadSetting(f"port must be at most 65535; not {self.port}")
        if self.processes > 1 and not self.database.startswith("postgres"):
            raise BadSetting("several processes need PostgreSQL: database must be its URL")
        if self.processes > 1 and self.lan == "on":
            raise BadSetting("several processes open no local network: host must be its address")

    def to_environment(self) -> dict[str, str]:
        """The variables from which another process makes the same settings."""
        return {variable(name): str(value) for name, value in asdict(self).items()}


LEAST = {
    "port": 0,
    "engines": 0,
    "engine_memory": 1,
    "processes": 1,
    "tables_a_minute": 1,
    "looks_a_minute": 1,
    "connections": 1,
    "messages_a_second": 1,
    "pace": 0,
}
CHOICES = {
    "lan": ("offer", "on", "off"),
    "metrics": ("local", "all", "nobody"),
    "log": ("text", "json", "quiet"),
}


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def settings_from(
    environment: Mapping[str, str], flags: Mapping[str, object] | None = None
) -> Settings:
    """Flags first, then the environment, then what is usual."""
    chosen: dict[str, Any] = {}
    for field in fields(Settings):
        given = (flags or {}).get(field.name, environment.get(variable(field.name)) or None)
        if given is not None:
            chosen[field.name] = read(field.name, type(field.default), str(given))
    return Settings(**chosen)


def read(name: str, kind: type, given: str) -> Any:
    """The value of a setting written as text."""
    try:
        return kind(given)
    except ValueError as error:
        raise BadSetting(f"{name} must be a number; not {given!r}") from error
