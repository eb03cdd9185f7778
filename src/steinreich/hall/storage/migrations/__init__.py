"""Alembic migrations: one step a file, from each released schema to the next."""
