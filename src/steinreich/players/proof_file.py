"""Proofs on disk, shared by processes: one SQLite file, which outlives them.

The file is a cache.  Keys contain a hash of the sources: proofs of other versions of the rules or
the search are not found any more, and are evicted when the file is full.  If the file cannot be
used, proofs are kept in memory.
"""

import logging
import sqlite3
from functools import cache
from hashlib import blake2s
from pathlib import Path

import steinreich
from steinreich.compile.binder import home
from steinreich.core.game import Game
from steinreich.core.game_files import source_at
from steinreich.core.position import Position
from steinreich.players.facts import ProofMemory, key
from steinreich.search.result import Verdict, certain

LOG = logging.getLogger(__name__)
MAX_PROOFS = 500_000  # about 30 MB
EVICTION_INTERVAL = 256  # proofs written by this process between evictions
LOCK_TIMEOUT_SECONDS = 2.0
SOURCES = ("rules", "search", "players")  # packages that a proof depends on, beside the game

SCHEMA = """
CREATE TABLE IF NOT EXISTS proofs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,
    outcome INTEGER NOT NULL,
    turns INTEGER
)
"""
PUT = """
INSERT INTO proofs (key, outcome, turns) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET
    outcome = excluded.outcome,
    turns = CASE
        WHEN outcome = excluded.outcome AND excluded.turns IS NULL THEN turns
        WHEN outcome = excluded.outcome AND turns < excluded.turns THEN turns
        ELSE excluded.turns
    END
"""
EVICT = "DELETE FROM proofs WHERE id <= (SELECT max(id) FROM proofs) - ?"


class ProofFile:
    """A store of proofs in a file, opened by each process that needs it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.memory = ProofMemory()  # used if the file fails
        self.written = 0
        self.connection: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(
                path, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
            )
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.execute(SCHEMA)
        except (sqlite3.Error, OSError) as error:
            self.give_up(error)

    def give_up(self, error: Exception) -> None:
        """Continue without the file after an error."""
        LOG.warning("proofs are not kept in %s: %s", self.path, error)
        self.close()

    def get(self, position: Position) -> Verdict | None:
        """Return the stored fact of a position."""
        if self.connection is None:
            return self.memory.get(position)
        try:
            query = "SELECT outcome, turns FROM proofs WHERE key = ?"
            row = self.connection.execute(query, (on_disk(position),)).fetchone()
        except sqlite3.Error as error:
            self.give_up(error)
            return None
        if row is None:
            return None
        outcome, turns = row
        return certain(outcome, position.game.players, turns)

    def put(self, position: Position, fact: Verdict) -> None:
        """Store a fact; of several, that with the fewest turns."""
        if self.connection is None:
            self.memory.put(position, fact)
            return
        try:
            self.connection.execute(PUT, (on_disk(position), fact.outcome, fact.turns))
            self.written += 1
            if self.written % EVICTION_INTERVAL == 0:
                self.connection.execute(EVICT, (MAX_PROOFS,))
        except sqlite3.Error as error:
            self.give_up(error)

    def clear(self) -> None:
        """Drop the facts that are kept in this process only."""
        self.memory.clear()

    def close(self) -> None:
        """Close the file."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None


def on_disk(position: Position) -> bytes:
    """Return the key of a position in the file, including the hash of the sources."""
    return blake2s(sources(position.game) + key(position), digest_size=16).digest()


@cache
def sources(game: Game) -> bytes:
    """Return a hash of all sources that a proof in a game depends on."""
    package = Path(steinreich.__file__).parent
    parts = [source_at(package / name) for name in SOURCES] + [source_at(home(game.module))]
    return blake2s(b"\0".join(parts), digest_size=16).digest()
