"""Create all tables of the first released schema."""

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
        sa.Column("opened_by", sa.Text),
    )
    for name, columns, condition in (
        ("tables_going_on", ["opened_at"], "over_at IS NULL"),
        ("tables_opened_by", ["opened_by", "opened_at"], "opened_by IS NOT NULL"),
        ("tables_over", ["over_at"], "over_at IS NOT NULL"),
    ):
        where = sa.text(condition)
        op.create_index(name, "tables", columns, sqlite_where=where, postgresql_where=where)
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
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
