"""Matches between players: played in parallel, kept in a file, counted and rated."""
