"""What a change of house rules would do to the characters of a campaign and to the odds of its rolls.

For those who lead only: drafts and foes are among the characters.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from campaigns.models import Campaign
from characters.log.growth import label_of
from characters.models import Character
from rules.difference import Difference, Reading, difference
from rules.moved_odds import Hand, Shift, hands, moved_odds
from rules.problems import Problem
from rules.ruleset import Ruleset
from rules.traits import chapter_and_key


class Wrong(NamedTuple):
    """A problem, and what the trait is called that it is about; "" for one of the whole sheet."""

    label: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Changed:
    """A character for which something moves, and what; problems that appear or go stand beside their traits."""

    name: str
    gender: str
    address: str
    is_draft: bool
    difference: Difference
    appeared: tuple[Wrong, ...]
    resolved: tuple[Wrong, ...]

    @property
    def became_wounded(self) -> bool:
        return bool(self.difference.now) and not self.difference.was

    @property
    def is_well_again(self) -> bool:
        return bool(self.difference.was) and not self.difference.now


@dataclass(frozen=True, slots=True)
class MovedOdds:
    """The odds that move for somebody who rolls in one way."""

    hand: Hand
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class Consequences:
    """`heroes` and `foes` are those for which something moves, drafts among the heroes; `untouched` counts the heroes
    for which nothing does. `odds` are those that move."""

    heroes: tuple[Changed, ...]
    foes: tuple[Changed, ...]
    untouched: int
    odds: tuple[MovedOdds, ...]

    @property
    def is_nothing(self) -> bool:
        return not self.heroes and not self.foes and not self.odds

    @property
    def wounded(self) -> int:
        """How many heroes and foes are hurt then and are not now (C10, D16)."""
        return sum(each.became_wounded for each in (*self.heroes, *self.foes))

    @property
    def wrong(self) -> int:
        """How many sheets have a problem then that they have not now."""
        return sum(bool(each.appeared) for each in self.heroes)


def consequences(campaign: Campaign, before: Ruleset, after: Ruleset) -> Consequences:
    """What happens when `after` comes in force in place of `before`; nothing is stored.

    Three queries, however many characters there are.
    """
    rows = Character.objects.filter(campaign=campaign, archived_at=None).prefetch_related("pools").with_ledger()
    characters = list(rows)
    old, new = _under(campaign, before), _under(campaign, after)
    changed = [(each, _changed(each, old, new)) for each in characters]
    heroes = [found for each, found in changed if not each.is_foe]
    return Consequences(
        heroes=_moving(heroes),
        foes=_moving(found for each, found in changed if each.is_foe),
        untouched=sum(found.difference.is_nothing for found in heroes),
        odds=_odds(before, after, [each for each in characters if not each.is_foe], old),
    )


def _moving(found: Iterable[Changed]) -> tuple[Changed, ...]:
    return tuple(each for each in found if not each.difference.is_nothing)


def _under(campaign: Campaign, ruleset: Ruleset) -> Campaign:
    """The campaign as if it played by that ruleset."""
    stand_in = copy(campaign)
    stand_in.__dict__["ruleset"] = ruleset
    return stand_in


def _as_in(character: Character, campaign: Campaign) -> Character:
    """The character as it would be at a table that plays so; the rows that were read are shared."""
    stand_in = copy(character)
    stand_in.__dict__.pop("sheet", None)
    stand_in.campaign = campaign
    return stand_in


def _changed(character: Character, old: Campaign, new: Campaign) -> Changed:
    was, will_be = _as_in(character, old), _as_in(character, new)
    moved = difference(_reading(was), _reading(will_be))
    return Changed(
        name=character.name,
        gender=character.gender,
        address=character.get_absolute_url(),
        is_draft=character.is_draft,
        difference=moved,
        appeared=tuple(Wrong(_label(each, will_be, was), each) for each in moved.appeared),
        resolved=tuple(Wrong(_label(each, was, will_be), each) for each in moved.resolved),
    )


def _label(problem: Problem, *readings: Character) -> str:
    """What the trait is called by the first of the readings that knows it."""
    path = problem.field or ""
    if not (found := chapter_and_key(path)):
        return ""
    labels = (label_of(each, path) for each in readings)
    return next((label for label in labels if label != found[1]), found[1])


def _reading(character: Character) -> Reading:
    build = None
    if not character.is_foe:
        build = character.spending if character.is_draft else character.creation
    return Reading(character.ruleset, character.sheet, tuple(character.weapons), build, _problems(character))


def _problems(character: Character) -> tuple[Problem, ...]:
    """What is wrong with it: of a draft, what even a draft may not have; a foe is checked against nothing (P6)."""
    if character.is_foe:
        return ()
    return character.spending.problems() if character.is_draft else character.proof.problems


def _odds(before: Ruleset, after: Ruleset, heroes: Iterable[Character], old: Campaign) -> tuple[MovedOdds, ...]:
    who = hands(before, (_as_in(each, old).sheet for each in heroes))
    found = (MovedOdds(hand, moved_odds(before, after, hand)) for hand in who)
    return tuple(each for each in found if each.shifts)
