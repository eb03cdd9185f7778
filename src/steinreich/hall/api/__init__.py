"""REST, sockets and pages, behind the border at which strangers are read strictly.

The session declares what they may say (`commands`, `protocol`, `messages`, `study`).  Here is said
how it is read: nothing but the fields declared, `true` is no number, and a number is no text.  This
holds for whatever is made of the declarations below, so it is said before anything is.
"""

from dataclasses import is_dataclass

from pydantic import ConfigDict, with_config
from typing_extensions import is_typeddict

from steinreich.session.schema import commands, messages, protocol, study

for module in (protocol, commands, messages, study):
    for declared in vars(module).values():
        if is_typeddict(declared) or is_dataclass(declared):
            with_config(ConfigDict(extra="forbid", strict=True))(declared)
