"""How a hero is made: a draft whose every change is saved by itself, then finished for good (P1–P3).

A draft is its player's and the GM's: entries about it are private to them. What it may cost is asked of
`ruleset.creation`; a change that breaks a rule which held before is refused and stores nothing.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from django.utils.translation import gettext_noop

from campaigns.models import Audience, Campaign, LogEntry, Membership, Recorder
from characters.models.writing import TEXTS
from rules.creation import Draft
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from rules.creation import Build
    from rules.ruleset import Ruleset
    from rules.techniques import Technique

GROUPS = ("attributes", "skills", "techniques", "masteries")  # those whose numbers points are spent on
MOST_WEAPONS = 12
MOST_DRAFTS = 12  # of one player: each costs the table a row


class Building:
    """What one does to a character in the making; the rest of `Character` is in models.py."""

    if TYPE_CHECKING:
        key: str
        name: str
        concept: str
        gender: str
        traits: dict[str, Any]
        written: dict[str, Any]
        approved: dict[str, Any]
        build: "Build"
        gear: dict[str, Any]
        is_draft: bool
        owner: Membership | None
        campaign: Campaign
        ruleset: "Ruleset"
        topic: str

        def technique(self, key: str) -> "Technique": ...

    @classmethod
    def begin(
        cls,
        campaign: Campaign,
        by: Membership,
        owner: Membership,
        *,
        name: str,
        concept: str,
        gender: str,
        press: str = "",
    ) -> Self:
        """A new draft of `owner`, every attribute at its minimum. The table hears that someone begins, not what."""
        with campaign.recording(by, press) as record:
            rules = record.campaign.ruleset
            cls.room_for_a_draft(campaign, owner)
            least = {each.key: rules.creation.attribute_minimum for each in rules.attributes}
            draft = cls.objects.create(
                campaign=campaign,
                owner=owner,
                name=name,
                concept=concept,
                gender=gender,
                traits={"attributes": least, "skills": {}},
            )
            record(
                "created",
                {"character": draft.key, "name": name, "player": owner.name, "by": by.name},
                changes=[{"what": "created", "of": draft.topic, "key": draft.key}],
                audience=Audience.PRIVATE if owner.leads else Audience.TABLE,
                shared_with=owner,
                topic=draft.topic,
                regions=["own"],
            )
            return draft

    # --- the changes --------------------------------------------------------------------------------------------------

    def describe(self, by: Membership, field: str, words: str, press: str = "") -> LogEntry | None:
        """Set `field`: name, concept or gender. None where it says so already."""
        with self._draft(by, press) as (draft, record):
            if field in TEXTS:
                return draft.write(by, field, words, press=press)
            before = getattr(draft, field)
            if before == words:
                return None
            setattr(draft, field, words)
            draft.save(update_fields=[field])
            return draft._built(record, field, before, words, ["identity", "words"], "own")

    def spend(
        self, by: Membership, group: str, trait: str, *, to: int | None = None, step: int = 0, press: str = ""
    ) -> LogEntry | None:
        """Set a trait of `group` (one of GROUPS) `to` a value, or move it by a step, so that two hands add up.

        Raises Refused with what the change would break: bounds (P1, P2), budgets (P3, P5), an unknown trait, a mastery
        without its skill (D10). A draft whose rules changed meanwhile may be mended step by step: only what gets worse
        is refused.
        """
        with self._draft(by, press) as (draft, record):
            before = draft.written_level(group, trait)
            after = before + step if to is None else to
            if after == before:
                return None
            known = draft.spending.problems()
            is_written = draft.is_written(group, trait)
            draft.traits = {**draft.traits, group: draft._with_level(group, trait, after)}
            mended = {"under"} if after > before else {"over", "over_budget", "pyramid"}
            if is_written and 0 <= after < before:
                mended |= {"unknown_trait", "off"}
            if after < before and group == "masteries":
                mended.add("unskilled_mastery")
            draft.refuse_worse(known, mended, (group, f"{group}.{trait}") if after > before else ())
            draft.save(update_fields=["traits"])
            return draft._built(record, f"{group}.{trait}", before, after, SPENT, label=draft.label_of(group, trait))

    def is_written(self, group: str, trait: str) -> bool:
        """Whether the trait stands on this character, whatever the campaign knows."""
        if group == "techniques":
            return any(each.key == trait for each in self.build.techniques)
        return trait in self.traits.get(group, {})

    def written_level(self, group: str, trait: str) -> int:
        """The number of a trait of `group`, 0 if it is not written. Raises Refused for an unknown technique."""
        if group == "techniques":
            return self.technique(trait).level
        level: int = self.traits.get(group, {}).get(trait, 0)
        return level

    def label_of(self, group: str, trait: str) -> str:
        """What a player called a trait; of those of the ruleset, nothing."""
        return self.technique(trait).name if group == "techniques" else ""

    def refuse_worse(
        self, known: Collection[Problem], mended: Collection[str] = (), added: Collection[str] = ()
    ) -> None:
        """Raise Refused with the problems that were not `known` before, but for the codes that a change mends.

        `added`: where there is more now. Of what the table does not have there is never more.
        """
        worse = [
            each
            for each in self.spending.problems()
            if (each not in known and each.code not in mended)
            or (each.code in {"off", "unknown_trait"} and each.field in added)
        ]
        if worse:
            raise Refused(*worse)

    def take(self, by: Membership, weapon: str, *, carry: bool = True, press: str = "") -> LogEntry | None:
        """Carry a weapon of the ruleset's list, or put it down (W)."""
        with self._draft(by, press) as (draft, record):
            before = list(draft.gear.get("weapons", []))
            if carry == (weapon in before):
                return None
            if carry:
                draft._find("weapons", weapon)
                if len(before) >= MOST_WEAPONS:
                    message = gettext_noop("Nobody carries more than %(most)s weapons.")
                    raise Refused(Problem("too_many", message, "weapons", "W", {"most": MOST_WEAPONS}))
            after = [*before, weapon] if carry else [each for each in before if each != weapon]
            return draft._equipped(record, "weapons", before, after)

    def wear(self, by: Membership, part: str, key: str, *, on: bool = True, press: str = "") -> LogEntry | None:
        """Put on an armor or a shield (`part`) of the ruleset's list in place of another, or take it off (W)."""
        with self._draft(by, press) as (draft, record):
            before = draft.gear.get(part, "")
            if on == (before == key):
                return None
            if on:
                draft._find(f"{part}s", key)
            return draft._equipped(record, part, before, key if on else "")

    def finish(self, by: Membership, *, losing: int = 0, press: str = "") -> LogEntry:
        """Finish the draft (P3): from now on it is at the table, and only growth and corrections change it.

        Unspent points of skills (and PG) are lost; whoever finishes has agreed to lose exactly `losing` of them.
        Raises Refused with every Problem.
        """
        with self._draft(by, press) as (draft, record):
            if problems := draft.spending.finishing_problems():
                raise Refused(*problems)
            lost = draft.spending.lost
            if losing != lost:
                raise Refused(*draft.spending.to_confirm() or [spent_meanwhile()])
            draft.is_finished = True
            draft.created = draft.written
            draft.save(update_fields=["is_finished", "created"])
            player = draft.owner.name if draft.owner else ""
            return record(
                "finished",
                {"character": draft.key, "name": draft.name, "gender": draft.gender, "player": player, "lost": lost},
                changes=[{"what": "finished", "of": f"finished:{draft.key}", "from": False, "to": True}],
                topic=draft.topic,
                regions=["roster", "own", *(f"{each}-{draft.key}" for each in BUILD_REGIONS)],
            )

    # --- what the rules say of it -------------------------------------------------------------------------------------

    @property
    def spending(self) -> Draft:
        """Its traits under the rules of creation."""
        return Draft(self.ruleset.creation, self.ruleset.catalog, self.build, tuple(self.approved))

    # --- inside -------------------------------------------------------------------------------------------------------

    @contextmanager
    def _draft(self, by: Membership, press: str) -> Iterator[tuple[Self, Recorder]]:
        """The draft as it stands now, while nobody else changes the campaign. Raises Refused where it is finished."""
        with self.campaign.recording(by, press) as record:
            draft = type(self).objects.with_pools().get(pk=self.pk)
            draft.campaign = record.campaign
            if not draft.is_draft:
                raise Refused(closed(draft.name))
            yield draft, record

    def _built(
        self,
        record: Recorder,
        field: str,
        before: object,
        after: object,
        touched: Sequence[str],
        *others: str,
        label: str = "",
    ) -> LogEntry:
        """One entry of a change, for the player and those who lead: builders must not fill everyone's log.

        `label` is what a player calls the thing, where the ruleset has no name for it.
        """
        facts = {"character": self.key, "name": self.name, "field": field, "from": before, "to": after}
        return record(
            "built",
            {**facts, "label": label} if label else facts,
            changes=[{"what": "built", "of": f"built:{self.key}:{field}", "from": before, "to": after}],
            audience=Audience.PRIVATE,
            shared_with=self.owner,
            topic=self.topic,
            regions=[*(f"{each}-{self.key}" for each in touched), *others],
        )

    def _with_level(self, group: str, trait: str, level: int) -> Any:
        """The traits of a group as plain JSON with one at another level; what is bought from 0 is not written at 0."""
        if group == "techniques":
            return [{**each, "level": level} if each["key"] == trait else each for each in self.traits[group]]
        others = {key: value for key, value in self.traits.get(group, {}).items() if key != trait}
        is_kept = level or (group == "attributes" and trait in self.spending.attribute_keys)
        return {**self.traits.get(group, {}), trait: level} if is_kept else others

    def _equipped(self, record: Recorder, part: str, before: object, after: object) -> LogEntry:
        self.gear = {**self.gear, part: after}
        self.save(update_fields=["gear"])
        return self._built(record, f"gear.{part}", before, after, ["gear", "derived", "finish", "summary"])

    def _find(self, table: str, key: str) -> None:
        if key not in {row.key for row in getattr(self.ruleset, table)}:
            raise Refused(Problem("unknown_gear", gettext_noop("There is no such thing in this campaign."), table, "W"))


SPENT = ("budget", "numbers", "techniques", "derived", "problems", "gear", "finish", "summary")  # what points touch
BUILD_REGIONS = ("identity", "words", *SPENT)


def closed(name: str) -> Problem:
    message = gettext_noop("%(name)s is finished: only growth, or the GM, changes them now.")
    return Problem("finished", message, None, "P3", {"name": name})


def unfinished(name: str) -> Problem:
    message = gettext_noop("%(name)s is still being made: finish first.")
    return Problem("unfinished", message, None, "P3", {"name": name})


def spent_meanwhile() -> Problem:
    message = gettext_noop("Those points are spent by now: look again, then finish.")
    return Problem("spent_meanwhile", message, "skills", "P3")


def nothing_asked() -> Problem:
    return Problem("nothing", gettext_noop("Nothing to change was named."))
