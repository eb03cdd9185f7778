"""A pool of browser contexts, each emptied before its reuse.

In a new context every visitor starts a process and compiles all scripts again, which takes longer
than many tests.
"""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.visitor import Visitor, create_context

MAX_IDLE_CONTEXTS = 5  # each keeps a process
# Without WebGL, pages omit the 3D view; rendering it in software would double their loading time
DISABLE_WEBGL = """const getContext = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (type, ...options) {
  return type === "webgl2" ? null : getContext.call(this, type, ...options);
};"""
# For tests of the 3D view: software rendering takes time for each pixel
LOW_RESOLUTION_3D = """const getContext = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (type, options) {
  return getContext.call(this, type, { ...options, antialias: false });
};
Object.defineProperty(window, "devicePixelRatio", { value: 0.5 });"""


class ContextPool:
    """Browser contexts for reuse; the browser must run with `--process-per-site`."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url
        self.idle_contexts: list[tuple[str, BrowserContext]] = []  # each with its key

    def acquire(self, key: str, options: dict[str, Any], in_3d: bool) -> BrowserContext:
        """Return an empty context: an idle one with this key, or a new one with these options.

        Contexts with the same key have the same options.
        """
        for index, (idle_key, context) in enumerate(self.idle_contexts):
            if idle_key == key:
                del self.idle_contexts[index]
                return context
        context = create_context(self.browser, **options)
        context.add_init_script(LOW_RESOLUTION_3D if in_3d else DISABLE_WEBGL)
        first_page = context.new_page()  # keeps the process alive while other pages close
        first_page.goto(f"{self.base_url}icon.svg")
        return context

    def release(self, key: str, context: BrowserContext, origins: set[str]) -> None:
        """Close the pages of a context, delete what they stored for these origins, and keep it for
        reuse.
        """
        first_page, *other_pages = context.pages
        for page in other_pages:
            page.close()
        session = context.new_cdp_session(first_page)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self.idle_contexts.append((key, context))
        while len(self.idle_contexts) > MAX_IDLE_CONTEXTS:
            self.idle_contexts.pop(0)[1].close()


class PooledVisitor(Visitor):
    """A visitor with a browser context from the pool."""

    def __init__(
        self, contexts: ContextPool, base_url: str, *, in_3d: bool = False, **options: Any
    ) -> None:
        self.contexts = contexts
        self.key = json.dumps([options, in_3d], sort_keys=True)
        self.is_closed = False
        self.attach(contexts.acquire(self.key, options, in_3d), base_url)

    def new_page(self) -> Page:
        """Open a page in the process of the first page; `context.new_page` would start another."""
        with self.context.expect_page() as opened:
            self.context.pages[0].evaluate("window.open('about:blank').opener = null")
        return opened.value

    def close(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        self.context.remove_listener("request", self.on_request)
        self.contexts.release(self.key, self.context, self.origins)
