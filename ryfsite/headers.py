"""What every answer tells the browser, whoever makes it: a page, a refusal, a download, a static file, a fault."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # links that open a door never travel to another site
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
    # What does not say that it may be kept is not: no page is shown to whoever leafs back after somebody has left.
    "Cache-Control": "no-store",
}


class Headers:
    """Before all middleware that answers. What an answer says itself, it says otherwise."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        return response
