"""What pictures are made of: boards, pieces and highlights, as elements of SVG."""
