"""Rolls that are no action of the fight and yet a part of it: of any trait, against others, free dice (R2, R9, R11)."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

from campaigns.models import Audience, LogEntry, Membership
from characters.facing import Facing, faced
from characters.models.free import throw_formula
from characters.models.opposing import Rival
from combat.models import Encounter
from combat.models.manner import Spent
from combat.what import Act, Data
from rules.checks import Check
from rules.ruleset.rolling import Given

MOST_RIVALS = 3


def _roll(found: Encounter, by: Membership, data: Data, spent: Spent, press: str) -> LogEntry:
    character, occasion = found.thrower(data["by"])
    return character.roll(
        by,
        data["rolled"],
        difficulty=data["goal"],
        modifier=data["modifier"],
        audience=Audience(data["audience"]),
        typed=data["dice"],
        occasion=occasion,
        press=press,
        **spent.given,
    )


def _oppose(found: Encounter, by: Membership, data: Data, spent: Spent, press: str) -> LogEntry:
    character, occasion = found.thrower(data["by"])
    return character.oppose(
        by,
        data["rolled"],
        _rivals(found, by, data),
        modifier=data["modifier"],
        audience=Audience(data["audience"]),
        typed=data["dice"],
        occasion=occasion,
        press=press,
        **spent.given,
    )


def _rivals(found: Encounter, by: Membership, data: Data) -> list[Rival]:
    rivals = []
    for number in range(1, MOST_RIVALS + 1):
        if who := data[f"rival_{number}"]:
            found.in_reach(by, who)
            rival = found.thrower(who)[0]
            rivals.append(Rival(rival, data[f"rival_rolls_{number}"], data[f"rival_modifier_{number}"]))
    return rivals


def _facing(found: Encounter, by: Membership, data: Data, given: Given) -> Iterable[Facing]:
    role = "gm" if by.leads else "table"
    named = {row.character.key: row.called[role] for row in found.present}
    check = _check(found, {**data, "goal": None}, given)
    rivals = ((rival, named[rival.character.key]) for rival in _rivals(found, by, data))
    return faced(by, found.campaign.ruleset.rolls, check, rivals)


def _free(found: Encounter, by: Membership, data: Data, spent: Spent, press: str) -> LogEntry:
    character, occasion = found.thrower(data["by"])
    return throw_formula(
        found.campaign,
        by,
        data["formula"],
        character=character,
        audience=Audience(data["audience"]),
        typed=data["dice"],
        occasion=occasion,
        press=press,
    )


def _check(found: Encounter, data: Data, given: Given) -> Check:
    character, _occasion = found.thrower(data["by"])
    return character.asked(data["rolled"], difficulty=data["goal"], modifier=data["modifier"], **given).check


THROWS = (
    Act(
        "roll", _("A roll"), "R2", ("by", "rolled", "goal", "goal_number", "modifier", "audience", "dice"), None,
        lambda rules: True, named=(), is_players=True, throw=_roll, asked=_check,
    ),
    Act(
        "oppose", _("Opposed roll"), "R9",
        ("by", "rolled", "modifier",
         *(f"{name}_{number}" for number in range(1, MOST_RIVALS + 1)
           for name in ("rival", "rival_rolls", "rival_modifier")),
         "audience", "dice"),
        None, lambda rules: True, named=(), is_players=True, throw=_oppose, faced=_facing,
    ),
    Act(
        "free", _("Free dice"), "R11", ("by", "formula", "audience", "dice"), None, lambda rules: True, named=(),
        is_players=True, rolls=False, throw=_free,
    ),
)  # fmt: skip
