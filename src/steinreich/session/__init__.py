"""A table and what happens at it: seats, events, clocks, offers and decisions, all of it pure."""
