"""The command line: one module a command, and `main` that brings them together."""
