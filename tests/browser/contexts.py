"""A pool of browser contexts, each emptied before its reuse.

In a new context every visitor starts a process and compiles all scripts again, which takes longer
than many a visit.
"""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.visitor import Visitor, new_context

MAX_IDLE_CONTEXTS = 5  # each keeps a process
# As in a browser without WebGL: with software rendering, each 3D picture takes as long as a page
WITHOUT_3D = """const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind === "webgl2" ? null : real.call(this, kind, ...more);
};"""
# Low resolution without antialiasing: software renders pixel by pixel
COARSE_3D = """const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return real.call(this, kind, { ...options, antialias: false });
};
Object.defineProperty(window, "devicePixelRatio", { value: 0.5 });"""


class ContextPool:
    """The contexts of a browser, which has to be started with `--process-per-site`."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.browser = browser
        self.home = home
        self.at_rest: list[tuple[str, BrowserContext]] = []  # by their options

    def acquire(self, key: str, options: dict[str, Any], in_3d: bool) -> BrowserContext:
        """Return an empty context, reused or new; it shows boards with height in 3D if a test is
        about that.
        """
        for number, (made_with, context) in enumerate(self.at_rest):
            if made_with == key:
                del self.at_rest[number]
                return context
        context = new_context(self.browser, **options)
        context.add_init_script(COARSE_3D if in_3d else WITHOUT_3D)
        context.new_page().goto(f"{self.home}icon.svg")  # this page keeps the process
        return context

    def release(self, key: str, context: BrowserContext, origins: set[str]) -> None:
        """Empty a context: its pages, and the data they stored for these origins."""
        first, *others = context.pages
        for page in others:
            page.close()
        session = context.new_cdp_session(first)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self.at_rest.append((key, context))
        while len(self.at_rest) > MAX_IDLE_CONTEXTS:
            self.at_rest.pop(0)[1].close()


class Guest(Visitor):
    """A visitor in a reused context, of whose earlier use nothing is visible."""

    def __init__(
        self, contexts: ContextPool, home: str, *, in_3d: bool = False, **options: Any
    ) -> None:
        self.contexts = contexts
        self.key = json.dumps([options, in_3d], sort_keys=True)
        self.has_left = False
        self.come(contexts.acquire(self.key, options, in_3d), home)

    def new_page(self) -> Page:
        """Open a page in the process of the first page, which any other page would leave."""
        with self.context.expect_page() as opened:
            self.context.pages[0].evaluate("window.open('about:blank').opener = null")
        return opened.value

    def leave(self) -> None:
        if self.has_left:
            return
        self.has_left = True
        self.context.remove_listener("request", self.look_at_request)
        self.contexts.release(self.key, self.context, self.origins)
