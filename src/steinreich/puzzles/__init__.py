"""Puzzles: positions with one right action, mined from engine games and proven."""
