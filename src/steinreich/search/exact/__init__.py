"""Exact values of positions."""
