"""The setup page suggests another variant if the chosen one is nearly always drawn."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.xdist_group(__name__)


def test_suggests_a_more_decisive_variant(visit: Visit) -> None:
    visitor = visit("new/inner_square")
    suggestion = visitor.page.get_by_text("nearly always drawn")
    expect(suggestion).to_be_visible()
    visitor.button("Choose this variant").click()
    corners = visitor.page.get_by_text("corners, then stones decide")
    expect(
        corners.or_(visitor.page.get_by_label("corners, then stones decide")).first
    ).to_be_visible()
    expect(suggestion).to_be_hidden()
    visitor.open_page("new/chain_reaxis")
    expect(visitor.page.get_by_text("This variant is a proven draw")).to_be_visible()
    visitor.open_page("new/vier3d")
    expect(visitor.button("Start")).to_be_visible()
    expect(suggestion).to_be_hidden()
