"""SVG elements of pictures: boards, pieces and highlights."""
