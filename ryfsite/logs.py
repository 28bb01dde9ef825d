"""What is written about the running site, without anything that opens a door or names a person.

Addresses hold keys and tokens (whoever has the link to a seat sits there), so a line names the route. LOG_FORMAT=json
writes one line of JSON for each thing, each request among them; else only what goes wrong is said, in words.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

from django.conf import settings
from django.http import HttpRequest

OF_A_REQUEST: Final = ("method", "route", "status", "ms")
VALUES: Final = re.compile(r"^(DETAIL|CONTEXT|LINE \d+): .*$\n?", re.M)
"""What PostgreSQL adds to a fault: the row it was about."""
name_of_request: ContextVar[str] = ContextVar("request", default="")


def route_of(request: HttpRequest) -> str:
    """The name of what was asked, never its address."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return match.view_name or "unnamed"
    return "static" if request.path.startswith(settings.STATIC_URL) else "unknown"


class Discreet(logging.Filter):
    """Takes addresses out of records that Django makes about a request, and says which request it was."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_name = name_of_request.get()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            hidden = {request.path, request.get_full_path()}
            record.args = tuple(route_of(request) if each in hidden else each for each in record.args)
        return True


class Plain(logging.Formatter):
    def formatException(self, ei: object) -> str:
        return VALUES.sub("", super().formatException(ei))  # type: ignore[arg-type]


class Json(Plain):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if name := getattr(record, "request_name", ""):
            line["request"] = name
        line |= {field: getattr(record, field) for field in OF_A_REQUEST if hasattr(record, field)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
