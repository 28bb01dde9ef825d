"""Browsers: from a click to the change in the last of twenty other pages, and what a first visit loads."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from bench.bars import Row, timed, turns
from bench.site import Seat, Server, Table

CONTEXTS, PAGES = 5, 4  # a browser opens six connections to a host: four streams leave room for the rest
PATIENCE = 30

# Each page notes, by the clock of the machine, when an entry came into its log.
WATCH = """
window.seen = [];
let newest;
const look = () => document.querySelector("#log > .entry")?.id;
addEventListener("DOMContentLoaded", () => {
  newest = look();
  new MutationObserver(() => {
    if (look() === newest) return;
    newest = look();
    window.seen.push(Date.now());
  }).observe(document, { subtree: true, childList: true });
});
"""
CLICKED = """
window.clicks = [];
document.addEventListener("click", () => window.clicks.push(Date.now()), true);
"""


@contextmanager
def browser() -> Iterator[object]:
    """A Chromium, or None where there is none."""
    try:
        from playwright.sync_api import sync_playwright

        from tests.browser import LAUNCH_ARGS, find_browser
    except ImportError:
        yield None
        return
    path = find_browser()
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=LAUNCH_ARGS)
        yield chromium
        chromium.close()


class Browsers:
    def __init__(self, chromium: object, server: Server, table: Table) -> None:
        self._chromium, self._server, self._table = chromium, server, table
        self.hosts: set[str] = set()

    def context(self, seat: Seat | None) -> object:
        made = self._chromium.new_context(base_url=self._server.url, locale="es-ES", reduced_motion="reduce")
        made.set_default_timeout(PATIENCE * 1000)
        if seat:
            made.add_cookies([{"name": "sessionid", "value": seat.session, "url": self._server.url}])
        made.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc or request.url[:20]))
        return made

    def click_to_last_screen(self, clicks: int) -> Iterator[Row]:
        contexts = [self.context(seat) for seat in self._table.players[:CONTEXTS]]
        watchers = []
        for context in contexts:
            context.add_init_script(WATCH)
            for _ in range(PAGES):
                page = context.new_page()
                page.goto(self._table.page)
                watchers.append(page)
        gm = self.context(self._table.gm)
        gm.add_init_script(CLICKED)
        sheet = gm.new_page()
        sheet.goto(self._table.sheet)
        latencies = []
        for number in turns(clicks + 3, 35):
            for page in watchers:
                page.evaluate("() => { window.seen.length = 0 }")
            sheet.evaluate("() => { window.clicks.length = 0 }")
            sheet.locator(f"#{'less' if number % 2 else 'more'}-{self._table.hero}").click()
            moments = [_moment(page) for page in watchers]
            (clicked,) = sheet.evaluate("() => window.clicks")
            if number >= 3:  # the first ones warm up
                latencies.append((max(moments) - clicked) / 1000)
        for context in (*contexts, gm):
            context.close()
        yield timed(f"click → last of {len(watchers)} other screens, {CONTEXTS + 1} browsers", latencies, p95=100)

    def first_visit(self) -> Iterator[Row]:
        """Load the start page and the table with nothing kept, and see which hosts were asked."""
        for seat, path in ((None, "/"), (self._table.owner, self._table.page), (self._table.owner, self._table.sheet)):
            context = self.context(seat)
            page = context.new_page()
            page.goto(path)
            page.wait_for_load_state("load")
            context.close()
        foreign = sorted(self.hosts - {f"localhost:{self._server.port}"})
        yield Row("hosts asked by any page besides ours", ", ".join(foreign) or "none", "none", not foreign)


def _moment(page: object) -> float:
    until = time.monotonic() + PATIENCE
    while not (seen := page.evaluate("() => window.seen")):
        if time.monotonic() > until:
            raise RuntimeError("a screen did not see the change")
        time.sleep(0.05)
    return seen[0]
