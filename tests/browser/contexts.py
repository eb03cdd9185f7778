"""Browser contexts that visitors use one after another, each emptied before the next one comes.

In a context of its own every visitor starts a process and compiles all scripts anew, which takes
longer than many a visit.
"""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.visitor import Visitor, new_context

MOST_AT_REST = 5  # each keeps a process
# As in a browser without WebGL: drawn by software, each picture in 3D costs as much as a page
WITHOUT_3D = """const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind === "webgl2" ? null : real.call(this, kind, ...more);
};"""
# Coarse, with jagged edges: software draws point by point
COARSE_3D = """const real = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return real.call(this, kind, { ...options, antialias: false });
};
Object.defineProperty(window, "devicePixelRatio", { value: 0.5 });"""


class Contexts:
    """Those of one browser; it has to be started with `--process-per-site`."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.browser = browser
        self.home = home
        self.at_rest: list[tuple[str, BrowserContext]] = []  # by what they were made with

    def take(self, key: str, options: dict[str, Any], in_3d: bool) -> BrowserContext:
        """One in which nothing is kept, used before or new; it shows boards with height in 3D where
        a test is about that."""
        for number, (made_with, context) in enumerate(self.at_rest):
            if made_with == key:
                del self.at_rest[number]
                return context
        context = new_context(self.browser, **options)
        context.add_init_script(COARSE_3D if in_3d else WITHOUT_3D)
        context.new_page().goto(f"{self.home}icon.svg")  # this page keeps the process
        return context

    def give_back(self, key: str, context: BrowserContext, origins: set[str]) -> None:
        """Empty one: its pages, and what they have kept of these origins."""
        first, *others = context.pages
        for page in others:
            page.close()
        session = context.new_cdp_session(first)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self.at_rest.append((key, context))
        while len(self.at_rest) > MOST_AT_REST:
            self.at_rest.pop(0)[1].close()


class Guest(Visitor):
    """A person at a browser that others have used before, of which nothing can be seen."""

    def __init__(
        self, contexts: Contexts, home: str, *, in_3d: bool = False, **options: Any
    ) -> None:
        self.contexts = contexts
        self.key = json.dumps([options, in_3d], sort_keys=True)
        self.has_left = False
        self.come(contexts.take(self.key, options, in_3d), home)

    def new_page(self) -> Page:
        """In the process of the first page, which any other page would leave its own for."""
        with self.context.expect_page() as opened:
            self.context.pages[0].evaluate("window.open('about:blank').opener = null")
        return opened.value

    def leave(self) -> None:
        if self.has_left:
            return
        self.has_left = True
        self.context.remove_listener("request", self.look_at_request)
        self.contexts.give_back(self.key, self.context, self.origins)
