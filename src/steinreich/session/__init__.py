"""Tables as pure functions of their events: seats, clocks, offers, decisions, client data."""
