"""What is written while a character is being made."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from campaigns.models import Membership, Role
from characters.forms.fields import WholeNumber
from characters.models import Gender


class Person(forms.Form):
    """Who a character is. With `by` for a new one, and for whom, where that seat leads."""

    WORDS = ("name", "concept", "gender")

    name = Name(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    )
    concept = Name(
        label=_("In a few words"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("A hunter of the salt marshes, a duelist out of work…"),
    )
    gender = forms.ChoiceField(
        label=_("Grammatical gender"),
        choices=Gender.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("For words such as “wounded”; nothing else depends on it."),
    )
    owner = forms.ModelChoiceField(
        label=_("Played by"), queryset=Membership.objects.none(), to_field_name="key", required=False
    )

    def __init__(self, *args: Any, by: Membership | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by is not None and by.leads and not by.campaign.is_solo:
            seats = Membership.objects.sitting().filter(campaign=by.campaign)
            self.fields["owner"].queryset = seats.filter(role__in=[role for role in Role if role.plays])
            self.fields["owner"].empty_label = None
            self.initial.setdefault("owner", by.key)
        else:
            del self.fields["owner"]


class Spend(forms.Form):
    """A number for a trait: the whole of it, or one step."""

    value = WholeNumber(required=False)
    step = forms.TypedChoiceField(choices=[("1", "1"), ("-1", "-1")], coerce=int, required=False, empty_value=None)

    def clean(self) -> dict[str, Any] | None:
        data = super().clean()
        if not self.errors and self.cleaned_data.get("value") is None and not self.cleaned_data.get("step"):
            self.add_error("value", self.fields["value"].error_messages["invalid"])
        return data
