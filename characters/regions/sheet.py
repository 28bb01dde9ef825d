"""The regions and pages that show characters: the roster of a table, a sheet's points, its last roll."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import table
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import Audience, at_hand, page, region, seat_of
from characters import fighting
from characters.models import Character, Sharing
from characters.regions.states import badges, felt
from characters.waiting import heroes_at, px_at, waiting_at, waiting_for
from rules.odds import Odds
from rules.ruleset import Ruleset
from rules.vitals import Fate

BEFORE = 6  # rolls and changes that the sheet still shows under the last one

table.TABLE_REGIONS.insert(0, "roster")
table.LEADER_REGIONS.append("foes")
table.PLAYER_REGIONS.insert(0, "own")
table.LEADER_REGIONS += ["own", "waiting"]
table.PLAYER_REGIONS.append("waiting")


@page("sheet")
def sheet(seat: Membership, about: str) -> list[str] | None:
    """A sheet is open to its player and to those who lead."""
    character = Character.objects.known_to(seat).filter(key=about).first()
    if character is None or not character.can_be_played_by(seat):
        return None
    return regions_of(character, seat)


def regions_of(character: Character, seat: Membership) -> list[str]:
    """The regions that a sheet holds for a seat that may see it."""
    names = ["pools", "hands", "tray", "brief", "identity", "words", "conditions", *(["secrets"] if seat.leads else [])]
    return [f"mine-{seat.key}", *(f"{name}-{character.key}" for name in names)]


@region("roster", follows=["account"])
def roster(campaign: Campaign, about: str, audience: Audience) -> str:
    """The heroes, each with as much as its player shows the table; those who lead see all, and px to spend."""
    if campaign.ruleset.tokens.initial:
        campaign.tokens = Campaign.objects.values_list("tokens", flat=True).get(pk=campaign.pk)
    rows = list(_rows(campaign, heroes_at(campaign), leads=audience.role.leads))
    if audience.role.leads:
        for row in rows:
            row["px"] = px_at(campaign).get(row["character"].pk, 0)
    context = {
        "campaign": campaign,
        "rows": rows,
        "leads": audience.role.leads,
        "plays": audience.role.plays,
        "has_tokens": any(row["character"].has_tokens for row in rows if "character" in row),
    }
    return render_to_string("characters/_roster.html#roster", context)


def _drafts_at(campaign: Campaign) -> list[Character]:
    return at_hand("drafts", lambda: list(campaign.characters.drafts().select_related("owner")))


def _owners(campaign: Campaign, about: str) -> set[object]:
    return {character.owner_id for character in (*heroes_at(campaign), *_drafts_at(campaign))}


@region("own", personal=_owners)
def own(campaign: Campaign, about: str, audience: Audience) -> str:
    """One's own heroes and drafts, and the way to a new one; who leads sees everybody's drafts."""
    seat, leads, drafts = audience.seat, audience.role.leads, _drafts_at(campaign)
    context = {
        "campaign": campaign,
        "plays": audience.role.plays,
        "leads": leads,
        "characters": [hero.as_seen(leads=leads) for hero in heroes_at(campaign) if seat and hero.owner_id == seat],
        "drafts": [each for each in drafts if leads or (seat and each.owner_id == seat)],
    }
    return render_to_string("characters/_roster.html#own", context)


@region(
    "waiting",
    personal=lambda campaign, about: waiting_at(campaign),
    follows=["roster", "foes", "turn", "adventure", "own", "tray"],
)
def waiting(campaign: Campaign, about: str, audience: Audience) -> str:
    """What waits for this seat, whatever page it is on."""
    waits = waiting_for(campaign, audience.seat, leads=audience.role.leads)
    return render_to_string("characters/_roster.html#waiting", {"waiting": waits})


@region("foes")
def foes(campaign: Campaign, about: str, audience: Audience) -> str:
    """The foes at hand; only pages of those who lead hold this region."""
    rows = list(_rows(campaign, campaign.characters.foes().with_pools(), leads=True))
    return render_to_string("characters/_roster.html#foes", {"campaign": campaign, "rows": rows})


def _rows(campaign: Campaign, characters: Iterable[Character], *, leads: bool) -> Iterable[dict[str, Any]]:
    for each in characters:
        each.campaign = campaign
        character = each.as_seen(leads=leads)
        shown = Sharing.ALL if leads else character.shown_to_table
        row = {"name": character.name, "url": character.get_absolute_url() if shown == Sharing.ALL else ""}
        if shown != Sharing.NOTHING:
            row |= {"character": character, **state_of(campaign.ruleset, character)}
        yield row


def state_of(ruleset: Ruleset, character: Character) -> dict[str, Any]:
    """The points that wounds take, and what they make of the character."""
    sheet, key = character.sheet, ruleset.injuries.pool
    return {
        "pool": key,
        "label": _(next(kind.short for kind in ruleset.pools if kind.key == key)),
        "long_label": _(next(kind.label for kind in ruleset.pools if kind.key == key)),
        "now": ruleset.points(sheet, key),
        "maximum": ruleset.maximum(sheet, key),
        "threshold": ruleset.threshold(sheet),
        "condition": ruleset.condition(sheet),
    }


def pools_of(character: Character) -> Iterator[dict[str, Any]]:
    """The pools of a character, first the one whose loss wounds; those that a foe lacks are not there (D8, P6)."""
    ruleset, sheet = character.ruleset, character.sheet
    main, held = ruleset.injuries.pool, ruleset.body(sheet).points
    for kind in sorted(ruleset.pools, key=lambda kind: kind.key != main):
        if kind.key in held:
            is_main = kind.key == main
            yield {
                "key": kind.key,
                "id": character.key if is_main else f"{character.key}-{kind.key}",
                "label": _(kind.short if is_main else kind.label),
                "long_label": _(kind.label),
                "now": held[kind.key],
                "maximum": ruleset.maximum(sheet, kind.key),
                "is_main": is_main,
            }


@region("pools")
def pools(campaign: Campaign, about: str, audience: Audience) -> str:
    """A sheet's points with their − and +, what they make of it, and its tokens."""
    character = Character.objects.called(about)
    if character is None or character.campaign_id != campaign.pk:
        raise Character.DoesNotExist
    character.campaign = campaign
    character = character.as_seen(leads=audience.role.leads)
    if has_tokens := character.has_tokens:
        campaign.tokens = Campaign.objects.values_list("tokens", flat=True).get(pk=campaign.pk)
    may_throw = character.condition.fate is Fate.FALLING or any(each.save for each in character.sheet.vitals.effects)
    fight = fighting.of(character) if may_throw else fighting.PEACE
    context = {
        "character": character,
        "campaign": campaign,
        "pools": list(pools_of(character)),
        "condition": character.condition,
        "threshold": campaign.ruleset.threshold(character.sheet),
        "badges": list(badges(character)),
        "felt": felt(character),
        "fight_url": fight.url,
        "at_zero": _odds_at_zero(character),
        "leads": audience.role.leads,
        "purse": character.purse if has_tokens else None,
        "protagonism": character.protagonism_left if character.has_protagonism else None,
        "rules_url": rules_url(campaign),
    }
    return render_to_string("characters/_pools.html", context)


def _odds_at_zero(character: Character) -> Odds | None:
    """Of the check that waits for one who fell to 0 (C11)."""
    if character.condition.fate is not Fate.FALLING:
        return None
    return character.ruleset.rolls.odds(character.ruleset.stay_up_check(character.sheet))


@region("tray", personal=True)
def tray(campaign: Campaign, about: str, audience: Audience) -> str:
    """The last roll of a sheet and what came before it, as far as this seat may see them."""
    last, damage, before = last_roll(campaign, about, audience)
    context = {
        "about": about,
        "campaign": campaign,
        "last": last and _worded(last, audience),
        "can_settle": bool(last) and last.kind == "opposed" and about in last.facts["contest"]["tied"],
        "damage": damage and _worded(damage, audience),
        "before": [_worded(entry, audience) for entry in before],
        "rules_url": rules_url(campaign),
    }
    return render_to_string("characters/_tray.html#tray", context)


@region("brief", personal=True)
def brief(campaign: Campaign, about: str, audience: Audience) -> str:
    """The last roll in one line, for the folded tray of a phone."""
    last, damage, _before = last_roll(campaign, about, audience)
    context = {"about": about, "last": last and _worded(last, audience), "damage": damage}
    return render_to_string("characters/_tray.html#brief", context)


ROLLS = ("check", "save", "free", "opposed", "thrown")
"""What the tray shows large; of a contest its own side's entry brings it there."""
TOLD = (*ROLLS, "side", "damage", "pool")


def last_roll(
    campaign: Campaign, about: str, audience: Audience
) -> tuple[LogEntry | None, LogEntry | None, list[LogEntry]]:
    """The last roll of a sheet that this seat may see, its damage if it was thrown, and what came before."""
    return at_hand(("last roll", about, audience.seat), lambda: _last_roll(campaign, about, audience))


def _last_roll(
    campaign: Campaign, about: str, audience: Audience
) -> tuple[LogEntry | None, LogEntry | None, list[LogEntry]]:
    entries = LogEntry.objects.visible_to(seat_of(audience)).filter(topic=f"c:{about}").select_related("by")
    told = list(entries.filter(kind__in=TOLD)[: BEFORE + 2])
    last = next((entry for entry in told if entry.kind in (*ROLLS, "side")), None)
    if last is None:
        last = entries.filter(kind__in=(*ROLLS, "side")).first()
    damage = next((each for each in told if last and each.kind == "damage" and each.facts["of"] == last.key), None)
    before = [each for each in told if each not in (last, damage) and each.kind not in ("side", "thrown")][:BEFORE]
    if last and last.kind == "side":
        last = LogEntry.objects.select_related("by").filter(campaign=campaign, key=last.facts["of"]).first()
    for entry in filter(None, (last, damage, *before)):
        entry.campaign = campaign
    return last, damage, before


def _worded(entry: LogEntry, audience: Audience) -> dict[str, Any]:
    return table.entry_context(entry, leads=audience.role.leads, button=False)


def rules_url(campaign: Campaign) -> str:
    return reverse("campaigns:rules", args=[campaign.key])
