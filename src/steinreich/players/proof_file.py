"""Proofs on disk, shared by processes: one SQLite file.

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
from steinreich.compile.binder import get_game_path
from steinreich.core.game import Game
from steinreich.core.game_files import read_source
from steinreich.core.position import Position
from steinreich.players.facts import ProofMemory, symmetry_key
from steinreich.search.result import Verdict, proven_verdict

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
UPSERT = """
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
        self.num_written = 0
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
            self.fall_back_to_memory(error)

    def fall_back_to_memory(self, error: Exception) -> None:
        """Close the file after an error; from now on proofs are kept in memory."""
        LOG.warning("proofs are not kept in %s: %s", self.path, error)
        self.close()

    def get(self, position: Position) -> Verdict | None:
        """Return the stored fact of a position, if there is one."""
        if self.connection is None:
            return self.memory.get(position)
        try:
            query = "SELECT outcome, turns FROM proofs WHERE key = ?"
            row = self.connection.execute(query, (make_file_key(position),)).fetchone()
        except sqlite3.Error as error:
            self.fall_back_to_memory(error)
            return None
        if row is None:
            return None
        outcome, turns = row
        return proven_verdict(outcome, position.game.players, turns)

    def put(self, position: Position, fact: Verdict) -> None:
        """Store a fact, unless one with fewer turns is stored already."""
        if self.connection is None:
            self.memory.put(position, fact)
            return
        try:
            self.connection.execute(UPSERT, (make_file_key(position), fact.outcome, fact.turns))
            self.num_written += 1
            if self.num_written % EVICTION_INTERVAL == 0:
                self.connection.execute(EVICT, (MAX_PROOFS,))
        except sqlite3.Error as error:
            self.fall_back_to_memory(error)

    def clear(self) -> None:
        """Remove the facts that are kept in memory."""
        self.memory.clear()

    def close(self) -> None:
        """Close the file."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None


def make_file_key(position: Position) -> bytes:
    """Return the key of a position in the file, including the hash of the sources."""
    return blake2s(hash_sources(position.game) + symmetry_key(position), digest_size=16).digest()


@cache
def hash_sources(game: Game) -> bytes:
    """Return a hash of all sources that a proof in a game depends on."""
    package = Path(steinreich.__file__).parent
    parts = [read_source(package / name) for name in SOURCES] + [
        read_source(get_game_path(game.module))
    ]
    return blake2s(b"\0".join(parts), digest_size=16).digest()
