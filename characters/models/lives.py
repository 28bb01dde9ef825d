"""What becomes of a character as a whole: it is put away and brought back, copied, followed, handed to another player.

Nothing here deletes: what is archived is off the table, and only the admin panel has it after RESTORABLE.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Self

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns import wakes
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder, Role
from characters import fighting
from characters.models.building import BUILD_REGIONS, MOST_DRAFTS
from characters.models.portrait import Portrait
from rules.problems import Problem, Refused
from rules.vitals import Fate

if TYPE_CHECKING:
    from rules.injuries import Condition

RESTORABLE = timedelta(days=30)
LONGEST_NAME = 60


class Living:
    """What one does with a whole character; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        pk: int
        key: str
        name: str
        concept: str
        gender: str
        notes: str
        gear: dict[str, Any]
        traits: dict[str, Any]
        created: dict[str, Any]
        written: dict[str, Any]
        is_foe: bool
        is_draft: bool
        archived_at: datetime | None
        owner: Membership | None
        owner_id: int | None
        campaign: Campaign
        condition: "Condition"
        topic: str
        regions_of_pools: list[str]

    @property
    def restorable_until(self) -> datetime | None:
        return self.archived_at and self.archived_at + RESTORABLE

    def archive(self, by: Membership | None, press: str = "") -> LogEntry:
        """Put it away: no page, no list and no fight has it any more. Raises Refused while it stands in a fight.

        `by` is None where the host does it, here and below.
        """
        with self.campaign.recording(by, press) as record:
            character = self._now(record)
            if fighting.of(character).in_encounter:
                message = gettext_noop("%(name)s stands in an encounter: end it, or take them out of it first.")
                raise Refused(Problem("in_encounter", message, params={"name": character.name}))
            character.archived_at = timezone.now()
            character.save(update_fields=["archived_at"])
            regions = fighting.withdraw(character)
            character._expel()
            changes = [character._changed("archived_at", None, character.archived_at.isoformat())]
            return character._recorded(record, "archived", changes=changes, regions=regions)

    def restore(self, by: Membership | None, press: str = "") -> LogEntry:
        """Bring it back as it was. Raises Refused once it has been away for too long, but never to the host."""
        with self.campaign.recording(by, press) as record:
            character = self._now(record, is_archived=True)
            if by is not None and timezone.now() >= character.archived_at + RESTORABLE:
                message = gettext_noop("%(name)s was archived over %(days)s days ago: ask whoever hosts this site.")
                raise Refused(Problem("too_late", message, params={"name": character.name, "days": RESTORABLE.days}))
            if character.is_draft and character.owner:
                type(self).room_for_a_draft(record.campaign, character.owner)
            before, character.archived_at = character.archived_at.isoformat(), None
            character.save(update_fields=["archived_at"])
            return character._recorded(record, "restored", changes=[character._changed("archived_at", before, None)])

    def hand_over(self, by: Membership | None, to: Membership, press: str = "") -> LogEntry:
        """From now on `to` plays it, who sits at the table and plays; who had it loses its pages at once.

        Nobody can take back what they did with it before: the entry stands on all of that (T8).
        """
        with self.campaign.recording(by, press) as record:
            character = self._now(record)
            if character.is_foe or not may_own(to, record.campaign):
                message = gettext_noop("Only someone who plays at this table can have a character.")
                raise Refused(Problem("owner", message, "owner"))
            if character.owner_id == to.pk:
                message = gettext_noop("%(player)s plays %(name)s already.")
                raise Refused(Problem("owner", message, "owner", params={"player": to.name, "name": character.name}))
            if character.is_draft:
                type(self).room_for_a_draft(record.campaign, to)
            before, character.owner = character.owner, to
            character.save(update_fields=["owner"])
            for seat in filter(None, (before, to)):
                wakes.expel(seat.tag)
            changes = [character._changed("owner", before and before.key, to.key), *character._stood_on()]
            regions = fighting.of(character).regions
            return character._recorded(record, "handed-over", {"player": to.name}, changes=changes, regions=regions)

    def copy(self, by: Membership, press: str = "") -> Self:
        """A new draft of `by` with the build that creation gave, its gear, notes and portrait: what grew since then is
        the other's. A foe's copy is a foe as it stands."""
        with self.campaign.recording(by, press) as record:
            character = self._now(record)
            name = _("%(name)s (copy)") % {"name": character.name[: LONGEST_NAME - 10]}
            made = {"gear": character.gear, "gender": character.gender, "concept": character.concept}
            if character.is_foe:
                copied = type(self).objects.create(
                    campaign=record.campaign, name=name, is_foe=True, is_finished=True, traits=character.traits, **made
                )
            else:
                traits = character.created or character.written
                copied = type(self).draft_of(record, by, name=name, traits=traits, notes=character.notes, **made)
            if portrait := Portrait.objects.filter(character_id=character.pk).first():
                Portrait.objects.create(character=copied, image=portrait.image)
            copied._recorded(
                record, "copied", {"of": character.name}, regions=["foes"] if character.is_foe else ["own"]
            )
            return copied

    def succeed(self, by: Membership, name: str, press: str = "") -> Self:
        """A new draft of the same player, who follows this one. Raises Refused as long as it lives."""
        with self.campaign.recording(by, press) as record:
            character = self._now(record)
            if character.is_foe or character.is_draft or character.condition.fate is not Fate.DEAD:
                message = gettext_noop("%(name)s is not dead: nobody follows yet.")
                raise Refused(Problem("alive", message, rule="C12", params={"name": character.name}))
            owner = character.owner if may_own(character.owner, record.campaign) else by
            least = record.campaign.ruleset.creation.attribute_minimum
            traits = {"attributes": {each.key: least for each in record.campaign.ruleset.attributes}, "skills": {}}
            heir = type(self).draft_of(record, owner, name=name, traits=traits, successor_of=character)
            heir._recorded(record, "succeeded", {"of": character.name}, regions=["own"])
            return heir

    # --- what making a character needs --------------------------------------------------------------------------------

    @classmethod
    def draft_of(cls, record: Recorder, owner: Membership, **fields: Any) -> Self:
        """A draft of `owner`, stored and not yet told. Raises Refused where they have too many."""
        cls.room_for_a_draft(record.campaign, owner)
        return cls.objects.create(campaign=record.campaign, owner=owner, **fields)

    @classmethod
    def room_for_a_draft(cls, campaign: Campaign, owner: Membership) -> None:
        if cls.objects.drafts().filter(campaign=campaign, owner=owner).count() >= MOST_DRAFTS:
            message = gettext_noop("%(name)s has %(most)s characters in the making: finish one first.")
            raise Refused(Problem("too_many", message, "owner", params={"name": owner.name, "most": MOST_DRAFTS}))

    # --- inside -------------------------------------------------------------------------------------------------------

    def _now(self, record: Recorder, *, is_archived: bool = False) -> Any:
        """The character as it stands now, while nobody else changes the campaign."""
        character = type(self).objects.with_pools().get(pk=self.pk)
        character.campaign = record.campaign
        if bool(character.archived_at) != is_archived:
            back, away = gettext_noop("%(name)s is back already."), gettext_noop("%(name)s is archived.")
            raise Refused(Problem("archived", back if is_archived else away, params={"name": character.name}))
        return character

    def _recorded(
        self,
        record: Recorder,
        kind: str,
        facts: Mapping[str, Any] | None = None,
        *,
        changes: Any = (),
        regions: Any = (),
    ) -> LogEntry:
        """One entry about it: of a foe for those who lead, of a draft without its name for the others (`log/lives`)."""
        shown = ["foes"] if self.is_foe else ["roster", "own"]
        if self.is_draft:
            shown = ["own", *(f"{each}-{self.key}" for each in BUILD_REGIONS)]
        return record(
            kind,
            {
                "character": self.key,
                "name": self.name,
                "gender": self.gender,
                "player": self.owner.name if self.owner else "",
                "by": record.by.name if record.by else "",
                "is_draft": self.is_draft,
                **(facts or {}),
            },
            changes=changes,
            audience=Audience.PRIVATE if self.is_foe else Audience.TABLE,
            topic=self.topic,
            regions=[*shown, "archive", *regions],
        )

    def _changed(self, field: str, before: object, after: object) -> Change:
        return {"what": field, "of": f"{field}:{self.key}", "from": before, "to": after}

    def _stood_on(self) -> list[Change]:
        """What the one who had it might still take back, as differences of nothing."""
        kinds = self.campaign.ruleset.pools
        return [{"what": "pool", "of": f"pool:{self.key}:{kind.key}", "by": 0} for kind in kinds]

    def _expel(self) -> None:
        """Whoever may have its pages open asks again whether they may."""
        seats = Membership.objects.sitting().filter(campaign=self.campaign)
        for seat in seats:
            if seat.leads or seat.pk == self.owner_id:
                wakes.expel(seat.tag)


def may_own(seat: Membership | None, campaign: Campaign) -> bool:
    """Whether somebody sits at that table and plays."""
    if seat is None or seat.campaign_id != campaign.pk or seat.left_at is not None:
        return False
    return Role(seat.role).plays
