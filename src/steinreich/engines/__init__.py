"""Players behind a wire: processes that think, their queue, UGI and JSON lines."""

import logging

# Who configures no logging is told of failures by errors and answers alone.
logging.getLogger(__name__).addHandler(logging.NullHandler())
