"""Players: heuristics of each game, search strategies, levels."""
