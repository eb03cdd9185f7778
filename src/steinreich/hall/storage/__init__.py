"""Events, seat holders and tables in SQLite or PostgreSQL."""
