"""What the log says of changes, by their kind: as much as undo believes of it has to be as it is written here."""

from typing import Any, Final

from campaigns.exchange.shapes import NAME, NUMBER, Shape, obj

CHANGED: dict[str, Shape] = {}
TEXT: Final[Shape] = {"type": "string", "maxLength": 100_000}
ANY_OTHER: Final[Shape] = {"type": "object", "required": ["what", "of"], "properties": {"what": NAME, "of": NAME}}
"""Of kinds that nothing takes back: they only say what later ones build on."""


def changed(what: str, parts: int = 1, *, needs: tuple[str, ...] = (), **properties: Any) -> None:
    """Register how changes of the kind `what` are written; so many `parts` follow it in what they are `of`."""
    of = about(f"{what}(:[^:]{{1,60}}){{{parts}}}")
    CHANGED[what] = obj(needs=("what", "of", *needs), what={"const": what}, of=of, **properties)


def about(pattern: str) -> Shape:
    """What a change is `of`, written like this."""
    return {"type": "string", "maxLength": 200, "pattern": f"^{pattern}$"}


def from_to(what: str, parts: int, value: Shape) -> None:
    """The same for those that know what was before and after."""
    changed(what, parts, needs=("from", "to"), **{"from": value, "to": value})


PURSE_NUMBERS: Final = dict.fromkeys(("held", "gm", "forced", "protagonism"), NUMBER)
