"""What is on the shelves of a library as a file, or on its way to another campaign: written, read as if a stranger had
sent it, and taken in whole or not at all."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator

from campaigns.models import Audience, Campaign, LogEntry, Membership
from characters.exchange import check_shape, foe_of, opened, writable
from combat.models import FoeTemplate, Group, SavedEncounter
from combat.models.library import KEPT_OF_FOE
from rules.problems import Problem, Refused
from rules.ruleset import Ruleset

FORMAT: Final = "mesa-ryf/library"
VERSION: Final = 1
SCHEMA: Final = Path(__file__).parent / "schemas" / f"library-{VERSION}.json"
MOST_ON_SHELF: Final = 200
"""Foes, and saved encounters, of one campaign, those put away among them."""
LONGEST_NAME: Final = 50

_validator: Final = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
OVERRIDES: Final = ("fixed", "damage")
Document = dict[str, Any]


# --- written ----------------------------------------------------------------------------------------------------------


def document_of(campaign: Campaign, foes: Iterable[FoeTemplate], saved: Iterable[SavedEncounter]) -> Document:
    """These as the published schema has them (schemas/library-1.json)."""
    document = {
        "$schema": f"/schema/library-{VERSION}.json",
        "format": FORMAT,
        "version": VERSION,
        "exported_at": timezone.now().isoformat(timespec="seconds"),
        "preset": campaign.preset,
        "foes": [_foe({name: getattr(foe, name) for name in KEPT_OF_FOE}) for foe in foes],
        "encounters": [
            {"name": each.name, "has_heroes": each.has_heroes, "groups": [_group(group) for group in each.foes]}
            for each in saved
        ],
    }
    found: Document = writable(document)
    return found


def file_of(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _foe(kept: Mapping[str, Any]) -> dict[str, Any]:
    traits = kept["traits"]
    build = {name: value for name, value in traits.items() if name not in OVERRIDES}
    overrides = {name: traits[name] for name in OVERRIDES if name in traits}
    return {**kept, "traits": build, **overrides}


def _group(group: Group) -> dict[str, Any]:
    kept = {name: getattr(group, name) for name in KEPT_OF_FOE}
    return {"foe": _foe(kept), "count": group.count, "is_hidden": group.is_hidden, "together": group.together}


# --- read and taken in ------------------------------------------------------------------------------------------------


def read(data: bytes) -> Document:
    """What somebody sent, if it fits the schema. Raises Refused with all that is wrong."""
    document = opened(data, FORMAT, _("This is no library of Mesa RyF: its “format” is another."))
    check_shape(document, _validator)
    return document


def take_in(campaign: Campaign, by: Membership, document: Document, *, of: str = "", press: str = "") -> LogEntry:
    """All of it onto the shelves, in one entry; what lies there just like that already is left out.

    `of` names the campaign where it comes from. Raises Refused with the path of all that the rules here do not know,
    where there is no room, and where nothing would be new.
    """
    with campaign.recording(by, press) as record:
        ruleset, problems = record.campaign.ruleset, []
        foes, saved = [], []
        for place, each in enumerate(document.get("foes", ()), start=1):
            kept, wrong = _read_foe(each, ruleset)
            problems += _placed(wrong, f"foes[{place}]")
            foes.append({**kept, "name": kept["name"][:LONGEST_NAME]})
        for place, each in enumerate(document.get("encounters", ()), start=1):
            groups = []
            for number, row in enumerate(each["groups"], start=1):
                kept, wrong = _read_foe(row["foe"], ruleset)
                problems += _placed(wrong, f"encounters[{place}].groups[{number}].foe")
                groups.append(Group(**kept, **{name: row[name] for name in LOOKS if name in row}).plain())
            saved.append({"name": each["name"].strip(), "has_heroes": each.get("has_heroes", True), "groups": groups})
        if problems:
            raise Refused(*problems)
        made = [*_shelve(FoeTemplate, record.campaign, foes), *_shelve(SavedEncounter, record.campaign, saved)]
        if not made:
            raise Refused(Problem("nothing_new", _("All of that is in the library already."), "file"))
        return record(
            "library-filled",
            {
                "foes": sum(isinstance(each, FoeTemplate) for each in made),
                "encounters": sum(isinstance(each, SavedEncounter) for each in made),
                "of": of,
            },
            changes=[each.came for each in made],
            audience=Audience.PRIVATE,
            shared_with=record.campaign.gm,
            regions=[FoeTemplate.region],
        )


LOOKS: Final = ("count", "is_hidden", "together")


def _read_foe(document: Document, ruleset: Ruleset) -> tuple[dict[str, Any], list[Problem]]:
    """The fields of a foe as they are kept, and what is wrong with them here."""
    traits, problems = foe_of({"traits": {}, **document}, ruleset)
    shown = {name: document[name] for name in KEPT_OF_FOE if name in document and name not in ("traits", "name")}
    return {"name": document["name"].strip(), **shown, "traits": traits}, problems


def _placed(problems: Iterable[Problem], place: str) -> Iterator[Problem]:
    """Problems of a foe, with where it stands in the file."""
    for each in problems:
        path = f"{place}.{each.field}" if each.field else place
        yield replace(each, field=path, params={**each.params, "path": path})


def _shelve(model: Any, campaign: Campaign, wanted: list[dict[str, Any]]) -> list[Any]:
    """New rows of those that are not there just like that. Raises Refused where there is no room for them."""
    there = list(model.objects.filter(campaign=campaign))
    new = [
        fields
        for fields in wanted
        if not any(all(getattr(row, name) == value for name, value in fields.items()) for row in there)
    ]
    if new and len(there) + len(new) > MOST_ON_SHELF:
        message = _("A library has room for %(most)s, those put away among them.")
        raise Refused(Problem("too_many", message, "file", params={"most": MOST_ON_SHELF}))
    return model.objects.bulk_create([model(campaign=campaign, **fields) for fields in new])
