"""Weapons, armor and shields of a campaign: rows of its ruleset that those who lead add, change and take out (W)."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.models import Campaign, LogEntry, Membership
from rules.changes import KEY
from rules.gear import Weapon, weapon_costs, weapon_points, weapon_problems
from rules.options import by_key, plain
from rules.problems import Problem, Refused

TABLES = {"weapons": gettext_noop("Weapons"), "armors": gettext_noop("Armor"), "shields": gettext_noop("Shields")}
LONGEST_KEY = 32


def shelves(campaign: Campaign) -> list[dict[str, Any]]:
    """Each table with its rows as the campaign has them, and those of the preset that it took out."""
    return [
        {
            "table": table,
            "label": label,
            "rows": [_shown(campaign, row, base.get(row.key)) for row in rows],
            "gone": [row for key, row in base.items() if key not in {each.key for each in rows}],
        }
        for table, label in TABLES.items()
        for rows, base in [(getattr(campaign.ruleset, table), by_key(getattr(campaign.preset_ruleset, table)))]
    ]


def _shown(campaign: Campaign, row: Any, given: Any) -> dict[str, Any]:
    """A row with what a GM knows it by, and of a weapon what it costs (W1)."""
    is_weapon = isinstance(row, Weapon)
    budget = campaign.ruleset.creation.weapon_points
    return {
        "row": row,
        "is_own": row != given,
        "points": weapon_points(row) if is_weapon else None,
        "is_over": is_weapon and any(weapon_problems(row, budget)),
    }


def costs(weapon: Weapon, budget: int) -> dict[str, Any]:
    """What a weapon costs, part by part, what is left of the points, and what W1 has against it."""
    parts = [(COSTS[name], points) for name, points in weapon_costs(weapon).items() if points]
    problems = list(weapon_problems(weapon, budget))
    return {"parts": parts, "points": weapon_points(weapon), "budget": budget, "problems": problems}


COSTS = {
    "reach": gettext_noop("Range"),
    "damage": gettext_noop("Damage"),
    "attack": gettext_noop("Attack"),
    "defense": gettext_noop("Defense"),
    "initiative": gettext_noop("Initiative"),
    "absorption": gettext_noop("Absorption"),
}


def keep(
    campaign: Campaign, by: Membership, table: str, key: str, value: Mapping[str, Any] | None, press: str = ""
) -> LogEntry:
    """A row has these columns from now on; None takes it out. Raises Refused, also where nothing is another,
    and Overtaken where the house rules changed meanwhile."""
    was, path = campaign.changes, f"{table}.{key}"
    given = by_key(getattr(campaign.preset_ruleset, table)).get(key)
    changes = {each: kept for each, kept in was.items() if each != path and not each.startswith(f"{path}.")}
    if value is not None:
        known = plain(given) if given else {}
        other = {name: each for name, each in value.items() if name not in known or known[name] != each}
        changes |= {path: other} if other else {}
    elif given:
        changes[path] = None
    entry = campaign.amend(by, changes, press, was)
    if entry is None:
        raise Refused(Problem("no_change", gettext_noop("Nothing has changed."), "label"))
    return entry


def put_back(campaign: Campaign, by: Membership, table: str, key: str, press: str = "") -> LogEntry:
    """A row of the preset as it was there. Raises KeyError where the preset has none."""
    columns: Any = plain(by_key(getattr(campaign.preset_ruleset, table))[key])
    return keep(campaign, by, table, key, columns, press)


def new_key_of(campaign: Campaign, table: str, label: str) -> str:
    """A key for a new row, after its name: no other row has it, here or in the preset."""
    taken = {row.key for rules in (campaign.ruleset, campaign.preset_ruleset) for row in getattr(rules, table)}
    stem = re.sub(r"[^a-z0-9_]", "_", slugify(label))[:LONGEST_KEY].strip("_")
    stem = stem if KEY.fullmatch(stem) else "own"
    found, number = stem, 2
    while found in taken:
        found, number = f"{stem}_{number}", number + 1
    return found


def words_of(row: Any) -> str:
    """What a row is called on the page: a message id is translated, the table's own words stay."""
    return _(row.label)
