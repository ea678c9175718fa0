"""A browser without a window, and what it tells of a page; whoever has none skips these tests.

To run them: ``apt-get install chromium chromium-driver``, ``pip install selenium axe-core-python``, then
``pytest tests/browser``. Another browser of the same family is named by ``JITGRADE_CHROMIUM``. With
``JITGRADE_SCREENSHOTS=FOLDER`` pictures of each page are left in that folder, to be looked at.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
_AXE = ("axe_core_python", "axe_selenium_python")
"""Packages that bring axe-core along, which judges how accessible a page is."""
FOCUSABLE = """
return [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
  .filter(one => one.checkVisibility())"""


class Browser:
    """One page in a browser: how wide, light or dark, and what came of it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path, *, width: int = 1000, scheme: str = "light", medium: str = "screen") -> None:
        """Opens a file as a reader with that screen sees it, and forgets what was seen before."""
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.show(scheme=scheme, medium=medium)
        self.driver.get("about:blank")
        self.requests()
        self.complaints()
        self.driver.get(path.as_uri())

    def show(self, *, scheme: str = "light", medium: str = "screen") -> None:
        """Turns the reader's system light or dark, or prints."""
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        features = [{"name": "prefers-color-scheme", "value": scheme}, still]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": medium, "features": features})

    def run(self, script: str, *arguments: Any) -> Any:
        """Returns what a script of the test sees on the page."""
        return self.driver.execute_script(script, *arguments)

    def complaints(self) -> list[str]:
        """Returns what the browser's console shows since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Returns the addresses that were asked for since it was last asked."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def violations(self, axe: str) -> list[str]:
        """Returns what axe-core finds wrong with the page."""
        self.run(axe)
        found = self.driver.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
        return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]

    def picture(self, path: Path) -> None:
        """Leaves a picture of the whole page."""
        size = self.run("return [document.documentElement.clientWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
        asked = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", asked)
        path.write_bytes(base64.b64decode(taken["data"]))

    def paper(self) -> bytes:
        """Returns the page as it is printed, as a PDF."""
        self.show(medium="")
        printed = self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False, "preferCSSPageSize": True})
        return base64.b64decode(printed["data"])


@pytest.fixture(scope="session")
def browser(tmp_path_factory) -> Iterator[Browser]:
    """A browser that is started once."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    given = os.environ.get("JITGRADE_CHROMIUM", "")
    program = given or next((found for name in _NAMES if (found := shutil.which(name))), "")
    driver = shutil.which("chromedriver")
    if not program or not driver:
        pytest.skip("no Chromium with its driver is installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield Browser(opened)
    finally:
        opened.quit()


@pytest.fixture(scope="session")
def axe() -> str:
    """The code of axe-core, from a package that brings it along."""
    for name in _AXE:
        found = importlib.util.find_spec(name)
        for folder in (found.submodule_search_locations or ()) if found else ():
            for path in sorted(Path(folder).rglob("axe.min.js")):
                return path.read_text(encoding="utf-8")
    pytest.skip(f"none of the packages that bring axe-core is installed: {', '.join(_AXE)}")
