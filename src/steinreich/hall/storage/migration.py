"""Brings a database to the newest form, with Alembic: needed seldom, so loaded only then."""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from steinreich.hall.storage.database import StorageFailed, shown


def migrate(connection: Connection) -> None:
    """Take all steps that are missing, in the transaction of this connection."""
    config = Config()
    config.set_main_option("script_location", "steinreich.hall.storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:  # a revision that only a newer program knows
        raise StorageFailed(f"{shown(connection.engine.url)}: {error}") from error
