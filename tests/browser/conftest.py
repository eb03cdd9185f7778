"""A real hall, a real Chromium, and people who visit the hall with it."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.contexts import Contexts, Guest
from tests.browser.visitor import PATIENCE, Visitor, browser_program
from tests.hall.hosting import Host, hosted

Visit = Callable[..., Visitor]

SOFTWARE_GRAPHICS = [  # for 3D alone: flat pages are drawn much faster without
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
]
THRIFT = [  # a visit is over before any of this is worth it
    "--js-flags=--no-maglev --no-opt",  # no optimised code
    "--force-gpu-mem-available-mb=8",  # nothing is drawn that is out of sight
    "--disable-lcd-text",
]

expect.set_options(timeout=PATIENCE)


# For this package alone: while it lives, asyncio.run does not work in this thread.
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
    with hosted(tmp_path_factory.mktemp("hall"), analysts=1, study_seconds=2.0) as host:
        yield host


@pytest.fixture(scope="package")
def contexts(chromium: Browser, hall: Host) -> Contexts:
    return Contexts(chromium, hall.url)


@pytest.fixture
def visit(contexts: Contexts, hall: Host) -> Iterator[Visit]:
    """Lets people come, each with a browser of their own; none of them may see a fault.  Who
    changes more of the browser than can be undone, as its clock, keeps it."""
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
