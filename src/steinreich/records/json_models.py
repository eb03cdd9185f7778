"""The JSON form of a record, declared once: pydantic checks data by it and makes its JSON Schema.

Only whoever reads JSON imports this module; text forms need nothing but Python.
"""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from steinreich.records.json_form import VERSION
from steinreich.records.reading import (
    HEADER_NAME,
    LAST_MARK,
    LONGEST_ID,
    OWN_HEADERS,
    check_unicode,
)
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words


def whole(text: str) -> str:
    check_unicode(text)
    return text


Text = Annotated[str, AfterValidator(whole)]


class NodeData(BaseModel):
    """An action, with what is said about it."""

    model_config = ConfigDict(strict=True, extra="forbid")

    action: Text = Field(min_length=1, description="The name of the action.")
    comment: Text = ""
    marks: list[Annotated[int, Field(ge=0, le=LAST_MARK)]] = Field(
        [],
        description="Annotation glyphs, numbered as in chess: 1 good, 2 mistake, and so on.",
    )
    variations: list[Annotated[list["NodeData"], Field(min_length=1)]] = Field(
        [], description="Lines that begin in place of this action."
    )


class RecordData(BaseModel):
    """A game as it was played: its start, its actions with comments and variations, its result."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        title="A game record of Steinreich",
        json_schema_extra={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:steinreich:record:1",
        },
    )

    version: int = Field(
        description="The version of this form.", json_schema_extra={"const": VERSION}
    )
    game: Text = Field(
        description="The id of the game with the options that are not the default ones.",
        examples=["vier3d", "vier3d(variant=most_fours)"],
        json_schema_extra={"maxLength": LONGEST_ID},
    )
    start: Text | None = Field(
        None,
        description="The position string of the first position. "
        "May be left out or null where the game always starts alike.",
    )
    headers: dict[str, Text] = Field(
        {},
        description="What else is known: Event, Date, Player1, Player2, Termination, and so on.",
        json_schema_extra={
            "propertyNames": {"pattern": f"^{HEADER_NAME}$", "not": {"enum": list(OWN_HEADERS)}}
        },
    )
    comment: Text = Field("", description="A comment on the game as a whole.")
    line: list[NodeData] = Field(description="Actions that follow each other.")
    result: list[Annotated[int, Field(ge=-1, le=1)]] | None = Field(
        None,
        min_length=1,
        description="+1 for the winner and -1 for each other player, 0 for all in a draw; "
        "null while there is none.",
    )

    @field_validator("version")
    @classmethod
    def check_version(cls, version: int) -> int:
        if version != VERSION:
            raise BadRecord(
                Words(
                    f"{version} is unknown; this is version {VERSION}",
                    f"{version} ist unbekannt; dies ist Version {VERSION}",
                )
            )
        return version
