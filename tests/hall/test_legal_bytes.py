"""Legal actions that are kept as bytes say what the views say."""

import orjson
import pytest

from steinreich import games, load
from steinreich.core.position import Position
from steinreich.hall.legal_bytes import legal_bytes, members_of
from steinreich.session import legal_actions
from steinreich.session.views.frames import legal_view
from steinreich.session.views.targets import kept_of
from tests.conftest import random_game
from tests.session.views.test_targets import meanings

KEPT = legal_actions.legal, legal_actions.meanings, kept_of, members_of


def read(position: Position) -> object:
    return orjson.loads(orjson.dumps(legal_bytes(position, "de")))


@pytest.mark.parametrize("name", games())
def test_the_same_as_views_whether_kept_or_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = random_game(load(name), 1)[:12]
    views = [legal_view(position, "de") for position in positions]
    assert [read(position) for position in positions] == views, "without meanings"
    monkeypatch.setattr(legal_actions, "meanings_lister", meanings)
    for one in KEPT:
        one.cache_clear()
    for _ in ("as they come up", "as they are kept"):
        assert [read(position) for position in positions] == views
    assert members_of(load(name), "de"), "they are kept"
    for one in KEPT:
        one.cache_clear()
