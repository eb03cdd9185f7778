"""REST, WebSockets and pages; input from clients is validated strictly.

The types of all messages are declared in `session.schema`.  This package configures how pydantic
validates them: unknown fields are refused, and values are not converted (`true` is not a number, a
number is not a string).  Validators built from the declarations inherit this configuration, so it
is set before any is built.
"""

from dataclasses import is_dataclass

from pydantic import ConfigDict, with_config
from typing_extensions import is_typeddict

from steinreich.session.schema import messages, protocol, study
from steinreich.session.schema import records as record_messages  # `records` is a module here

for module in (protocol, messages, record_messages, study):
    for value in vars(module).values():
        if is_typeddict(value) or is_dataclass(value):
            with_config(ConfigDict(extra="forbid", strict=True))(value)
