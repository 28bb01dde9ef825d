"""What people type: a new campaign, a name at the table."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import ChooseLogin
from campaigns.models import Campaign


class CampaignName(forms.Form):
    campaign = forms.CharField(label=_("Name of the campaign"), max_length=80)


class FirstCampaign(CampaignName, ChooseLogin):
    """A campaign of one's own, and the account that owns it."""

    name = forms.CharField(
        label=_("Your name"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    field_order = ("campaign", "name", "username", "password")


class SeatName(forms.Form):
    name = forms.CharField(
        label=_("Your name at the table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autofocus": True}),
    )


class LinkAddress(forms.ModelForm):
    """Under which of this computer's addresses the others reach it."""

    link_address = forms.ChoiceField(label=_("Address for links"))

    class Meta:
        model = Campaign
        fields = ("link_address",)

    def __init__(self, *args: object, addresses: list[str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["link_address"].choices = [(address, address) for address in addresses]
