"""Tables, events, holders and invites."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("over_at", sa.BigInteger),
    )
    going_on = sa.text("over_at IS NULL")
    op.create_index(
        "tables_going_on",
        "tables",
        ["opened_at"],
        sqlite_where=going_on,
        postgresql_where=going_on,
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("command", sa.Text),
        sa.UniqueConstraint("table_id", "command", name="events_command"),
    )
    for name in ("holders", "invites"):
        op.create_table(
            name,
            sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("digest", sa.LargeBinary, primary_key=True),
        )


def downgrade() -> None:
    for name in ("invites", "holders", "events", "tables"):
        op.drop_table(name)
