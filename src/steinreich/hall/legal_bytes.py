"""Legal actions as they are sent: each is put into JSON once and kept, for there are many in every
message and few different ones."""

from functools import cache

import orjson

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.session.legal_actions import meanings
from steinreich.session.schema.protocol import Language, Legal
from steinreich.session.views.frames import legal_view
from steinreich.session.views.targets import kept_of, put_by_any


@cache
def members_of(game: Game, language: Language) -> dict[int, bytes]:
    """By meaning: `"a1":{...}`.  Games with the same options share them."""
    return {}


def legal_bytes(position: Position, language: Language) -> Legal:
    """What `legal_view` tells, for orjson: its targets are JSON already where that can be."""
    listed = meanings(position)
    if listed is None:
        return legal_view(position, language)
    members = members_of(position.game, language)
    try:
        targets = b",".join(map(members.__getitem__, listed))
    except KeyError:  # some have not come up before
        told = legal_view(position, language)["targets"]
        for meaning, (name, target) in zip(listed, told.items(), strict=True):
            members[meaning] = orjson.dumps(name) + b":" + orjson.dumps(target)
        targets = b",".join(map(members.__getitem__, listed))
    return {
        "targets": orjson.Fragment(b"{" + targets + b"}"),  # type: ignore[typeddict-item]  # as bytes
        "to_put": put_by_any(kept_of(position.game, language), listed),
    }
