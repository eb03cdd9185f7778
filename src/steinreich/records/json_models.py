"""The JSON format of records as pydantic models, which validate data and give its JSON Schema.

Only readers of JSON import this module; the other formats do not need pydantic.
"""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from steinreich.records.reading import (
    HEADER_NAME,
    JSON_VERSION,
    MAX_ID_CHARACTERS,
    MAX_MARK,
    OWN_HEADERS,
    check_unicode,
)
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text


def validate_unicode(text: str) -> str:
    check_unicode(text)
    return text


UnicodeText = Annotated[str, AfterValidator(validate_unicode)]


class NodeData(BaseModel):
    """An action with its comment, marks and variations."""

    model_config = ConfigDict(strict=True, extra="forbid")

    action: UnicodeText = Field(min_length=1, description="The name of the action.")
    comment: UnicodeText = ""
    marks: list[Annotated[int, Field(ge=0, le=MAX_MARK)]] = Field(
        [],
        description="Annotation glyphs, numbered as in chess: 1 good, 2 mistake, and so on.",
    )
    variations: list[Annotated[list["NodeData"], Field(min_length=1)]] = Field(
        [], description="Lines that begin in place of this action."
    )


class RecordData(BaseModel):
    """A recorded game: start, actions with comments and variations, result."""

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
        description="The version of this form.", json_schema_extra={"const": JSON_VERSION}
    )
    game: UnicodeText = Field(
        description="The id of the game with the options that are not the default ones.",
        examples=["vier3d", "vier3d(variant=most_fours)"],
        json_schema_extra={"maxLength": MAX_ID_CHARACTERS},
    )
    start: UnicodeText | None = Field(
        None,
        description="The position string of the first position. "
        "May be left out or null where the game always starts alike.",
    )
    headers: dict[str, UnicodeText] = Field(
        {},
        description="What else is known: Event, Date, Player1, Player2, Termination, and so on.",
        json_schema_extra={
            "propertyNames": {"pattern": f"^{HEADER_NAME}$", "not": {"enum": list(OWN_HEADERS)}}
        },
    )
    comment: UnicodeText = Field("", description="A comment on the game as a whole.")
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
        if version != JSON_VERSION:
            raise BadRecord(
                Text(
                    "unknown version {version}; the supported one is {json_version}",
                    version=version,
                    json_version=JSON_VERSION,
                )
            )
        return version
