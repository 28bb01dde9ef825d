"""Time at the table: game sessions, which reset tokens (R13), and days that pass (T7, C15, D12, D17)."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.made import closed, made
from campaigns.models import Campaign, Change, GameSession, LogEntry, Membership
from campaigns.regions import EVERYTHING
from characters import fighting
from characters.adventures import heroes_of
from characters.models import Character
from rules.problems import Problem, Refused
from rules.tokens import Purse
from rules.vitals import Fate


def open_session(campaign: Campaign, by: Membership, press: str = "") -> LogEntry:
    """Open the next game session: heroes have the tokens that one begins with, the GM none (R13, T7).

    Raises Refused where one is open.
    """
    with campaign.recording(by, press) as record:
        if session_of(campaign) is not None:
            raise Refused(Problem("open", gettext_noop("The session is open already."), "session", "T7"))
        number = (campaign.sessions.aggregate(last=Max("number"))["last"] or 0) + 1
        session = GameSession.objects.create(campaign=campaign, number=number)
        purse = record.campaign.ruleset.tokens.start()
        changes = [made(session), *_purses_anew(record.campaign, purse)]
        facts = {"number": session.number, "tokens": purse.held}
        return record("session-opened", facts, changes=changes, regions=[EVERYTHING])


def close_session(campaign: Campaign, by: Membership, press: str = "") -> LogEntry:
    """Close the open game session (T7). Raises Refused."""
    with campaign.recording(by, press) as record:
        session = session_of(campaign)
        if session is None:
            raise Refused(Problem("closed", gettext_noop("No session is open."), "session", "T7"))
        session.closed_at = timezone.now()
        session.save(update_fields=["closed_at"])
        return record("session-closed", {"number": session.number}, changes=[closed(session)], regions=["adventure"])


def _purses_anew(campaign: Campaign, purse: Purse) -> Iterator[Change]:
    """Every hero's tokens and the GM's as a session begins (R13), as changes."""
    for hero in heroes_of(campaign):
        hero.campaign = campaign
        held = hero.purse
        by = {"held": purse.held - held.held, "forced": purse.forced - held.forced}
        if any(by.values()):
            yield hero.change_purse(**by)
    if by_gm := purse.gm - campaign.tokens:
        yield change_tokens(campaign, by_gm)


def change_tokens(campaign: Campaign, by: int) -> Change:
    """Add to the tokens of the GM, never below 0; the change says what really changed (R13)."""
    after = max(0, campaign.tokens + by)
    by, campaign.tokens = after - campaign.tokens, after
    Campaign.objects.filter(pk=campaign.pk).update(tokens=after)
    return {"what": "gm-tokens", "of": "gm-tokens", "by": by}


def session_of(campaign: Campaign) -> GameSession | None:
    """The session that is open now, if any."""
    return campaign.sessions.filter(closed_at=None).first()


def pass_day(
    campaign: Campaign, by: Membership, keys: Collection[str], *, rests: bool = True, press: str = ""
) -> LogEntry:
    """A day passes for these heroes (T7): hazards of the day, then rest if they rest (C15, D12, D17); what may be had
    once a day is free again. Raises Refused for nobody, a stranger, the dead, or who is in a fight."""
    with campaign.recording(by, press) as record:
        heroes = {hero.key: hero for hero in heroes_of(campaign).with_pools().filter(key__in=keys)}
        if not keys or set(keys) - heroes.keys():
            raise Refused(Problem("nobody", gettext_noop("Tick for whom the day passes."), "who", "T7"))
        people: list[dict[str, Any]] = []
        changes: list[Change] = []
        regions: list[str] = []
        for hero in heroes.values():
            hero.campaign = record.campaign
            told, made = _day_of(hero, rests)
            people.append(told)
            changes += made
            regions += hero.regions_of_pools
        facts = {"people": people, "rests": rests}
        return record("day", facts, changes=changes, regions=dict.fromkeys(regions))


def _day_of(hero: Character, rests: bool) -> tuple[dict[str, Any], list[Change]]:
    """What a day brings one hero, stored, as facts and changes."""
    if fighting.of(hero).in_encounter:
        message = gettext_noop("%(name)s is in a fight: end it first.")
        raise Refused(Problem("in_encounter", message, "who", "T7", {"name": hero.name}))
    if hero.condition.fate is Fate.DEAD:
        message = gettext_noop("%(name)s is dead.")
        raise Refused(Problem("dead", message, "who", "T7", {"name": hero.name}))
    ruleset, sheet, was = hero.ruleset, hero.sheet, hero.condition.word
    after, facts = ruleset.day(sheet, chance.draw, rests=rests)
    changes: list[Change] = []
    points = []
    for kind in ruleset.pools:
        by = ruleset.points(after, kind.key) - ruleset.points(sheet, kind.key)
        if by:
            made = hero.apply_to_pool(kind.key, by, clamp_silently=True)
            changes.append({"what": "pool", "of": made["of"], "by": made["by"]})
            points.append({name: made[name] for name in ("pool", "by", "now", "maximum")})
    changes += hero.set_vitals(after.vitals)
    named = {"character": hero.key, "name": hero.name, "gender": hero.gender}
    return {**named, **facts, "points": points, "was": was, "is": hero.condition.word}, changes
