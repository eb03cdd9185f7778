"""`python -m steinreich` is the program `steinreich`."""

import sys

from steinreich.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
