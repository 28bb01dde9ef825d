"""Every change of a character, and putting back what was: as a new change, or as differences (T8)."""

from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_noop

from campaigns import changes
from campaigns.kinds import KINDS, TOGGLES
from campaigns.models import LogEntry, Membership
from characters.models import TEXTS, Character
from characters.models.building import GROUPS, closed
from rules.problems import Problem, Refused

WORDS = {"wrote", "renamed"}
SILENT = {"touched", *TOGGLES}  # say nothing that another entry does not


def history_of(character: Character, seat: Membership) -> QuerySet[LogEntry]:
    """The entries about a character that `seat` may read, those of fights that changed it too, newest first."""
    of_character = Q(topic=character.topic) | Q(text__contains=f":{character.key}")
    found = LogEntry.objects.visible_to(seat).annotate(text=Cast("changes", TextField())).filter(of_character)
    if not seat.leads:
        secret = [text.key for text in TEXTS.values() if text.is_secret]
        found = found.exclude(Q(kind__in=WORDS) & Q(facts__field__in=secret))
    return found.exclude(kind__in=SILENT).select_related("by")


def can_restore(entry: LogEntry, character: Character) -> bool:
    """Whether what stood there before this entry can be put back now; asks the database nothing."""
    return _before(entry, character) is not None


def restore(entry: LogEntry, character: Character, by: Membership, press: str = "") -> LogEntry | None:
    """Put back what stood there before `entry`: texts as a new change, points by their difference.

    None where it stands so already. Raises Refused where it can't be put back (any more).
    """
    if KINDS[entry.kind].is_undoable:
        return changes.toggle(entry, by, press)
    found = _before(entry, character)
    if found is None:
        if entry.kind == "built" and not character.is_draft:
            raise Refused(closed(character.name))
        raise Refused(Problem("restore", gettext_noop("That stands there already, or can't be put back.")))
    field, value = found
    if field in TEXTS:
        return character.write(by, field, value, press=press)
    group, _dot, key = field.partition(".")
    if group in GROUPS:
        return character.spend(by, group, key, to=value, press=press)
    if field == "gender":
        return character.describe(by, field, value, press)
    if key == "weapons":
        weapon, carry = value
        return character.take(by, weapon, carry=carry, press=press)
    part = value or character.gear.get(key, "")
    return character.wear(by, key, part, on=bool(value), press=press)


def _before(entry: LogEntry, character: Character) -> tuple[str, Any] | None:
    """The field that an entry changed and what it held before; None where it holds that now, or may not change."""
    if entry.kind not in WORDS | {"built"}:
        return None
    field, before, after = (entry.facts[name] for name in ("field", "from", "to"))
    group, _dot, key = field.partition(".")
    if field in TEXTS:
        is_other = before != getattr(character, field) and (before or not TEXTS[field].is_required)
        return (field, before) if is_other else None
    if not character.is_draft:
        return None
    if field == "gender":
        now = character.gender
    elif group in GROUPS:
        now = character.traits.get(group, {}).get(key, 0)
    elif field == "gear.weapons":
        return _weapon_before(before, after, character)
    elif group == "gear" and isinstance(before, str):
        now = character.gear.get(key, "")
    else:
        return None
    return (field, before) if before != now else None


def _weapon_before(before: list[str], after: list[str], character: Character) -> tuple[str, Any] | None:
    """The one weapon that was taken up or put down, and which of the two undoes it."""
    carried = character.gear.get("weapons", [])
    for weapon in {*before} ^ {*after}:
        carry = weapon in before
        if carry != (weapon in carried):
            return "gear.weapons", (weapon, carry)
    return None
