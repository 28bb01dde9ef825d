"""The dice that fell, as the facts of an entry tell them to an audience: what it does not read there is not here.

Every die counts, those thrown again as well, since each is as likely to show any face; and of a throw of three the one
that was kept, by its rank. Dice that several were dealt with at once fell once.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

Facts = Mapping[str, Any]

KEPT_AT = {"low": 0, "mid": 1, "high": 2}
SIDES = 10


class Fallen(NamedTuple):
    """A die as `rules.luck.law_of` names it, and what it showed."""

    die: str
    face: int


def fallen(facts: Facts, leads: bool) -> Iterator[Fallen]:
    """Every die of an entry; `facts` are those that an audience may know of it (`Kind.seen`)."""
    for outcome in _outcomes(facts, leads):
        yield from _of_throws(outcome)
    for effect in _effects(facts):
        yield from _of_effect(effect)
    for face in _single(facts):
        yield Fallen(f"d{SIDES}", face)


def _outcomes(facts: Facts, leads: bool) -> Iterator[Facts]:
    """The throws of checks."""
    strikes = facts.get("strikes") or ()
    found = [strike["blows"][0].get("outcome") for strike in strikes] or [facts.get("outcome")]
    found += [each.get("outcome") for each in chain(_once(facts.get("rolls", ())), facts.get("events", ()))]
    found += [_escaped(facts, leads), facts.get("rolled")]
    if not leads:
        found += [each.get("attack") for each in _dodged_together(facts)]
    contest = facts.get("contest")
    if contest and not contest["accepted"]:  # a tie that is accepted is thrown no more
        found += [side["outcome"] for side in contest["sides"]]
    return (each for each in found if each and "throws" in each)


def _once(rolls: Iterable[Facts]) -> Iterator[Facts]:
    """Rolls of initiative: those of a group were thrown together."""
    told = set()
    for each in rolls:
        if not each.get("group") or each["group"] not in told:
            told.add(each.get("group"))
            yield each


def _escaped(facts: Facts, leads: bool) -> Facts | None:
    """The attack that a defense answers: whoever leads has read it in its own entry, the others only now (S1)."""
    return None if leads or facts.get("tied") else facts.get("attack")


def _effects(facts: Facts) -> Iterator[Facts]:
    """Damage, healing and other dice."""
    places: Iterable[Facts] = facts.get("strikes") or _dodged_together(facts) or (facts,)
    found = [facts.get("rolled"), facts.get("healing"), facts.get("thrown")]
    rests = told if isinstance(told := facts.get("rests"), list) else ()  # a night that passes only says that they do
    for each in chain(places, facts.get("events", ()), *(rest.get("harms", ()) for rest in rests)):
        found += [each.get("damage"), *(each.get("burst") or ())]
    found += [each.get("healing") for each in rests]
    return (each for each in found if isinstance(each, Mapping) and "thrown" in each)


def _dodged_together(facts: Facts) -> Iterable[Facts]:
    """The attacks that one dodge answered, each with its own dice (D10)."""
    return facts["blows"] if "faced" in facts else ()


def _single(facts: Facts) -> Iterator[int]:
    """Dice that stand alone: those of the tally."""
    return (each["face"] for each in facts.get("events", ()) if each.get("event") == "tally")


def _of_throws(outcome: Facts) -> Iterator[Fallen]:
    keep = outcome.get("keep")
    for faces in outcome["throws"]:
        yield from (Fallen(f"d{SIDES}", face) for face in faces)
        if keep is None:
            yield Fallen("sum", sum(faces))
        else:
            yield Fallen(keep, sorted(faces)[KEPT_AT[keep]])


def _of_effect(effect: Facts) -> Iterator[Fallen]:
    for each in effect["thrown"]:
        die = f"d{each['die'].rpartition('d')[2].rstrip('!')}"
        yield from (Fallen(die, face) for face in each["faces"])
