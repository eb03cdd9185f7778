"""Search for forced wins within a number of turns."""
