"""Layout shifts on a page, as measured by the browser."""

from tests.browser.visitor import Visitor

# Scores up to 0.01 are ignored: about a line of text that moves by its height.
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


class LayoutShifts:
    """Records layout shifts on all pages opened later; `latency` of the network is in ms."""

    def __init__(self, visitor: Visitor, latency: int = 0) -> None:
        self.page = visitor.page
        self.page.add_init_script(NOTICE)
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session = visitor.context.new_cdp_session(self.page)
        session.send("Network.emulateNetworkConditions", {"latency": latency, **unlimited})

    def seen(self) -> list[str]:
        """Return the shifts on the current page."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")  # rendering is complete
        found: list[str] = self.page.evaluate("jumped")
        return found
