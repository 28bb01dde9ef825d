"""The regions and pages that show characters: the roster of a table, a sheet's points, its last roll."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import table
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.regions import Audience, page, region
from characters import fighting
from characters.models import Character, Sharing
from rules.ruleset import Ruleset
from rules.vitals import Fate

BEFORE = 6  # rolls and changes that the sheet still shows under the last one

table.TABLE_REGIONS.insert(0, "roster")
table.LEADER_REGIONS.append("foes")
table.PLAYER_REGIONS.insert(0, "own")
table.LEADER_REGIONS.append("own")


@page("sheet")
def sheet(seat: Membership, about: str) -> list[str] | None:
    """A sheet is open to its player and to those who lead."""
    character = Character.objects.known_to(seat).filter(key=about).first()
    if character is None or not character.can_be_played_by(seat):
        return None
    names = ["pools", "tray", "brief", "identity", "words", "conditions", *(["secrets"] if seat.leads else [])]
    return [f"mine-{seat.key}", *(f"{name}-{about}" for name in names)]


@region("roster")
def roster(campaign: Campaign, about: str, audience: Audience) -> str:
    """The heroes, each with as much as its player shows the table; those who lead see all."""
    heroes = campaign.characters.heroes().with_pools()
    rows = list(_rows(campaign, heroes, leads=audience.role.leads))
    context = {"campaign": campaign, "rows": rows, "plays": audience.role.plays}
    return render_to_string("characters/_roster.html#roster", context)


@region("own", personal=True)
def own(campaign: Campaign, about: str, audience: Audience) -> str:
    """The way from the table to one's own sheets and drafts, and to a new one; who leads sees everybody's drafts."""
    drafts = campaign.characters.drafts().select_related("owner")
    context = {
        "campaign": campaign,
        "plays": audience.role.plays,
        "leads": audience.role.leads,
        "characters": list(campaign.characters.heroes().filter(owner=audience.seat)),
        "drafts": list(drafts if audience.role.leads else drafts.filter(owner=audience.seat)),
    }
    return render_to_string("characters/_roster.html#own", context)


@region("foes")
def foes(campaign: Campaign, about: str, audience: Audience) -> str:
    """The foes at hand; only pages of those who lead hold this region."""
    rows = list(_rows(campaign, campaign.characters.foes().with_pools(), leads=True))
    return render_to_string("characters/_roster.html#foes", {"campaign": campaign, "rows": rows})


def _rows(campaign: Campaign, characters: Iterable[Character], *, leads: bool) -> Iterable[dict[str, Any]]:
    for character in characters:
        character.campaign = campaign
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


def _other_pools(ruleset: Ruleset, character: Character) -> Iterator[dict[str, Any]]:
    """The pools whose loss does not wound, such as stamina (D8); those of a foe that has none are not there."""
    held = ruleset.body(character.sheet).points
    for kind in ruleset.pools:
        if kind.key != ruleset.injuries.pool and kind.key in held:
            most = ruleset.maximum(character.sheet, kind.key)
            yield {"key": kind.key, "label": _(kind.label), "now": held[kind.key], "maximum": most}


@region("pools")
def pools(campaign: Campaign, about: str, audience: Audience) -> str:
    """A sheet's PV with their − and +."""
    character = Character.objects.with_pools().get(campaign=campaign, key=about)
    character.campaign = campaign
    context = {
        "character": character,
        "campaign": campaign,
        **state_of(campaign.ruleset, character),
        "others": list(_other_pools(campaign.ruleset, character)),
        "fight_url": fighting.of(character).url if character.condition.fate is Fate.FALLING else "",
        "rules_url": rules_url(campaign),
    }
    return render_to_string("characters/sheet.html#pools", context)


@region("tray", personal=True)
def tray(campaign: Campaign, about: str, audience: Audience) -> str:
    """The last roll of a sheet and what came before it, as far as this seat may see them."""
    last, before = _last_roll(campaign, about, audience)
    context = {
        "about": about,
        "campaign": campaign,
        "last": last and table.entry_context(last, leads=audience.role.leads, button=False),
        "before": [table.entry_context(entry, leads=audience.role.leads, button=False) for entry in before],
        "rules_url": rules_url(campaign),
    }
    return render_to_string("characters/sheet.html#tray", context)


@region("brief", personal=True)
def brief(campaign: Campaign, about: str, audience: Audience) -> str:
    """The last roll in one line, for the folded tray of a phone."""
    last, _before = _last_roll(campaign, about, audience)
    context = {"about": about, "last": last and table.entry_context(last, leads=audience.role.leads, button=False)}
    return render_to_string("characters/sheet.html#brief", context)


def _last_roll(campaign: Campaign, about: str, audience: Audience) -> tuple[LogEntry | None, list[LogEntry]]:
    seat = Membership.objects.get(pk=audience.seat)
    entries = LogEntry.objects.visible_to(seat).filter(topic=f"c:{about}").select_related("by")
    last = entries.filter(kind="check").first()
    before = [entry for entry in entries.filter(kind__in=["check", "pool"])[: BEFORE + 1] if entry != last]
    for entry in filter(None, (last, *before)):
        entry.campaign = campaign
    return last, before[:BEFORE]


def rules_url(campaign: Campaign) -> str:
    return reverse("campaigns:rules", args=[campaign.key])
