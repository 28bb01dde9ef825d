"""What a first visit weighs: every file that a page makes a browser with nothing kept load, as sent over the wire."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import dirname, normpath

from bench.bars import Row
from bench.wire import Visitor, unpacked

WITH_FONTS, WITHOUT = 120, 50  # KiB
NAMED = {
    "html": re.compile(r'<(?:script|img)[^>]+src="([^"]+)"|<link[^>]+href="([^"]+)"|<use href="([^"#]+)'),
    "css": re.compile(r'url\("?([^")#]+)"?\)|@import "([^"]+)"'),
    "javascript": re.compile(r'\bimport\b[^"\n]*"(\.[^"]+)"'),
}
"""By kind of file, how it names others."""


@dataclass(frozen=True)
class Weight:
    """Bytes on the wire by address; of the page itself, of what it names, of what those name."""

    sizes: dict[str, int]

    def of(self, *endings: str) -> int:
        return sum(size for address, size in self.sizes.items() if address.endswith(endings))

    @property
    def whole(self) -> int:
        return sum(self.sizes.values())

    @property
    def without_fonts(self) -> int:
        return self.whole - self.of(".woff2")

    def __str__(self) -> str:
        """KiB of each kind, and how many files of it."""
        kinds = (("HTML", "/"), ("CSS", ".css"), ("JS", ".js"), ("SVG", ".svg"), ("fonts", ".woff2"))
        return ", ".join(f"{name} {kib(self.of(end))} in {self._count(end)}" for name, end in kinds if self._count(end))

    def _count(self, ending: str) -> int:
        return sum(address.endswith(ending) for address in self.sizes)

    def rows(self, name: str) -> Iterator[Row]:
        for title, size, most in (
            ("with fonts", self.whole, WITH_FONTS),
            ("without fonts", self.without_fonts, WITHOUT),
        ):
            yield Row(
                f"first visit, {name}, {title}", f"{kib(size)} KiB ({self})", f"≤ {most} KiB", size <= most * 1024
            )


def kib(size: int) -> str:
    return f"{size / 1024:.1f}"


async def first_visit(visitor: Visitor, path: str) -> Weight:
    """Load `path` and all that it needs. Raises AssertionError where a file is missing."""
    sizes: dict[str, int] = {}
    waiting = [path]
    while waiting:
        address = waiting.pop()
        status, headers, body = await visitor.get(address)
        assert status == 200, (status, address)
        sizes[address] = len(body)
        text = unpacked(headers, body).decode(errors="replace")
        kind = next((kind for kind in NAMED if kind in headers.get("content-type", "")), None)
        for found in NAMED[kind].findall(text) if kind else ():
            name = found if isinstance(found, str) else next(filter(None, found))
            other = name if name.startswith("/") else normpath(f"{dirname(address)}/{name}")
            if not name.startswith("data:") and other not in sizes and other not in waiting:
                waiting.append(other)
    return Weight(sizes)
