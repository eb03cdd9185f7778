"""Texts: boards written row by row, rules for people, and whatever strangers have written."""
