"""How a hall is run: every setting is a flag of `steinreich serve` and an environment variable."""

import os
import socket
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from steinreich.hall.limits.addresses import networks
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words
from steinreich.rules.validation import first_fault

PREFIX = "STEINREICH_"


class BadSetting(SteinreichError):
    """A setting has a value that makes no sense; the message says which and why."""


class Flag(NamedTuple):
    """How a setting is given on the command line; in its help {} is the usual value."""

    takes: str
    help: Words
    alone: str | None = None  # what it means without a value, where that may be left out


ONE_OR_MORE = Field(ge=1)


class Settings(BaseSettings):
    """What can be chosen about a hall; what is not given comes from the environment."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid", allow_inf_nan=False
    )

    host: Annotated[str, Flag("HOST", Words("address to listen on ({})", "Adresse ({})"))] = (
        "127.0.0.1"
    )
    port: Annotated[
        int,
        Field(ge=0, le=65_535),
        Flag("N", Words("port ({}; 0: a free one)", "Port ({}; 0: irgendein freier)")),
    ] = 8421
    database: Annotated[
        str,
        Flag(
            "URL",
            Words(
                "database (SQLite in your data folder)", "Datenbank (SQLite in deinem Datenordner)"
            ),
        ),
    ] = ""
    engines: Annotated[
        int,
        Field(ge=0),
        Flag(
            "N",
            Words(
                "processes in which the computer thinks (cores less one)",
                "Prozesse, in denen der Computer denkt (Kerne weniger einer)",
            ),
        ),
    ] = max(1, (os.cpu_count() or 2) - 1)  # one core is left for the people
    engine_memory: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "MB",
            Words("memory of one computer player ({})", "Speicher eines Computerspielers ({})"),
        ),
    ] = 64
    analysts: Annotated[
        int,
        Field(ge=0),
        Flag(
            "N",
            Words(
                "processes that think for the study ({}; 0: none)",
                "Prozesse, die für die Analyse denken ({}; 0: keine)",
            ),
        ),
    ] = 1
    study_seconds: Annotated[
        float,
        Field(gt=0),
        Flag(
            "SECONDS",
            Words(
                "how long the study thinks about one position ({})",
                "wie lange die Analyse über eine Stellung nachdenkt ({})",
            ),
        ),
    ] = 60.0
    processes: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "N",
            Words(
                "server processes, one for each core that it shall have ({})",
                "Serverprozesse, einer für jeden Kern, den er haben soll ({})",
            ),
        ),
    ] = 1
    origins: Annotated[
        str,
        Flag(
            "LIST",
            Words(
                "further origins from which pages may connect, with commas",
                "weitere Herkünfte, von denen Seiten kommen dürfen, mit Kommas",
            ),
        ),
    ] = ""
    hosts: Annotated[
        str,
        Flag(
            "LIST",
            Words(
                "further names by which the hall may be called, with commas",
                "weitere Namen, unter denen der Saal angesprochen werden darf, mit Kommas",
            ),
        ),
    ] = ""
    lan: Annotated[
        Literal["offer", "on", "off"],
        Flag(
            "WHEN",
            Words(
                "let in others in the local network: on, off, offer (asks in the browser)",
                "andere im lokalen Netz einlassen: on, off, offer (fragt im Browser)",
            ),
            alone="on",
        ),
    ] = "offer"
    proxies: Annotated[
        str,
        Flag(
            "LIST",
            Words(
                "trusted proxies, comma-separated (their X-Forwarded-For is used)",
                "Proxys, deren X-Forwarded-For gilt, mit Kommas getrennt",
            ),
        ),
    ] = ""
    metrics: Annotated[
        Literal["local", "all", "nobody"],
        Flag(
            "WHO",
            Words(
                "who may read /metrics: local, all, nobody",
                "wer /metrics liest: local, all, nobody",
            ),
        ),
    ] = "local"
    log: Annotated[
        Literal["text", "json", "quiet"],
        Flag(
            "FORM",
            Words(
                "form of the log: text, json, quiet (usual with --open)",
                "Form des Protokolls: text, json, quiet (üblich mit --open)",
            ),
        ),
    ] = "text"
    budget_per_second: Annotated[
        float,
        Field(gt=0),
        Flag(
            "N",
            Words(
                "work that one address may ask for, in milliseconds a second ({})",
                "Arbeit, die eine Adresse verlangen darf, in Millisekunden je Sekunde ({})",
            ),
        ),
    ] = 600.0
    heavy_budget_per_second: Annotated[
        float,
        Field(gt=0),
        Flag(
            "N",
            Words(
                "of this for analysis, records, new tables and the like ({})",
                "davon für Analyse, Aufzeichnungen, neue Tische und Ähnliches ({})",
            ),
        ),
    ] = 300.0
    open_tables: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "N",
            Words(
                "games of a day that one address may have going on ({})",
                "Partien eines Tages, die je Adresse laufen dürfen ({})",
            ),
        ),
    ] = 200
    listed_tables: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "N",
            Words(
                "tables of one address that the lobby shows ({})",
                "Tische je Adresse, die die Lobby zeigt ({})",
            ),
        ),
    ] = 10
    events_a_table: Annotated[
        int,
        Field(ge=100),
        Flag(
            "N",
            Words(
                "events that one table may have ({})", "Ereignisse, die ein Tisch haben darf ({})"
            ),
        ),
    ] = 5_000
    room_memory: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "MB",
            Words(
                "memory for tables, from which idle ones are forgotten ({})",
                "Speicher für Tische, aus dem ruhende vergessen werden ({})",
            ),
        ),
    ] = 512
    keep_finished_days: Annotated[
        int,
        Field(ge=0, le=100_000),
        Flag(
            "DAYS",
            Words(
                "how long finished games are kept ({}: for ever)",
                "wie lange beendete Partien bleiben ({}: für immer)",
            ),
        ),
    ] = 0
    keep_abandoned_days: Annotated[
        int,
        Field(ge=0, le=100_000),
        Flag(
            "DAYS",
            Words(
                "how long games are kept at which nothing happens ({}: for ever)",
                "wie lange Partien bleiben, an denen nichts geschieht ({}: für immer)",
            ),
        ),
    ] = 0
    connections: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "N",
            Words("connections that one address may hold ({})", "Verbindungen je Adresse ({})"),
        ),
    ] = 500
    all_connections: Annotated[
        int,
        ONE_OR_MORE,
        Flag(
            "N",
            Words(
                "connections that all addresses may hold together ({})",
                "Verbindungen aller Adressen zusammen ({})",
            ),
        ),
    ] = 20_000
    header_seconds: Annotated[
        float,
        Field(gt=0),
        Flag(
            "SECONDS",
            Words("time for the header of a request ({})", "Zeit für den Kopf einer Anfrage ({})"),
        ),
    ] = 10.0
    body_seconds: Annotated[
        float,
        Field(gt=0),
        Flag(
            "SECONDS",
            Words("time for the body of a request ({})", "Zeit für den Rest einer Anfrage ({})"),
        ),
    ] = 20.0
    pace: Annotated[
        float,
        Field(ge=0),
        Flag(
            "SECONDS",
            Words(
                "what the computer's turn takes at least ({})",
                "was ein Zug des Computers mindestens dauert ({})",
            ),
        ),
    ] = 0.35

    def __init__(self, **chosen: Any) -> None:
        try:
            super().__init__(**chosen)
        except ValidationError as error:
            raise BadSetting(first_fault(error).located) from None

    @model_validator(mode="after")
    def check_proxies(self) -> "Settings":
        """Who believes everybody's X-Forwarded-For has no limits: each request may name another
        address."""
        try:
            are_all = "*" in self.proxies or any(
                not one.prefixlen for one in networks(self.proxies)
            )
        except ValueError as error:
            raise BadSetting(
                Words(
                    f"proxies: an address or a network belongs here, not '{error}'",
                    f"proxies: Hierher gehört eine Adresse oder ein Netz, nicht '{error}'",
                )
            ) from None
        if are_all:
            raise BadSetting(
                Words(
                    "proxies: any client could then claim any address; name your proxies",
                    "proxies: Jeder könnte dann jede Adresse vorgeben; nenne deine Proxys",
                )
            )
        return self

    @model_validator(mode="after")
    def check_processes(self) -> "Settings":
        if self.processes > 1 and not hasattr(socket, "send_fds"):
            raise BadSetting(
                Words(
                    "several processes need a system that passes connections; processes must be 1",
                    "mehrere Prozesse brauchen ein System, das Verbindungen weitergibt: processes "
                    "muss 1 sein",
                )
            )
        if self.processes > 1 and self.lan == "on":
            raise BadSetting(
                Words(
                    "several processes open no local network: host must be its address",
                    "mehrere Prozesse öffnen kein lokales Netz: host muss seine Adresse sein",
                )
            )
        return self

    def to_environment(self) -> dict[str, str]:
        """The variables from which another process makes the same settings."""
        return {variable(name): str(value) for name, value in self.model_dump().items()}


def flags() -> dict[str, Flag]:
    """How each setting is given on the command line, its help with the usual value."""
    found = {}
    for name, field in Settings.model_fields.items():
        (flag,) = (part for part in field.metadata if isinstance(part, Flag))
        help = Words(*(text.format(field.default) for text in flag.help))
        found[name] = flag._replace(help=help)
    return found


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()
