"""What the hall says to browsers: REST, sockets, and what stands at the border."""
