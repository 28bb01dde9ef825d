"""The site as an app on somebody's phone: what it is called there, and what stands there without a line.

The worker that shows the second is static/root/worker.js; who registers it is static/js/offline.js.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

PAPER = "#f2f5ef"
"""`--paper` by day, in the only notation that a manifest may use (static/css/fallback.css)."""
ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    start = reverse("start")
    return JsonResponse(
        {
            "id": start,
            "start_url": start,
            "scope": start,
            "name": "Mesa RyF",
            "short_name": "Mesa RyF",
            "description": _("Character sheets and a campaign tracker for Rápido y Fácil."),
            "lang": get_language(),
            "dir": "ltr",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [
                {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Kept by browsers, so it is made without the request: whoever asks, nothing of theirs is in it."""
    return HttpResponse(render_to_string("offline.html"))
