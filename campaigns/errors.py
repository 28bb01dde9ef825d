"""Pages for what went wrong: one sentence each, in the look of the site."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language, get_language_from_request, gettext_noop, override
from django.utils.translation import gettext as _

from campaigns import outages


def _sentence(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    return render(request, "errors/sentence.html", {"title": title, "sentence": sentence}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _sentence(
        request, 400, _("That was not understood"), _("The request is not one this site makes. Go back and try again.")
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _sentence(
        request,
        403,
        _("Not for you"),
        _("Only the GM, or whoever plays that character, may do that. Ask them at the table."),
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _sentence(
        request,
        404,
        _("Nothing here"),
        _("There is no such page, or you have no seat at that table. The GM's link lets you in."),
    )


def not_allowed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The same answer with something to read: what a button does has no page to look at, or to load again."""
    page = _sentence(
        request, 405, _("That is no page"), _("This address only does what a button asks for. Nothing was changed.")
    )
    page.headers["Allow"] = answer.headers["Allow"]
    return page


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    if "HX-Request" in request.headers:  # the sentence stands in the page that was pressed
        sentence = _("Nothing was changed. Load the page again and repeat what you did.")
    else:
        sentence = _("Nothing was changed. Go back, which loads it again, and repeat what you did.")
    return _sentence(request, 403, _("The page had grown old"), sentence)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours, or a database that cannot do its part: that passes, so it is 503 with a time to come back."""
    # Rendered without context processors: the database may be what failed, before anybody knew the reader's language.
    from django.template.loader import render_to_string

    outage = outages.of(sys.exc_info()[1])
    title = gettext_noop("Not now") if outage else gettext_noop("Something broke")
    sentence = outage or gettext_noop("It was noted. Nothing half-done was kept: try again.")
    with override(get_language_from_request(request)):
        context = {"title": _(title), "sentence": _(sentence)}
        context |= {"language": get_language(), "style_sheet": _style_sheet()}
        page = render_to_string("errors/plain.html", context)
    if not outage:
        return HttpResponse(page, status=500)
    return HttpResponse(page, status=503, headers={"Retry-After": str(outages.SECONDS)})


def _style_sheet() -> str:
    """The address of the style sheet; "" where it is the files that failed."""
    try:
        return static("css/site.css")
    except ValueError:
        return ""
