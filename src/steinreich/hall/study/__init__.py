"""The study: positions thought about live, games evaluated, hints at tables."""
