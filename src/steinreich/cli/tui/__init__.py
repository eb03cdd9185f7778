"""The terminal client on Textual: like the hall, a front of `session`; it holds no rule."""
