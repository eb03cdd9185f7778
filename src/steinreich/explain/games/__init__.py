"""What only one game knows of, in words: a fourth corner, or the last Tott."""
