"""A running server and people with browsers of their own."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from tests.serving import NewTable, Serving

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "tests" / "pictures"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 20_000
LEFT_OUT = (
    # Two pages behind the address bar of every window: most of what an empty window costs.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # Pages and processes that are made ahead for what a test never opens.
    "PreloadTopChromeWebUI", "SpareRendererForSitePerProcess",
    # What Playwright leaves out: this list takes the place of its own.
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
    "PaintHolding", "PreconnectToSearch", "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip

Visitor = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One for all that need none of their own: to start and to make a first page takes seconds."""
    running = Serving(tmp_path_factory.mktemp("server") / "tables.db")
    yield running
    running.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    command = [ROOT / "scripts" / "chromium"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--disable-features={','.join(LEFT_OUT)}",
    ]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=found.stdout.split()[-1], args=arguments
        )
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser: Browser, server: Serving) -> Iterator[Visitor]:
    """Somebody comes; what their page complains about fails the test."""
    complaints: list[str] = []
    with contextlib.ExitStack() as stack:

        def come(path: str | None = None, **how: Any) -> Page:
            given = {"viewport": WIDE, "reduced_motion": "reduce", "locale": "en-GB", **how}
            context = browser.new_context(base_url=server.url, **given)
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if wrong(said) else None)
            if path is not None:
                page.goto(path)
            return page

        yield come
    assert not complaints


def wrong(said: Any) -> bool:
    """A refusal is said on the page; a request that a test cuts off is no fault of the page."""
    expected = "status of 4" in said.text or "net::ERR_FAILED" in said.text
    return said.type in ("error", "warning") and not expected


def sit_down(page: Page, table: NewTable, seat: int, name: str) -> Page:
    """Take a seat by its link."""
    page.goto(table.link(seat))
    page.fill("#name", name)
    page.click("main button")
    page.wait_for_url(f"**{table.path}")
    return page


def speak(page: Page, language: str) -> None:
    """Choose a language, and wait until the page has come in it."""
    with page.expect_navigation():
        page.click(f".language [lang={language}]")
    assert page.locator("html").get_attribute("lang") == language


def problems(page: Page) -> list[tuple[str, list[str]]]:
    """What would shut people out of a page; what is in order need not be written out."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found]


def barriers(page: Page, name: str) -> list[tuple[str, str, list[str]]]:
    """What would shut people out, by lamp light and by day; a picture of each for a person."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [(scheme, *problem) for problem in problems(page)]
        picture(page, f"{name}-{scheme}")
    return found


def picture(page: Page, name: str) -> None:
    """Keep what a page looks like, for a person to look at."""
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
