"""The messages and data that servers and clients exchange."""
