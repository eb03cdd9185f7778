"""Settings of a hall: environment variables, the common ones also flags of `steinreich serve`."""

import os
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from steinreich.hall.limits import parse_networks
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text
from steinreich.rules.validation import get_first_fault

PREFIX = "STEINREICH_"


class BadSetting(SteinreichError):
    """A setting has an invalid value; the message says which and why."""


class Flag(NamedTuple):
    """The command-line flag of a setting; {} in its help is the default."""

    metavar: str
    help: Text
    const: str | None = None  # the value if the flag has no argument; None: it needs one


Positive = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]
Days = Annotated[int, Field(ge=0, le=100_000)]


class Settings(BaseSettings):
    """The settings of a hall; those not given are read from the environment."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid", allow_inf_nan=False
    )

    host: Annotated[str, Flag("HOST", Text("address to listen on (default: {default})"))] = (
        "127.0.0.1"
    )
    port: Annotated[
        int,
        Field(ge=0, le=65_535),
        Flag("N", Text("port; 0 picks a free one (default: {default})")),
    ] = 8421
    database: Annotated[
        str,
        Flag(
            "URL",
            Text("database (default: SQLite in your data folder)"),
        ),
    ] = ""
    engines: Annotated[
        int,
        Field(ge=0),
        Flag(
            "N",
            Text("number of processes for computer players (default: cores less one)"),
        ),
    ] = max(1, (os.cpu_count() or 2) - 1)  # one core is left for the server
    analysts: Annotated[
        int,
        Field(ge=0),
        Flag(
            "N",
            Text("number of processes for analysis; 0 turns it off (default: {default})"),
        ),
    ] = 1
    origins: Annotated[
        str,
        Flag(
            "LIST",
            Text("additional origins whose pages may connect, comma-separated"),
        ),
    ] = ""
    hosts: Annotated[
        str,
        Flag(
            "LIST",
            Text("additional host names to accept, comma-separated"),
        ),
    ] = ""
    lan: Annotated[
        Literal["offer", "on", "off"],
        Flag(
            "WHEN",
            Text(
                "access from the local network: on, off, or offer it in the browser (default: "
                "offer)"
            ),
            const="on",
        ),
    ] = "offer"
    proxies: Annotated[
        str,
        Flag(
            "LIST",
            Text("trusted proxies, whose X-Forwarded-For is used, comma-separated"),
        ),
    ] = ""
    metrics: Annotated[
        Literal["local", "all", "none"],
        Flag(
            "WHO",
            Text("access to /metrics: local, all or none (default: local)"),
        ),
    ] = "local"
    log: Annotated[
        Literal["text", "json", "quiet"],
        Flag(
            "FORM",
            Text("log format: text, json or quiet (default: text; with --open: quiet)"),
        ),
    ] = "text"

    # Limits and rarely changed settings: environment variables only, described in docs/hosting.md.

    engine_memory_mb: Positive = 64  # of one computer player
    max_study_seconds: Seconds = 60.0  # for one position
    # Units of work of one address; a unit is about a millisecond
    budget_per_second: Annotated[float, Field(gt=0)] = 600.0
    heavy_budget_per_second: Annotated[float, Field(gt=0)] = 300.0  # for expensive requests
    max_open_tables: Positive = 200  # games in progress of one address, opened within a day
    max_listed_tables: Positive = 10  # of one address in the lobby
    max_events_per_table: Annotated[int, Field(ge=100)] = 5_000
    room_memory_mb: Positive = 512  # for tables; above it, idle ones are evicted
    keep_finished_days: Days = 0  # 0: never deleted
    keep_abandoned_days: Days = 0  # likewise for unfinished games, after the last event
    max_connections_per_address: Positive = 500  # of one address
    max_connections: Positive = 20_000  # of all addresses
    header_timeout_seconds: Seconds = 10.0  # for the header of a request
    # For the body of a request, and between two checks that a client reads its response
    body_timeout_seconds: Seconds = 20.0
    # Faster turns of the computer are delayed, so that people can follow
    min_engine_turn_seconds: Annotated[float, Field(ge=0)] = 0.35

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise BadSetting(get_first_fault(error).message_with_path) from None

    @model_validator(mode="after")
    def check_proxies(self) -> "Settings":
        """Refuse to trust X-Forwarded-For from all addresses: limits per address would have no
        effect."""
        try:
            trusts_all = "*" in self.proxies or any(
                not network.prefixlen for network in parse_networks(self.proxies)
            )
        except ValueError as error:
            raise BadSetting(
                Text("proxies: expected an address or a network, not '{error}'", error=error)
            ) from None
        if trusts_all:
            raise BadSetting(
                Text(
                    "proxies: if all addresses were trusted, clients could claim any address; "
                    "name your proxies"
                )
            )
        return self


def get_flags() -> dict[str, Flag]:
    """Return the command-line flags of settings, with the default in their help."""
    flags = {}
    for name, field in Settings.model_fields.items():
        for flag in field.metadata:
            if isinstance(flag, Flag):
                flags[name] = flag._replace(help=flag.help.with_values(default=field.default))
    return flags


def get_environment_variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()
