"""What is chosen before a roll, and by how much points change."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Audience, Campaign, Membership, Role
from characters.models import MOST_POINTS, Gender
from rules.checks import MODIFIERS


class WholeNumber(forms.IntegerField):
    """Accepts the true minus sign too."""

    default_error_messages = {
        "invalid": _("Write a whole number, such as 12 or −3."),
        "required": _("Write a whole number, such as 12 or −3."),
    }

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = value.replace("\N{MINUS SIGN}", "-")
            if len(value) > 6:
                raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class Against(forms.Form):
    """What the next rolls of a sheet are against, and who sees them."""

    difficulty = forms.ChoiceField(label=_("Against"))
    modifier = WholeNumber(
        label=_("Modifier"),
        required=False,
        min_value=MODIFIERS.start,
        max_value=MODIFIERS.stop - 1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    audience = forms.ChoiceField(label=_("Who sees it"), choices=Audience.choices, required=False)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = {row.key: row for row in campaign.ruleset.rolls.difficulties}
        self.fields["difficulty"].choices = [(key, key) for key in self.rows]

    def clean_modifier(self) -> int:
        return self.cleaned_data["modifier"] or 0

    def clean_audience(self) -> Audience:
        return Audience(self.cleaned_data["audience"] or Audience.TABLE)


class Roll(Against):
    """One roll: which trait, and the dice if they were thrown at the table."""

    trait = forms.CharField(max_length=40)
    dice = forms.RegexField(
        r"^\s*\d{1,2}([\s,;+]+\d{1,2})*\s*$",
        required=False,
        max_length=60,
        error_messages={"invalid": _("Write the dice as they fell, such as 2 7 9.")},
    )

    def clean_dice(self) -> list[int]:
        text = self.cleaned_data["dice"]
        return [int(face) for face in text.replace(",", " ").replace(";", " ").replace("+", " ").split()]


class Points(forms.Form):
    """By how much points change: one press of − or +, or a number typed in."""

    amount = WholeNumber(min_value=-MOST_POINTS, max_value=MOST_POINTS)


class Person(forms.Form):
    """Who a character is. With `by` for a new one, and for whom, where that seat leads."""

    WORDS = ("name", "concept", "gender")

    name = forms.CharField(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    )
    concept = forms.CharField(
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
        if by is not None and by.leads:
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
