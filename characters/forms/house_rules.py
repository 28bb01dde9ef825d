"""Where house rules come from: another table, or a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Membership, Role
from characters.exchange.house_rules import MOST_BYTES

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


class HouseFile(forms.Form):
    """A file of house rules, or its text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        max_length=None,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        if not self.errors and self.cleaned_data["file"] is None and not self.cleaned_data["text"].strip():
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return data

    @property
    def sent(self) -> bytes:
        """What was sent, of a file that is too long only enough to see that."""
        file = self.cleaned_data["file"]
        if file is not None:
            return file.read(MOST_BYTES + 1)
        return self.cleaned_data["text"].encode("utf-8", "surrogatepass")
