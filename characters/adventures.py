"""Adventures and px that are given: what anyone earns goes to the pool of the open adventure, and at its end each
member gets all of it; with none open, or where the pool is switched off, it is one's own (X5).

Every action locks the campaign, so that an adventure closes once and nobody spends while it is open.
"""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.made import closed, made
from campaigns.models import Adventure, Campaign, Change, LogEntry, Membership, Recorder, Scene
from campaigns.regions import EVERYTHING
from characters.models import Character, CharacterQuerySet, LedgerEntry
from characters.models.growing import Running, running
from rules.growth import Adventure as Pool
from rules.growth import Movement, MovementKind
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
        changes = [made(adventure)]
        for hero in heroes_of(record.campaign):
            hero.campaign = record.campaign
            if more := initial - hero.protagonism_left:
                changes.append(hero.change_purse(protagonism=more))
        facts = {"adventure": adventure.key, "name": name, "protagonism": initial}
        return record("adventure-opened", facts, changes=changes, regions=[EVERYTHING])


def write_scene(
    campaign: Campaign, by: Membership, name: str, notes: str = "", gm_notes: str = "", press: str = ""
) -> LogEntry:
    """The next scene of the open adventure, with its notes. Raises Refused."""
    with campaign.recording(by, press) as record:
        adventure = _open(running(record.campaign))
        kept = {key: Scene.texts[key].tidy(words) for key, words in (("notes", notes), ("gm_notes", gm_notes))}
        scene = Scene.objects.create(adventure=adventure, name=Scene.texts["name"].tidy(name), **kept)
        facts = {"name": scene.name, "adventure": adventure.name, "place": scene.place}
        return record("scene", facts, changes=[made(scene)], regions=REGIONS)


def award(
    campaign: Campaign, by: Membership | None, hero: Character, px: int, reason: str, press: str = ""
) -> LogEntry:
    """Px that a hero has earned: for the pool of the open adventure, else its own (X1, X5). Raises Refused.

    `by` is None where the host gives them.
    """
    return award_each(campaign, by, [hero], px, reason, press)


def award_each(
    campaign: Campaign, by: Membership | None, heroes: Iterable[Character], px: int, reason: str, press: str = ""
) -> LogEntry:
    """The same px to each of these, in one: an entry each, of which the first is the answer. Raises Refused."""
    with campaign.recording(by, press) as record:
        entries = [_awarded(record, by, _hero(record, hero), px, reason) for hero in heroes]
        return entries[0]


def _awarded(record: Recorder, by: Membership | None, hero: Character, px: int, reason: str) -> LogEntry:
    now = running(record.campaign)
    if record.campaign.ruleset.growth.is_pooling(now.value):
        return _pool(record, now, hero, px, reason)
    hero.receive(record, awarded(new_key(), px, reason=reason, by=by.name if by else ""))
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
        changes = [closed(adventure), *_share_out(record, adventure, value, heroes, by.name)]
        facts = {
            "adventure": adventure.key,
            "name": adventure.name,
            "pool": value.pool,
            "members": [{"character": hero.key, "name": hero.name} for hero in heroes],
        }
        return record("adventure-closed", facts, changes=changes, regions=[EVERYTHING])


def _share_out(record: Recorder, adventure: Adventure, value: Pool, heroes: list[Character], by: str) -> list[Change]:
    """The whole pool for each of them (X5), as the change that takes it back."""
    if not heroes:
        return []
    _closed, shares = value.close({hero.key: new_key() for hero in heroes}, by=by)
    for hero in heroes:
        hero.receive(record, shares[hero.key], adventure=adventure)
    given = {hero.key: shares[hero.key].key for hero in heroes}
    return [{"what": "shares", "of": f"shares:{adventure.key}", "given": given}]


def reverse_shares(campaign: Campaign, change: Change) -> Change:
    """Take the shares of an adventure back, each by a negative award (X1), or give the same px again as new shares.

    Raises Refused for a hero who has spent of it since.
    """
    adventure = campaign.adventures.get(key=change["of"].partition(":")[2])
    found = Character.objects.filter(campaign=campaign, key__in=change.get("given") or change["taken"]).with_ledger()
    heroes = {hero.key: hero for hero in found}
    if "given" in change:
        taken = {key: _take_share(campaign, heroes[key], share, adventure) for key, share in change["given"].items()}
        return {"what": "shares", "of": change["of"], "taken": taken}
    given = {}
    for key, px in change["taken"].items():
        movement = Movement(new_key(), MovementKind.SHARE, px, adventure=adventure.key)
        given[key] = _enter(campaign, heroes[key], movement, adventure=adventure)
    return {"what": "shares", "of": change["of"], "given": given}


def _take_share(campaign: Campaign, hero: Character, share: str, adventure: Adventure) -> int:
    """What is left of a share, taken back; the name of the adventure says why."""
    px = left_of(LedgerEntry.objects.as_movements().get(campaign=campaign, key=share))
    if hero.account.balance < px:
        message = gettext_noop("%(name)s has spent px of it: take that back first.")
        raise Refused(Problem("spent", message, rule="X1", params={"name": hero.name}))
    if px:
        _enter(campaign, hero, awarded(new_key(), -px, reason=adventure.name, reverses=share))
    return px


def _enter(campaign: Campaign, hero: Character, movement: Movement, **of: Any) -> str:
    balance = hero.account.adding(movement).balance
    return LedgerEntry.objects.enter(campaign, movement, balance=balance, character=hero, **of).key


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
