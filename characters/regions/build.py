"""The regions of the build page. Fields live outside them: `numbers` and `words` are what the fields take over."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.models import Campaign, Membership
from campaigns.regions import Audience, page, region
from characters.models import Character
from characters.models.building import GROUPS
from characters.regions.sheet import rules_url
from rules.gear import Weapon, WeaponKind
from rules.problems import Problem

STEPS = ("who", "build", "gear", "review")  # the names of their addresses, in their order
HELD = {
    "who": ("identity", "words", "budget", "derived", "problems"),
    "build": ("identity", "budget", "numbers", "derived", "problems"),
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


@dataclass(frozen=True, slots=True)
class Line:
    """A trait on the build page: its number, what stands beside it, and what is wrong with it."""

    group: str
    trait: Any
    value: int
    note: str
    problems: list[Problem]
    can_fall: bool
    can_rise: bool
    url: str


def lines(character: Character, group: str) -> list[Line]:
    """The traits of a group in the ruleset's order; of skills, those of one attribute together."""
    rules, sheet = character.ruleset, character.sheet
    least, most = bounds(character, group)
    wrong: dict[str | None, list[Problem]] = {}
    for problem in character.spending.problems():
        wrong.setdefault(problem.field, []).append(problem)
    if group == "attributes":
        traits = [(each, sheet.attribute(each.key), _uses(character, each.key)) for each in rules.attributes]
    else:
        places = {each.key: place for place, each in enumerate(rules.attributes)}
        labels = {each.key: _(each.label) for each in rules.attributes}
        in_order = sorted(rules.skills, key=lambda skill: places[skill.attribute])
        traits = [
            (
                each,
                sheet.skill(each.key),
                _sum(labels[each.attribute], sheet.attribute(each.attribute), sheet.skill(each.key)),
            )
            for each in in_order
        ]
    known = {trait.key for trait, *_rest in traits}
    for key, value in character.traits.get(group, {}).items():  # the table has done away with it meanwhile
        if key not in known:
            traits.append((Gone(key, key), value, ""))
    return [
        Line(
            group,
            trait,
            value,
            note,
            wrong.get(f"{group}.{trait.key}", []),
            can_fall=value > least,
            can_rise=value < most,
            url=reverse("characters:spend", args=[character.key, group, trait.key]),
        )
        for trait, value, note in traits
    ]


@dataclass(frozen=True, slots=True)
class Gone:
    """A trait that is still written on a draft and that the campaign no longer has."""

    key: str
    label: str


def bounds(character: Character, group: str) -> tuple[int, int]:
    """How far the traits of a group go at creation (P1, P2)."""
    rules = character.ruleset.creation
    return (rules.attribute_minimum, rules.attribute_maximum) if group == "attributes" else (0, rules.skill_maximum)


def _sum(label: str, attribute: int, level: int) -> str:
    return f"{label} {attribute} · {attribute + level:+d}"


def _uses(character: Character, key: str) -> str:
    """What an attribute is good for: the values that follow from it, or how many skills lean on it."""
    rules = character.ruleset
    found = [_(row.label) for row in (*rules.pools, *rules.derived) if key in row.formula.names]
    if found:
        return ", ".join(found[:2])
    count = sum(skill.attribute == key for skill in rules.skills)
    return ngettext("%(count)d skill", "%(count)d skills", count) % {"count": count} if count else ""


def _loaded(campaign: Campaign, key: str) -> Character:
    character = Character.objects.with_pools().get(campaign=campaign, key=key)
    character.campaign = campaign
    return character


def _render(name: str, campaign: Campaign, key: str, **context: Any) -> str:
    character = context.pop("character", None) or _loaded(campaign, key)
    shared = {"character": character, "campaign": campaign, "rules_url": rules_url(campaign)}
    return render_to_string(f"characters/_build.html#{name}", {**shared, **context})


@region("numbers")
def numbers(campaign: Campaign, about: str, audience: Audience) -> str:
    """Every trait as it is stored, for the fields that show them."""
    character = _loaded(campaign, about)
    found = [*lines(character, "attributes"), *lines(character, "skills")]
    return _render("numbers", campaign, about, character=character, lines=found)


@region("budget")
def budget(campaign: Campaign, about: str, audience: Audience) -> str:
    character = _loaded(campaign, about)
    return _render("budget", campaign, about, character=character, budgets=list(budgets(character)))


def budgets(character: Character) -> Iterator[dict[str, Any]]:
    """What is left of each budget."""
    rules, spending = character.ruleset.creation, character.spending
    for key, remains, of in (
        ("attributes", spending.left.attributes, rules.attribute_points),
        ("skills", spending.left.skills, rules.skill_points),
        ("generation", spending.generation_left, rules.generation_points),
    ):
        if of or key != "generation":  # most tables have no such points
            yield {"key": key, "left": remains, "of": of, "spent": of - remains}


@region("derived")
def derived(campaign: Campaign, about: str, audience: Audience) -> str:
    character = _loaded(campaign, about)
    return _render("derived", campaign, about, character=character, rows=list(derived_rows(character)))


def derived_rows(character: Character) -> Iterator[dict[str, Any]]:
    """All that follows from the traits and the gear, with how."""
    rules, sheet = character.ruleset, character.sheet
    labels = {each.key: _(each.label) for each in (*rules.attributes, *rules.skills)}
    labels |= {"level": _("level"), "encumbrance": _("encumbrance"), "shield": _("shield"), "mastery": _("mastery")}
    for pool in rules.pools:
        yield {"label": pool.label, "value": rules.maximum(sheet, pool.key), "how": pool.formula.show(labels)}
    yield {"label": WOUNDED, "value": rules.threshold(sheet), "rule": "C10"}
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


WOUNDED = gettext_noop("Wounded at")
ABSORPTION = gettext_noop("Absorption")
ENCUMBRANCE = gettext_noop("Encumbrance")


@region("problems")
def problems(campaign: Campaign, about: str, audience: Audience) -> str:
    """What is left to do before it can be finished, each with the way to its field."""
    character = _loaded(campaign, about)
    return _render("problems", campaign, about, character=character, problems=_told(character))


def _told(character: Character) -> list[tuple[str, Problem, str]]:
    found = character.spending.finishing_problems() if character.is_draft else ()
    return [(problem.show(_), problem, field_url(character, problem)) for problem in found]


@region("finish")
def finish(campaign: Campaign, about: str, audience: Audience) -> str:
    """What is left to do, or what would be lost, or the one button that ends it (P3)."""
    character = _loaded(campaign, about)
    spending = character.spending
    return _render(
        "finish",
        campaign,
        about,
        character=character,
        problems=_told(character),
        lost=spending.lost,
        skills_left=spending.left.skills,
        generation_left=spending.generation_left,
    )


@region("gear")
def gear(campaign: Campaign, about: str, audience: Audience) -> str:
    character = _loaded(campaign, about)
    return _render("gear", campaign, about, character=character, shelves=shelves(character))


@region("summary")
def summary(campaign: Campaign, about: str, audience: Audience) -> str:
    """The whole draft in short, to look over before finishing."""
    character = _loaded(campaign, about)
    written = {group: lines(character, group) for group in GROUPS}
    carried = [
        item
        for shelf in shelves(character)
        for group in shelf["groups"]
        for item in group["items"]
        if item["is_chosen"]
    ]
    return _render(
        "summary",
        campaign,
        about,
        character=character,
        attributes=written["attributes"],
        skills=sorted((line for line in written["skills"] if line.value), key=lambda line: -line.value),
        gear=carried,
    )


def shelves(character: Character) -> list[dict[str, Any]]:
    """All that the campaign has to carry and to wear, in groups, with what the draft has of it (W)."""
    rules, worn = character.ruleset, character.gear
    carried = worn.get("weapons", [])
    weapons = [row for row in rules.weapons if row != rules.unarmed]  # hands are always there
    kinds = {kind: [row for row in weapons if row.kind == kind] for kind in WeaponKind}
    return [
        {
            "key": "weapons",
            "label": gettext_noop("Weapons"),
            "groups": [
                {"label": KINDS[kind], "items": [_item(row, weapon_icon(row), row.key in carried) for row in rows]}
                for kind, rows in kinds.items()
                if rows
            ],
        },
        {
            "key": "armor",
            "label": gettext_noop("Armor"),
            "groups": [{"items": [_item(row, "armor", row.key == worn.get("armor")) for row in rules.armors]}],
        },
        {
            "key": "shield",
            "label": gettext_noop("Shield"),
            "groups": [{"items": [_item(row, "shield", row.key == worn.get("shield")) for row in rules.shields]}],
        },
    ]


KINDS = {
    WeaponKind.EDGED: gettext_noop("Edged"),
    WeaponKind.BLUNT: gettext_noop("Blunt"),
    WeaponKind.PROJECTILE: gettext_noop("Projectile"),
}


def _item(row: Any, icon: str, is_chosen: bool) -> dict[str, Any]:
    return {"row": row, "icon": icon, "is_chosen": is_chosen}


def weapon_icon(weapon: Weapon) -> str:
    return "bow" if not weapon.melee else "sword"


def field_url(character: Character, problem: Problem) -> str:
    """The address of the field that a problem is about."""
    field = problem.field or ""
    group, _dot, trait = field.partition(".")
    return f"{reverse('characters:build', args=[character.key])}#{f'trait-{trait}' if trait else group}"
