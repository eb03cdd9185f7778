"""Tables, games and search results as data for clients, declared in `session.schema`."""
