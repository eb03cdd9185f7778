"""How rules run: as plain Python, as machine code kept on disk, and as CUDA kernels."""
