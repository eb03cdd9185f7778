"""Thinking for the study: about positions that somebody looks at, and about whole games."""
