"""What people type: a new campaign, a name at the table."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import ChooseLogin
from accounts.names import Name, PersonName
from campaigns.models import Campaign, Membership, Role
from campaigns.models.campaign import first_preset, presets, settings
from rules.presets import PRESETS

NO_NUMBER = _("Write a whole number, such as 12 or −3.")


def _rules_to_play_by() -> list[tuple[str, str]]:
    return [(key, str(label)) for key, label in presets()]


def _settings_to_play_in() -> list[tuple[str, str]]:
    return [("", gettext("Any: all skills")), *settings()]


class CampaignSetting(forms.Form):
    """Where and when a campaign plays: which skills a new character is offered first."""

    setting = forms.ChoiceField(label=_("Setting"), choices=_settings_to_play_in, required=False)


class CampaignName(forms.Form):
    """A new campaign: what it is called, and the rules it begins with; the first ones where nothing is chosen."""

    campaign = Name(label=_("Name of the campaign"), max_length=80)
    preset = forms.ChoiceField(
        label=_("Rules"),
        choices=_rules_to_play_by,
        initial=first_preset,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Whichever it is, you can change any number of it later, and see what that does."),
    )
    setting = forms.ChoiceField(
        label=_("Setting"),
        choices=_settings_to_play_in,
        required=False,
        help_text=_("Which skills new characters are offered first; you can change it later."),
    )

    @property
    def rules_told(self) -> list[tuple[Any, str]]:
        """The rules one may choose, and who would choose them."""
        return [(each, PRESETS[each.data["value"]].summary) for each in self["preset"]]

    def clean_preset(self) -> str:
        return self.cleaned_data["preset"] or first_preset()


class OwnSheets(CampaignName):
    """A campaign for sheets of one's own, without a table: its name is ours where none is written."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["campaign"].required = False

    def clean_campaign(self) -> str:
        return self.cleaned_data["campaign"] or gettext("My sheets")


class FirstCampaign(CampaignName, ChooseLogin):
    """A campaign of one's own, and the account that owns it."""

    name = PersonName(label=_("Your name"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "nickname"}))
    field_order = ("campaign", "name", "username", "password", "preset", "setting")


class CampaignFile(forms.Form):
    """A campaign that was played elsewhere, as a file."""

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        max_length=None,
        help_text=_("The JSON that another campaign was downloaded as (.json or .json.gz), up to 5 MB."),
        widget=forms.FileInput(attrs={"accept": ".json,.gz,application/json,application/gzip"}),
    )


class FirstCampaignFile(CampaignFile, ChooseLogin):
    """The same for who has no account yet."""

    name = PersonName(label=_("Your name"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "nickname"}))
    field_order = ("file", "name", "username", "password")


class FirstSheets(OwnSheets, FirstCampaign):
    """The same for who has no account yet."""


class Words(forms.Form):
    """A text, and the version of it that it was begun at. What it may hold is the text's own (`Text`)."""

    text = forms.CharField(required=False, strip=False)
    version = forms.IntegerField(min_value=0, error_messages=dict.fromkeys(("invalid", "required"), NO_NUMBER))

    def clean(self) -> dict[str, Any] | None:
        if "text" not in self.data:
            self.add_error("text", forms.Field.default_error_messages["required"])
        return super().clean()


class NewEntry(forms.Form):
    """An entry of the journal. What it may hold is the text's own (`Text`)."""

    name = Name(label=_("Title"), max_length=80, required=False)
    notes = forms.CharField(
        label=_("What you write"), max_length=20_000, widget=forms.Textarea(attrs={"rows": 6}), strip=False
    )


class SeatName(forms.Form):
    name = PersonName(
        label=_("Your name at the table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autofocus": True}),
    )


LASTS = {
    "day": (_("a day"), timedelta(days=1)),
    "week": (_("a week"), timedelta(days=7)),
    "month": (_("a month"), timedelta(days=30)),
    "always": (_("until it is ended"), None),
}
MOST_USES = 1000


class NewInvitation(forms.Form):
    """A link into the campaign: as what one comes in, how long it is good, how many it lets in."""

    role = forms.ChoiceField(label=_("They come in as"))
    lasts = forms.ChoiceField(
        label=_("Good for"), choices=[(key, words) for key, (words, _time) in LASTS.items()], initial="month"
    )
    uses = forms.IntegerField(
        label=_("For how many"), min_value=1, max_value=MOST_USES, required=False, help_text=_("Empty: for any number.")
    )

    def __init__(self, *args: object, by: Membership, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        roles = [Role.PLAYER, Role.SPECTATOR, *([Role.CO_GM] if by.rank.hands_out_roles else [])]
        self.fields["role"].choices = [(role.value, role.label) for role in roles]

    @property
    def terms(self) -> dict[str, object]:
        """What `Campaign.invite` takes."""
        chosen = self.cleaned_data
        return {"role": Role(chosen["role"]), "lasts": LASTS[chosen["lasts"]][1], "uses": chosen["uses"]}


class NewName(forms.Form):
    name = Name(label=_("Name of the campaign"), max_length=80)


class LinkAddress(forms.ModelForm):
    """Under which of this computer's addresses the others reach it."""

    link_address = forms.ChoiceField(label=_("Address for links"))

    class Meta:
        model = Campaign
        fields = ("link_address",)

    def __init__(self, *args: object, addresses: list[str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["link_address"].choices = [(address, address) for address in addresses]
