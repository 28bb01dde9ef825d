"""What a sheet offers to roll, each with what it adds and its exact odds against what was chosen (R8)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from characters.models import Character
from characters.models.asked import COVERED, WEAPON, Asked, carried, difficulty_of, rolled_values
from characters.regions.shelves import weapon_icon
from rules.checks import Check
from rules.explain import Before, before
from rules.gear import Weapon
from rules.odds import Odds
from rules.problems import Refused
from rules.rolls import NamedDifficulty
from rules.ruleset.rolling import Given

VALUE_ICONS = ("hourglass", "dodge")
"""Of what `rolled_values` names, in that order."""


@dataclass(frozen=True, slots=True)
class Against:
    """What was chosen for the next rolls: a named difficulty, a modifier, and what is spent on them."""

    row: NamedDifficulty
    modifier: int
    given: Given


@dataclass(frozen=True, slots=True)
class Offered:
    """One thing to roll. `what` is how the roll is asked for, `id` that of its button; `attribute` and `level` are what
    a skill adds up; without a difficulty there are no odds."""

    what: str
    id: str
    label: str
    bonus: int
    odds: Odds | None
    attribute: int = 0
    level: int = 0
    short: str = ""
    special: str = ""
    icon: str = ""
    weapon: Weapon | None = None


def offered(character: Character, against: Against, *, show_all: bool) -> dict[str, Any]:
    """All that can be rolled, by where it stands on the page; what a token cannot help is shown without it (R13).

    `fumble` is the chance of one where it is the same for all of them (R5), so that it is said once.
    """
    rows = {
        "attributes": list(_attributes(character, against)),
        "skills": list(_skills(character, against, show_all=show_all)),
        "arms": list(_arms(character, against)),
    }
    fumbles = {row.odds.fumble for part in ("attributes", "skills") for row in rows[part] if row.odds}
    return {**rows, "fumble": fumbles.pop() if len(fumbles) == 1 else None}


def explained(character: Character, what: str, against: Against) -> tuple[Asked, Before] | None:
    """What there is to know of a roll before its dice fall; None where the sheet has nothing of that name."""
    try:
        asked = _asked(character, what, against)
    except Refused:
        return None
    spared = 0 if against.given.get("token") else character.purse.held
    points = 0 if against.given.get("protagonism") else character.protagonism_left
    return asked, before(character.ruleset, asked.check, tokens=spared, protagonism=points)


def _asked(character: Character, what: str, against: Against) -> Asked:
    difficulty = difficulty_of(character, what, against.row)
    try:
        return character.asked(what, difficulty=difficulty, modifier=against.modifier, **against.given)
    except Refused as refused:
        useless = {problem.field for problem in refused.problems} & against.given.keys()
        if not useless:
            raise
        rest: Given = {name: value for name, value in against.given.items() if name not in useless}  # type: ignore[assignment]
        return _asked(character, what, replace(against, given=rest))


def _offer(character: Character, what: str, label: str, against: Against, **more: Any) -> Offered:
    check = _asked(character, what, against).check
    name = what.replace(":", "-").replace(COVERED, "-")
    return Offered(what, more.pop("id", f"roll-{name}"), label, check.bonus, _odds(character, check), **more)


def _odds(character: Character, check: Check) -> Odds | None:
    return None if check.difficulty is None else character.ruleset.rolls.odds(check)


def _attributes(character: Character, against: Against) -> Iterator[Offered]:
    for each in character.ruleset.attributes:
        if each.key in character.sheet.attributes:  # a foe with fixed values has none to roll
            yield _offer(character, each.key, each.label, against, attribute=character.sheet.attribute(each.key))


def _skills(character: Character, against: Against, *, show_all: bool) -> Iterator[Offered]:
    """Skills, the best first, each with its specializations below it; then techniques, then those without points."""
    ruleset, sheet, build = character.ruleset, character.sheet, character.build
    shorts = {each.key: each.short for each in ruleset.attributes}
    specials: dict[str, list[str]] = {}
    for each in build.specializations:
        specials.setdefault(each.skill, []).append(each.name)
    known = [skill for skill in ruleset.skills if sheet.skill(skill.key)]
    for skill in sorted(known, key=lambda skill: -sheet.skill(skill.key)):
        numbers = {"attribute": sheet.attribute(skill.attribute), "level": sheet.skill(skill.key)}
        yield _offer(character, skill.key, skill.label, against, short=shorts[skill.attribute], **numbers)
        if ruleset.creation.has_specializations:
            for place, name in enumerate(specials.get(skill.key, ())):
                what = f"{skill.key}{COVERED}{name}"
                yield _offer(
                    character, what, skill.label, against, special=name, id=f"roll-{skill.key}-{place}", **numbers
                )
    for each in build.techniques:
        numbers = {"attribute": sheet.attribute(each.attribute), "level": each.level}
        yield _offer(character, each.key, each.name, against, short=shorts.get(each.attribute, ""), **numbers)
    for skill in ruleset.skills if show_all else ():
        if not sheet.skill(skill.key):
            attribute = sheet.attribute(skill.attribute)
            yield _offer(character, skill.key, skill.label, against, short=shorts[skill.attribute], attribute=attribute)


def _arms(character: Character, against: Against) -> Iterator[Offered]:
    """Attacks with what is carried, bare hands last, and the values that are rolled (C0, C3)."""
    for weapon in carried(character):
        what = f"{WEAPON}{weapon.key}"
        yield _offer(
            character, what, weapon.label, against, weapon=weapon, icon=weapon_icon(weapon), id=f"attack-{weapon.key}"
        )
    labels = {each.key: each.label for each in character.ruleset.derived}
    for key, icon in zip(rolled_values(character), VALUE_ICONS, strict=True):
        yield _offer(character, key, labels[key], against, icon=icon)
