"""On through the tour of the demo, or out of it for good."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from accounts.sessions import back_to
from campaigns.answers import refused
from campaigns.gates import seat_or_404
from combat import tour
from rules.problems import Problem, Refused


@require_POST
@login_required
def tour_step(request: HttpRequest, key: str) -> HttpResponse:
    """This browser goes on to that step, or has seen enough. Nothing of the campaign changes."""
    seat = seat_or_404(request, key)
    steps = tour.steps_of(seat)
    if not steps:
        raise Http404
    wanted = request.POST.get("step", "")
    if wanted not in {tour.OVER, *map(str, range(len(steps)))}:
        return refused(request, Refused(Problem("step", gettext_noop("The tour has no such step."), "step")))
    answer = HttpResponseRedirect(back_to(request, seat.campaign.get_absolute_url()))
    answer.set_cookie(
        tour.cookie_of(seat),
        wanted,
        max_age=settings.SESSION_COOKIE_AGE,
        httponly=True,
        secure=settings.IS_HTTPS,
        samesite="Lax",
    )
    return answer
