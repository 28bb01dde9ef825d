"""What a sheet offers to roll, rendered: it depends on the sheet and on what was chosen alone, so it is kept."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from characters import offer
from characters.curves import by_difficulty
from characters.log import why
from characters.log.rolls import terms_words, trait_labels
from characters.models import Character
from characters.offer import Against
from characters.regions.sheet import rules_url

PUSHED = ("attributes", "arms", "traits", "explained")
"""The parts that change with what is chosen, each one element with an id."""
PARTS = (*PUSHED, "choices", "supported")
KEPT = 256


@dataclass(frozen=True, slots=True)
class _Question:
    """Sheets that would look the same are the same question; `key` is all that they are rendered from."""

    key: tuple[Any, ...]
    character: Character = field(compare=False)
    against: Against = field(compare=False)
    show_all: bool = field(compare=False)
    about: str = field(compare=False)


def of(character: Character, against: Against, *, show_all: bool, about: str) -> Mapping[str, SafeString]:
    """Each part of the page that offers rolls, by its name."""
    campaign, purse, condition = character.campaign, character.purse, character.condition
    written = [campaign.changes, character.traits, character.gear, character.vitals, against.given]
    key = (
        get_language(),
        campaign.preset,
        json.dumps(written, sort_keys=True),
        (condition.wounded, condition.penalty, condition.hurt),  # all that points do to rolls
        (character.key, character.gender, character.level),
        (purse.held, purse.forced, character.protagonism_left),
        (against.row.key, against.modifier, show_all, about),
    )
    return _rendered(_Question(key, character, against, show_all, about))


@lru_cache(maxsize=KEPT)
def _rendered(asked: _Question) -> Mapping[str, SafeString]:
    character = asked.character
    found = offer.offered(character, asked.against, show_all=asked.show_all)
    context = {
        "character": character,
        **found,
        "all_rolls": [*found["attributes"], *found["skills"], *found["arms"]],
        "supports": list(_supported(character)) if character.ruleset.has_margins else [],
        "rules_url": rules_url(character.campaign),
        **_explained(character, asked.about, asked.against),
    }
    return {name: render_to_string(f"characters/_rolls.html#{name}", context) for name in PARTS}


def _supported(character: Character) -> Iterator[tuple[str, str]]:
    """The rolls that another can help, by the key of what is rolled (D9)."""
    ruleset = character.ruleset
    attacks = {ruleset.attacks.melee, ruleset.attacks.ranged, ruleset.attacks.active_defense}
    known = [each for each in ruleset.skills if character.sheet.skill(each.key)]
    for each in (*known, *ruleset.attributes, *(row for row in ruleset.derived if row.key in attacks)):
        yield each.key, each.label
    for technique in character.build.techniques:
        yield technique.key, technique.name


def _explained(character: Character, what: str, against: Against) -> dict[str, Any]:
    """What there is to know of the roll asked about, if any."""
    found = offer.explained(character, what, against) if what else None
    if found is None:
        return {"about": "", "before": None}
    asked, told = found
    labels = trait_labels(character.campaign)
    labels |= {each.key: each.name for each in character.build.techniques}
    return {
        "about": what,
        "before": told,
        "terms": terms_words(asked.check, labels),
        "figure": by_difficulty(character.ruleset, asked.check),
        "reasons": [*why.reasons_to_keep(asked.check.factors, character.gender), why.will_keep(told.keep)],
    }
