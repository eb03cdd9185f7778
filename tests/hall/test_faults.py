"""A short form of `python -m bench.faults`: each kind of fault once or twice; nothing is lost."""

from collections.abc import Iterator

import pytest

from bench.faults.__main__ import suffered
from bench.faults.kinds import KINDS, Kind, execute
from bench.faults.scene import Scene
from tests.postgres import Postgres, running_postgres

pytestmark = pytest.mark.xdist_group("faults")
ON_SQLITE = [kind for kind in KINDS if kind.sqlite]
ON_POSTGRES = [kind for kind in KINDS if kind.postgres]


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """One that may be stopped: nobody else needs it."""
    with running_postgres() as server:
        yield server


def check(kind: Kind, postgres: Postgres | None) -> None:
    times = 2 if kind.name.startswith("kill") else 1
    seen = suffered(kind, times, postgres).seen
    assert seen.acknowledged > 0
    assert (seen.lost, seen.disagreements) == (0, 0), seen.examples


@pytest.mark.parametrize("kind", ON_SQLITE, ids=lambda kind: kind.name)
def test_sqlite(kind: Kind) -> None:
    check(kind, None)


@pytest.mark.parametrize("kind", ON_POSTGRES, ids=lambda kind: kind.name)
def test_postgres(kind: Kind, own_postgres: Postgres) -> None:
    check(kind, own_postgres)


def test_a_whole_run_kills_often_enough() -> None:
    assert sum((kind.sqlite + kind.postgres) * kind.kills for kind in KINDS) >= 300


def test_what_is_lost_is_found() -> None:
    """Events that were acknowledged are taken away: the matrix says so."""

    def lose(scene: Scene) -> None:
        scene.hosts[0].kill()
        table = scene.couples[0].tables[0]
        execute(scene, "DELETE FROM events WHERE table_id = ? AND seq > 2", table)
        scene.hosts[0].start()

    seen = suffered(Kind("loss", lose, 1, 0), 1, None).seen
    assert seen.lost or seen.disagreements
    assert seen.examples
