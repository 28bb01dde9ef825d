"""The gear of a campaign in its library: weapons with what they cost (W1), armor, shields."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.answers import accepted
from campaigns.gates import leader_or_403
from campaigns.models import Campaign, Repeated
from campaigns.models.house_rules import Overtaken
from combat import armoury
from combat.armoury_forms import FORMS, WeaponForm
from rules.options import by_key
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def row(request: HttpRequest, key: str, table: str, row_key: str = "") -> HttpResponse:
    """A new row of a table, or other columns for one. A weapon over its points is kept only where that is ticked."""
    seat = leader_or_403(request, key)
    found = _row_or_404(seat.campaign.ruleset, table, row_key) if row_key else _table_or_404(table)
    form = FORMS[table](request.POST if request.method == "POST" else None, row=found)
    over = []
    if form.is_valid():
        counted = _counted(seat.campaign, form)
        if counted and counted["problems"] and not request.POST.get("anyway"):
            over = counted["problems"]
        else:
            at = row_key or armoury.new_key_of(seat.campaign, table, form.cleaned_data["label"])
            _keep(seat, table, at, form.columns, request.POST.get("press", ""))
            return redirect("combat:library", key)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "form": form,
        "table": table,
        "row": found,
        "name": found and armoury.words_of(found),
        "cost": _counted(seat.campaign, form),
        "is_over": bool(over),
        "tab": "library",
    }
    return render(request, "combat/gear.html", context, status=422 if form.errors or over else 200)


@require_safe
@login_required
def cost(request: HttpRequest, key: str) -> HttpResponse:
    """What a weapon costs as it is picked; nothing is kept."""
    seat = leader_or_403(request, key)
    form = WeaponForm({**request.GET.dict(), "label": request.GET.get("label") or "–"})
    return render(request, "combat/_cost.html", {"campaign": seat.campaign, "cost": _counted(seat.campaign, form)})


@require_POST
@login_required
def remove(request: HttpRequest, key: str, table: str, row_key: str) -> HttpResponse:
    """A row is there no more; who carries it goes without."""
    seat = leader_or_403(request, key)
    _row_or_404(seat.campaign.ruleset, table, row_key)
    return accepted(request, seat, _keep(seat, table, row_key, None, request.POST.get("press", "")))


@require_POST
@login_required
def put_back(request: HttpRequest, key: str, table: str, row_key: str) -> HttpResponse:
    """What the preset has and was taken out."""
    seat = leader_or_403(request, key)
    _row_or_404(seat.campaign.preset_ruleset, table, row_key)
    try:
        entry = armoury.put_back(seat.campaign, seat, table, row_key, request.POST.get("press", ""))
    except Overtaken:
        raise _overtaken() from None
    return accepted(request, seat, entry)


def _keep(seat: Any, table: str, row_key: str, columns: Any, press: str) -> Any:
    try:
        return armoury.keep(seat.campaign, seat, table, row_key, columns, press)
    except Overtaken:
        raise _overtaken() from None
    except Repeated as again:
        return again.entry


def _overtaken() -> Refused:
    message = gettext_noop("Somebody else changed the house rules meanwhile: look at them, and press again.")
    return Refused(Problem("overtaken", message, "label"))


def _counted(campaign: Campaign, form: Any) -> dict[str, Any] | None:
    """What the weapon of a form costs; None of anything else, and as long as it cannot be read."""
    if not isinstance(form, WeaponForm):
        return None
    budget = campaign.ruleset.creation.weapon_points
    if not form.is_bound:
        return armoury.costs(form.row, budget) if form.row else None
    return armoury.costs(form.made, budget) if form.is_valid() else None


def _table_or_404(table: str) -> None:
    if table not in FORMS:
        raise Http404


def _row_or_404(ruleset: Ruleset, table: str, row_key: str) -> Any:
    _table_or_404(table)
    found = by_key(getattr(ruleset, table)).get(row_key)
    if found is None:
        raise Http404
    return found
