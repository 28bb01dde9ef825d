"""What a page says is wrong."""

from html.parser import HTMLParser


def sentences(page: str) -> str:
    """The text of its problems; where it names none, that of the paragraphs of `main`."""
    reader = _Reader()
    reader.feed(page)
    return " ".join(reader.problems or reader.paragraphs)


class _Reader(HTMLParser):
    NO_END = frozenset({"meta", "link", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, set[str]]] = []
        self.problems: list[str] = []
        self.paragraphs: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.NO_END:
            self.open.append((tag, set((dict(attributes).get("class") or "").split())))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text: str) -> None:
        if not text.strip():
            return
        if any("problem" in classes or {"notice", "harm"} <= classes for _, classes in self.open):
            self.problems.append(text.strip())
        elif [tag for tag, _ in self.open[-2:]] == ["main", "p"]:
            self.paragraphs.append(text.strip())
