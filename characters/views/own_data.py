"""All of one's data as a file."""

import json

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from characters.own_data import data_of


@require_safe
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    if request.user.is_demo:
        raise PermissionDenied
    return HttpResponse(
        json.dumps(data_of(request.user), ensure_ascii=False, indent=1) + "\n",
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="mesa-ryf.json"'},
    )
