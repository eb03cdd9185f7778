"""Migration steps; each names the revision before it."""
