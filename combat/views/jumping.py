"""Back or forward to any entry of the encounter (T8)."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from campaigns import changes
from campaigns.answers import accepted
from campaigns.kinds import KINDS, worded
from campaigns.models import LogEntry
from characters.regions.sheet import rules_url
from combat.gates import led_encounter
from rules.problems import Problem, Refused

MOST_NAMED = 12
SIDES = {"after": False, "before": True}
"""Just after the entry, or before it: whether it is passed too."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def jump(request: HttpRequest, key: str, entry_key: str) -> HttpResponse:
    """What goes back, or is done again, to get there; and, when pressed, that."""
    found, seat = led_encounter(request, key)
    entry = get_object_or_404(changes.actions_of(found.campaign, found.topic).select_related("by"), key=entry_key)
    entry.campaign = found.campaign
    if request.method == "POST":
        to = request.POST.get("to", "")
        if to not in SIDES:
            raise Refused(Problem("to", gettext_noop("Say whether this one stays too."), "to", "T8"))
        done = changes.jump(entry, seat, request.POST.get("press", ""), past=SIDES[to])
        return accepted(request, seat, done) if request.htmx else redirect(found)
    steps = changes.way_to(entry)
    for step in steps:
        step.campaign = found.campaign
    context = {
        "seat": seat,
        "campaign": found.campaign,
        "encounter": found,
        "entry": entry,
        "title": _title(entry),
        "count": len(steps),
        "steps": [_title(step) for step in steps[:MOST_NAMED]],
        "more": max(0, len(steps) - MOST_NAMED),
        "rules_url": rules_url(found.campaign),
        "tab": "fight",
    }
    template = "combat/jump.html#question" if request.htmx else "combat/jump.html"
    return render(request, template, context)


def _title(entry: LogEntry) -> str:
    return KINDS[entry.kind].title(worded(entry, leads=True))
