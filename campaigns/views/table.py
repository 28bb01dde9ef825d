"""The campaign's page and its log."""

from itertools import groupby

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop
from django.views.decorators.http import require_POST, require_safe

from campaigns import changes, feed, links
from campaigns import table as table_words
from campaigns.answers import accepted, as_refusal, refused
from campaigns.finding import LONGEST
from campaigns.forms import CampaignSetting, LinkAddress
from campaigns.gates import leader_or_403, seat_or_404
from campaigns.kinds import KINDS, worded
from campaigns.models import Audience, LogEntry, Membership, Role
from campaigns.pages import live_page
from campaigns.regions import audience_of
from campaigns.rulebook import rulebook
from campaigns.streams import screen_of
from live import Gone
from live.stream import Denied
from rules.problems import Problem, Refused

ENTRIES_A_PAGE = 50


@require_safe
@login_required
def table(request: HttpRequest, key: str) -> HttpResponse:
    seat = seat_or_404(request, key)
    context: dict[str, object] = {"audiences": Audience.choices, **_heading(seat)}
    if seat.leads:
        invitation = seat.campaign.invitation
        url = invitation and links.link_to(seat.campaign, invitation.get_absolute_url())
        addresses = links.addresses()
        context |= {
            "invitation": invitation,
            "invitation_url": url,
            "qr": url and links.qr(url),
            "setting_form": CampaignSetting(initial={"setting": seat.campaign.setting}),
            "address_form": LinkAddress(instance=seat.campaign, addresses=addresses) if len(addresses) > 1 else None,
        }
    return live_page(request, seat, "table", "campaigns/table.html", context)


def _heading(seat: Membership) -> dict[str, object]:
    """Who leads, how many play and since when."""
    campaign = seat.campaign
    seats = list(campaign.memberships.sitting().values_list("role", "name"))
    began = timezone.localtime(campaign.created_at)
    return {
        "gm": next((name for role, name in seats if role == Role.GM), None),
        "players": sum(role == Role.PLAYER for role, _name in seats),
        "since_format": "F" if began.year == timezone.localtime().year else "F Y",
    }


@require_POST
@login_required
def setting(request: HttpRequest, key: str) -> HttpResponse:
    """Where and when the campaign plays; for those who lead."""
    seat = leader_or_403(request, key)
    form = CampaignSetting(request.POST)
    if "setting" not in request.POST:
        raise Refused(Problem("nothing", gettext_noop("Nothing to change was named."), "setting"))
    if not form.is_valid():
        return refused(request, as_refusal(form))
    seat.campaign.choose_setting(seat, form.cleaned_data["setting"], request.POST.get("press", ""))
    return redirect(seat.campaign.get_absolute_url() + "#setting")


@require_safe
@login_required
def news(request: HttpRequest, key: str) -> HttpResponse:
    """What the stream would bring, for a page that has none: the regions it lacks, or 204."""
    seat = seat_or_404(request, key)
    asked = request.GET
    screen = screen_of(seat, asked.get("page", ""), asked.get("as", ""), asked.get("lang", ""), asked.get("after", ""))
    if isinstance(screen, Denied):
        return HttpResponse(status=screen.status)
    (fresh,) = feed.fresh_for([screen])
    if isinstance(fresh, Gone):
        return HttpResponse(status=404)
    if fresh is None:
        return HttpResponse(status=204)
    return HttpResponse(fresh.html, headers={"Mesa-After": fresh.after})


@require_safe
@login_required
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that happened, as far as this seat may read it."""
    seat = seat_or_404(request, key)
    listed = LogEntry.objects.listed_for(seat).values_list("key", "at")
    part = Paginator(listed, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    tape = feed.tape_of(seat.campaign)
    version = tape.catch_up()
    language = get_language() or settings.LANGUAGE_CODE
    worded = feed.entries_of(tape, [entry_key for entry_key, _at in part], seat, language, version)
    moments = [at for _key, at in part]
    by_day = groupby(zip(moments, worded, strict=True), lambda row: timezone.localdate(row[0]))
    days = [(rows[0][0], [html for _at, html in rows]) for rows in (list(group) for _day, group in by_day)]
    context = {"seat": seat, "campaign": seat.campaign, "days": days, "part": part, "tab": "log"}
    return render(request, "campaigns/log.html", context)


@require_safe
@login_required
def entry(request: HttpRequest, key: str, entry_key: str) -> HttpResponse:
    """One entry for good, to paste where people talk: whoever may not read it is told that there is none."""
    seat = seat_or_404(request, key)
    listed = LogEntry.objects.listed_for(seat)
    found = get_object_or_404(listed.select_related("by"), key=entry_key)
    found.campaign = seat.campaign
    place = listed.filter(version__gt=found.version).count()
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "entry": table_words.entry_html(seat.campaign, found, audience_of("entry", seat, get_language() or "")),
        "title": KINDS[found.kind].title(worded(found, leads=seat.leads)),
        "at": found.at,
        "around": f"?page={place // ENTRIES_A_PAGE + 1}#entry-{found.key}",
        "tab": "log",
    }
    return render(request, "campaigns/entry.html", context)


@require_safe
@login_required
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules in force at this table, with its numbers, what differs from the preset marked; `q` finds some."""
    seat = seat_or_404(request, key)
    campaign = seat.campaign
    asked = request.GET.get("q", "").strip()[:LONGEST]
    book = rulebook(campaign)
    chapters = book.find(asked)
    context = {
        "seat": seat,
        "campaign": campaign,
        "ruleset": campaign.ruleset,
        "tab": "rules",
        "changed": book.changed,
        "chapters": chapters,
        "asked": asked,
        "found": sum(chapter.found for chapter in chapters),
    }
    return render(request, "campaigns/rules.html", context)


@require_POST
@login_required
def toggle(request: HttpRequest, key: str, entry_key: str) -> HttpResponse:
    """Take an entry back, or do it again (T8)."""
    seat = seat_or_404(request, key)
    entry = get_object_or_404(LogEntry.objects.visible_to(seat).select_related("campaign"), key=entry_key)
    if not seat.leads and entry.by_id != seat.pk:
        raise PermissionDenied
    return accepted(request, seat, changes.toggle(entry, seat, request.POST.get("press", "")))
