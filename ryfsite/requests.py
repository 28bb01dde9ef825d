"""Every request has a name, is timed and counted, and can be written down (ryfsite.logs)."""

import logging
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Final

from django.http import HttpRequest, HttpResponse

from ryfsite import metrics
from ryfsite.logs import name_of_request, route_of

logger = logging.getLogger(__name__)
METHODS: Final = frozenset({"GET", "HEAD", "POST"})
"""What is no method is counted as one: whoever asks must not make up series."""


class Requests:
    """Outermost of all middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = token_hex(6)
        name_of_request.set(name)
        began = time.perf_counter()
        response = self.get_response(request)
        seconds, route = time.perf_counter() - began, route_of(request)
        method = request.method if request.method in METHODS else "other"
        metrics.PAGES.labels(route).observe(seconds)
        metrics.ANSWERS.labels(method, response.status_code).inc()
        response.headers["X-Request-ID"] = name
        told = {"method": method, "route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        logger.info("request", extra=told)
        return response
