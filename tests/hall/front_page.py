"""Imported once by the process from which halls are forked: each would make the same front page."""

from steinreich.hall.api import rest

rest.prepare()
