"""Engine processes, their job queue, and the protocols UGI and JSON lines."""

import logging

# Without logging configured, failures are reported by exceptions and answers only.
logging.getLogger(__name__).addHandler(logging.NullHandler())
