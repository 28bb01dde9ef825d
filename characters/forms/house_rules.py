"""Where house rules come from, besides a file: another table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Membership, Role

LEADERS = [role for role in Role if role.leads]


class FromTable(forms.Form):
    """Another table that one leads, and that plays anything otherwise."""

    campaign = forms.ModelChoiceField(
        label=_("Table"), queryset=Campaign.objects.none(), to_field_name="key", empty_label=None
    )

    def __init__(self, *args: Any, by: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["campaign"].queryset = (
            Campaign.objects.filter(memberships__user=by.user, memberships__left_at=None, memberships__role__in=LEADERS)
            .exclude(pk=by.campaign_id)
            .exclude(changes={})
        )
