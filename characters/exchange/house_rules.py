"""House rules as a file: written so that another table can look at them, and read as if a stranger had sent them."""

import json
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator

from campaigns.models import Campaign
from characters.exchange.reading import SCHEMAS, check_shape, opened
from rules.house_rules import changes_of

FORMAT: Final = "mesa-ryf/house-rules"
VERSION: Final = 1

_validator: Final = Draft202012Validator(json.loads((SCHEMAS / f"house-rules-{VERSION}.json").read_text("utf-8")))


def file_of(campaign: Campaign) -> str:
    """The text of the file."""
    document = {
        "$schema": f"/schema/house-rules-{VERSION}.json",
        "format": FORMAT,
        "version": VERSION,
        "exported_at": timezone.now().isoformat(timespec="seconds"),
        "preset": campaign.preset,
        "changes": changes_of(campaign.ruleset),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read(data: bytes) -> dict[str, Any]:
    """The changes in a file. Raises Refused with all that is wrong with it; what the rules say of them comes later."""
    otherwise = _("These are no house rules of Mesa RyF: the “format” is another.")
    document = opened(data, FORMAT, otherwise)
    check_shape(document, _validator)
    changes: dict[str, Any] = document["changes"]
    return changes
