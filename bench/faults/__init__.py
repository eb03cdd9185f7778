"""What a hall survives: every kind of fault, in the midst of games, on both databases."""
