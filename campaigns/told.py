"""What a person is told when they log in."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaigns.models import PasswordLink


def tell_of_password_links(request: HttpRequest, user: object, **_rest: object) -> None:
    """That somebody made a link to their account, once; the account page lists it for a month."""
    untold = PasswordLink.objects.filter(person=user, told_at=None)
    for link in untold:
        sentence = (
            _("You have a new password since %(at)s, by a link that %(name)s made.")
            if link.used_at
            else _("On %(at)s %(name)s made a link to set your password anew. Not your wish? End it in your account.")
        )
        words = {"at": date_format(link.used_at or link.created_at, "SHORT_DATETIME_FORMAT"), "name": link.by_name}
        messages.warning(request, sentence % words, fail_silently=True)
    if untold:
        untold.update(told_at=timezone.now())
