"""The command line: one module per command, and `main`, the entry point."""
