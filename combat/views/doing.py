"""What may be done in a fight besides attacks: the list of it, and a page for each."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.answers import accepted, as_refusal
from campaigns.answers import refused as refuse
from campaigns.models import Membership
from characters.regions.sheet import rules_url
from combat.acts import find_act, offered
from combat.doing_forms import ActForm
from combat.gates import encounter_or_404
from combat.models import Encounter
from combat.what import Act
from rules.problems import Refused


@require_safe
@login_required
def acts(request: HttpRequest, key: str) -> HttpResponse:
    """What the rules offer besides attacks."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    context = {"seat": seat, "campaign": seat.campaign, "encounter": found, "acts": _offered(found, seat)}
    return render(request, "combat/acts.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def act(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """One of them: what it asks for and its odds, or, when pressed, what it came to."""
    found, seat = encounter_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    chosen = find_act(found.campaign.ruleset, name, leads=seat.leads)
    if chosen is None:
        if find_act(found.campaign.ruleset, name, leads=True):
            raise PermissionDenied
        raise Http404
    problems: list[tuple[str, Any]] = []
    if request.method == "POST":
        form = ActForm(found, seat, chosen, request.POST)
        if form.is_valid():
            try:
                press = request.POST.get("press", "")
                entry = chosen.done(found, seat, form.cleaned_data, form.spent, press)
            except Refused as refused:
                problems = [(problem.show(_), problem) for problem in refused.problems]
            else:
                return accepted(request, seat, entry) if request.htmx else redirect(found)
    else:
        asked = ActForm(found, seat, chosen, request.GET) if request.GET else None
        form = asked or ActForm(found, seat, chosen, initial=request.GET.dict())
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "encounter": found,
        "act": chosen,
        "form": form,
        "problems": problems,
        **_odds(found, seat, chosen, form),
        "rules_url": rules_url(found.campaign),
    }
    if request.htmx and request.method == "POST":
        wrong = Refused(*(problem for _sentence, problem in problems)) if problems else as_refusal(form)
        return refuse(request, wrong)
    if request.htmx and request.GET:
        return render(request, "combat/act.html#act-odds", context)
    template = "combat/act.html#act-form" if request.htmx else "combat/act.html"
    return render(request, template, context, status=422 if request.method == "POST" else 200)


def _odds(found: Encounter, seat: Membership, chosen: Act, form: ActForm) -> dict[str, Any]:
    """The exact odds of the throw that is being chosen, of somebody whom the seat may know so well (S2)."""
    if not (chosen.check or chosen.asked or chosen.faced):
        return {}
    if not form.is_bound:
        form = ActForm(found, seat, chosen, form.first_choice)
    if not form.is_valid():
        return {}
    data, rolls = form.cleaned_data, found.campaign.ruleset.rolls
    given = form.spent.given
    try:
        if chosen.faced:
            return {"facing": list(chosen.faced(found, seat, data, given))}
        check = chosen.asked(found, data, given) if chosen.asked else chosen.check(found.fight, data, given)
        return {"odds": rolls.odds(check) if check.difficulty is not None else None}
    except Refused:
        return {}


def _offered(found: Encounter, seat: Membership) -> Any:
    return offered(found.campaign.ruleset, leads=seat.leads)
