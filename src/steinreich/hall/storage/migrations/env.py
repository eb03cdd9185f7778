"""Runs the steps on the connection, and within the transaction, that `migration.migrate` holds."""

from alembic import context

from steinreich.hall.storage.schema import metadata


def run() -> None:
    """Bring the database to the revision that was asked for."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic runs this file; others may only read it
    run()
