"""Load what all test servers need into the process from which they are forked.

It is imported there once: routes of the application, pages, and the code that creates databases.
"""

from alembic import command as command

from steinreich.hall import server as server
from steinreich.hall.api import rest
from steinreich.hall.api.pages import Pages

rest.warm_caches()
Pages()
