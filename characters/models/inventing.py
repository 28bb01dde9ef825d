"""What a player makes up: techniques and specializations, added, worded and given up (P2, P4)."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import LogEntry, Membership, Recorder
from characters.models.building import SPENT
from rules.codec import to_plain
from rules.effects import EffectKind
from rules.lasting import Moment, Save
from rules.problems import Problem, Refused
from rules.techniques import Specialization, Technique
from rules.traits import Chapter

if TYPE_CHECKING:
    from collections.abc import Collection

    from rules.creation import Build, Draft

MOST_TECHNIQUES = 30
MOST_SPECIALIZATIONS = 30
USUAL_SAVING = 15
"""The difficulty of a saving throw until somebody sets another."""
MENDABLE = frozenset({"half_an_effect"})
"""What a technique may be while its parts are chosen one by one; finishing names it."""


class Outdated(Refused):
    """The text that a change started from stands there no more: `stored` does."""

    def __init__(self, field: str, stored: str) -> None:
        message = gettext_noop("Meanwhile somebody has changed this.")
        super().__init__(Problem("outdated", message, field))
        self.stored = stored


class Inventing:
    """What one does to traits of a draft's own; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        traits: dict[str, Any]
        build: Build
        spending: Draft
        _built: Any

        def _draft(self, by: Membership, press: str) -> AbstractContextManager[tuple[Self, Recorder]]: ...
        def refuse_worse(
            self, known: Collection[Problem], mended: Collection[str] = (), added: Collection[str] = ()
        ) -> None: ...
        def save(self, *, update_fields: Sequence[str]) -> None: ...

    def technique(self, key: str) -> Technique:
        """The technique of that key. Raises Refused if there is none."""
        for each in self.build.techniques:
            if each.key == key:
                return each
        raise Refused(Problem("unknown_trait", gettext_noop("There is no such trait."), "trait", "P2"))

    def invent(self, by: Membership, *, name: str, attribute: str, special: str = "", press: str = "") -> LogEntry:
        """A new technique at level 1 (P2). Raises Refused with what it would break, its cost first of all (P3, P5)."""
        with self._draft(by, press) as (draft, record):
            written = draft.build.techniques
            if len(written) >= MOST_TECHNIQUES:
                message = gettext_noop("Nobody has more than %(most)s techniques.")
                raise Refused(Problem("too_many", message, "techniques", "P2", {"most": MOST_TECHNIQUES}))
            made = Technique(new_key(), name, 1, attribute, special)
            return draft._write(record, (*written, made), made.key, None, to_plain(made), made.name)

    def reword(
        self, by: Membership, key: str, part: str, value: Any, *, was: str | None = None, press: str = ""
    ) -> LogEntry | None:
        """Set one part of a technique (a key of `words_of`). None where it is so already.

        `was` is what the part said when this change began. Raises Outdated if it says something else by now, Refused
        with what the change would break.
        """
        with self._draft(by, press) as (draft, record):
            before = draft.technique(key)
            after = reworded(before, part, value)
            said, says = words_of(before)[part], words_of(after)[part]
            if said == says:
                return None
            if was is not None and was != said:
                raise Outdated(part, said)
            written = [after if each.key == key else each for each in draft.build.techniques]
            return draft._write(record, written, f"{key}.{part}", said, says, after.name)

    def forget(self, by: Membership, key: str, press: str = "") -> LogEntry:
        """Give a technique up; its points are free again."""
        with self._draft(by, press) as (draft, record):
            gone = draft.technique(key)
            written = [each for each in draft.build.techniques if each.key != key]
            return draft._write(record, written, key, to_plain(gone), None, gone.name)

    def specialize(self, by: Membership, skill: str, name: str, *, on: bool = True, press: str = "") -> LogEntry | None:
        """Name a part of a skill in which one is better, or give it up (P4). None where it is so already.

        Raises Refused with what it would break: a skill too low for it, points, a table without specializations.
        """
        with self._draft(by, press) as (draft, record):
            written, asked = draft.build.specializations, Specialization(skill, name)
            if on == (asked in written):
                return None
            if on and len(written) >= MOST_SPECIALIZATIONS:
                message = gettext_noop("Nobody has more than %(most)s specializations.")
                raise Refused(Problem("too_many", message, skill, "P4", {"most": MOST_SPECIALIZATIONS}))
            known = draft.spending.problems()
            left = (*written, asked) if on else tuple(each for each in written if each != asked)
            draft.traits = {**draft.traits, "specializations": to_plain(left)}
            if on:
                draft.refuse_worse(known, added=(Chapter.SPECIALIZATIONS, Chapter.SPECIALIZATIONS.path(skill)))
            draft.save(update_fields=["traits"])
            names = [[each.name for each in some if each.skill == skill] for some in (written, left)]
            entry: LogEntry = draft._built(record, f"specializations.{skill}", *names, SPENT)
            return entry

    def _write(
        self, record: Recorder, techniques: Sequence[Technique], field: str, before: Any, after: Any, label: str
    ) -> LogEntry:
        """Store the techniques and log what changed. Raises Refused with what gets worse by it."""
        known = self.spending.problems()
        self.traits = {**self.traits, "techniques": to_plain(tuple(techniques))}
        if after is not None:
            self.refuse_worse(known, MENDABLE)
        self.save(update_fields=["traits"])
        entry: LogEntry = self._built(record, f"techniques.{field}", before, after, ["words", *SPENT], label=label)
        return entry


def words_of(technique: Technique) -> dict[str, str]:
    """Each part of a technique but its level, as it stands in a field."""
    saving = technique.saving_throw
    return {
        "name": technique.name,
        "attribute": technique.attribute,
        "special": technique.special,
        "against": "defense" if technique.against_defense else "",
        "difficulty": "" if technique.difficulty is None else str(technique.difficulty),
        "effect": technique.effect.value if technique.effect else "",
        "dice": str(technique.dice) if technique.dice else "",
        "saving": saving.attribute if saving else "",
        "saving_difficulty": str(saving.difficulty) if saving else "",
        "saving_when": "end" if saving and saving.at is Moment.END else "",
    }


def reworded(technique: Technique, part: str, value: Any) -> Technique:
    """The technique with another value of one part: a text, a key, a whole number, dice, or nothing.

    What cannot be together gives way: a number to the defense and the other way round, dice to no effect. Raises
    Refused for the details of a saving throw where there is none.
    """
    match part:
        case "against":
            is_defense = value == "defense"
            difficulty = None if is_defense else technique.difficulty
            return replace(technique, against_defense=is_defense, difficulty=difficulty)
        case "difficulty":
            is_defense = technique.against_defense and value is None
            return replace(technique, against_defense=is_defense, difficulty=value)
        case "effect":
            return replace(
                technique, effect=EffectKind(value) if value else None, dice=technique.dice if value else None
            )
        case "saving" | "saving_difficulty" | "saving_when":
            return replace(technique, saving_throw=_saving(technique.saving_throw, part, value))
        case _:
            return replace(technique, **{part: value})


def _saving(stored: Save | None, part: str, value: Any) -> Save | None:
    if part == "saving":
        if not value:
            return None
        return replace(stored, attribute=value) if stored else Save(value, USUAL_SAVING)
    if stored is None:
        message = gettext_noop("Choose first what it is saved with.")
        raise Refused(Problem("no_saving_throw", message, part, "R10"))
    if part == "saving_when":
        return replace(stored, at=Moment.END if value == "end" else Moment.START)
    if value is None:
        raise Refused(Problem("number", gettext_noop("Write a whole number, such as 12 or −3."), part, "R10"))
    return replace(stored, difficulty=value)
