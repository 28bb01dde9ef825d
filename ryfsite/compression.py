"""Pages go over the wire compressed, but never at the asking of another site.

How long a compressed page is can tell what is in it, to somebody who makes a visitor's browser ask for it again and
again with guesses in the address, and who sees the lengths of the answers (BREACH). Three things stand against that:
such a request says that it comes from another site, and is answered uncompressed; each answer is longer by a random
number of bytes (Django's "Heal the Breach"); and tokens are masked anew in each.
"""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

OWN: Final = {"", "same-origin", "none"}
"""`Sec-Fetch-Site` of what our pages asked for or somebody typed; over plain http on a network it is left out."""


class CompressedPages(GZipMiddleware):
    """Compresses HTML. Downloads and pictures stay as they are, static files were compressed ahead."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        if request.headers.get("Sec-Fetch-Site", "") not in OWN:
            return response
        return super().process_response(request, response)
