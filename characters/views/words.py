"""What is written on a sheet: texts, conditions, the portrait, what the others see; and the sheet as they see it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from accounts.doors import FILE, limited
from accounts.sessions import back_to
from campaigns import texts
from campaigns.answers import accepted, as_refusal, refused
from campaigns.models import Membership
from campaigns.pages import live_page
from characters.forms.words import NewCondition, Share
from characters.gates import character_or_403, shown_or_403
from characters.models import Character, Portrait, Sharing
from characters.pictures import MOST_BYTES, portrait_of
from rules.problems import Problem, Refused

FOR_EVER = "private, max-age=31536000, immutable"


@require_POST
@login_required
def write(request: HttpRequest, key: str, field: str) -> HttpResponse:
    """One text, with the version it was begun at; 409 with both where somebody changed the same one meanwhile."""
    character, seat = character_or_403(request, key)
    return texts.store(request, character, seat, field)


@require_POST
@login_required
def afflict(request: HttpRequest, key: str) -> HttpResponse:
    """A condition more."""
    character, seat = character_or_403(request, key)
    form = NewCondition(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    return accepted(request, seat, character.afflict(seat, **form.cleaned_data, press=request.POST.get("press", "")))


@require_POST
@login_required
def relieve(request: HttpRequest, key: str, condition: str) -> HttpResponse:
    """A condition less."""
    character, seat = character_or_403(request, key)
    return accepted(request, seat, character.relieve(seat, condition, request.POST.get("press", "")))


@require_POST
@login_required
def share(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    form = Share(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    entry = character.share(seat, Sharing(form.cleaned_data["sharing"]), request.POST.get("press", ""))
    return accepted(request, seat, entry) if request.htmx and entry else _back(request, character)


@require_POST
@login_required
@limited(FILE)
def put_portrait(request: HttpRequest, key: str) -> HttpResponse:
    """A portrait in place of the one before."""
    character, seat = character_or_403(request, key)
    file = request.FILES.get("picture")
    if file is None:
        raise Refused(Problem("no_picture", gettext_noop("Choose a picture first."), "picture"))
    data = file.read(MOST_BYTES + 1)
    return accepted(request, seat, character.put_portrait(seat, portrait_of(data), request.POST.get("press", "")))


@require_POST
@login_required
def remove_portrait(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    return accepted(request, seat, character.put_portrait(seat, None, request.POST.get("press", "")))


@require_safe
@login_required
def portrait(request: HttpRequest, key: str, picture: str) -> HttpResponse:
    """The picture itself, for those who see how the character is. Its address changes with it, so it may be kept."""
    character, _seat = shown_or_403(request, key, Sharing.STATE)
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{picture}"'}
    if picture == character.picture and request.headers.get("If-None-Match") == headers["ETag"]:
        return HttpResponse(status=304, headers=headers)
    found = get_object_or_404(Portrait, character=character, key=picture)
    return HttpResponse(bytes(found.image), content_type="image/webp", headers=headers)


def look(request: HttpRequest, character: Character, seat: Membership) -> HttpResponse:
    """The sheet of another, as its player shows it: nothing to press, nothing to write."""
    context = {"character": character, "tab": ""}
    return live_page(request, seat, f"look-{character.key}", "characters/look.html", context)


# --- what they share --------------------------------------------------------------------------------------------------


def _back(request: HttpRequest, character: Character) -> HttpResponse:
    """Done, or so already; without htmx to where one was."""
    if request.htmx:
        return HttpResponse(status=204)
    return HttpResponseRedirect(back_to(request, character.get_absolute_url()))
