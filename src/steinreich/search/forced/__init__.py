"""Forced wins within a number of turns, both shown and excluded."""
