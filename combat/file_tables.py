"""Encounters and the library, as they stand in the file of a campaign."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import gettext_noop as _

from campaigns.exchange.arriving import KEY, Arriving, problem, tried
from campaigns.exchange.campaign import NOT_TOLD
from campaigns.exchange.changed import TEXT, changed
from campaigns.exchange.shapes import (
    COUNT,
    MOMENT,
    NAME,
    NUMBER,
    Shape,
    by_name,
    many,
    obj,
    of_value,
)
from campaigns.exchange.tables import Table, register
from campaigns.models import LogEntry
from campaigns.table import entry_context
from characters.exchange.tables import GEAR, TRAITS, UNREADABLE, VITALS, WITHHELD
from combat.chronicle import is_told
from combat.deeds import Deeds, count
from combat.models import Combatant, Encounter, FoeTemplate, SavedEncounter, Status
from combat.models.choices import MOST_AT_ONCE, ShownPoints
from combat.models.combatant import COUNTED, SEEN_OF_TURNS
from combat.models.keeping import IN_COLUMNS
from rules.fight import Fight, Fighter
from rules.fight.base import KEPT as KEPT_OF_FIGHT
from rules.fight.fighter import KEPT as KEPT_OF_FIGHTER
from rules.problems import Problem

MOST_FIGHTERS: Final = 100
STRANGER: Final = _("%(path)s: it names somebody who is not in the fight.")
FLAG: Final[Shape] = {"type": "boolean"}
LINE: Final[Shape] = {"type": "string", "maxLength": 80}
OF_FIGHT: Final = obj(
    **of_value(Fight, *(name for name in KEPT_OF_FIGHT if name not in IN_COLUMNS))["properties"],
    untold=many({"type": "object"}, 500),
)
OF_FIGHTER: Final = of_value(Fighter, *KEPT_OF_FIGHTER)
SEEN: Final = obj(**{name: OF_FIGHTER["properties"][name] for name in SEEN_OF_TURNS})
OF_COMBATANT: Final = obj(**OF_FIGHTER["properties"], seen=SEEN)
SHOWN: Final[Shape] = {"enum": [each.value for each in ShownPoints]}
"""How a foe's PV look."""
GROUP: Final = obj(
    needs=("name", "traits"),
    name=LINE,
    traits=TRAITS,
    count={**COUNT, "minimum": 1, "maximum": MOST_AT_ONCE},
    gear=GEAR,
    gender={"enum": ["", "f", "m"]},
    alias=LINE,
    is_hidden=FLAG,
    shown_points=SHOWN,
    is_defense_known=FLAG,
    together=FLAG,
    notes=TEXT,
)


def _encounter(arriving: Arriving, path: str, encounter: Encounter) -> Iterator[Problem]:
    """A fight that the rules can go on with, and a story that can be told."""
    rows = sorted(_combatants(arriving, encounter), key=lambda row: row.position)
    for row in rows:
        row.encounter, row.character.campaign = encounter, arriving.campaign
    known = {row.character.key: row for row in rows}
    encounter.__dict__["known"] = known
    if len(rows) > MOST_FIGHTERS:
        yield problem("too_many", path, _("%(path)s: too many are in it."))
        return
    here = {row.character.key for row in rows if row.is_present}
    for name in ("turn", "shown_turn"):
        if (key := getattr(encounter, name)) and key not in here:
            yield problem("turn", f"{path}.{name}", _("%(path)s: whose turn it is is not in the fight."), "T1")
    named = [*_keys_in(encounter.state), *(key for row in rows for key in _keys_in(row.state))]
    if any(key not in known for key in named if key in arriving.by_key["characters"]):
        yield problem("stranger", f"{path}.state", STRANGER)
    for name in ("by", "target"):
        if any(each[name] not in here for each in encounter.state.get("pending", ())):
            yield problem(
                "stranger", f"{path}.state.pending", _("%(path)s: it names somebody who is not in the fight.")
            )
    yield from tried(path, UNREADABLE, lambda: _looked_at(encounter))
    found: dict[str, Deeds] = {}
    for place, entry in arriving.told[encounter.topic]:
        if is_told(entry):
            yield from tried(f"log[{place}].facts", NOT_TOLD, lambda entry=entry: count(entry, found))


def _looked_at(encounter: Encounter) -> None:
    """Everything that goes on from where it stands."""
    fight = encounter.fight
    fight.state()
    for row in encounter.known.values():
        row.fighter.state()
        row.called  # noqa: B018  what it is called is asked for each entry
    for pending in fight.pending:
        pending.outcome  # noqa: B018  what it rolled is judged once more when it is answered
    if untold := encounter.state.get("untold"):
        facts = {"turn": None, "about": [], "people": encounter.names(encounter.known), "new_round": False, "round": 1}
        entry = LogEntry(campaign=encounter.campaign, kind="turn", facts={**facts, "events": [], "untold": untold})
        render_to_string("campaigns/_entry.html", entry_context(entry, leads=False))


def _keys_in(state: Any) -> Iterator[str]:
    if isinstance(state, str) and re.fullmatch(KEY, state):
        yield state
    elif isinstance(state, Mapping):
        for name, each in state.items():
            yield from _keys_in(name)
            yield from _keys_in(each)
    elif isinstance(state, list):
        for each in state:
            yield from _keys_in(each)


def _combatants(arriving: Arriving, encounter: Encounter) -> list[Combatant]:
    if "combatants" not in arriving.kept:
        found: dict[str, list[Combatant]] = {}
        for row in arriving.rows["combatants"]:
            found.setdefault(row.encounter.key, []).append(row)
        arriving.kept["combatants"] = found
    return arriving.kept["combatants"].get(encounter.key, [])


def _combatant(arriving: Arriving, path: str, row: Combatant) -> Iterator[Problem]:
    """Nobody fights in two encounters at once."""
    if not row.is_present or row.encounter.status != Status.RUNNING:
        return
    taken = arriving.kept.setdefault("fighting", {})
    if taken.setdefault(row.character.key, row) is not row:
        yield problem("elsewhere", f"{path}.character", _("%(path)s: it fights in another encounter at once."), "T1")


def _foe(arriving: Arriving, path: str, foe: FoeTemplate) -> Iterator[Problem]:
    yield from tried(f"{path}.traits", UNREADABLE, lambda: _filled(arriving, foe))


def _saved(arriving: Arriving, path: str, saved: SavedEncounter) -> Iterator[Problem]:
    for place, group in enumerate(saved.foes, start=1):
        foe = FoeTemplate(name=group.name, traits=group.traits)
        yield from tried(f"{path}.groups[{place}].traits", UNREADABLE, lambda foe=foe: _filled(arriving, foe))


def _filled(arriving: Arriving, foe: FoeTemplate) -> None:
    ruleset = arriving.campaign.ruleset
    sheet = foe.sheet(ruleset)
    for kind in ruleset.pools:
        ruleset.maximum(sheet, kind.key)


def _page(encounter: Encounter) -> str | None:
    return None if encounter.status == Status.ENDED else f"fight-{encounter.key}"


register(
    Table(
        "encounters",
        Encounter,
        shapes={"state": OF_FIGHT, "asked": by_name(MOMENT)},
        check=_encounter,
        page=_page,
    ),
    Table(
        "combatants", Combatant, of="encounter__campaign", shapes={"state": OF_COMBATANT}, check=_combatant, most=20_000
    ),
    Table("foes", FoeTemplate, shapes={"traits": TRAITS, "gear": GEAR}, check=_foe),
    Table("meetings", SavedEncounter, shapes={"groups": many(GROUP, 40)}, check=_saved),
)

KEPT: Final = {
    "round": COUNT,
    "turn": NAME,
    "state": OF_FIGHT,
    "shown_round": COUNT,
    "shown_turn": NAME,
    "status": {"enum": [each.value for each in Status]},
    "patience": {**COUNT, "maximum": 32_767},
    "foes_dodge": FLAG,
}
"""Of a fight, by `combat.models.keeping.KEPT_OF_FIGHT`."""
KEPT_OF_EACH: Final = obj(
    position=COUNT,
    is_present=FLAG,
    is_hidden=FLAG,
    alias=LINE,
    shown_points=SHOWN,
    is_defense_known=FLAG,
    unnumbered=LINE,
    state=OF_COMBATANT,
    vitals=VITALS,
    withheld=WITHHELD,
    name=LINE,
)
BEFORE_AND_AFTER: Final = {**obj(others=KEPT_OF_EACH, fight=obj(**KEPT)), "propertyNames": NAME}
SHELVED: Final = {
    "is_archived": FLAG,
    "name": LINE,
    "gender": GROUP["properties"]["gender"],
    "traits": TRAITS,
    "gear": GEAR,
    "alias": LINE,
    "shown_points": SHOWN,
    "is_defense_known": FLAG,
    "notes": TEXT,
}
changed("fight", needs=("before", "after"), before=BEFORE_AND_AFTER, after=BEFORE_AND_AFTER)
changed("counted", 2, needs=("by",), by=obj(**dict.fromkeys(COUNTED, NUMBER)))
changed(FoeTemplate.log_kind, needs=("before", "after"), before=obj(**SHELVED), after=obj(**SHELVED))
changed(
    SavedEncounter.log_kind,
    needs=("before", "after"),
    before=obj(is_archived=FLAG, name=LINE),
    after=obj(is_archived=FLAG, name=LINE),
)
