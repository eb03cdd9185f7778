"""What moves on a page by itself, as the browser sees it."""

from tests.browser.visitor import Visitor

# A score of 0.01 is next to nothing: a line of words that moves by its height.
NOTICE = """
  window.jumped = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const told = ({ node, previousRect, currentRect }) =>
    `${node?.nodeName} ${node?.textContent?.trim().slice(0, 30)}: ` +
    `${place(previousRect)} -> ${place(currentRect)}`;
  new PerformanceObserver((seen) => {
    for (const { value, sources } of seen.getEntries())
      if (value > 0.01) window.jumped.push(...sources.map(told));
  }).observe({ type: "layout-shift", buffered: true });
"""


class Jumps:
    """Notices them on every page that is opened from now on, in a network as slow as wished."""

    def __init__(self, visitor: Visitor, latency: int = 0) -> None:
        self.page = visitor.page
        self.page.add_init_script(NOTICE)
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session = visitor.context.new_cdp_session(self.page)
        session.send("Network.emulateNetworkConditions", {"latency": latency, **unlimited})

    def seen(self) -> list[str]:
        """On the page that is open."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")  # all is drawn
        found: list[str] = self.page.evaluate("jumped")
        return found
