"""Players behind a wire: processes that think, their queue, UGI and JSON lines."""
