"""What is chosen when a character is taken in, handed over, or followed."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from campaigns.models import Campaign, Membership, Role
from characters.exchange import MOST_BYTES

PLAY = [role for role in Role if role.plays]


def players(campaign: Campaign) -> Any:
    """Who sits at a table and may have a character."""
    return Membership.objects.sitting().filter(campaign=campaign, role__in=PLAY)


class Sent(forms.Form):
    """A file, or its text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        max_length=None,
        help_text=_("The JSON that another table exported, up to 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
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


class FromFile(Sent):
    """A character's file, and for whom, where whoever leads takes it in."""

    owner = forms.ModelChoiceField(
        label=_("Played by"), queryset=Membership.objects.none(), to_field_name="key", required=False
    )
    to_mend = forms.BooleanField(
        label=_("As a draft, to mend what the rules here refuse"),
        required=False,
    )

    def __init__(self, *args: Any, by: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by.leads and not by.campaign.is_solo:
            self.fields["owner"].queryset = players(by.campaign)
            self.fields["owner"].empty_label = None
            self.initial.setdefault("owner", by.key)
        else:
            del self.fields["owner"]


class NewOwner(forms.Form):
    """Who plays it from now on."""

    owner = forms.ModelChoiceField(
        label=_("Played by"), queryset=Membership.objects.none(), to_field_name="key", empty_label=None
    )

    def __init__(self, *args: Any, campaign: Campaign, but: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner"].queryset = players(campaign).exclude(pk=but)


class Heir(forms.Form):
    """What the one who follows is called."""

    name = Name(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    )
