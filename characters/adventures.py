"""Adventures and px that are given: what anyone earns goes to the pool of the open adventure, and at its end each
member gets all of it; with none open, or where the pool is switched off, it is one's own (X5).

Every action locks the campaign, so that an adventure closes once and nobody spends while it is open.
"""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import Adventure, Campaign, LogEntry, Membership, Recorder, Scene
from campaigns.regions import EVERYTHING
from characters.models import Character, CharacterQuerySet, LedgerEntry
from characters.models.growing import Running, running
from rules.growth import MovementKind
from rules.growth.ledger import awarded
from rules.problems import Problem, Refused
from rules.vitals import Fate

REGIONS = ["adventure"]


def begin(campaign: Campaign, by: Membership, name: str, press: str = "") -> LogEntry:
    """Open an adventure; every hero has the points of protagonism that one begins with (D3). Raises Refused."""
    with campaign.recording(by, press) as record:
        if row := running(record.campaign).row:
            message = gettext_noop("“%(name)s” is open: close it first.")
            raise Refused(Problem("one_at_a_time", message, "name", "X5", {"name": row.name}))
        adventure = Adventure.objects.create(campaign=record.campaign, name=name)
        initial = record.campaign.ruleset.protagonism.initial
        heroes_of(record.campaign).update(protagonism=initial)
        facts = {"adventure": adventure.key, "name": name, "protagonism": initial}
        return record("adventure-opened", facts, regions=[EVERYTHING])


def write_scene(campaign: Campaign, by: Membership, name: str, note: str, press: str = "") -> LogEntry:
    """The next scene of the open adventure, with its note. Raises Refused."""
    with campaign.recording(by, press) as record:
        adventure = _open(running(record.campaign))
        Scene.objects.create(adventure=adventure, name=name, note=note)
        return record("scene", {"name": name, "adventure": adventure.name}, regions=REGIONS)


def rewrite_scene(campaign: Campaign, by: Membership, name: str, note: str, press: str = "") -> LogEntry:
    """Another name or note for the scene where the table is. Raises Refused."""
    with campaign.recording(by, press) as record:
        scene = _open(running(record.campaign)).scenes.first()
        if scene is None:
            raise Refused(Problem("no_scene", gettext_noop("There is no scene yet: write the first."), "name"))
        before = {"name": scene.name, "note": scene.note}
        scene.name, scene.note = name, note
        scene.save(update_fields=["name", "note"])
        return record("scene-note", {"from": before, "to": {"name": name, "note": note}}, regions=REGIONS)


def award(campaign: Campaign, by: Membership, hero: Character, px: int, reason: str, press: str = "") -> LogEntry:
    """Px that a hero has earned: for the pool of the open adventure, else its own (X1, X5). Raises Refused."""
    return award_each(campaign, by, [hero], px, reason, press)


def award_each(
    campaign: Campaign, by: Membership, heroes: Iterable[Character], px: int, reason: str, press: str = ""
) -> LogEntry:
    """The same px to each of these, in one: an entry each, of which the first is the answer. Raises Refused."""
    with campaign.recording(by, press) as record:
        entries = [_awarded(record, by, _hero(record, hero), px, reason) for hero in heroes]
        return entries[0]


def _awarded(record: Recorder, by: Membership, hero: Character, px: int, reason: str) -> LogEntry:
    now = running(record.campaign)
    if record.campaign.ruleset.growth.is_pooling(now.value):
        return _pool(record, now, hero, px, reason)
    hero.receive(record, awarded(new_key(), px, reason=reason, by=by.name))
    return _record_award(record, hero, px, reason)


def take_back(campaign: Campaign, by: Membership, award_key: str, px: int, reason: str, press: str = "") -> LogEntry:
    """Take px of an award or a share back by a negative award (X1). Raises Refused: fields "px", "reason"."""
    with campaign.recording(by, press) as record:
        given = LedgerEntry.objects.as_movements().get(campaign=campaign, key=award_key)
        left = left_of(given)
        if not 0 < px <= left:
            message = gettext_noop("There are %(left)s px of it to take back.")
            raise Refused(Problem("out_of_bounds", message, "px", "X1", {"left": left}))
        if given.character is None:
            now = running(record.campaign)
            if now.row != given.adventure:
                raise Refused(Problem("closed", gettext_noop("This adventure is closed."), "px", "X5"))
            return _pool(record, now, _hero(record, given.earned_by), -px, reason, reverses=given.key)
        hero = _hero(record, given.character)
        hero.receive(record, awarded(new_key(), -px, reason=reason, by=by.name, reverses=given.key))
        return _record_award(record, hero, -px, reason)


def close(campaign: Campaign, by: Membership, members: Iterable[str], press: str = "") -> LogEntry:
    """Close the open adventure: each of these heroes, by their keys, gets the whole pool, once (X5). Raises Refused."""
    with campaign.recording(by, press) as record:
        now = running(record.campaign)
        adventure, value = _open(now), now.value
        wanted, living = set(members), {hero.key: hero for hero in living_heroes(record.campaign)}
        if wanted - living.keys():
            message = gettext_noop("Only living heroes of the table share in an adventure.")
            raise Refused(Problem("not_a_member", message, "members", "X5"))
        is_shared = record.campaign.ruleset.growth.has_pool or value.pool
        if is_shared and living and not wanted:
            raise Refused(Problem("nobody", gettext_noop("Tick who shares in it."), "members", "X5"))
        adventure.closed_at = timezone.now()
        adventure.save(update_fields=["closed_at"])
        heroes = [hero for key, hero in living.items() if key in wanted and is_shared]
        _closed, shares = value.close({hero.key: new_key() for hero in heroes}, by=by.name)
        for hero in heroes:
            hero.receive(record, shares[hero.key], adventure=adventure)
        facts = {
            "adventure": adventure.key,
            "name": adventure.name,
            "pool": value.pool,
            "members": [{"character": hero.key, "name": hero.name} for hero in heroes],
        }
        return record("adventure-closed", facts, regions=[EVERYTHING])


def heroes_of(campaign: Campaign) -> CharacterQuerySet:
    return Character.objects.heroes().filter(campaign=campaign)


def living_heroes(campaign: Campaign) -> list[Character]:
    """The heroes at the table who are not dead (X5), with points and px."""
    heroes = list(heroes_of(campaign).with_pools().with_ledger())
    for hero in heroes:
        hero.campaign = campaign
    return [hero for hero in heroes if hero.condition.fate is not Fate.DEAD]


def left_of(given: LedgerEntry) -> int:
    """What is left of an award or a share after all that was taken back of it; 0 of anything else."""
    if given.kind not in (MovementKind.AWARD, MovementKind.SHARE) or given.px < 0:
        return 0
    taken = LedgerEntry.objects.filter(campaign=given.campaign_id, kind=MovementKind.AWARD, reverses=given.key)
    return given.px + sum(taken.values_list("px", flat=True))


def _open(now: Running) -> Adventure:
    if now.row is None:
        raise Refused(Problem("closed", gettext_noop("No adventure is open."), "adventure", "X5"))
    return now.row


def _hero(record: Recorder, hero: Character | None) -> Character:
    """The hero as it stands while the campaign is locked. Raises Refused where it is none at the table."""
    found = heroes_of(record.campaign).with_pools().with_ledger().filter(pk=hero.pk if hero else None).first()
    if found is None:
        raise Refused(Problem("not_a_member", gettext_noop("Only heroes of the table earn px."), "who", "X1"))
    found.campaign = record.campaign
    return found


def _pool(record: Recorder, now: Running, hero: Character, px: int, reason: str, reverses: str = "") -> LogEntry:
    """An award to the pool, naming who earned it; negative where one is taken back."""
    adventure, value, by = _open(now), now.value, record.by.name if record.by else ""
    movement = value.award(new_key(), px, earned_by=hero.key, reason=reason, by=by, reverses=reverses)
    pool = value.adding(movement).pool
    LedgerEntry.objects.enter(record.campaign, movement, balance=pool, adventure=adventure, earned_by=hero)
    facts = {**_named(hero), "px": px, "reason": movement.reason, "adventure": adventure.name, "pool": pool}
    return record("pool-award", facts, regions=REGIONS)


def _record_award(record: Recorder, hero: Character, px: int, reason: str) -> LogEntry:
    facts = {**_named(hero), "px": px, "reason": reason.strip(), "by": record.by.name if record.by else ""}
    return record("award", facts, topic=hero.topic, regions=hero.regions_of_growth)


def _named(hero: Character) -> dict[str, Any]:
    return {"character": hero.key, "name": hero.name, "gender": hero.gender}
