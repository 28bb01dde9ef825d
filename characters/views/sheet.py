"""The sheet: see it, roll from it, change its points."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from campaigns.answers import accepted, as_refusal, refused
from campaigns.models import Audience
from campaigns.pages import live_page
from characters.forms.rolls import Against, Points, Roll
from characters.gates import character_or_403, shown_or_403
from characters.models import Character
from characters.regions.build import derived_rows
from characters.regions.shelves import weapon_icon
from characters.views.words import look
from rules.ruleset import Ruleset


@require_safe
@login_required
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    character, seat = shown_or_403(request, key)
    if character.is_draft:
        return redirect(character)
    if not character.can_be_played_by(seat):
        return look(request, character, seat)
    form = Against(request.GET or None, campaign=seat.campaign)
    difficulty, modifier = _against(form)
    context = {
        "character": character,
        "derived": [row for row in derived_rows(character) if "is_bonus" in row],
        "arms": _arms(character),
        "worn": [(row, name) for row, name in ((character.armor, "armor"), (character.shield, "shield")) if row],
        "tab": "sheet",
        "audiences": Audience.choices,
        "audience": request.GET.get("audience", ""),
        **_traits(character, difficulty, modifier, show_all=bool(request.GET.get("all"))),
    }
    return live_page(request, seat, f"sheet-{character.key}", "characters/sheet.html", context)


@require_safe
@login_required
def traits(request: HttpRequest, key: str) -> HttpResponse:
    """The rolls of a sheet with their odds against what was chosen; asked for again whenever that changes."""
    character, _seat = character_or_403(request, key)
    form = Against(request.GET, campaign=character.campaign)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    difficulty, modifier = _against(form)
    shown = _traits(character, difficulty, modifier, show_all=bool(request.GET.get("all")))
    context = {"character": character, **shown}
    return render(request, "characters/sheet.html#traits", context)


@require_POST
@login_required
def roll(request: HttpRequest, key: str) -> HttpResponse:
    """A check from the sheet: logged, and seen by whom the roller chose."""
    character, seat = character_or_403(request, key)
    form = Roll(request.POST, campaign=character.campaign)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    data = form.cleaned_data
    row = form.rows[data["difficulty"]]
    is_skill = character.ruleset.find_skill(data["trait"]) is not None
    entry = character.roll(
        seat,
        data["trait"],
        difficulty=row.skill if is_skill else row.attribute,
        modifier=data["modifier"],
        audience=data["audience"],
        typed=data["dice"],
        press=request.POST.get("press", ""),
    )
    if not request.htmx:  # the page that comes back keeps what was chosen
        chosen = {name: request.POST[name] for name in ("difficulty", "modifier", "audience") if name in request.POST}
        return redirect(f"{character.get_absolute_url()}?{urlencode(chosen)}")
    return accepted(request, seat, entry)


@require_POST
@login_required
def change_points(request: HttpRequest, key: str, pool: str) -> HttpResponse:
    character, seat = character_or_403(request, key)
    form = Points(request.POST)
    if not form.is_valid():
        return refused(request, as_refusal(form))
    entry = character.change_pool(seat, pool, form.cleaned_data["amount"], request.POST.get("press", ""))
    return accepted(request, seat, entry)


@require_POST
@login_required
def stay_up(request: HttpRequest, key: str) -> HttpResponse:
    """The check at 0 of a character that is in no encounter (C11)."""
    character, seat = character_or_403(request, key)
    return accepted(request, seat, character.stay_up(seat, request.POST.get("press", "")))


def _against(form: Against) -> tuple[str, int]:
    """The difficulty's key and the modifier; the second row of the table where nothing (or nonsense) is asked."""
    keys = list(form.rows)
    if form.is_bound and form.is_valid():
        return form.cleaned_data["difficulty"], form.cleaned_data["modifier"]
    return keys[min(1, len(keys) - 1)], 0


def _traits(character: Character, difficulty: str, modifier: int, *, show_all: bool) -> dict[str, Any]:
    """Each trait with what it adds and its exact odds against the chosen row (R8); no row, no odds."""
    ruleset, sheet = character.ruleset, character.sheet
    row = next(row for row in ruleset.rolls.difficulties if row.key == difficulty)
    shorts = {each.key: each.short for each in ruleset.attributes}
    skills = sorted(
        (skill for skill in ruleset.skills if sheet.skill(skill.key)), key=lambda skill: -sheet.skill(skill.key)
    )
    untrained = [skill for skill in ruleset.skills if not sheet.skill(skill.key)] if show_all else []
    return {
        "difficulties": ruleset.rolls.difficulties,
        "difficulty": row,
        "modifier": modifier,
        "show_all": show_all,
        "attributes": [
            {
                "trait": each,
                "value": sheet.attribute(each.key),
                **_odds(ruleset, character, each.key, row.attribute, modifier),
            }
            for each in ruleset.attributes
            if each.key in sheet.attributes  # a foe with fixed values has none to roll
        ],
        "skills": [_skill(ruleset, character, skill, row.skill, modifier, shorts) for skill in skills],
        "untrained": [_skill(ruleset, character, skill, row.skill, modifier, shorts) for skill in untrained],
    }


def _arms(character: Character) -> list[dict[str, Any]]:
    """What it can strike with, bare hands last: the bonus of the attack (C0) and the skill that is rolled."""
    ruleset, sheet = character.ruleset, character.sheet
    found = []
    for weapon in [*character.weapons, ruleset.unarmed]:
        key = ruleset.attacks.melee if weapon.melee else ruleset.attacks.ranged
        bonus = ruleset.value(sheet, key) + weapon.attack
        formula = next(row.formula for row in ruleset.derived if row.key == key)
        skill = next((each.key for each in ruleset.skills if each.key in formula.names), None)
        found.append({"weapon": weapon, "icon": weapon_icon(weapon), "bonus": bonus, "trait": skill})
    return found


def _skill(
    ruleset: Ruleset, character: Character, skill: Any, difficulty: int, modifier: int, shorts: Any
) -> dict[str, Any]:
    sheet = character.sheet
    return {
        "trait": skill,
        "short": shorts[skill.attribute],
        "attribute": sheet.attribute(skill.attribute),
        "level": sheet.skill(skill.key),
        **_odds(ruleset, character, skill.key, difficulty, modifier),
    }


def _odds(ruleset: Ruleset, character: Character, trait: str, difficulty: int | None, modifier: int) -> dict[str, Any]:
    check = ruleset.check(character.sheet, trait, difficulty=difficulty, modifier=modifier)
    return {"bonus": check.bonus, "odds": None if difficulty is None else ruleset.rolls.odds(check)}
