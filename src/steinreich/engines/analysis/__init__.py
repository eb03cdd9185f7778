"""Search results on many positions for programs, as JSON lines."""
