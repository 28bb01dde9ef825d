"""Techniques and specializations of a draft: added on the step of points; each technique has a page for its words."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.answers import as_refusal
from campaigns.models import Membership
from characters.forms.inventing import NewTechnique, Specialization, TechniqueWords, plain_lines
from characters.gates import character_or_403
from characters.models import Character
from characters.models.building import nothing_asked
from characters.models.inventing import Outdated, words_of
from characters.regions.lines import lines, told
from characters.views.build import at_field, closed_to, refused_here, saved, step
from rules.problems import Problem, Refused
from rules.techniques import Technique
from rules.traits import Chapter

Told = list[tuple[str, Problem]]


@require_POST
@login_required
def techniques(request: HttpRequest, key: str) -> HttpResponse:
    """A new one, at level 1 (P2)."""
    character, seat = character_or_403(request, key)
    if not character.is_draft:
        return closed_to(request, character)
    form = NewTechnique(request.POST, attributes=character.ruleset.attributes, auto_id="technique-%s")
    if not form.is_valid():
        named = [(f"{form.fields[problem.field or ''].label}: {said}", problem) for said, problem in _sentences(form)]
        return at_field(request, "technique", named) or refused_here(request, seat, character, {}, technique_form=form)
    try:
        entry = character.invent(seat, **form.cleaned_data, press=request.POST.get("press", ""))
    except Refused as refusal:
        sentences = [told(character, problem) for problem in refusal.problems]
        wrong = {"field": "technique", "problems": sentences}
        return at_field(request, "technique", sentences) or refused_here(
            request, seat, character, wrong, technique_form=form
        )
    return saved(request, seat, character, "build", entry, "#techniques")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def technique(request: HttpRequest, key: str, technique_key: str) -> HttpResponse:
    """One technique: each of its words is saved by itself, and refused (409) where it began from what is no more."""
    character, seat = character_or_403(request, key)
    found = _technique_or_404(character, technique_key)
    stored = words_of(found)
    attributes = character.ruleset.attributes
    if request.method != "POST":
        form = TechniqueWords(initial=stored, stored=stored, attributes=attributes, auto_id=f"{found.key}-%s")
        return _page(request, seat, character, found, form)
    if not character.is_draft:
        return closed_to(request, character)
    asked = [part for part in stored if part in request.POST]
    if len(asked) != 1:
        raise Refused(nothing_asked())
    part = asked[0]
    words = {**stored, part: request.POST[part]}
    form = TechniqueWords(words, stored=stored, attributes=attributes, auto_id=f"{found.key}-%s")
    place = f"{found.key}-{part}"
    if not form.is_valid():
        return at_field(request, place, _sentences(form)) or _page(request, seat, character, found, form, status=422)
    was, press = plain_lines(request.POST.get("was", "")), request.POST.get("press", "")
    try:
        entry = character.reword(seat, found.key, part, form.cleaned_data[part], was=was, press=press)
    except Outdated as refusal:
        more = {"form_id": place, "stored": refusal.stored, "shown": form.shown(part, refusal.stored)}
        return _wrong(request, seat, character, found, form, part, refusal, more, status=409)
    except Refused as refusal:
        return _wrong(request, seat, character, found, form, part, refusal, {}, status=422)
    if not request.htmx:
        return redirect(reverse("characters:technique", args=[character.key, found.key]) + f"#{place}")
    return saved(request, seat, character, "build", entry)


@require_POST
@login_required
def forget(request: HttpRequest, key: str, technique_key: str) -> HttpResponse:
    """Give a technique up."""
    character, seat = character_or_403(request, key)
    found = _technique_or_404(character, technique_key)
    if not character.is_draft:
        return closed_to(request, character)
    character.forget(seat, found.key, press=request.POST.get("press", ""))
    return redirect(reverse("characters:build", args=[character.key]) + "#techniques")


@require_POST
@login_required
def specialize(request: HttpRequest, key: str, skill: str) -> HttpResponse:
    """Name a part of a skill ("name"), or give one up ("drop") (P4)."""
    character, seat = character_or_403(request, key)
    if character.ruleset.find_skill(skill) is None and skill not in {
        each.skill for each in character.build.specializations
    }:
        raise Refused(Problem("unknown_trait", gettext_noop("There is no such trait."), "trait", "P4"))
    if not character.is_draft:
        return closed_to(request, character)
    adds = "drop" not in request.POST
    form = Specialization({"name": request.POST.get("name" if adds else "drop", "")})
    press = request.POST.get("press", "")
    try:
        if not form.is_valid():
            raise as_refusal(form)
        entry = character.specialize(seat, skill, form.cleaned_data["name"], on=adds, press=press)
    except Refused as refusal:
        path = Chapter.SPECIALIZATIONS.path(skill)
        sentences = [told(character, problem, path) for problem in refusal.problems]
        wrong = {"field": skill, "named": request.POST.get("name", ""), "problems": sentences}
        return at_field(request, skill, sentences) or refused_here(request, seat, character, wrong)
    return saved(request, seat, character, "build", entry, f"#trait-{skill}")


# --- what they share --------------------------------------------------------------------------------------------------


def _technique_or_404(character: Character, key: str) -> Technique:
    try:
        return character.technique(key)
    except Refused:
        raise Http404 from None


def _sentences(form: Any) -> Told:
    """What is wrong with a form, with its sentences."""
    return [(problem.show(_), problem) for problem in as_refusal(form).problems]


def _wrong(
    request: HttpRequest,
    seat: Membership,
    character: Character,
    found: Technique,
    form: TechniqueWords,
    part: str,
    refusal: Refused,
    more: Mapping[str, Any],
    status: int,
) -> HttpResponse:
    """What is wrong with one word, at its field."""
    sentences = [told(character, problem, Chapter.TECHNIQUES.path(found.key)) for problem in refusal.problems]
    wrong = {"part": part, "problems": sentences, **more}
    return at_field(request, f"{found.key}-{part}", sentences, status=status, **more) or _page(
        request, seat, character, found, form, status=status, wrong=wrong
    )


def _page(
    request: HttpRequest,
    seat: Membership,
    character: Character,
    found: Technique,
    form: TechniqueWords,
    status: int = 200,
    wrong: Mapping[str, Any] | None = None,
) -> HttpResponse:
    line = next(each for each in lines(character, "techniques") if each.trait.key == found.key)
    stored = words_of(found)
    fields = [(form[part], stored[part], part in TechniqueWords.FIGHT) for part in stored]
    in_fight = any(stored[part] for part in TechniqueWords.FIGHT) or bool(
        set(form.errors) & set(TechniqueWords.FIGHT) or (wrong or {}).get("part") in TechniqueWords.FIGHT
    )
    context = {
        "line": line,
        "technique": found,
        "first": [each for each in fields if not each[2]],
        "fight": [each for each in fields if each[2]],
        "is_open": in_fight,
        "wrong_words": wrong or {},
        "title": found.name or _("Technique"),
    }
    return step(request, seat, character, "technique", context, status=status)
