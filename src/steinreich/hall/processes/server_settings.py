"""What every server process is told, whether it is alone or one of several."""

from typing import Any

from steinreich.hall.api.security import LARGEST_BODY
from steinreich.hall.settings import Settings

GRACEFUL_SECONDS = 5
BACKLOG = 4096  # who comes while the hall begins, or is busy, waits; most systems allow no more


def server_settings(settings: Settings) -> dict[str, Any]:
    """For uvicorn."""
    return {
        "loop": "auto",
        "http": "steinreich.hall.limits.http_connections:HttpConnection",
        "ws": "steinreich.hall.api.frame_limits:Wire",
        "ws_max_size": LARGEST_BODY,
        "ws_per_message_deflate": False,  # messages are short; time matters more
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "backlog": BACKLOG,
        "timeout_keep_alive": 60,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or "127.0.0.1",
        "timeout_graceful_shutdown": GRACEFUL_SECONDS,
    }
