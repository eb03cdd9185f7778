"""Who opened a table, as long as its game goes on; and when games ended, to find old ones."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("opened_by", sa.Text))
    for name, columns, where in (
        ("tables_opened_by", ["opened_by", "opened_at"], "opened_by IS NOT NULL"),
        ("tables_over", ["over_at"], "over_at IS NOT NULL"),
    ):
        some = sa.text(where)
        op.create_index(name, "tables", columns, sqlite_where=some, postgresql_where=some)
