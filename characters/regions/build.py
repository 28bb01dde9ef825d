"""The regions of the build page. Fields live outside them: `numbers` and `words` are what the fields take over."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, at_hand, page, region
from characters.models import Character
from characters.models.building import GROUPS
from characters.regions.lines import Line, field_url, lines, problems_of_list, told
from characters.regions.sheet import rules_url
from characters.regions.shelves import burden, chosen, shelves
from rules.problems import Problem

STEPS = ("who", "build", "gear", "review")  # the names of their addresses, in their order
HELD = {
    "who": ("identity", "words", "budget", "derived", "problems"),
    "build": ("identity", "budget", "numbers", "techniques", "derived", "problems"),
    "technique": ("identity", "words", "budget", "numbers", "derived", "problems"),
    "gear": ("identity", "budget", "gear", "derived", "problems"),
    "review": ("identity", "budget", "summary", "derived", "finish"),
}


@page("build")
def build(seat: Membership, about: str) -> list[str] | None:
    """One step of a character in the making ("<key>-<step>"), open to its player and to those who lead."""
    key, _dash, step = about.partition("-")
    character = Character.objects.known_to(seat).filter(key=key, archived_at=None).first()
    if character is None or step not in HELD or not character.can_be_played_by(seat):
        return None
    return [f"{name}-{key}" for name in HELD[step]]


def _loaded(campaign: Campaign, key: str) -> Character:
    """The character, read once for all the regions of a page."""

    def load() -> Character:
        character = Character.objects.with_pools().get(campaign=campaign, key=key)
        character.campaign = campaign
        return character

    return at_hand(("draft", key), load)


def _render(name: str, campaign: Campaign, key: str, **context: Any) -> str:
    shared = {"character": _loaded(campaign, key), "campaign": campaign, "rules_url": rules_url(campaign)}
    return render_to_string(f"characters/_build.html#{name}", {**shared, **context})


@region("numbers")
def numbers(campaign: Campaign, about: str, audience: Audience) -> str:
    """Every trait as it is stored, for the fields that show them, with what is wrong with it."""
    character = _loaded(campaign, about)
    found = [line for group in groups(character) for line in lines(character, group)]
    return _render("numbers", campaign, about, lines=found, lists=list_problems(character), leads=audience.role.leads)


def groups(character: Character) -> list[str]:
    """The groups of traits that this table has, or that the draft still has of them."""
    return [
        each
        for each in GROUPS
        if each != "masteries" or character.ruleset.catalog.mastery or character.traits.get("masteries")
    ]


def list_problems(character: Character) -> dict[str, list[Problem]]:
    """What is wrong with each list as a whole, by its part of the page."""
    return {
        "attributes": problems_of_list(character, "attributes"),
        "skills": problems_of_list(character, "skills", "specializations"),
        "techniques": problems_of_list(character, "techniques", "generation"),
        "masteries": problems_of_list(character, "masteries"),
    }


@region("techniques")
def techniques(campaign: Campaign, about: str, audience: Audience) -> str:
    """The techniques with − and +; their words have pages of their own."""
    character = _loaded(campaign, about)
    return _render("techniques", campaign, about, lines=lines(character, "techniques"))


@region("budget")
def budget(campaign: Campaign, about: str, audience: Audience) -> str:
    character = _loaded(campaign, about)
    return _render("budget", campaign, about, budgets=list(budgets(character)))


def budgets(character: Character) -> Iterator[dict[str, Any]]:
    """What is left of each budget."""
    rules, spending = character.ruleset.creation, character.spending
    for key, remains, of in (
        ("attributes", spending.left.attributes, rules.attribute_points),
        ("skills", spending.left.skills, rules.skill_points),
        ("generation", spending.generation_left, rules.generation_points),
    ):
        if of or remains or key != "generation":  # most tables have no such points
            yield {"key": key, "left": remains, "of": of, "spent": of - remains}


@region("derived")
def derived(campaign: Campaign, about: str, audience: Audience) -> str:
    character = _loaded(campaign, about)
    return _render("derived", campaign, about, rows=list(derived_rows(character)))


def derived_rows(character: Character) -> Iterator[dict[str, Any]]:
    """All that follows from the traits and the gear, with how."""
    rules, sheet = character.ruleset, character.sheet
    labels = {each.key: _(each.label) for each in (*rules.attributes, *rules.skills)}
    labels |= {"level": _("level"), "encumbrance": _("encumbrance"), "shield": _("shield"), "mastery": _("mastery")}
    for pool in rules.pools:
        yield {"label": pool.label, "value": rules.maximum(sheet, pool.key), "how": pool.formula.show(labels)}
    yield {"label": HURT_AT[rules.injuries.hurt], "value": rules.threshold(sheet), "rule": rules.injuries.rule}
    for row in rules.derived:
        worth = rules.value(sheet, row.key)
        is_bonus = row.key != rules.attacks.defense  # it is added to dice; the defense is what they must reach
        yield {
            "key": row.key,
            "label": row.label,
            "value": worth,
            "how": row.formula.show(labels),
            "is_bonus": is_bonus,
        }
    worn = {"absorption": (ABSORPTION, rules.absorption(sheet)), "encumbrance": (ENCUMBRANCE, sheet.encumbrance)}
    for key, (label, worth) in worn.items():
        yield {"key": key, "label": label, "value": worth, "rule": "W", "is_bonus": False}


HURT_AT = {"wounded": gettext_noop("Wounded at"), "pain": gettext_noop("In pain at")}
ABSORPTION = gettext_noop("Absorption")
ENCUMBRANCE = gettext_noop("Encumbrance")


@region("problems")
def problems(campaign: Campaign, about: str, audience: Audience) -> str:
    """What is left to do before it can be finished, each with the way to its field."""
    return _render("problems", campaign, about, problems=_told(_loaded(campaign, about)))


def _told(character: Character) -> list[tuple[str, Problem, str]]:
    found = character.spending.finishing_problems() if character.is_draft else ()
    return [(*told(character, problem), field_url(character, problem)) for problem in found]


@region("finish")
def finish(campaign: Campaign, about: str, audience: Audience) -> str:
    """What is left to do, or what would be lost, or the one button that ends it (P3)."""
    character = _loaded(campaign, about)
    spending = character.spending
    return _render(
        "finish",
        campaign,
        about,
        problems=_told(character),
        lost=spending.lost,
        skills_left=spending.left.skills,
        generation_left=spending.generation_left,
    )


@region("gear")
def gear(campaign: Campaign, about: str, audience: Audience) -> str:
    character = _loaded(campaign, about)
    return _render("gear", campaign, about, shelves=shelves(character), burden=burden(character))


@region("summary")
def summary(campaign: Campaign, about: str, audience: Audience) -> str:
    """The whole draft in short, to look over before finishing."""
    character = _loaded(campaign, about)
    return _render(
        "summary",
        campaign,
        about,
        attributes=lines(character, "attributes"),
        skills=_bought(character, "skills"),
        techniques=_bought(character, "techniques"),
        masteries=_bought(character, "masteries"),
        gear=chosen(character),
    )


def _bought(character: Character, group: str) -> list[Line]:
    """The traits of a group that have points, the highest first."""
    return sorted((line for line in lines(character, group) if line.value), key=lambda line: -line.value)
