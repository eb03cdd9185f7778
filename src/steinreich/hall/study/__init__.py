"""The study: live analysis of positions, evaluation of games, hints at tables."""
