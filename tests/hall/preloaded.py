"""Imported once by the process from which halls are forked: each would have to make and load the
same things, the front page and machine code."""

from steinreich import games, load
from steinreich.hall.api import rest
from steinreich.hall.compiled_lister import compiled_lister

rest.prepare()
for name in games():
    compiled_lister(load(name))
