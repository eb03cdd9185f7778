"""Games in the terminal: the table, its players, and the line-based client."""
