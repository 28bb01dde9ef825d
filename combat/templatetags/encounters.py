"""The way to the fight that is on, from every page of a campaign, and small pieces of its own page."""

from collections.abc import Iterator
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.models import Membership
from characters.log.why import Reason, reasons_to_keep
from combat.deeds import Deeds
from combat.waiting import RUNNING
from rules.checks import Outcome

register = template.Library()


@register.simple_tag
def running_fight(seat: Membership | None) -> str:
    """The address of the campaign's running encounter, "" if there is none; its own page has said so already."""
    if seat is None:
        return ""
    campaign = seat.campaign
    return getattr(seat, "running_fight_url", None) or _running_fight(campaign.key, campaign.version, campaign.pk)


@lru_cache(maxsize=1024)
def _running_fight(_key: str, _version: int, campaign: int) -> str:
    """Asked once for each version of the campaign, which every change raises."""
    return next((fight.get_absolute_url() for fight in RUNNING(campaign)), "")


@register.filter
def felt_tokens(outcome: Outcome) -> Iterator[Reason]:
    """Why another die stayed, as far as tokens are the reason (R13): those are no secret."""
    return reasons_to_keep(tuple(each for each in outcome.check.factors if each.rule == "R13"), "")


@register.simple_tag
def most_of(deeds: list[Deeds]) -> int:
    """The longest bar of `deed_bars`: the most damage of anybody, or the most points lost."""
    return max((max(each.damage, each.lost or 0) for each in deeds), default=0)


@register.simple_tag
def deed_bars(deeds: Deeds, most: int) -> SafeString:
    """Damage over points lost, as bars; what is not known has none. The numbers stand beside them."""
    bars = [("dealt", 0, 8, deeds.damage), ("lost", 11, 5, deeds.lost)]
    drawn = [(kind, top, height, round(100 * amount / most, 1)) for kind, top, height, amount in bars if amount]
    if not drawn:
        return SafeString("")
    rects = format_html_join("", '<rect class="{}" y="{}" height="{}" width="{}"/>', drawn)
    return format_html(
        '<svg class="deed-bars" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">{}</svg>', rects
    )


@register.simple_tag
def share_options(share: str) -> SafeString:
    """What one of several gets of damage, as options with `share` chosen: the same for each of sixty."""
    return _share_options(share, get_language())


@lru_cache(maxsize=32)
def _share_options(share: str, language: str | None) -> SafeString:
    return render_to_string("combat/_shares.html", {"share": share})
