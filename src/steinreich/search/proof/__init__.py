"""Proof-number search for forced wins."""
