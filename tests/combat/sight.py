"""What the table may see: every byte that a seat can get, and the marks that must not be in it.

The hidden foe has a name and an alias that stand nowhere else, and numbers (its rows, the version of the log) that
nothing else has, and too long to stand in a time or a key by chance.
"""

import difflib
import re
from collections.abc import Callable

from campaigns import chance, feed
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import ShownPoints
from rules.notation import parse
from tests.combat.fights import key, stored

NAME, ALIAS = "Xilofante", "Quirguizón"
ROW, COMBATANT, VERSION = 7_654_321, 8_765_432, 555_123_400_000
NOBODY = "zzzzzzzzzzzz"
OURS = [re.compile(pattern) for pattern in (
    r'name="csrfmiddlewaretoken" value="[^"]*"', r'X-CSRFToken[^}]*', r'csrftoken=[^;]*',
    r'(?m)^Set-Cookie: sessionid=.*\n',
    r'(?m)^X-Request-ID: .*\n',
    r'name="press" value="[^"]*"', r'expires=[^;]*', r'data-now="[^"]*"', r"'?nonce[-=][^'\"; ]*['\"]?",
)]  # fmt: skip
"""What is another one each time a page is made."""

SPANISH = {"accept-language": "es"}


def text(answer) -> str:
    """All of an answer, head and body, but for what is made anew each time."""
    head = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    cookies = "".join(f"{line}\n" for line in str(getattr(answer, "cookies", "")).splitlines())
    found = f"{answer.status_code}\n{head}\n{cookies}{answer.content.decode()}"
    for pattern in OURS:
        found = pattern.sub("", found)
    return found


def leaks(pages: dict[str, str], *secrets: object) -> dict[str, list[str]]:
    found = {
        at: [str(each) for each in secrets if str(each).casefold() in page.casefold()] for at, page in pages.items()
    }
    return {at: each for at, each in found.items() if each}


def says(page: str, number: int) -> bool:
    """Whether the number stands in a page by itself: not in a time, a key, a percentage or a picture."""
    words = re.sub(r"(?s)<svg.*?</svg>|<time.*?</time>|<meta[^>]*>", "", page)
    return bool(re.search(rf"(?<![\w.:#&-]){number}(?![\w:%;-])(?!\.\d)", words))


def marks(hidden: Character) -> list[object]:
    """What must not be in any byte: the name, the alias, the key, rows, the version of the log, its numbers."""
    return [NAME, ALIAS, hidden.key, ROW, COMBATANT, str(VERSION)[:9], "4d6+9", "de 71", "/ 71"]


def changed(before: dict[str, str], after: dict[str, str]) -> dict[str, list[str]]:
    """The addresses that answer otherwise, and in which lines."""
    found = {}
    for at in before.keys() & after.keys():
        lines = difflib.unified_diff(before[at].splitlines(), after[at].splitlines(), lineterm="", n=0)
        if different := [line[:2000] for line in lines][2:]:
            found[at] = different
    return found


def hidden_doings(fight, marta, hidden, dice) -> dict[str, Callable[[], LogEntry | None]]:
    """All that can happen to a hidden foe and by it, and none of which the table hears."""

    def attacked():
        dice(1, 2, 3)
        return stored(fight).attack(marta, key(fight, "Goblin 2"), "own", hidden.key)

    def from_the_sheet():
        return Character.objects.get(pk=hidden.pk).change_pool(marta, "pv", -1)

    def rolls():
        dice(2, 5, 9)
        return Character.objects.get(pk=hidden.pk).roll(marta, "physique", difficulty=9)

    def shown():
        return stored(fight).show(
            marta, hidden.key, alias=ALIAS, shown_points=ShownPoints.NUMBER, is_defense_known=True
        )

    def joins():
        chance.source = lambda sides: (sides + 1) // 2  # who comes late rolls for initiative
        entry = stored(fight).add_foes(
            marta, f"{NAME} menor", count=2, fixed={"pv": 71}, damage=parse("4d6+9"), is_hidden=True,
            alias=f"{ALIAS} menor",
        )  # fmt: skip
        Character.objects.filter(key__in=entry.facts["about"]).update(name=f"{NAME} menor")
        return entry

    return {
        "its turn": lambda: stored(fight).next_turn(marta, key(fight, "Brianda")),
        "harm": lambda: stored(fight).harm(marta, hidden.key, 5),
        "heal": lambda: stored(fight).heal(marta, hidden.key, 1),
        "attacked by the GM": attacked,
        "harm from its sheet": from_the_sheet,
        "a roll of its own": rolls,
        "told otherwise": shown,
        "others join": joins,
        "leaves": lambda: stored(fight).remove(marta, hidden.key),
    }


DOINGS = [
    "its turn", "harm", "heal", "attacked by the GM", "harm from its sheet", "a roll of its own", "told otherwise",
    "others join", "leaves",
]  # fmt: skip


def entry_html(seat, fight, as_) -> str:
    """The newest entry of the log as that seat reads it."""
    feed.forget()
    page = as_(seat).get(f"{fight.campaign.get_absolute_url()}log/", headers=SPANISH).content.decode()
    return re.search(r'(?s)<li class="entry.*?</li>', page)[0]


def told(seat, fight, as_) -> str:
    """The same in words alone."""
    return re.sub(r"<[^>]*>", "", entry_html(seat, fight, as_))
