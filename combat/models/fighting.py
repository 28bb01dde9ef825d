"""What a character's points need to know of its encounter, and what that counts of them (`characters.fighting`)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from accounts.prepared import Prepared
from campaigns.models import Campaign, Change
from characters.fighting import PEACE, Fighting
from characters.models import Character
from combat.models.combatant import Combatant
from combat.models.encounter import Encounter, Status
from rules.injuries import PEACE as OUTSIDE
from rules.injuries import Circumstances

STANDING: Final = Prepared(
    lambda character: (
        Combatant.objects.filter(
            character=character, is_present=True, encounter__status__in=(Status.RUNNING, Status.PAUSED)
        )
        .select_related("encounter")
        .order_by("-encounter__status", "-encounter__created_at")[:1]
    ),  # the one that runs first
    int,
)


def fighting_of(character: Character) -> Fighting:
    """How a character stands in the encounter that runs, or waits for it to go on (C11); a foe, that its blows are
    not heroic."""
    row = next(iter(STANDING(character.pk)), None)
    if row is None:
        return replace(PEACE, circumstances=replace(OUTSIDE, is_heroic=not character.is_foe))
    row.character = character
    circumstances = Circumstances(
        in_encounter=True,
        own_turn=row.encounter.turn == character.key,
        is_heroic=row.is_hero,
        has_fallen=row.fighter.falls > 0,
    )

    def count(pool: str, now: int, by: int) -> Iterator[Change]:
        if pool == character.campaign.ruleset.injuries.pool:
            fell = by < 0 and now <= 0 < now - by
            yield counted(
                row.encounter, character.key, {"lost": max(0, -by), "regained": max(0, by), "falls": int(fell)}
            )

    return Fighting(
        circumstances,
        tuple(row.encounter.regions),
        row.encounter.get_absolute_url(),
        row.called["table"],
        row.known["points"],
        count,
        row.encounter.topic,
        (row.encounter.in_order,),
    )


def seen_foes(campaign: Campaign) -> Iterator[tuple[Character, str]]:
    """The foes that the table sees in the encounter that runs, by the names it knows."""
    here = Combatant.objects.filter(encounter__campaign=campaign, encounter__status=Status.RUNNING, is_present=True)
    for row in here.filter(character__is_foe=True, is_hidden=False).select_related("character"):
        row.character.campaign = campaign
        yield row.character, row.called["table"]


def counted(encounter: Encounter, key: str, by: dict[str, int]) -> Change:
    """Add to what the encounter counts of one who is in it; the change is the difference really made (T8)."""
    row = Combatant.objects.get(encounter=encounter, character__key=key)
    before = {name: row.state.get(name, 0) for name in by}
    row.state |= {name: max(0, before[name] + number) for name, number in by.items()}
    row.save(update_fields=["state"])
    made = {name: row.state[name] - before[name] for name in by}
    return {"what": "counted", "of": f"counted:{encounter.key}:{key}", "by": made}


def withdrawn(character: Character) -> Iterator[str]:
    """Take a character out of the encounters that are being prepared; the regions that show them."""
    rows = Combatant.objects.filter(character=character, is_present=True, encounter__status=Status.PREPARING)
    for row in rows.select_related("encounter"):
        row.is_present = False
        row.save(update_fields=["is_present"])
        yield from row.encounter.regions
