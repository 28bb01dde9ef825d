"""What is written on a sheet, and who hears of it."""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.urls import reverse
from django.utils.translation import gettext_noop

from campaigns.models import Audience, LogEntry, Recorder, Text, Told, Written
from characters import fighting

if TYPE_CHECKING:
    from campaigns.models import Membership
    from characters.fighting import Fighting

TEXTS: Final = {
    text.key: text
    for text in (
        Text("name", gettext_noop("Name"), 60, is_required=True, needed=gettext_noop("Nobody is without a name.")),
        Text("concept", gettext_noop("In a few words"), 80),
        Text("notes", gettext_noop("Notes"), 20_000, is_long=True),
        Text("gm_notes", gettext_noop("Notes of the GM"), 20_000, is_long=True, is_secret=True),
    )
}


class Writing(Written):
    """The texts of a character; the rest of `Character` is in the files beside."""

    texts: ClassVar = TEXTS

    if TYPE_CHECKING:
        is_foe: bool
        is_draft: bool
        owner: Membership | None
        objects: Any
        is_open: bool
        list_region: str

        def told_of_state(self, fight: Fighting) -> dict[str, Any]: ...

    def address_of(self, field: str) -> str:
        return reverse("characters:write", args=[self.key, field])

    def _as_it_stands(self, record: Recorder) -> "Writing":
        character = type(self).objects.with_pools().get(pk=self.pk)
        character.campaign = record.campaign
        return character

    def _called(self) -> dict[str, Any]:
        return {"character": self.key, "name": self.name}

    def _telling(self, text: Text) -> Told:
        fight = fighting.of(self) if text.key == "name" else fighting.PEACE
        kind = "renamed" if text.key == "name" and not self.is_draft else "wrote"
        return Told(kind, regions=self._shown_in(text, fight), **self._readers(text, fight))

    def _record_words(self, record: Recorder, text: Text, facts: dict[str, Any]) -> LogEntry:
        entry = super()._record_words(record, text, facts)
        if text.key == "notes" and self.is_open:  # the others learn that they changed, not what was there before
            record("touched", self._touch(facts), topic=self.topic, regions=[f"look-{self.key}"])
        if entry.audience == Audience.PRIVATE and (text.is_secret or self.is_foe):
            entry.shared_with = None  # those who lead, and not who led when it was written
            entry.save(update_fields=["shared_with"])
        return entry

    def _readers(self, text: Text, fight: "Fighting") -> dict[str, Any]:
        """Who hears of it: of a name everybody who knows it, of the notes its player and those who lead."""
        private = {"audience": Audience.PRIVATE, "shared_with": self.owner}
        if self.is_draft or text.is_long:
            return private
        if self.is_foe:
            is_known = text.key == "name" and fight.table_name == self.name  # neither hidden nor under an alias
            return {"audience": Audience.TABLE} if is_known else private
        return {"audience": Audience.TABLE} if text.key == "name" else self.told_of_state(fight)

    def _shown_in(self, text: Text, fight: "Fighting") -> list[str]:
        if text.is_secret:
            return [f"secrets-{self.key}"]
        found = [f"words-{self.key}"]
        if text.is_long:
            return found
        found += [f"identity-{self.key}", f"look-{self.key}", "own", *fight.regions]
        return found if self.is_draft else [*found, self.list_region]
