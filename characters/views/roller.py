"""The dice roller that anybody may try: a GET shows the odds, a POST throws unless it asks for `odds` too; nothing is
stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from characters import roller
from characters.forms.rolls import Trial


@require_http_methods(["GET", "HEAD", "POST"])
def try_dice(request: HttpRequest) -> HttpResponse:
    throws = request.method == "POST" and "odds" not in request.POST
    data = request.POST if request.method == "POST" else request.GET
    form = Trial(data if data or throws else Trial.USUAL)
    context: dict[str, object] = {"form": form, "asked": None, "result": None}
    status = 200
    if not form.is_valid():
        status = 422
    elif throws and not roller.may_throw(request.META.get("REMOTE_ADDR", "")):
        form.add_error(None, _("Too many throws: wait a minute."))
        status = 429
    else:
        context["asked"] = asked = roller.asked(form)
        context["result"] = asked.thrown() if throws else None
    return render(request, "characters/roller.html", context, status=status)
