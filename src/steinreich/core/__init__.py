"""Games and positions for Python users."""
