"""What comes in and goes out at the border, as pydantic knows it.

The session declares it (`commands`, `protocol`, `messages`).  Here is said how strictly strangers
are read: nothing but the fields declared, `true` is no number, and a number is no text.  What goes
out is made by `views`, checked by mypy and sent as it is; tests compare it with the OpenAPI page.
"""

from dataclasses import is_dataclass
from typing import Annotated, Any, is_typeddict

from pydantic import ConfigDict, Field, TypeAdapter, with_config

from steinreich.session import commands, messages, protocol

STRICT = ConfigDict(extra="forbid", strict=True)

for module in (protocol, commands, messages):
    for declared in vars(module).values():
        if is_typeddict(declared) or is_dataclass(declared):
            with_config(STRICT)(declared)


def reader(shape: Any) -> TypeAdapter[Any]:
    """Reads what is declared so and nothing else."""
    return TypeAdapter(shape)


from_client: TypeAdapter[messages.FromClient] = reader(
    Annotated[messages.FromClient, Field(discriminator="type")]
)
