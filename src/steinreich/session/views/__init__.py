"""What clients are shown: plain data, as `session.protocol` declares it."""
