"""How other rules move the odds of the checks that a table makes most (R1–R8, C10, D1–D3, D16)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.checks import Check, CheckKind, Term
from rules.injuries import Body
from rules.odds import Odds
from rules.ruleset import Ruleset
from rules.sheet import Sheet
from rules.shooting import Shot
from rules.vitals import SOUND

FALLBACK = ((2, 3), (4, 4), (5, 5))
"""Attribute and skill of those who roll where no sheet says more: 5, 8 and 10 in all."""
SCRATCHED = (1, 20)
"""The points, of so many, of somebody who is hurt as badly as the rules know while still on their feet."""


class Way(StrEnum):
    """In what way somebody rolls: with a skill they have, without it, with an attribute alone, hurt, or a shot (C7)."""

    SKILLED = "skilled"
    UNSKILLED = "unskilled"
    ATTRIBUTE = "attribute"
    HURT = "hurt"
    SHOT = "shot"


class Row(NamedTuple):
    """What is rolled against: its label and its number."""

    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody who rolls: the value of an attribute and the level of a skill, 0 for none."""

    way: Way
    attribute: int
    skill: int


@dataclass(frozen=True, slots=True)
class Shift:
    """The odds against one named difficulty, before and after; None where it is not there.

    `label` is a message id or the table's word, `needed` and `needs` are its number before and after.
    """

    key: str
    label: str
    needed: int | None
    needs: int | None
    before: Odds | None
    after: Odds | None

    @property
    def is_moved(self) -> bool:
        """Whether the row is another one, or any chance that the table speaks of."""
        return self.needed != self.needs or _chances(self.before) != _chances(self.after)


def _chances(odds: Odds | None) -> tuple[object, ...]:
    return (odds.success, odds.critical, odds.fumble, odds.great) if odds else ()


def hands(ruleset: Ruleset, sheets: Iterable[Sheet]) -> tuple[Hand, ...]:
    """Who rolls at a table: the weaker, the middling and the better of the skills on its sheets, each once; then the
    middling one without the skill, with the attribute alone, hurt, and shooting."""
    known = sorted(_written(ruleset, sheets), key=lambda each: (sum(each), each)) or list(FALLBACK)
    middle = known[len(known) // 2]
    picked = dict.fromkeys((known[len(known) // 4], middle, known[3 * len(known) // 4]))
    return (
        *(Hand(Way.SKILLED, *each) for each in picked),
        Hand(Way.UNSKILLED, middle[0], 0),
        Hand(Way.ATTRIBUTE, middle[0], 0),
        Hand(Way.HURT, *middle),
        Hand(Way.SHOT, *middle),
    )


def _written(ruleset: Ruleset, sheets: Iterable[Sheet]) -> Iterator[tuple[int, int]]:
    for sheet in sheets:
        for skill in ruleset.skills:
            if level := sheet.skill(skill.key):
                yield sheet.attribute(skill.attribute), level


def moved_odds(before: Ruleset, after: Ruleset, hand: Hand) -> tuple[Shift, ...]:
    """The difficulties of the tables against which the odds of that hand move, easiest first."""
    rows, now = _rows(before, hand), _rows(after, hand)
    shifts = (_shift(before, after, hand, key, rows.get(key), now.get(key)) for key in {**now, **rows})
    return tuple(sorted((each for each in shifts if each.is_moved), key=_by_number))


def _by_number(shift: Shift) -> int:
    return max(number for number in (shift.needed, shift.needs) if number is not None)


def _rows(ruleset: Ruleset, hand: Hand) -> Mapping[str, Row]:
    """What that hand rolls against, by key: the named difficulties (R8, ND), or the distances of a shot (C7)."""
    if hand.way is Way.SHOT:
        bands = ruleset.attacks.shooting.bands if ruleset.attacks.shooting else ()
        return {band.key: Row(band.label, band.difficulty) for band in bands}
    named = ruleset.rolls.difficulties
    if hand.way is Way.ATTRIBUTE:
        return {row.key: Row(row.label, row.attribute) for row in named if row.attribute is not None}
    return {row.key: Row(row.label, row.skill) for row in named}


def _shift(before: Ruleset, after: Ruleset, hand: Hand, key: str, old: Row | None, new: Row | None) -> Shift:
    needed, needs = (row.number if row else None for row in (old, new))
    label = new.label if new else old.label if old else ""
    return Shift(key, label, needed, needs, _odds(before, hand, needed), _odds(after, hand, needs))


def _odds(ruleset: Ruleset, hand: Hand, difficulty: int | None) -> Odds | None:
    return None if difficulty is None else ruleset.rolls.odds(check(ruleset, hand, difficulty))


def check(ruleset: Ruleset, hand: Hand, difficulty: int) -> Check:
    """The check of that hand by these rules."""
    attribute = Term("attribute", hand.attribute)
    if hand.way is Way.ATTRIBUTE:
        return Check(CheckKind.ATTRIBUTE, "", (attribute,), difficulty=difficulty)
    terms = ruleset.rolls.paired(attribute, Term("skill", hand.skill))
    made = ruleset.rolls.at_level(Check(CheckKind.SKILL, "", terms, difficulty=difficulty), hand.skill)
    if hand.way is Way.SHOT and ruleset.attacks.shooting:
        return made.plus(*ruleset.attacks.shooting.help(Shot()))
    if hand.way is not Way.HURT:
        return made
    points, maximum = SCRATCHED
    pool = ruleset.injuries.pool
    return ruleset.injuries.hinder(made, Body({pool: points}, {pool: maximum}, {}, SOUND))
