"""A real server, a real Chromium, and visitors that use both."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.contexts import ContextPool, Guest
from tests.browser.visitor import PATIENCE, Visitor, browser_program
from tests.hall.server_process import Host, hosted

Visit = Callable[..., Visitor]

SOFTWARE_GRAPHICS = [  # for 3D only: flat pages are drawn much faster without
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
]
THRIFT = [  # a visit is over before any of this pays off
    "--js-flags=--no-maglev --no-opt",  # no optimised code
    "--force-gpu-mem-available-mb=8",  # invisible pages are not drawn
    "--disable-lcd-text",
]

expect.set_options(timeout=PATIENCE)


# Limited to this package: while it is active, asyncio.run does not work in this thread.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser of all visitors."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_program(),
            args=[*as_root, *SOFTWARE_GRAPHICS, *THRIFT, "--process-per-site"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The hall that most tests visit; its computer moves at once, and its study soon rests."""
    with hosted(tmp_path_factory.mktemp("hall"), analysts=1, max_study_seconds=2.0) as host:
        yield host


@pytest.fixture(scope="package")
def contexts(chromium: Browser, hall: Host) -> ContextPool:
    return ContextPool(chromium, hall.url)


@pytest.fixture
def visit(contexts: ContextPool, hall: Host) -> Iterator[Visit]:
    """Return a function that creates visitors, each with a private browser context; errors in any
    of them fail the test.

    A visitor that changes more of the browser than can be reset, such as its clock, gets a context
    of its own.
    """
    visitors: list[Visitor] = []

    def come(
        path: str | None = None, host: Host = hall, keeps: bool = False, **options: Any
    ) -> Visitor:
        visitor: Visitor
        if keeps:
            visitor = Visitor(contexts.browser, host.url, **options)
        else:
            visitor = Guest(contexts, host.url, **options)
        visitors.append(visitor)
        if path is not None:
            visitor.go(path)
        return visitor

    yield come
    for visitor in visitors:
        visitor.leave()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
