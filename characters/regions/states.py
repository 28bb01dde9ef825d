"""What ails a character, what lasts on it, and what waits for its rolls: one badge each, with its rule."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.templatetags.pieces import signed
from characters.log.rolls import trait_labels
from characters.models import Character
from characters.templatetags.states import state_word
from rules.checks import Check, CheckKind
from rules.lasting import Lasting
from rules.odds import Odds
from rules.problems import Refused
from rules.vitals import Fate

NOTHING = Check(CheckKind.ATTRIBUTE, "", ())
"""A roll of nothing: what hinders it hinders every roll."""

HINDERED = {
    "wounded": gettext_noop("%(word)s: one die lower"),
    "pain": gettext_noop("%(word)s: %(n)s on all rolls"),
    "stunned": gettext_noop("%(word)s: %(n)s on all rolls"),
}
"""What a state does, by the factor or term that it brings."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A state in words. `icon` is drawn before it, `effect` is the key of what the GM can end, `saves`: it is shaken
    off by a saving throw (R10), with these `odds`."""

    words: str
    icon: str = ""
    rules: tuple[str, ...] = ()
    harms: bool = True
    effect: str = ""
    saves: bool = False
    odds: Odds | None = None


def badges(character: Character) -> Iterator[Badge]:
    """All that is to be said of how a character fares, the worst first."""
    sheet, condition = character.sheet, character.condition
    if condition.out:
        yield Badge(_state(condition.word, character), "fallen", out_by(character))
        if condition.fate is Fate.DOWN:
            counts = {"ok": sheet.vitals.successes, "no": sheet.vitals.failures}
            yield Badge(_("%(ok)s for, %(no)s against") % counts, "", ("C12",))
    else:
        yield from _hindrances(character)
    if condition.lingering:
        left = ngettext("%(n)s own turn more", "%(n)s own turns more", condition.lingering)
        yield Badge(left % {"n": condition.lingering}, "hourglass", ("T5",), harms=False)
    if sheet.vitals.ignores_pain:
        left = ngettext("ignores pain for %(n)s turn", "ignores pain for %(n)s turns", sheet.vitals.ignores_pain)
        yield Badge(left % {"n": sheet.vitals.ignores_pain}, "hourglass", ("D16",), harms=False)
    for effect in sheet.vitals.effects:
        found = {"saves": effect.save is not None, "odds": _odds_of_save(character, effect)}
        yield Badge(_effect(effect), "hourglass", (effect.rule,), effect=effect.key, **found)
    labels = trait_labels(character.campaign)
    techniques = {each.key: each.name for each in character.build.techniques}
    for support in sheet.vitals.supports:
        words = {"roll": techniques.get(support.trait) or _(labels.get(support.trait, support.trait))}
        text = _("support for %(roll)s: %(n)s") % {**words, "n": signed(support.margin)}
        yield Badge(text, "target", ("D9",), harms=False)
    if character.forced:
        text = ngettext("the next throw: one die lower", "the next throw: %(n)s dice lower", character.forced)
        yield Badge(text % {"n": character.forced}, "token", ("R13",))


def _odds_of_save(character: Character, effect: Lasting) -> Odds | None:
    if effect.save is None:
        return None
    try:
        asked = character.asked(effect.save.attribute, difficulty=effect.save.difficulty)
    except Refused:  # a foe with fixed values has no attribute to throw
        return None
    return character.ruleset.rolls.odds(asked.check)


def felt(character: Character) -> str:
    """All that changes what its rolls are: when this is another, their odds are too."""
    vitals, condition = character.sheet.vitals, character.condition
    effects = ".".join(each.key for each in vitals.effects if each.modifier)
    supports = ".".join(f"{each.trait}{each.margin}" for each in vitals.supports)
    hands = ".".join(character.sheet.wielded)
    return f"{condition.wounded:d}/{condition.penalty}/{character.forced}/{effects}/{supports}/{hands}"


def out_by(character: Character) -> tuple[str, ...]:
    """The rules by which somebody out of combat is what it is."""
    condition = character.condition
    hurt = replace(condition, out=False, fate=Fate.UP, is_knocked_out=False)
    tally = ("C12",) if condition.fate in (Fate.DOWN, Fate.STABLE) else ()
    return character.ruleset.injuries.reasons(hurt, condition)[-1:] + tally


def _hindrances(character: Character) -> Iterator[Badge]:
    """What wounds or pain do to every roll, each with its rule (C10, D16)."""
    ruleset = character.ruleset
    check = ruleset.injuries.hinder(NOTHING, ruleset.body(character.sheet))
    felt = [(each.code, each.shift, each.rule) for each in check.factors]
    felt += [(each.key, each.value, each.rule) for each in check.terms]
    for code, number, rule in felt:
        words = _(HINDERED[code]) % {"word": _state(code, character), "n": signed(number)}
        yield Badge(words, "wounded", (rule,))


def _state(word: str, character: Character) -> str:
    return state_word(word, character.gender).capitalize()


def _effect(effect: Lasting) -> str:
    """Its words, what it does to rolls, and how long it goes on (T2, T7)."""
    parts = [effect.label]
    if effect.modifier:
        parts.append(signed(effect.modifier))
    if effect.turns is not None:
        parts.append(ngettext("%(n)s turn", "%(n)s turns", effect.turns) % {"n": effect.turns})
    if effect.days is not None:
        parts.append(ngettext("%(n)s day", "%(n)s days", effect.days) % {"n": effect.days})
    return " · ".join(parts)
