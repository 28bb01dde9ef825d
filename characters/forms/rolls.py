"""What is chosen before a roll, and by how much points change."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Audience, Campaign
from characters.forms.fields import WholeNumber
from characters.models import MOST_POINTS
from rules.checks import MODIFIERS


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
