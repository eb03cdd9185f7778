"""Imported once by the process from which test servers are forked. Each would have to create and
load the same things: the application's routes, the pages, and the code that creates databases.
"""

from alembic import command as command

from steinreich.hall import server as server
from steinreich.hall.api import rest
from steinreich.hall.api.pages import Pages

rest.warm_caches()
Pages()
