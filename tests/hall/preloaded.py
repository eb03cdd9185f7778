"""Imported once by the process from which halls are forked: each would have to make and load the
same things, the application's routes, the pages, what makes a new database, and machine code."""

from steinreich import games, load
from steinreich.hall.api import rest
from steinreich.hall.api.pages import Pages
from steinreich.hall.compiled_lister import compiled_lister
from steinreich.hall.processes import alone as alone
from steinreich.hall.storage import migration as migration

rest.prepare()
Pages()
for name in games():
    compiled_lister(load(name))
