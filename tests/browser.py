"""Which browser the tests drive, and how it is started."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

COMMANDS = (
    "chromium-headless-shell",  # the same engine without its windows: a third of the processor time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "chrome",
    "msedge",
)
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
PROGRAMS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
PLAYWRIGHTS = (  # newest layout first; under chromium-1234/ or chromium_headless_shell-1234/
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
    "chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell*",
    "chromium_headless_shell-*/chrome-*/headless_shell*",
)
LAUNCH_ARGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Chromium refuses to start its sandbox as root, which is what containers and CI are.
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]
MISSING = (
    "NO BROWSER: the browser tests did not run. Install Chromium, Chrome or Edge "
    "(on Debian or Ubuntu: apt-get install chromium; anywhere: .venv/bin/playwright install chromium), "
    "or name one with E2E_BROWSER=/path/to/chromium, and run them again."
)


def find_browser() -> str | None:
    """The path of a Chromium, or of a browser made from it; None where this computer has none.

    Raises FileNotFoundError if E2E_BROWSER names something that cannot be run: a typo must not skip the tests.
    """
    if named := os.environ.get("E2E_BROWSER", "").strip():
        if found := shutil.which(named):
            return found
        raise FileNotFoundError(f"E2E_BROWSER is {named!r}, which cannot be run: name a Chromium, Chrome or Edge.")
    return next(candidates(), None)


def candidates() -> Iterator[str]:
    """Every browser of this computer, the system's before Playwright's own."""
    yield from filter(None, map(shutil.which, COMMANDS))
    places = [Path(path) for path in APPLICATIONS]
    for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if base := os.environ.get(folder):
            places += [Path(base, program) for program in PROGRAMS]
    yield from (str(place) for place in places if place.is_file())
    for pattern in PLAYWRIGHTS:
        yield from (str(place) for place in sorted(playwrights_folder().glob(pattern), reverse=True))


def playwrights_folder() -> Path:
    if named := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", ""), "ms-playwright")
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "ms-playwright"
