"""An encounter as one audience may know it: what the regions and the attack panel show, and nothing beyond it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from campaigns.regions import at_hand
from characters.log.why import Reason, reasons_to_keep
from characters.models import Character, Sharing
from combat.ailments import ailments
from combat.models import Combatant, Encounter, ShownPoints
from rules.attacks import ActiveDefense
from rules.checks import Check
from rules.injuries import Condition
from rules.odds import Odds
from rules.ruleset import Ruleset
from rules.vitals import Fate, Vitals

WORDS = {
    "unhurt": gettext_noop("unhurt"),
    "hurt": gettext_noop("hurt"),
    "wounded": gettext_noop("badly hurt"),
    "out": gettext_noop("out"),
}


LONG_NAME = 13
"""So many letters stand beside a state in one line of the GM's order."""
NUMBERED = re.compile(r".+ (\d{1,3})")


@dataclass(frozen=True, slots=True)
class Ask:
    """The check at 0 that waits for somebody (C11): its attribute, what is added, the difficulty, its exact odds, and
    why another die than the middle one would stay."""

    attribute: str
    bonus: int
    difficulty: int
    odds: Odds
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that waits for its target's defense (C8): who shot, what it can answer with, and how likely that is.

    Those who lead know the shooter's total and the exact odds; a player sees them for several totals (S1). `until`:
    when the time of a player to answer is up.
    """

    key: str
    shooter: str
    total: int | None
    answers: tuple[tuple[str, str, int, tuple[tuple[int, Odds], ...]], ...]
    is_contested: bool = False
    is_tied: bool = False
    since: datetime | None = None
    until: datetime | None = None
    by: str = ""
    spends: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the order. `points` is None where the audience knows no number; `word` then says how it looks."""

    key: str
    name: str
    picture_url: str
    gender: str
    is_hero: bool
    is_now: bool
    has_acted: bool
    waits: bool
    is_next: bool
    is_hidden: bool
    alias: str
    total: int | None
    majors: tuple[bool, ...]
    minor: bool
    actions: str
    points: int | None
    maximum: int | None
    threshold: Fraction | None
    word: str
    label: str
    is_wounded: bool
    is_out: bool
    state: str
    successes: int
    failures: int
    tally: tuple[tuple[str, ...], tuple[str, ...]]
    ask: Ask | None
    hits: tuple[Hit, ...]
    crowd: tuple[Fraction, ...]
    notes: tuple[str, ...]
    tie: str
    extra: int

    @property
    def is_long(self) -> bool:
        """Whether its state has no room beside its name; words without a gender are long ones."""
        return not self.gender or len(self.name) > LONG_NAME

    @property
    def stem(self) -> str:
        """The name without the number of a group, which stands in a box of its own."""
        return self.name[: -len(self.number)].rstrip() if self.number else self.name

    @property
    def number(self) -> str:
        found = NUMBERED.fullmatch(self.name)
        return found[1] if found and not self.is_hero else ""


def rows_for(encounter: Encounter, *, leads: bool) -> list[Row]:
    """The order as those who lead see it, or as the table does: a hidden foe is not there at all."""
    seen = [row for row in encounter.present if leads or not row.is_hidden]
    ties = _ties(seen)
    return [_row(encounter, row, ties.get(row.character.key, ""), leads=leads) for row in seen]


def rows_at(encounter: Encounter, *, leads: bool) -> list[Row]:
    """The same, made once for all regions that are rendered together in one language, whosever they are."""
    made = ("rows", encounter.key, leads, get_language())
    return at_hand(made, lambda: rows_for(encounter.as_seen(leads=leads), leads=leads))


TIES = {"lot": gettext_noop("tie: by lot"), "fixed": gettext_noop("tie: fixed one")}


def _ties(rows: Iterable[Combatant]) -> dict[str, str]:
    """By what those are told apart who have the same total (C1), by key; those of one group have one initiative."""
    by_total: dict[tuple[int, bool], list[tuple[str, str, int]]] = {}
    for row in rows:
        if mine := row.state.get("initiative"):
            place = mine["total"], mine.get("is_last", False)
            by_total.setdefault(place, []).append((row.character.key, row.state.get("group", ""), mine["fixed"]))
    found = {}
    for tied in by_total.values():
        for key, group, mine in tied:
            others = [other for its, unit, other in tied if its != key and not (unit and unit == group)]
            if others:
                found[key] = "lot" if mine in others else "fixed"
    return found


def _row(encounter: Encounter, combatant: Combatant, tie: str, *, leads: bool) -> Row:
    ruleset, character, fighter = encounter.campaign.ruleset, combatant.character, combatant.fighter
    called, known = combatant.called, combatant.known
    pool = ruleset.injuries.pool
    condition = ruleset.condition(character.sheet)
    points, maximum = ruleset.points(character.sheet, pool), ruleset.maximum(character.sheet, pool)
    numbers = leads or known["points"]
    words = combatant.shown_points != ShownPoints.NOTHING
    total = fighter.initiative.total if fighter.initiative else None
    full = ruleset.turns.majors(total) if total is not None else 0
    now = encounter.turn if leads else encounter.shown_turn
    acts = fighter.state() if leads else combatant.seen
    return Row(
        key=character.key,
        name=called["gm"] if leads else called["table"],
        picture_url=_picture_url(character, leads=leads),
        gender=called["gender"] if leads else called["table_gender"],
        is_hero=combatant.is_hero,
        is_now=bool(now) and now == character.key,
        has_acted=acts["has_acted"] and encounter.round > 0 and not fighter.has_delayed,
        waits=fighter.has_delayed,
        is_next=fighter.is_next,
        is_hidden=combatant.is_hidden,
        alias=combatant.alias if leads else "",
        total=total,
        majors=tuple(number < acts["majors"] for number in range(full)),
        minor=acts["minors"] > 0,
        actions=actions_left(acts["majors"], acts["minors"]),
        points=points if numbers else None,
        maximum=maximum if numbers else None,
        threshold=ruleset.threshold(character.sheet) if numbers else None,
        word=_word(points, maximum, condition) if words and not numbers else "",
        label=next(kind.short for kind in ruleset.pools if kind.key == pool),
        is_wounded=condition.wounded and (numbers or words),
        is_out=condition.out and (numbers or words),
        state=_state(combatant, condition, leads=leads) if numbers or words else "",
        successes=character.sheet.vitals.successes,
        failures=character.sheet.vitals.failures,
        tally=_tally(ruleset, character.sheet.vitals),
        hits=(hits := tuple(_hits(encounter, character.key, leads=leads))),
        crowd=_crowd(encounter, character.key, hits, leads=leads),
        ask=_ask(ruleset, character) if condition.fate is Fate.FALLING else None,
        notes=(*_notes(combatant, leads=leads), *ailments(encounter, combatant, leads=leads)),
        tie=TIES.get(tie, ""),
        extra=fighter.extra,
    )


def _picture_url(character: Character, *, leads: bool) -> str:
    """Its portrait, for those who may see it: of a foe those who lead, of a hero as much as its player shows."""
    return character.picture_url if leads or character.shown_to_table != Sharing.NOTHING else ""


ANSWERS = {ActiveDefense.DODGE: gettext_noop("Dodge"), ActiveDefense.BLOCK: gettext_noop("Block")}
BELOW = 6
"""How far under one's own defense value those of a dodge in its place begin (D8)."""
TOTALS = range(0, 13, 3)
"""How far over the least total that hits the odds of a defense go, for those who may not know the total (S1)."""


def _hits(encounter: Encounter, key: str, *, leads: bool) -> Iterator[Hit]:
    if not encounter.state.get("pending"):
        return
    fight, rolls = encounter.fight_as_read, encounter.campaign.ruleset.rolls
    for each in fight.pending:
        if each.target != key:
            continue
        outcome, shooter = each.outcome, encounter.known[each.by]
        contested = each.defense is not None
        least = (each.defense or 0) - BELOW if contested else outcome.check.difficulty or 0
        totals = [outcome.total] if leads else [max(0, least) + more for more in TOTALS]
        answers = []
        for how in encounter.campaign.ruleset.active_defenses(encounter.known[key].character.sheet):
            check = fight.defense(each.key, how, knows_total=False)
            odds = tuple((total, _escape(rolls, check, total, contested=contested)) for total in totals)
            answers.append((f"{each.key}:{how.value}", ANSWERS[how], check.bonus, odds))
        name = shooter.called["gm" if leads else "table"] or _("Someone")
        since, until = encounter.since(each) if leads else None, encounter.until(each)
        total = outcome.total if leads else None
        spends = tuple(_spends(encounter.known[key]))
        yield Hit(each.key, name, total, tuple(answers), contested, each.is_tied, since, until, each.by, spends)


def _spends(combatant: Combatant) -> Iterator[tuple[str, str]]:
    """What it may spend on a defense, by the name of the field (R13, D3)."""
    character = combatant.character
    if character.has_tokens and character.purse.held:
        yield "token", gettext_noop("with a token")
    if character.has_protagonism and character.protagonism_left:
        yield "protagonism", gettext_noop("with protagonism")


def _escape(rolls: Any, check: Check, total: int, *, contested: bool) -> Odds:
    """The odds to escape an attack of that total: to reach it (C8), or to have more (D8)."""
    found: Odds = rolls.odds(replace(check, difficulty=total + contested))
    return found


def _crowd(encounter: Encounter, key: str, hits: tuple[Hit, ...], *, leads: bool) -> tuple[Fraction, ...]:
    """Where one dodge may answer several enemies, how likely it is that so many get through (D10): to those who lead,
    who know the totals; to others that it may (S1)."""
    able = {hit.by for hit in hits if hit.is_contested and not hit.is_tied}
    if len(able) < 2 or encounter.campaign.ruleset.attacks.mastery is None:
        return ()
    return encounter.fight_as_read.dodge_odds(key) if leads else (Fraction(1),)


def _tally(ruleset: Ruleset, vitals: Vitals) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The successes and the failures as pips, full ones first."""
    rules = ruleset.stand
    counts = (vitals.successes, rules.successes), (vitals.failures, rules.failures)
    successes, failures = (tuple("pip full" if n < have else "pip" for n in range(most)) for have, most in counts)
    return successes, failures


def _ask(ruleset: Ruleset, character: Character) -> Ask:
    check = ruleset.stay_up_check(character.sheet)
    labels = {trait.key: trait.label for trait in ruleset.traits}
    reasons = tuple(reasons_to_keep(check.factors, character.gender))
    odds = ruleset.rolls.odds(check)
    return Ask(labels.get(check.trait, check.trait), check.bonus, check.difficulty or 0, odds, reasons)


def _state(combatant: Combatant, condition: Condition, *, leads: bool) -> str:
    """The word of its state; a foe is out or, to those who lead, dead (S3)."""
    if combatant.is_hero or not condition.out:
        return condition.word
    return "dead" if leads and condition.fate is Fate.DEAD else "out"


def _word(points: int, maximum: int, condition: Condition) -> str:
    """How PV look that are known as a word (S3)."""
    if condition.out:
        return WORDS["out"]
    if condition.wounded:
        return WORDS["wounded"]
    return WORDS["unhurt"] if points >= maximum else WORDS["hurt"]


def _notes(combatant: Combatant, *, leads: bool) -> Iterable[str]:
    if combatant.is_hero and combatant.character.owner:
        yield combatant.character.owner.name
    if leads and combatant.alias:
        yield _("the table sees “%(alias)s”") % {"alias": combatant.alias}


def actions_left(majors: int, minors: int) -> str:
    """ "2 major actions and 1 minor left"."""
    major = ngettext("%(n)s major action", "%(n)s major actions", majors) % {"n": majors}
    minor = ngettext("%(n)s minor", "%(n)s minors", minors) % {"n": minors}
    return _("%(major)s and %(minor)s left") % {"major": major, "minor": minor}
