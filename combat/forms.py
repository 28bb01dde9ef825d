"""What is chosen at an encounter."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.forms.fields import WholeNumber
from characters.forms.rolls import FacesField
from characters.models import MOST_POINTS
from combat.models import MOST_AT_ONCE, ShownPoints
from combat.models.choices import HERE, Place
from rules.checks import MODIFIERS
from rules.notation import Dice as Notation
from rules.notation import parse
from rules.problems import Refused
from rules.shooting import Reach


class Called(forms.Form):
    """What an encounter is called."""

    name = Name(label=_("Name of the encounter"), max_length=80)


class NewEncounter(Called):
    """And whether all heroes are in it from the start, where there are any."""

    heroes = forms.BooleanField(label=_("With all heroes"), required=False)

    def __init__(self, *args: Any, has_heroes: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_heroes:
            del self.fields["heroes"]


class DiceField(forms.CharField):
    """Dice as they are written, such as 2d6+3."""

    def clean(self, value: object) -> Notation | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse(text)
        except Refused as refusal:
            raise forms.ValidationError([problem.show(_) for problem in refusal.problems]) from None


class QuickFoe(forms.Form):
    """A foe, or a group that numbers itself, in one line (P6)."""

    name = Name(label=_("Name"), max_length=50)
    count = WholeNumber(label=_("How many"), min_value=1, max_value=MOST_AT_ONCE, initial=1)
    points = WholeNumber(label=_("PV"), min_value=1, max_value=MOST_POINTS, initial=8)
    defense = WholeNumber(label=_("Defense"), min_value=0, max_value=99, initial=12)
    attack = WholeNumber(label=_("Attack"), min_value=-20, max_value=99, initial=6)
    damage = DiceField(label=_("Damage"), max_length=20, initial="1d6")
    absorption = WholeNumber(label=_("Absorption"), min_value=0, max_value=99, initial=0, required=False)
    initiative = WholeNumber(label=_("Initiative"), min_value=-20, max_value=99, initial=5)
    alias = Name(label=_("Alias for the table"), max_length=50, required=False)
    hidden = forms.BooleanField(label=_("Hidden"), required=False)


class Look(forms.Form):
    """What the table is told of a foe."""

    alias = Name(label=_("Alias for the table"), max_length=50, required=False)
    shown_points = forms.ChoiceField(label=_("PV for the table"), choices=ShownPoints.choices)
    is_defense_known = forms.BooleanField(label=_("The table knows its defense"), required=False)


class Dice(forms.Form):
    """Dice as they fell at the table; none where the site throws them."""

    dice = FacesField()


class Attack(forms.Form):
    """Who attacks with what ("<combatant>:<weapon>"), and whom; of a shot how far, behind what, lying or not (C7)."""

    weapon = forms.CharField(max_length=60)
    target = forms.CharField(max_length=16)
    modifier = WholeNumber(required=False, min_value=MODIFIERS.start, max_value=MODIFIERS.stop - 1, label=_("Modifier"))

    band = forms.CharField(max_length=40, required=False)
    cover = forms.CharField(max_length=40, required=False)
    prone = forms.BooleanField(required=False)

    def clean_modifier(self) -> int:
        return self.cleaned_data["modifier"] or 0

    def aim(self, reaches: Sequence[Reach], *, shoots_only: bool) -> Place:
        """From where it is shot, the nearest distance but one unless one is chosen; nothing of a weapon at hand."""
        bands = [reach.band.key for reach in reaches]
        data = self.cleaned_data
        if not bands or not (data["band"] in bands or shoots_only):
            return HERE
        band = data["band"] if data["band"] in bands else bands[min(1, len(bands) - 1)]
        return Place(band, data["cover"], data["prone"])
