"""The regions of what is written on a sheet, and of the sheet as the others read it.

Fields live outside: `words` and `secrets` are what is stored, which the fields take over where nobody is typing.
"""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string

from campaigns.models import Campaign, Membership, Text
from campaigns.regions import Audience, page, region
from characters.models import TEXTS, Character
from characters.models.inventing import words_of
from characters.regions.build import derived_rows
from characters.regions.sheet import rules_url, state_of
from characters.regions.shelves import weapon_icon


@page("look")
def look_page(seat: Membership, about: str) -> list[str] | None:
    """A sheet that its player shows to all: one region, which nobody types or presses in."""
    found = Character.objects.known_to(seat).filter(key=about, archived_at=None).first()
    return [f"look-{about}"] if found and found.is_open else None


@region("identity")
def identity(campaign: Campaign, about: str, audience: Audience) -> str:
    """Who it is: portrait, name, concept, player."""
    return _render("identity", _loaded(campaign, about, audience))


@region("words")
def words(campaign: Campaign, about: str, audience: Audience) -> str:
    """What is written and chosen, as it is stored, for the fields that show it; of a draft also its techniques."""
    character = _loaded(campaign, about, audience)
    made_up = character.build.techniques if character.is_draft else ()
    parts = [(f"{each.key}-{part}", text) for each in made_up for part, text in words_of(each).items()]
    return _render("words", character, texts=_stored(character, secret=False), parts=parts)


@region("secrets")
def secrets(campaign: Campaign, about: str, audience: Audience) -> str:
    """The same for what only those who lead may know; to anybody else there is nothing in it."""
    character = _loaded(campaign, about, audience)
    return _render("secrets", character, texts=_stored(character, secret=True) if audience.role.leads else [])


def _stored(character: Character, *, secret: bool) -> list[tuple[Text, str, int]]:
    texts = (text for text in TEXTS.values() if text.is_secret == secret)
    return [(text, getattr(character, text.key), character.versions.get(text.key, 0)) for text in texts]


@region("conditions")
def conditions(campaign: Campaign, about: str, audience: Audience) -> str:
    return _render("conditions", _loaded(campaign, about, audience))


@region("look")
def look(campaign: Campaign, about: str, audience: Audience) -> str:
    """The sheet as the others read it. Raises Character.DoesNotExist as soon as its player shows less."""
    character = _loaded(campaign, about, audience)
    if not character.is_open:
        raise Character.DoesNotExist
    ruleset, sheet = campaign.ruleset, character.sheet
    skills = [(skill, sheet.skill(skill.key)) for skill in ruleset.skills if sheet.skill(skill.key)]
    shorts = {each.key: each.short for each in ruleset.attributes}
    return _render(
        "look",
        character,
        attributes=[(each, sheet.attribute(each.key)) for each in ruleset.attributes],
        skills=[
            (skill, level, shorts[skill.attribute], sheet.attribute(skill.attribute))
            for skill, level in sorted(skills, key=lambda row: -row[1])
        ],
        derived=[row for row in derived_rows(character) if "is_bonus" in row],
        arms=list(_arms(character)),
        **state_of(ruleset, character),
    )


def _arms(character: Character) -> Iterator[tuple[Any, str]]:
    for weapon in character.weapons:
        yield weapon, weapon_icon(weapon)
    if character.armor:
        yield character.armor, "armor"
    if character.shield:
        yield character.shield, "shield"


def _loaded(campaign: Campaign, key: str, audience: Audience) -> Character:
    character = Character.objects.with_pools().get(campaign=campaign, key=key)
    character.campaign = campaign
    return character.as_seen(leads=audience.role.leads)


def _render(name: str, character: Character, **context: Any) -> str:
    shared = {"character": character, "campaign": character.campaign, "rules_url": rules_url(character.campaign)}
    return render_to_string(f"characters/_words.html#{name}", {**shared, **context})
