"""The page of a character's files, and what one does there: export, copy, hand over, archive; and what comes back."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.doors import FILE, limited
from campaigns.answers import accepted, as_refusal, refused
from campaigns.gates import seat_or_404
from campaigns.models import Repeated
from campaigns.pages import live_page
from characters import forum
from characters.exchange import SCHEMAS, file_of, read, take_in
from characters.forms.files import FromFile, Heir, NewOwner
from characters.gates import archived_or_403, character_or_403
from characters.paper import paper_of
from rules.problems import Refused


@require_safe
@login_required
def files(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    paper = paper_of(character)
    context = {
        "character": character,
        "tab": "sheet",
        "bbcode": forum.written(paper, forum.BBCODE),
        "markdown": forum.written(paper, forum.MARKDOWN),
        "hand_over": None
        if character.is_foe or seat.campaign.is_solo
        else NewOwner(campaign=seat.campaign, but=character.owner_id),
    }
    return live_page(request, seat, f"files-{character.key}", "characters/files.html", context)


@require_safe
@login_required
def paper(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet as it is printed, and how it will look."""
    character, seat = character_or_403(request, key)
    context = {
        "seat": seat,
        "campaign": seat.campaign,
        "character": character,
        "paper": paper_of(character),
        "tab": "sheet",
    }
    return render(request, "characters/print.html", context)


@require_safe
@login_required
def export(request: HttpRequest, key: str) -> HttpResponse:
    """The character as a file."""
    character, seat = character_or_403(request, key)
    name = slugify(character.name) or "character"
    return HttpResponse(
        file_of(character, seat),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@require_safe
def schema(request: HttpRequest, version: str, kind: str = "character") -> HttpResponse:
    """What a file has to look like, for everyone."""
    known = {path.name: path for path in SCHEMAS.glob(f"{kind}-*.json")}
    path = known.get(f"{kind}-{version}.json")
    if path is None:
        raise Http404
    return HttpResponse(path.read_bytes(), content_type="application/schema+json")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@limited(FILE)
def take(request: HttpRequest, key: str) -> HttpResponse:
    """A character from a file: all of it, or a page that says what is wrong with it."""
    seat = seat_or_404(request, key)
    if not seat.rank.plays:
        raise PermissionDenied
    form = FromFile(request.POST, request.FILES, by=seat) if request.method == "POST" else FromFile(by=seat)
    problems: list[Any] = []
    if form.is_valid():
        owner = form.cleaned_data.get("owner") or seat
        to_mend, press = form.cleaned_data["to_mend"], request.POST.get("press", "")
        try:
            made = take_in(seat.campaign, seat, owner, read(form.sent), to_mend=to_mend, press=press)
        except Refused as refusal:
            problems = [(problem.show(_), problem) for problem in refusal.problems]
        except Repeated as again:
            return _to(again.entry.facts["character"])
        else:
            return redirect(made)
    context = {"seat": seat, "campaign": seat.campaign, "form": form, "problems": problems}
    return render(request, "characters/import.html", context, status=422 if problems or form.errors else 200)


@require_POST
@login_required
def copy(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    try:
        return redirect(character.copy(seat, request.POST.get("press", "")))
    except Repeated as again:
        return _to(again.entry.facts["character"])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def succeed(request: HttpRequest, key: str) -> HttpResponse:
    """Who follows one who is dead: a name, and on to the points."""
    character, seat = character_or_403(request, key)
    form = Heir(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"seat": seat, "campaign": seat.campaign, "character": character, "form": form}
        return render(request, "characters/succeed.html", context, status=422 if form.is_bound else 200)
    try:
        return redirect(character.succeed(seat, form.cleaned_data["name"], request.POST.get("press", "")))
    except Repeated as again:
        return _to(again.entry.facts["character"])


@require_POST
@login_required
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """To another player: who does not lead sees nothing more of it."""
    character, seat = character_or_403(request, key)
    form = NewOwner(request.POST, campaign=seat.campaign, but=None)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    entry = character.hand_over(seat, form.cleaned_data["owner"], request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def archive(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    return accepted(request, seat, character.archive(seat, request.POST.get("press", "")))


@require_POST
@login_required
def restore(request: HttpRequest, key: str) -> HttpResponse:
    """From the archive of the table, as long as it has it."""
    character, seat = archived_or_403(request, key)
    return accepted(request, seat, character.restore(seat, request.POST.get("press", "")))


def _to(key: str) -> HttpResponse:
    """The page of what a press has made already."""
    return redirect(reverse("characters:sheet", args=[key]))
