"""The way from any earlier form of the database to the newest, one step a file (Alembic)."""
