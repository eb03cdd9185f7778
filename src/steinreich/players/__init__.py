"""Players: what they know of each game, and how they choose."""
