"""A real server, a real Chromium, and visitors that use both."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.contexts import ContextPool, PooledVisitor
from tests.browser.visitor import CONDITION_TIMEOUT_MS, Visitor, find_chromium
from tests.hall.server_process import ServerProcess, running_server

Visit = Callable[..., Visitor]

SOFTWARE_GRAPHICS_FLAGS = [  # for 3D views; other pages render much faster without WebGL
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
]
RESOURCE_SAVING_FLAGS = [  # tests are too short for optimisations
    "--js-flags=--no-maglev --no-opt",  # no optimised code
    "--force-gpu-mem-available-mb=8",  # invisible pages are not drawn
    "--disable-lcd-text",
]

expect.set_options(timeout=CONDITION_TIMEOUT_MS)


# Scope `package`, not `session`: while Playwright runs, `asyncio.run` fails in this thread.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser of all visitors."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=[*as_root, *SOFTWARE_GRAPHICS_FLAGS, *RESOURCE_SAVING_FLAGS, "--process-per-site"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The hall that most tests visit; its computers move at once, its analyses are short."""
    with running_server(
        tmp_path_factory.mktemp("hall"), analysts=1, max_study_seconds=2.0
    ) as server:
        yield server


@pytest.fixture(scope="package")
def contexts(chromium: Browser, hall: ServerProcess) -> ContextPool:
    return ContextPool(chromium, hall.url)


@pytest.fixture
def visit(contexts: ContextPool, hall: ServerProcess) -> Iterator[Visit]:
    """Return a function that opens a page as a new visitor, with a separate browser context.

    Any error in a browser fails the test. With `own_context`, the context is not reused: for tests
    that change something that cannot be reset, such as the clock of the context.
    """
    visitors: list[Visitor] = []

    def open_visitor(
        path: str | None = None,
        server: ServerProcess = hall,
        own_context: bool = False,
        **options: Any,
    ) -> Visitor:
        visitor: Visitor
        if own_context:
            visitor = Visitor(contexts.browser, server.url, **options)
        else:
            visitor = PooledVisitor(contexts, server.url, **options)
        visitors.append(visitor)
        if path is not None:
            visitor.open_page(path)
        return visitor

    yield open_visitor
    for visitor in visitors:
        visitor.close()
    assert [error for visitor in visitors for error in visitor.errors] == []
