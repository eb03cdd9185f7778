"""Execution of rules: as plain Python, cached machine code, and CUDA kernels."""
