"""The guides, for everyone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaigns.guides import GUIDES, guide


@require_safe
def read(request: HttpRequest, name: str) -> HttpResponse:
    if name not in GUIDES:
        raise Http404
    context = {"name": name, "title": GUIDES[name], "guides": GUIDES, "words": guide(name, get_language() or "")}
    return render(request, "campaigns/guide.html", context)
