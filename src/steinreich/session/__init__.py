"""A table and what happens at it: seats, events, clocks, offers and rulings, all of it pure."""
