"""Events on disk: SQLite or PostgreSQL."""
