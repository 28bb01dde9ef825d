"""The pages behind the server: a WSGI application gets each request whole, and its answer goes out in one."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar

import pytest

from ryfsite.pages import Pages

PATIENCE = 10
SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/c/brianda/points/pv/",
    "query_string": b"a=1",
    "http_version": "1.1",
    "headers": [(b"host", b"mesa"), (b"content-type", b"text/plain"), (b"content-length", b"9"), (b"hx-request", b"1")],
}


def ask(pages: Pages, *bodies: bytes) -> list[list[dict[str, object]]]:
    """What each of so many requests at once is answered."""

    async def one(body: bytes) -> list[dict[str, object]]:
        sent: list[dict[str, object]] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        await pages(dict(SCOPE), receive, send)
        return sent

    async def all_of_them() -> list[list[dict[str, object]]]:
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(*(one(body) for body in bodies))

    return asyncio.run(all_of_them())


class Answer:
    """An answer in pieces that says when it is closed."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces, self.is_closed = pieces, False

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.pieces)

    def close(self) -> None:
        self.is_closed = True


def test_a_request_comes_whole_and_its_answer_goes_out_in_one():
    seen, answer = {}, Answer(b"so ", b"be ", b"it")

    def site(environ: dict, start_response: Callable) -> Answer:
        seen.update(environ, body=environ["wsgi.input"].read())
        start_response("201 Created", [("Mesa-Entry", "abc"), ("Content-Length", "8")])
        return answer

    (sent,) = ask(Pages(site, 1), b"amount=-1")

    assert seen["body"] == b"amount=-1"
    asked = {name: seen[name] for name in ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "HTTP_HX_REQUEST")}
    assert list(asked.values()) == ["POST", "/c/brianda/points/pv/", "a=1", "1"]
    assert (seen["CONTENT_TYPE"], seen["CONTENT_LENGTH"]) == ("text/plain", "9")
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": [(b"mesa-entry", b"abc"), (b"content-length", b"8")]},
        {"type": "http.response.body", "body": b"so be it"},
    ]
    assert answer.is_closed


def test_an_answer_that_breaks_off_is_closed_and_not_sent():
    class Broken(Answer):
        def __iter__(self) -> Iterator[bytes]:
            yield b"so "
            raise RuntimeError("the database is gone")

    answer = Broken()

    def site(environ: dict, start_response: Callable) -> Answer:
        start_response("200 OK", [])
        return answer

    with pytest.raises(RuntimeError):
        ask(Pages(site, 1), b"")
    assert answer.is_closed


def test_no_more_pages_are_made_at_once_than_there_are_threads():
    now, most, lock, both = 0, 0, threading.Lock(), threading.Barrier(2)

    def site(environ: dict, start_response: Callable) -> list[bytes]:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        both.wait(PATIENCE)  # two are in it together, or this ends in an error
        with lock:
            now -= 1
        start_response("204 No Content", [])
        return []

    sent = ask(Pages(site, 2), *[b""] * 6)

    assert [answer[0]["status"] for answer in sent] == [204] * 6
    assert most == 2


def test_what_one_request_sets_is_gone_with_it():
    language: ContextVar[str] = ContextVar("language", default="es")

    def site(environ: dict, start_response: Callable) -> list[bytes]:
        found = language.get()
        language.set("en")
        start_response("200 OK", [])
        return [found.encode()]

    pages = Pages(site, 1)

    assert [ask(pages, b"")[0][1]["body"] for _ in range(3)] == [b"es"] * 3
