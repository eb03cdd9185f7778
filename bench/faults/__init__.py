"""Fault injection: every kind of fault during games, on both databases."""
