"""A document spoilt in one place, by a seed: wrong types, other keys, what is gone, what is there twice."""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

NONSENSE: list[Any] = [
    None, True, False, 0, 1, -1, 7, 99_999, 10**11, 0.5, "", "x", "abcdefghjkmn", "1d6", "9" * 90 + "d6", "up", "gm",
    "2026-01-01T00:00:00+00:00", "<script>", "%(name)s", "{{ name }}", "pool:x:pv", [], [[]], [None], ["x"], [1, 2, 3],
    {}, {"x": 1}, {"key": "x"}, [{}], "x" * 5_000,
]  # fmt: skip


def spoilt(document: dict[str, Any], seed: int) -> tuple[dict[str, Any], str]:
    """The document with one or two places changed, and where."""
    chance, found, told = random.Random(seed), deepcopy(document), []
    for _time in range(chance.choice((1, 1, 1, 2))):
        places = list(_places(found))
        holder, name, path = chance.choice(places)
        told.append(f"{path} {_spoil(holder, name, places, chance)}")
    return found, "; ".join(told)


def _spoil(holder: Any, name: Any, places: list[Any], chance: random.Random) -> str:
    how = chance.choice(("nonsense", "nonsense", "nonsense", "gone", "another's", "more", "twice"))
    if how == "nonsense":
        holder[name] = deepcopy(chance.choice(NONSENSE))
    elif how == "gone":
        del holder[name]
    elif how == "another's":
        other, there, _path = chance.choice(places)
        try:
            holder[name] = deepcopy(other[there])
        except (KeyError, IndexError):
            holder[name] = None
    elif how == "more" and isinstance(holder, dict):
        holder[chance.choice(("pk", "id", "user", "what", "state", "press"))] = deepcopy(chance.choice(NONSENSE))
    elif isinstance(holder, list):
        holder.append(deepcopy(holder[name]))
    return how


def _places(value: Any, path: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every place in it: what holds it, under which name, and the path. Each table counts about the same."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in items:
        here = f"{path}.{name}" if isinstance(value, dict) else f"{path}[{name + 1}]"
        yield value, name, here
        yield from _places(each, here)
