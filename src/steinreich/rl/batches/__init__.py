"""Many games at once: batches on the processor and on a GPU."""
