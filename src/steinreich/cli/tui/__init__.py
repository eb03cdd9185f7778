"""The full-screen terminal client, based on Textual; it contains no rules."""
