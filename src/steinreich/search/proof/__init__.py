"""Proof-number search: forced wins."""
