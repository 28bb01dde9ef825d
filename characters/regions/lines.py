"""What stands in a row of the build page: a trait, its number, what comes of it, and what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.templatetags.pieces import signed
from characters.models import Character
from rules.mastery import Grade
from rules.problems import Problem
from rules.traits import Chapter, chapter_and_key

Row = tuple[Any, int, str]  # a trait, its number, and the line beside it


@dataclass(frozen=True, slots=True)
class Gone:
    """A trait that is still written on a draft and that the campaign no longer has."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Approval:
    """An attribute so high that a GM must approve it: the name of who has, or nobody's (P3)."""

    by: str
    url: str


@dataclass(frozen=True, slots=True)
class Line:
    """A trait on the build page: its number, what stands beside it, and what is wrong with it.

    `named` are its specializations; `can_be_named`: it may have more (P4). `label` is what a player calls it, in place
    of the ruleset's.
    """

    group: str
    trait: Any
    value: int
    note: str
    problems: list[Problem]
    can_fall: bool
    can_rise: bool
    url: str
    label: str = ""
    named: tuple[str, ...] = ()
    can_be_named: bool = False
    naming_url: str = ""
    approval: Approval | None = None

    @property
    def id(self) -> str:
        """What its elements are called by. Weapons have keys of their own, which a skill may have too."""
        return field_id(self.group, self.trait.key)

    @property
    def settings(self) -> str:
        """Where and when there is such a skill, for the filter of the list."""
        return " ".join(sorted(each.value for each in getattr(self.trait, "settings", ())))


def field_id(group: str, key: str) -> str:
    return f"mastery-{key}" if group == Chapter.MASTERIES else key


def bounds(character: Character, group: str) -> tuple[int, int]:
    """How far the traits of a group go at creation (P1, P2, D10)."""
    rules = character.ruleset.creation
    match group:
        case "attributes":
            return rules.attribute_minimum, rules.attribute_maximum
        case "techniques":
            return 1, rules.skill_maximum
        case "masteries":
            mastery = character.ruleset.catalog.mastery
            return 0, max(0, rules.skill_maximum - mastery.lead) if mastery else 0
        case _:
            return 0, rules.skill_maximum


def lines(character: Character, group: str) -> list[Line]:
    """The traits of a group in the ruleset's order; of skills, those of one attribute together."""
    least, most = bounds(character, group)
    problems: dict[str | None, list[Problem]] = {}
    for problem in character.spending.finishing_problems():
        problems.setdefault(problem.field, []).append(problem)
    made = {"attributes": _attributes, "skills": _skills, "techniques": _techniques, "masteries": _masteries}
    rows = list(made[group](character))
    known = {trait.key for trait, *_rest in rows}
    if group != "techniques":  # what the table has done away with meanwhile
        written = character.traits.get(group, {}).items()
        rows += [(Gone(key, key), value, "") for key, value in written if key not in known]
    names = _named(character) if group == "skills" else {}
    rules = character.ruleset.creation
    return [
        Line(
            group,
            trait,
            value,
            note,
            problems.get(f"{group}.{trait.key}", [])
            + (problems.get(Chapter.SPECIALIZATIONS.path(trait.key), []) if group == "skills" else []),
            can_fall=value > (0 if isinstance(trait, Gone) else least),
            can_rise=value < most and not isinstance(trait, Gone),
            url=reverse("characters:spend", args=[character.key, group, trait.key]),
            label=trait.name if group == "techniques" else "",
            named=names.get(trait.key, ()),
            can_be_named=group == "skills" and rules.has_specializations and value >= rules.specialization_from,
            naming_url=reverse("characters:specialize", args=[character.key, trait.key]) if group == "skills" else "",
            approval=_approval(character, trait.key, value) if group == "attributes" else None,
        )
        for trait, value, note in rows
    ]


def problems_of_list(character: Character, *fields: str) -> list[Problem]:
    """What is wrong with a list as a whole: its budget, its pyramid."""
    return [each for each in character.spending.finishing_problems() if each.field in fields]


# --- the rows ---------------------------------------------------------------------------------------------------------


def _attributes(character: Character) -> Iterator[Row]:
    for each in character.ruleset.attributes:
        yield each, character.sheet.attribute(each.key), _uses(character, each.key)


def _skills(character: Character) -> Iterator[Row]:
    rules, sheet = character.ruleset, character.sheet
    places = {each.key: place for place, each in enumerate(rules.attributes)}
    for skill in sorted(rules.skills, key=lambda skill: places[skill.attribute]):
        yield skill, sheet.skill(skill.key), _sum(character, skill.attribute, sheet.skill(skill.key))


def _techniques(character: Character) -> Iterator[Row]:
    for each in character.build.techniques:
        yield each, each.level, _sum(character, each.attribute, each.level)


def _masteries(character: Character) -> Iterator[Row]:
    """Every kind of weapon, bare hands first: what its grade gives and what the next one costs (D10)."""
    rules = character.ruleset
    weapons = {each.key: each for each in (rules.unarmed, *rules.weapons)}
    for key in rules.catalog.weapon_skills:
        grade = character.build.masteries.get(key, 0)
        yield weapons[key], grade, _grade_words(character, grade)


def _grade_words(character: Character, grade: int) -> str:
    mastery = character.ruleset.catalog.mastery
    if mastery is None:
        return ""
    found = [gives(mastery.at(grade))] if grade else []
    if grade < bounds(character, "masteries")[1]:
        price = mastery.cost(grade + 1) - mastery.cost(grade)
        offer = _("Grade %(grade)d: %(price)d GP") % {"grade": grade + 1, "price": price}
        found.append(offer if grade else f"{offer} · {gives(mastery.at(1))}")
    return ". ".join(found)


def gives(grade: Grade) -> str:
    """What a grade of mastery gives, in a few words (D10)."""
    found = [
        words % {"n": number}
        for number, words in (
            (grade.successes, _("%(n)+d to the margin")),
            (grade.damage, _("%(n)+d to damage")),
            (grade.defense, _("%(n)+d to defense")),
        )
        if number
    ]
    found.append(ngettext("%(n)d enemy", "%(n)d enemies", grade.enemies) % {"n": grade.enemies})
    return ", ".join([*found, _("REV %(n)d") % {"n": grade.rev}])


def _sum(character: Character, attribute: str, level: int) -> str:
    known = character.ruleset.find_attribute(attribute)
    value = character.sheet.attribute(attribute)
    return f"{_(known.label) if known else attribute} {value} · {signed(value + level)}"


def _uses(character: Character, key: str) -> str:
    """What an attribute is good for: the values that follow from it, or how many skills lean on it."""
    rules = character.ruleset
    found = [_(row.label) for row in (*rules.pools, *rules.derived) if key in row.formula.names]
    if found:
        return ", ".join(found[:2])
    count = sum(skill.attribute == key for skill in rules.skills)
    return ngettext("%(count)d skill", "%(count)d skills", count) % {"count": count} if count else ""


def _named(character: Character) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in character.build.specializations:
        found[each.skill] = (*found.get(each.skill, ()), each.name)
    return found


def _approval(character: Character, attribute: str, value: int) -> Approval | None:
    how = character.approved.get(Chapter.ATTRIBUTES.path(attribute))
    if how is None and value < character.ruleset.creation.prodigy_from:
        return None
    url = reverse("characters:approve", args=[character.key, attribute])
    return Approval((how or {}).get("by", ""), url)


# --- what is wrong ----------------------------------------------------------------------------------------------------


def field_url(character: Character, problem: Problem) -> str:
    """The address of the field that a problem is about."""
    field = problem.field or ""
    found = chapter_and_key(field)
    if found is None:
        page = reverse("characters:build", args=[character.key])
        return f"{page}#{LISTS.get(field, field)}"
    chapter, key = found
    if chapter is Chapter.TECHNIQUES:
        return f"{reverse('characters:technique', args=[character.key, key])}#trait-{key}"
    return f"{reverse('characters:build', args=[character.key])}#trait-{field_id(chapter, key)}"


LISTS = {"generation": "techniques", "specializations": "skills"}
"""Where a list stands that has no part of the page to itself."""


def name_of(character: Character, field: str | None) -> str:
    """What the trait at a path is called; nothing for a list."""
    found = chapter_and_key(field or "")
    if found is None:
        return ""
    chapter, key = found
    rules = character.ruleset
    if chapter is Chapter.TECHNIQUES:
        return next((each.name for each in character.build.techniques if each.key == key), key)
    if chapter is Chapter.MASTERIES:
        weapon = rules.unarmed if key == rules.unarmed.key else rules.find_weapon(key)
        return _("Mastery: %(weapon)s") % {"weapon": _(weapon.label) if weapon else key}
    trait = rules.find_attribute(key) or rules.find_skill(key)
    return _(trait.label) if trait else key


def told(character: Character, problem: Problem, at: str = "") -> tuple[str, Problem]:
    """A problem's sentence, with the name of its trait in front where it is not told at that trait's own field."""
    name = name_of(character, problem.field) if problem.field != at else ""
    sentence = problem.show(_)
    return (f"{name}: {sentence}" if name else sentence), problem
