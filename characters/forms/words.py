"""What is written on a sheet, one field at a time."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from characters.forms.fields import WholeNumber
from characters.models import Sharing


class Words(forms.Form):
    """A text, and the version of it that it was begun at. What it may hold is the text's own (`TEXTS`)."""

    text = forms.CharField(required=False, strip=False)
    version = WholeNumber(min_value=0)

    def clean(self) -> dict[str, Any] | None:
        if "text" not in self.data:
            self.add_error("text", forms.Field.default_error_messages["required"])
        return super().clean()


class NewCondition(forms.Form):
    name = forms.CharField(label=_("Condition"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    note = forms.CharField(
        label=_("Note"), max_length=120, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class Share(forms.Form):
    sharing = forms.ChoiceField(label=_("What the others see"), choices=Sharing.choices)
