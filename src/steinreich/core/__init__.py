"""Games and positions as Python sees them."""
