"""What the others at the table see of a hero (its player decides), and who hears of what happens to it."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns.models import Audience, Campaign, LogEntry, Membership
from characters import fighting
from characters.models.choices import Sharing
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from characters.fighting import Fighting
    from characters.models.character import Character


class Shared:
    """How much of a character others see; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        topic: str
        sharing: str
        is_foe: bool
        is_draft: bool
        is_finished: bool
        campaign: Campaign
        owner: Membership | None
        can_be_played_by: Callable[[Membership], bool]
        _at_the_table: Callable[[Any], "Character"]
        audience_for: Callable[[Audience, Fighting], Audience]

    sharing_choices = Sharing.choices

    def share(self, by: Membership, sharing: Sharing, press: str = "") -> LogEntry | None:
        """Show the others nothing but the name, how it is as well, or the whole sheet. None where it is so already."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            if character.is_foe:
                raise Refused(Problem("foe", gettext_noop("What the table sees of foes is set in the encounter.")))
            before, character.sharing = character.sharing, sharing
            if before == sharing:
                return None
            character.save(update_fields=["sharing"])
            return record(
                "shared",
                {"character": self.key, "name": character.name, "from": before, "to": sharing},
                topic=self.topic,
                regions=["roster", f"words-{self.key}", f"look-{self.key}", *fighting.of(character).regions],
            )

    @property
    def is_open(self) -> bool:
        """Its whole sheet is there for the table to read."""
        return self.is_finished and not self.is_foe and self.sharing == Sharing.ALL

    def shown_to(self, seat: Membership) -> Sharing:
        """How much of it `seat` sees, where it may know of it at all."""
        return Sharing.ALL if self.can_be_played_by(seat) else self.shown_to_table

    @property
    def shown_to_table(self) -> Sharing:
        """How much those see who do not play it."""
        return Sharing.NOTHING if self.is_foe or self.is_draft else Sharing(self.sharing)

    def told_of_state(self, fight: "Fighting") -> dict[str, Any]:
        """Who reads an entry about how it is, as `record` wants it: those who see its state (in a fight all do, S3)."""
        if self.is_foe:
            return {"audience": self.audience_for(Audience.TABLE, fight)}
        if self.shown_to_table == Sharing.NOTHING and not fight.in_encounter:
            return {"audience": Audience.PRIVATE, "shared_with": self.owner}
        return {"audience": Audience.TABLE}
