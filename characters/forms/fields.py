"""Fields that several forms share."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


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
