"""Layout shifts on a page, as measured by the browser."""

from tests.browser.visitor import Visitor

# Shifts with a score up to 0.01 are ignored: about a line of text that moves by its height
RECORD_SHIFTS = """
  window.layoutShifts = [];
  const format = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const describe = ({ node, previousRect, currentRect }) =>
    `${node?.nodeName} ${node?.textContent?.trim().slice(0, 30)}: ` +
    `${format(previousRect)} -> ${format(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (value > 0.01) window.layoutShifts.push(...sources.map(describe));
  }).observe({ type: "layout-shift", buffered: true });
"""


class LayoutShifts:
    """Records layout shifts on all pages that are opened later."""

    def __init__(self, visitor: Visitor, latency_ms: int = 0) -> None:
        self.page = visitor.page
        self.page.add_init_script(RECORD_SHIFTS)
        unlimited = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        session = visitor.context.new_cdp_session(self.page)
        session.send("Network.emulateNetworkConditions", {"latency": latency_ms, **unlimited})

    def get_shifts(self) -> list[str]:
        """Return descriptions of all layout shifts on the current page."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")  # rendering is complete
        shifts: list[str] = self.page.evaluate("layoutShifts")
        return shifts
