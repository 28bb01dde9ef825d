"""What a press is answered, with and without JavaScript."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.sessions import back_to
from campaigns.models import LogEntry, Membership
from rules.problems import Problem, Refused


def accepted(request: HttpRequest, seat: Membership, entry: LogEntry) -> HttpResponse:
    """Done. The page gets what changed through its stream; `Mesa-Entry` lets it notice when that is late."""
    if not request.htmx:
        return HttpResponseRedirect(back_to(request, seat.campaign.get_absolute_url()))
    answer = HttpResponse(status=204)
    if entry.is_visible_to(seat):
        answer.headers["Mesa-Entry"] = entry.key
    return answer


def refused(request: HttpRequest, refusal: Refused, status: int = 422) -> HttpResponse:
    """Not done, and why, in the reader's language; nothing has changed."""
    context = {"problems": [(problem.show(_), problem) for problem in refusal.problems]}
    if not request.htmx:
        back = back_to(request, "/")
        return render(request, "errors/refused.html", {**context, "back": back}, status=status)
    answer = render(request, "errors/refused.html#refusal", context, status=status)
    answer.headers["HX-Retarget"] = "#refusal"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def as_refusal(form: Any) -> Refused:
    """What is wrong with a form, as a refusal; a % that somebody typed stays one."""
    return Refused(
        *(
            Problem("field", str(error).replace("%", "%%"), field)
            for field, errors in form.errors.items()
            for error in errors
        )
    )
