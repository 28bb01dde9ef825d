"""A GM lets an attribute be a prodigy's, and may take that back (P3)."""

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns.models import Audience, Campaign, LogEntry, Membership
from characters.models.building import BUILD_REGIONS
from rules.problems import Problem, Refused
from rules.traits import Chapter

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


class Approving:
    """What a GM says of the attributes of a character; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        objects: Any
        pk: int
        key: str
        name: str
        approved: dict[str, Any]
        owner: Membership | None
        campaign: Campaign
        ruleset: Ruleset
        topic: str
        is_draft: bool
        regions_of_growth: list[str]

        def written_level(self, group: str, trait: str) -> int: ...
        def save(self, *, update_fields: list[str]) -> None: ...

    def approve(self, by: Membership, attribute: str, *, on: bool = True, press: str = "") -> LogEntry | None:
        """Let an attribute be as high as it is, or no more; who and when are kept (P3). None where it is so already.

        For drafts and finished characters alike, whose attributes grow by px. Raises Refused for an attribute that is
        unknown, or needs nobody's approval.
        """
        with self.campaign.recording(by, press) as record:
            character = type(self).objects.select_related("owner").get(pk=self.pk)
            character.campaign = record.campaign
            path = Chapter.ATTRIBUTES.path(attribute)
            before = character.approved.get(path)
            if on == (before is not None):
                return None
            value = character.written_level("attributes", attribute)
            if on and character.ruleset.find_attribute(attribute) is None:
                message = gettext_noop("There is no such trait.")
                raise Refused(Problem("unknown_trait", message, attribute, "P3"))
            ahead = 0 if character.is_draft else 1  # px buy the next level only once it is approved
            if on and value + ahead < character.ruleset.creation.prodigy_from:
                message = gettext_noop("%(value)s needs nobody's approval.")
                raise Refused(Problem("no_prodigy", message, attribute, "P3", {"value": value}))
            after = {"by": by.name, "at": timezone.now().isoformat()} if on else None
            others = {each: how for each, how in character.approved.items() if each != path}
            character.approved = {**others, path: after} if on else others
            character.save(update_fields=["approved"])
            entry: LogEntry = record(
                "approved",
                {"character": self.key, "name": character.name, "attribute": attribute, "value": value, "on": on},
                changes=[{"what": "approved", "of": f"approved:{self.key}:{path}", "from": before, "to": after}],
                audience=Audience.PRIVATE,
                shared_with=character.owner,
                topic=self.topic,
                regions=[*(f"{each}-{self.key}" for each in BUILD_REGIONS), *character.regions_of_growth],
            )
            return entry
