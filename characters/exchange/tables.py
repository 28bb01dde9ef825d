"""Characters with their points, portraits and px, as they stand in the file of a campaign."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext_noop as _

from campaigns.exchange.arriving import Arriving, problem, tried
from campaigns.exchange.changed import CHANGED, PURSE_NUMBERS, TEXT, changed, from_to
from campaigns.exchange.shapes import COUNT, KEY, NAME, NUMBER, Shape, by_name, many, obj, of_type, of_value, or_none
from campaigns.exchange.tables import Table, leave_out, register
from characters.exchange.pictures import picture_of
from characters.models import Character, LedgerEntry, Pool, Portrait
from characters.models.ledger import Erasure
from characters.paper import paper_of
from rules.creation import Build
from rules.growth import MovementKind
from rules.problems import Problem
from rules.traits import Chapter
from rules.vitals import Vitals

UNREADABLE: Final = _("%(path)s: the rules cannot read it.")
LINE: Final[Shape] = {"type": "string", "maxLength": 200}
LEVELS: Final = by_name({"type": "integer", "minimum": 0, "maximum": 99})
BUILD: Final = obj(
    **{**of_value(Build, *(chapter.value for chapter in Chapter))["properties"], "attributes": LEVELS, "skills": LEVELS}
)
TRAITS: Final = obj(
    **BUILD["properties"],
    fixed=by_name({"type": "integer", "minimum": -99, "maximum": 999}),
    damage={"type": "string", "minLength": 1, "maxLength": 100},
)
WIELDED: Final = many(NAME, 2)
GEAR: Final = obj(weapons=many(NAME, 60), armor=NAME, shield=NAME, wielded=WIELDED)
VITALS: Final = of_type(Vitals)
WITHHELD: Final[Shape] = {
    "anyOf": [
        obj(),
        obj(
            needs=("vitals", "pools"),
            vitals=obj(needs=("was", "is"), was=VITALS, **{"is": VITALS}),
            pools=by_name(obj(needs=("was", "is"), was=NUMBER, **{"is": NUMBER})),
        ),
    ]
}
CONDITION: Final = obj(needs=("key", "name", "note"), key=NAME, name=LINE, note=TEXT)


def _character(arriving: Arriving, path: str, character: Character) -> Iterator[Problem]:
    """A sheet that the rules can fill in, and px that are what the ledger says."""
    held = _of(arriving, "pools")[character.key]
    character._prefetched_objects_cache = {"pools": held}
    yield from tried(path, UNREADABLE, lambda: (character.as_seen(leads=False).condition, paper_of(character)))
    spent = -sum(
        row.px
        for row in _of(arriving, "ledger")[character.key]
        if row.kind in (MovementKind.SPEND, MovementKind.REFUND)
    )
    if character.px_spent != max(0, spent):
        message = _("%(path)s: the ledger says %(px)s.")
        yield problem("px", f"{path}.px_spent", message, "X4", px=max(0, spent))


def _movement(arriving: Arriving, path: str, row: LedgerEntry) -> Iterator[Problem]:
    """Movements that name what came before them, each with what there was then (X1)."""
    for name in ("award", "reverses"):
        if (key := getattr(row, name)) and not _is_before(arriving, key, row):
            yield problem("order", f"{path}.{name}", _("%(path)s: it names no movement that came before it."), "X1")
    if row.character is None and row.adventure is None:
        yield problem("whose", path, _("%(path)s: it is neither a character's nor an adventure's."), "X1")
    elif (sum_of := _balances(arriving)[row.key]) != row.balance:
        yield problem("balance", f"{path}.balance", _("%(path)s: the sum is %(sum)s."), "X1", sum=sum_of)


def _is_before(arriving: Arriving, key: str, row: LedgerEntry) -> bool:
    named = arriving.by_key["ledger"].get(key)
    return named is not None and named.number < row.number


def _of(arriving: Arriving, table: str) -> Any:
    """Rows of a table by the character that they belong to."""
    if table not in arriving.kept:
        found = defaultdict(list)
        for row in arriving.rows[table]:
            if row.character is not None:
                found[row.character.key].append(row)
        arriving.kept[table] = found
    return arriving.kept[table]


def _balances(arriving: Arriving) -> dict[str, int]:
    """What there was after each movement, for the character or in the pool of the adventure."""
    if "balances" not in arriving.kept:
        sums, found = defaultdict(int), {}
        for row in sorted(arriving.rows["ledger"], key=lambda each: each.number):
            account = next((each.key for each in (row.character, row.adventure) if each is not None), "")
            sums[account] += row.px
            found[row.key] = sums[account]
        arriving.kept["balances"] = found
    return arriving.kept["balances"]


def _page(character: Character) -> str | None:
    """Its sheet, or where it is made; of foes there are many, and their sheets are as their combatants'."""
    if character.is_foe or character.archived_at is not None:
        return None
    return f"{'build' if character.is_draft else 'sheet'}-{character.key}"


register(
    Table(
        "characters",
        Character,
        shapes={
            "traits": TRAITS,
            "created": BUILD,
            "gear": GEAR,
            "vitals": VITALS,
            "withheld": WITHHELD,
            "approved": by_name(or_none(obj(by=NAME, at=NAME))),
            "versions": by_name(COUNT),
            "conditions": many(CONDITION),
        },
        check=_character,
        page=_page,
    ),
    Table("pools", Pool, of="character__campaign", shapes={"current": {**NUMBER, "minimum": -9_999, "maximum": 9_999}}),
    Table(
        "portraits",
        Portrait,
        of="character__campaign",
        left_out={"key": "its address is kept by browsers for ever"},
        brings={"image": picture_of},
        most=1_000,
    ),
    Table("ledger", LedgerEntry, check=_movement, most=50_000),
)
leave_out(Erasure, "there only while a campaign is deleted")

changed("pool", 2, needs=("by",), by=NUMBER)
changed("wielded", needs=("before", "after"), before=or_none(WIELDED), after=or_none(WIELDED))
changed("purse", **PURSE_NUMBERS)
from_to("vitals", 1, VITALS)
from_to("condition", 2, or_none(CONDITION))
changed("settled", needs=("is",), **{"is": {"type": "boolean"}})
changed("shares", given=by_name(KEY), taken=by_name(NUMBER))
CHANGED["shares"] = {**CHANGED["shares"], "minProperties": 3}  # the one or the other
