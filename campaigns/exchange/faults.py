"""What a schema finds wrong, in our own sentences: what stands in a file is shown only in short."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext_noop as _
from jsonschema.exceptions import ValidationError

from rules.problems import Problem

LONGEST: Final = 40  # as much of a name as is shown

TYPES: Final = {
    "string": _("%(path)s: a text belongs here."),
    "integer": _("%(path)s: a whole number belongs here."),
    "boolean": _("%(path)s: true or false belongs here."),
    "array": _("%(path)s: a list belongs here."),
    "object": _("%(path)s: an object with names belongs here."),
}
SENTENCES: Final = {
    "enum": _("%(path)s: it can be %(wanted)s."),
    "const": _("%(path)s: it can be %(wanted)s."),
    "minimum": _("%(path)s: it is at least %(wanted)s."),
    "maximum": _("%(path)s: it is at most %(wanted)s."),
    "minLength": _("%(path)s: it cannot be empty."),
    "maxLength": _("%(path)s: it has at most %(wanted)s signs."),
    "minItems": _("%(path)s: it has at least %(wanted)s entries."),
    "maxItems": _("%(path)s: it has at most %(wanted)s entries."),
    "maxProperties": _("%(path)s: it has at most %(wanted)s entries."),
    "pattern": _("%(path)s: it is not written as it has to be."),
}


def told(fault: ValidationError) -> Iterator[Problem]:
    """The Problems of one fault, the field being the path in the file: "traits.skills.dodge", "ledger[3].px"."""
    path = path_of(fault.absolute_path)
    keyword, wanted = fault.validator, fault.validator_value
    if keyword == "additionalProperties":
        known = fault.schema.get("properties", {})
        for name in sorted(set(fault.instance) - set(known))[:5]:
            yield _problem(_("%(path)s: nothing of this name belongs in the file."), _under(path, name))
    elif keyword == "required":
        for name in (name for name in wanted if name not in fault.instance):
            yield _problem(_("%(path)s: it is missing."), _under(path, name))
    elif keyword == "type":
        kinds = [wanted] if isinstance(wanted, str) else wanted
        yield _problem(TYPES[kinds[0]], path)
    elif "propertyNames" in fault.absolute_schema_path:
        yield _problem(_("%(path)s: nothing of this name belongs in the file."), _under(path, fault.instance))
    else:
        shown = [wanted] if keyword == "const" else wanted if keyword == "enum" else []
        words = ", ".join(f"“{each}”" for each in shown if each is not None) or wanted
        yield _problem(SENTENCES.get(str(keyword), _("%(path)s: it does not fit.")), path, wanted=words)


def path_of(steps: Any) -> str:
    """As it is written: a dot before each name, places counted from 1."""
    found = ""
    for step in steps:
        found = f"{found}[{step + 1}]" if isinstance(step, int) else _under(found, step)
    return found


def _under(path: str, name: str) -> str:
    short = name if len(name) <= LONGEST else name[:LONGEST] + "…"
    return f"{path}.{short}" if path else short


def _problem(message: str, path: str, **params: object) -> Problem:
    return Problem("schema", message, path, None, {"path": path or "{}", **params})
