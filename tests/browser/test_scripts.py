"""Names that would be scripts: on no page does one of them run or need to be stopped."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.hall.hosting import Host

pytestmark = pytest.mark.xdist_group(__name__)
SCRIPTS = [  # at most 30 characters each, as names are
    "<script>ran=1</script>",
    "<img src=x onerror=ran=1>",
    "<svg onload=ran=1>",
    '"onfocus=ran=1 autofocus x="',
    "'-ran=1-'",
    "</title><svg/onload=ran=1>",
    "{{ran=1}}${ran=1}{@html 1}",
    "javascript:ran=1",
    "&lt;svg onload=ran=1&gt;",
]


def looks_harmless(visitor: Visitor) -> None:
    """Nothing ran, and no element was made of a name; whatever the policy stops is a fault."""
    page = visitor.page
    assert page.evaluate("window.ran === undefined")
    made = "script:not([src]), img[src=x], [onload], [onerror], [onfocus], a[href^='javascript']"
    assert page.locator(made).count() == 0


@pytest.mark.parametrize("pair", range(0, len(SCRIPTS), 2))
def test_names_are_words_on_every_page(visit: Visit, hall: Host, pair: int) -> None:
    mine, theirs = SCRIPTS[pair], SCRIPTS[(pair + 1) % len(SCRIPTS)]
    seats = [{"kind": "here", "name": mine}, {"kind": "friend"}]
    wanted = {"game": "vier3d", "seats": seats, "listed": True}
    made = hall.post("api/tables", wanted).json()
    visitor = visit("lobby")
    expect(visitor.page.get_by_role("main")).to_contain_text(mine)
    looks_harmless(visitor)
    visitor.go(f"join/{made['id']}#1.{made['invites']['1']}")
    name = visitor.page.get_by_role("textbox", name="Name")
    name.fill(theirs)
    looks_harmless(visitor)
    visitor.button("Take the seat").click()
    expect(visitor.players).to_contain_text(theirs)
    expect(visitor.players).to_contain_text(mine)
    looks_harmless(visitor)
    for path in (f"watch/{made['id']}", ""):
        visitor.go(path)
        expect(visitor.page.get_by_role("main")).to_be_visible()
        looks_harmless(visitor)
    for format in ("text", "json"):
        record = hall.get(f"api/tables/{made['id']}/record", params={"format": format})
        assert record.headers["x-content-type-options"] == "nosniff"
        assert re.match("(text/plain|application/json);", record.headers["content-type"])
        assert record.headers["content-disposition"].startswith("attachment")
