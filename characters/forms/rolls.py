"""What is chosen before a roll, and by how much points change."""

import re
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.models import Audience, Campaign
from campaigns.models.campaign import first_preset, presets
from characters.forms.fields import WholeNumber
from characters.models import MOST_POINTS
from rules.checks import DIFFICULTIES, MODIFIERS
from rules.problems import Refused
from rules.ruleset.rolling import Given
from rules.typed import TypedRoll

FACES = r"^\s*\d{1,4}([\s,;+]+\d{1,4})*\s*$"
CHANGE = re.compile(r"\s*([+=\N{MINUS SIGN}-])\s*(\d{1,4})\s*")


def modifier_field() -> WholeNumber:
    return WholeNumber(label=_("Modifier"), required=False, min_value=MODIFIERS.start, max_value=MODIFIERS.stop - 1)


class FacesField(forms.RegexField):
    """Dice that were thrown at the table, as they fell: a list of faces, none where the site throws."""

    def __init__(self, **kwargs: Any) -> None:
        wrong = {"invalid": _("Write the dice as they fell, such as 2 7 9.")}
        super().__init__(FACES, required=False, max_length=300, error_messages=wrong, **kwargs)

    def clean(self, value: Any) -> list[int]:
        return [int(face) for face in re.findall(r"\d+", super().clean(value))]


class Against(forms.Form):
    """What the next rolls of a sheet are against, what is spent on them, and who sees them."""

    difficulty = forms.ChoiceField(label=_("Against"))
    modifier = modifier_field()
    audience = forms.ChoiceField(label=_("Who sees it"), choices=Audience.choices, required=False)
    token = forms.BooleanField(required=False)
    protagonism = forms.BooleanField(required=False)
    modifiers = forms.MultipleChoiceField(label=_("Modifiers"), required=False)
    about = forms.CharField(max_length=90, required=False)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = {row.key: row for row in campaign.ruleset.rolls.difficulties}
        self.fields["difficulty"].choices = [(key, key) for key in self.rows]
        self.fields["modifiers"].choices = [(row.key, row.key) for row in campaign.ruleset.modifiers]

    def clean_modifier(self) -> int:
        return self.cleaned_data["modifier"] or 0

    def clean_audience(self) -> Audience:
        return Audience(self.cleaned_data["audience"] or Audience.TABLE)

    @property
    def given(self) -> Given:
        """What a valid form adds to a roll."""
        data = self.cleaned_data
        return {name: data[name] for name in ("token", "protagonism", "modifiers") if data[name]}


class Roll(Against):
    """One roll: of what, what it supports, and the dice if they were thrown at the table."""

    trait = forms.CharField(max_length=90)
    supports = forms.CharField(max_length=60, required=False)
    dice = FacesField()


class Save(forms.Form):
    """A saving throw: what is spent on it, and the dice if they were thrown at the table (R10)."""

    token = forms.BooleanField(required=False)
    protagonism = forms.BooleanField(required=False)
    dice = FacesField()


class Formula(forms.Form):
    """Free dice: what is thrown, who sees it, and the dice if they were thrown at the table (R11)."""

    formula = forms.CharField(max_length=100, error_messages={"required": _("Write dice, such as 2d6+3.")})
    audience = forms.ChoiceField(choices=Audience.choices, required=False)
    character = forms.CharField(max_length=16, required=False)
    dice = FacesField()

    def clean_audience(self) -> Audience:
        return Audience(self.cleaned_data["audience"] or Audience.TABLE)


class Opposed(forms.Form):
    """An opposed roll: what this side rolls and spends, and up to so many others with what they roll (R9)."""

    trait = forms.CharField(max_length=90)
    modifier = modifier_field()
    token = forms.BooleanField(required=False)
    protagonism = forms.BooleanField(required=False)
    audience = forms.ChoiceField(choices=Audience.choices, required=False)
    dice = FacesField()

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, most + 1):
            self.fields[f"who-{number}"] = forms.CharField(max_length=16, required=False)
            self.fields[f"trait-{number}"] = forms.CharField(max_length=40, required=False)
            self.fields[f"modifier-{number}"] = modifier_field()


class Throw(forms.Form):
    """Dice of a throw that asks for nothing else."""

    of = forms.CharField(max_length=16)
    dice = FacesField()


class Points(forms.Form):
    """By how much points change: one press of − or +."""

    amount = WholeNumber(min_value=-MOST_POINTS, max_value=MOST_POINTS)


class Change(NamedTuple):
    """A change of points as it was typed: by so much, or to so many."""

    by: int = 0
    to: int | None = None


class TypedPoints(forms.Form):
    """Points typed in: −7, +3, =12. A bare number says neither which way nor whether it is what there should be."""

    pool = forms.CharField(max_length=30)
    change = forms.CharField(max_length=12, error_messages={"required": _("Write −7, +3 or =12.")})

    def clean_change(self) -> Change:
        match = CHANGE.fullmatch(self.cleaned_data["change"])
        if match is None or int(match[2]) > MOST_POINTS:
            raise forms.ValidationError(_("Write −7, +3 or =12."))
        sign, number = match[1], int(match[2])
        if sign == "=":
            return Change(to=number)
        return Change(number if sign == "+" else -number)


class Trial(forms.Form):
    """A roll that anybody may try: a check by the rules of a preset, or dice as they are typed."""

    USUAL: ClassVar = {"preset": first_preset(), "bonus": "8", "difficulty": "15", "keep": "0", "formula": ""}
    KEEPS: ClassVar = [
        ("-1", pgettext_lazy("die", "low")),
        ("0", pgettext_lazy("die", "middle")),
        ("1", pgettext_lazy("die", "high")),
    ]

    preset = forms.ChoiceField(label=_("Rules"), choices=lambda: [(key, gettext(label)) for key, label in presets()])
    bonus = WholeNumber(label=_("Bonus"), required=False, min_value=MODIFIERS.start, max_value=MODIFIERS.stop - 1)
    difficulty = WholeNumber(label=_("Against"), min_value=DIFFICULTIES.start, max_value=DIFFICULTIES.stop - 1)
    keep = forms.ChoiceField(label=_("Die that stays"), choices=KEEPS)
    formula = forms.CharField(
        label=_("Or other dice"), required=False, max_length=100, help_text=_("Such as 2d6+3 or 1o3d10+7")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="try-%s", **kwargs)
        for name in ("bonus", "difficulty"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"
        self.fields["formula"].widget.attrs["autocomplete"] = "off"

    def clean_bonus(self) -> int:
        return self.cleaned_data["bonus"] or 0

    def clean_formula(self) -> TypedRoll | None:
        text = self.cleaned_data["formula"].strip()
        try:
            return TypedRoll.parse(text) if text else None
        except Refused as refused:
            raise forms.ValidationError([problem.show(gettext) for problem in refused.problems]) from refused
