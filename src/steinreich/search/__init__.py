"""Search for the best action: generic, over the contract, and without knowing any game."""
