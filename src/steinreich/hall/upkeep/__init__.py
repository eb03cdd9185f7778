"""What keeps a hall going though processes die, connections freeze and clocks jump."""
