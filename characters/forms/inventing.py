"""What is written of techniques and specializations."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import Name
from characters.forms.fields import WholeNumber
from rules.checks import DIFFICULTIES
from rules.effects import EffectKind
from rules.notation import Dice, parse
from rules.problems import Refused
from rules.techniques import TECHNIQUE_EFFECTS
from rules.traits import Attribute

LONGEST_SPECIAL = 1000
NUMBER = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}


class DiceField(forms.CharField):
    """Dice of an effect, such as 2d6+3; None where nothing is written."""

    def clean(self, value: Any) -> Any:
        text: str = super().clean(value)
        if not text.strip():
            return None
        try:
            return parse(text)
        except Refused as refusal:
            raise ValidationError([problem.show(gettext) for problem in refusal.problems]) from refusal

    def prepare_value(self, value: Any) -> Any:
        return str(value) if isinstance(value, Dice) else value


class NewTechnique(forms.Form):
    """A technique to begin with (P2)."""

    name = Name(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
    )
    attribute = forms.ChoiceField(label=_("Attribute"))
    special = forms.CharField(
        label=_("What is special about it"),
        max_length=LONGEST_SPECIAL,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("What it does and what it asks for, in your own words."),
    )

    def __init__(self, *args: Any, attributes: Iterable[Attribute], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.attributes = [(each.key, gettext(each.label)) for each in attributes]
        self.fields["attribute"].choices = self.attributes

    def clean_special(self) -> str:
        return plain_lines(self.cleaned_data["special"])


class TechniqueWords(NewTechnique):
    """All the words and numbers of a technique but its level; each is saved by itself. FIGHT are those of a fight."""

    FIGHT = ("against", "difficulty", "effect", "dice", "saving", "saving_difficulty", "saving_when")

    against = forms.ChoiceField(
        label=_("Rolled against"),
        required=False,
        choices=[("", _("A difficulty")), ("defense", _("The target's defense"))],
    )
    difficulty = WholeNumber(
        label=_("A difficulty of its own"),
        required=False,
        help_text=_("Blank: the one that the GM names."),
        min_value=DIFFICULTIES.start,
        max_value=DIFFICULTIES.stop - 1,
        widget=forms.TextInput(attrs=NUMBER),
    )
    effect = forms.ChoiceField(label=_("Its effect"), required=False)
    dice = DiceField(
        label=_("Dice of the effect"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "2d6+1", "maxlength": 100}),
    )
    saving = forms.ChoiceField(label=_("The effect ends with a saving throw of"), required=False)
    saving_difficulty = WholeNumber(
        label=_("Difficulty of the saving throw"),
        required=False,
        min_value=DIFFICULTIES.start,
        max_value=DIFFICULTIES.stop - 1,
        widget=forms.TextInput(attrs=NUMBER),
    )
    saving_when = forms.ChoiceField(
        label=_("When it is thrown"),
        required=False,
        choices=[("", _("At the start of each own turn")), ("end", _("At the end of each own turn"))],
    )

    def __init__(self, *args: Any, stored: Mapping[str, str], **kwargs: Any) -> None:
        """`stored`: the words as they stand; an attribute that the campaign has no more is shown as long as it is."""
        super().__init__(*args, **kwargs)
        known = dict(self.attributes)
        gone = {part: [(key, key)] if (key := stored[part]) and key not in known else [] for part in ATTRIBUTES}
        self.fields["attribute"].choices = [*gone["attribute"], *self.attributes]
        self.fields["saving"].choices = [("", _("Nothing: it goes on")), *gone["saving"], *self.attributes]
        self.fields["effect"].choices = [("", _("None")), *((each.value, EFFECTS[each]) for each in TECHNIQUE_EFFECTS)]

    def shown(self, part: str, text: str) -> str:
        """What a stored value of a part is called on the page."""
        choices = dict(getattr(self.fields[part], "choices", ()))
        return str(choices.get(text, text))


ATTRIBUTES = ("attribute", "saving")  # the words that name one
EFFECTS = {EffectKind.DAMAGE: _("Harm"), EffectKind.HEALING: _("Healing"), EffectKind.TURNS: _("So many turns")}


class Specialization(forms.Form):
    """A part of a skill in which one is better (P4)."""

    name = Name(max_length=60)


def plain_lines(text: str) -> str:
    """Line breaks as they are stored: a browser sends two signs for each."""
    return text.replace("\r\n", "\n").strip()
