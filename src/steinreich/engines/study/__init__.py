"""Analysis for the study: live search of positions and evaluation of whole games."""
