"""Pages for what went wrong: one sentence each, in the look of the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def _sentence(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    return render(request, "errors/sentence.html", {"title": title, "sentence": sentence}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _sentence(
        request, 400, _("That was not understood"), _("The request is not one this site makes. Go back and try again.")
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _sentence(request, 403, _("Not for you"), _("Only the GM, or whoever plays that character, may do that."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _sentence(request, 404, _("Nothing here"), _("There is no such page, or you have no seat at that table."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _sentence(
        request,
        403,
        _("The page had grown old"),
        _("Nothing was changed. Load the page again and repeat what you did."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    # Rendered without context processors: the database may be what failed.
    from django.template.loader import render_to_string

    context = {"title": _("Something broke"), "sentence": _("It was noted. Nothing half-done was kept: try again.")}
    return HttpResponse(render_to_string("errors/plain.html", context), status=500)
