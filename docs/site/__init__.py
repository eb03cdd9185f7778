"""The documentation site: `python -m docs.site FOLDER` (or `make docs`) builds it.

Its pages are the Markdown files of the repository and the rules of the games; the reference comes
from docstrings.
"""
