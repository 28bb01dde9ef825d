"""Pages of the site in browsers of their own, and what the tests look at in them."""

import re
from collections.abc import Callable

from django.conf import settings as site
from django.utils.translation import gettext, override
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, WebError

DESK = (1280, 800)
PHONE = (360, 740)
NO_LINE = r"net::ERR_|htmx:sendError|htmx:afterRequest"  # the console where there is no network, or no server
REFUSED = r"status of 422|Error Code 422"  # the console where a press is refused


class Screens:
    """`screen(ines)`: a page in a new browser, logged in as that seat or person; `screen(None)`: as nobody.

    `screen.forgives(pattern)` names words in the console that belong to the story. Any other error there fails the
    test, and so does a request to another host.
    """

    def __init__(self, browser: Browser, url: str, cookie_of: Callable[[object], str]) -> None:
        self._browser, self._url, self._cookie_of = browser, url, cookie_of
        self._contexts: list[BrowserContext] = []
        self._words: list[str] = []
        self._forgiven: list[str] = []
        self._abroad: list[str] = []

    def __call__(
        self,
        who: object,
        path: str = "",
        *,
        size: tuple[int, int] = DESK,
        scheme: str = "light",
        language: str = "es-ES",
        script: bool = True,
        workers: str = "block",
        **emulated: object,
    ) -> Page:
        """`emulated`: what else Playwright can (`forced_colors`, `contrast`). `workers="allow"` is for the page that
        says that there is no line."""
        width, height = size
        is_phone = width < 640
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=language,
            java_script_enabled=script,
            has_touch=width < height,
            is_mobile=is_phone,
            reduced_motion="reduce",
            service_workers=workers,
            **emulated,
        )
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        context.on("console", self._heard)
        context.on("weberror", self._broke)
        context.on("request", self._asked)
        if who is not None:
            self.log_in(context, who)
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    def log_in(self, context: BrowserContext, who: object) -> None:
        """Put the session's cookie where the log-in page would have put it."""
        context.add_cookies([{"name": site.SESSION_COOKIE_NAME, "value": self._cookie_of(who), "url": self._url}])

    def forgives(self, pattern: str) -> None:
        self._forgiven.append(pattern)

    def close(self) -> None:
        for context in self._contexts:
            if context.pages:  # a test may have closed it
                context.cookies()  # once it has answered, what its pages said before has been heard
        words = list(self._words)  # a stream that asks while its cookies are swept away is no fault of the site
        for context in self._contexts:
            context.close()
        bad = [word for word in words if not any(re.search(pattern, word) for pattern in self._forgiven)]
        assert not bad, "in the console:\n" + "\n".join(bad)
        assert not self._abroad, "asked of other hosts:\n" + "\n".join(self._abroad)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._url + "/", "data:")):
            self._abroad.append(request.url)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self._words.append(f"{message.text} ({message.location.get('url', '')})")

    def _broke(self, fault: WebError) -> None:
        self._words.append(f"page error: {fault.error}")


def spanish(message: str) -> str:
    """A message as the Spanish page says it."""
    with override("es"):
        return gettext(message)


# --- what is on a page ----------------------------------------------------------------------------------------------


def newest(page: Page) -> Locator:
    """The entry at the top of the log."""
    return page.locator("#log > .entry").first


def points(page: Page) -> Locator:
    """The PV on an open sheet."""
    return page.locator(".pool .now")


def row_of(page: Page, name: str) -> Locator:
    """Someone's row among those at the table."""
    return page.locator("#roster li", has_text=name)


def mark(page: Page) -> None:
    """Remember that this document was there, to ask `is_marked` later whether the page was loaded again."""
    page.evaluate("() => { window.marked = true }")


def is_marked(page: Page) -> bool:
    return page.evaluate("() => window.marked === true")


def collect(page: Page, look: str) -> None:
    """From now on note what the JavaScript expression `look` is, each time anything on the page has changed."""
    page.evaluate(
        """() => {
            window.collecting?.disconnect();
            window.collected = [];
            window.collecting = new MutationObserver(() => window.collected.push(LOOK));
            window.collecting.observe(document.body,
                { subtree: true, childList: true, characterData: true, attributes: true });
        }""".replace("LOOK", look)
    )


def collected(page: Page) -> list:
    """What `collect` noted, without what came twice in a row."""
    found = page.evaluate("() => window.collected")
    return [each for place, each in enumerate(found) if place == 0 or each != found[place - 1]]


def messages_of(page: Page) -> list[str]:
    """The stream's messages as they arrive at `page` from now on; load the page after this."""
    heard: list[str] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.eventSourceMessageReceived", lambda event: heard.append(f"{event['eventName']} {event['data']}"))
    return heard


def hide(page: Page) -> None:
    """What a browser does to a tab that another one covers."""
    _set_hidden(page, True)


def show(page: Page) -> None:
    _set_hidden(page, False)


def _set_hidden(page: Page, is_hidden: bool) -> None:
    page.evaluate(
        """(isHidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
            Object.defineProperty(document, "visibilityState",
                { configurable: true, get: () => (isHidden ? "hidden" : "visible") });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )
