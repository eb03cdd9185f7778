"""The documentation site: `python -m docs.site FOLDER` (or `make docs`) builds it.

The pages are the repository's Markdown files and the rules of the games; the reference is made from
docstrings.
"""
