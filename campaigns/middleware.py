"""What every press needs from the table: its refusals in one place."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.translation import gettext_noop

from campaigns.answers import accepted, refused
from campaigns.errors import not_allowed
from campaigns.models import Membership, Repeated
from campaigns.pace import MINUTE, TooFast
from rules.problems import Problem, Refused


class Refusals:
    """`Refused` becomes a 422 with its sentences; a press that came twice gets the answer of the first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if isinstance(answer, HttpResponseNotAllowed) and not answer.content:
            return not_allowed(request, answer)
        return answer

    def process_view(self, request: HttpRequest, *args: object) -> HttpResponse | None:
        """No field holds a NUL, which no keyboard types and PostgreSQL does not store."""
        if any("\0" in value for data in (request.GET, request.POST) for values in data.lists() for value in values[1]):
            return refused(
                request, Refused(Problem("nul", gettext_noop("There is a sign in it that nobody can type.")))
            )
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if isinstance(fault, Refused):
            return refused(request, fault)
        if isinstance(fault, TooFast):
            message = gettext_noop("That is faster than anybody plays: wait a minute.")
            answer = refused(request, Refused(Problem("too_fast", message)), status=429)
            answer.headers["Retry-After"] = str(MINUTE)
            return answer
        if isinstance(fault, Repeated):
            seat = Membership.objects.of(request.user).filter(campaign=fault.entry.campaign_id).first()
            return accepted(request, seat, fault.entry) if seat else None
        return None
