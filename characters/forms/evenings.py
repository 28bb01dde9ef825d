"""What those who lead write and tick while they run an adventure."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.forms.fields import WholeNumber
from characters.models import Character
from rules.growth.ledger import MAX_PX

NUMBER = {"inputmode": "numeric"}


class NewAdventure(forms.Form):
    name = Name(label=_("Name of the adventure"), max_length=80)


class SceneWords(forms.Form):
    """A scene: where the table is, what everyone reads of it, and what only those who lead know."""

    name = Name(label=_("Name of the scene"), max_length=80)
    notes = forms.CharField(
        label=_("Note for the table"), max_length=20_000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    gm_notes = forms.CharField(
        label=_("Secret note"), max_length=20_000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class Award(forms.Form):
    """Px that each of these heroes has earned."""

    who = forms.MultipleChoiceField(
        label=_("Who earned them"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one.")},
    )
    px = WholeNumber(
        label=_("Px"), min_value=1, max_value=MAX_PX, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )
    reason = forms.CharField(
        label=_("What for"), max_length=200, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, heroes: list[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heroes = {hero.key: hero for hero in heroes}
        self.fields["who"].choices = [(hero.key, hero.name) for hero in heroes]

    def clean_who(self) -> list[Character]:
        return [self.heroes[key] for key in dict.fromkeys(self.cleaned_data["who"])]


class Ticks(forms.Form):
    """Heroes who are ticked."""

    who = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, error_messages={"required": _("Tick at least one.")}
    )

    def __init__(self, *args: Any, heroes: list[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = [(hero.key, hero.name) for hero in heroes]
        self.fields["who"].required = bool(heroes)


class Day(Ticks):
    """For whom a day passes, and whether they rest."""

    rests = forms.ChoiceField(choices=[("1", _("With a night's rest"))], required=False)

    def clean_rests(self) -> bool:
        return bool(self.cleaned_data["rests"])
