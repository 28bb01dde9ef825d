"""What a page says is wrong."""

import re
from html import unescape
from html.parser import HTMLParser

ELEMENT = re.compile(r'<(\w+)\b[^>]*?\sclass="([^"]*)"[^>]*>')
TAG = re.compile(r"<[^>]*>")


def sentences(page: str) -> str:
    """The text of its problems; where it names none, that of the paragraphs of `main`."""
    return " ".join(_problems(page) or _paragraphs(page))


def _problems(page: str) -> list[str]:
    """Found without reading the whole page: one of the house rules has thousands of elements."""
    found, end = [], 0
    for element in ELEMENT.finditer(page):
        classes = element[2].split()
        if element.start() >= end and ("problem" in classes or {"notice", "harm"} <= {*classes}):
            end = _end(page, element)
            found += filter(None, (unescape(text).strip() for text in TAG.split(page[element.end() : end])))
    return found


def _end(page: str, element: re.Match[str]) -> int:
    """Where an element is closed."""
    depth = 1
    for tag in re.compile(rf"<(/?){element[1]}\b").finditer(page, element.end()):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return tag.start()
    return len(page)


def _paragraphs(page: str) -> list[str]:
    reader = _Reader()
    reader.feed(page)
    return reader.paragraphs


class _Reader(HTMLParser):
    NO_END = frozenset({"meta", "link", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.paragraphs: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.NO_END:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, text: str) -> None:
        if text.strip() and self.open[-2:] == ["main", "p"]:
            self.paragraphs.append(text.strip())
