"""Run migrations on the connection, and within the transaction, that `database.migrate` holds."""

from alembic import context

from steinreich.hall.storage.schema import metadata


def run() -> None:
    """Run all steps up to the requested revision."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic runs this file
    run()
