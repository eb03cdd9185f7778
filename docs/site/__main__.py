"""Build the site into a folder."""

import sys
from pathlib import Path

from docs.site.building import build

if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1])))
