"""Sphinx configuration of the documentation site."""

from steinreich import __version__

project = "Steinreich"
release = version = __version__
html_title = f"Steinreich {release}"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3  # anchors as on GitHub, so that links to headings work there and here

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "literal"  # single backquotes in docstrings are code

html_theme = "furo"
html_copy_source = html_show_sourcelink = html_show_copyright = False
