"""Texts of a character, each with a version: two who write the same one are told, and nothing is overwritten."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns.models import Audience, Campaign, LogEntry, Membership, Recorder
from characters import fighting
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from characters.fighting import Fighting

ONE_SITTING: Final = timedelta(minutes=10)  # what one hand types of one text within it is one change


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a sheet. Those that are `is_long` have lines; what `is_secret` only those who lead may know."""

    key: str
    label: str
    most: int
    is_required: bool = False
    is_long: bool = False
    is_secret: bool = False

    def tidy(self, words: str) -> str:
        """As it is stored. Raises Refused where it is empty and must not be, or too long."""
        words = words.replace("\r\n", "\n").replace("\r", "\n") if self.is_long else " ".join(words.split())
        if not words.strip():
            words = ""
        if self.is_required and not words:
            raise Refused(Problem("required", gettext_noop("Nobody is without a name."), self.key))
        if len(words) > self.most:
            message = gettext_noop("Write at most %(most)s characters; these are %(count)s.")
            raise Refused(Problem("too_long", message, self.key, params={"most": self.most, "count": len(words)}))
        return words


TEXTS: Final = {
    text.key: text
    for text in (
        Text("name", gettext_noop("Name"), 60, is_required=True),
        Text("concept", gettext_noop("In a few words"), 80),
        Text("notes", gettext_noop("Notes"), 20_000, is_long=True),
        Text("gm_notes", gettext_noop("Notes of the GM"), 20_000, is_long=True, is_secret=True),
    )
}


class Clash(Exception):
    """Somebody else has changed the same text since: nothing was stored. `version` is that of `theirs`."""

    def __init__(self, text: Text, mine: str, theirs: str, version: int) -> None:
        super().__init__(text.key)
        self.text, self.mine, self.theirs, self.version = text, mine, theirs, version


class Writing:
    """What is written on a sheet; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        pk: int
        key: str
        name: str
        topic: str
        versions: dict[str, int]
        is_foe: bool
        is_draft: bool
        owner: Membership | None
        campaign: Campaign
        objects: Any
        save: Callable[..., None]
        is_open: bool
        told_of_state: Callable[[Fighting], dict[str, Any]]
        list_region: str

    def write(
        self, by: Membership, field: str, words: str, version: int | None = None, press: str = ""
    ) -> LogEntry | None:
        """Store one text that was begun at `version` (None: whatever it was). None where it says so already.

        Raises Clash where somebody else changed it since, Refused where it is too long or must not be empty.
        """
        text = TEXTS[field]
        words = text.tidy(words)
        with self.campaign.recording(by, press) as record:
            character = type(self).objects.with_pools().get(pk=self.pk)
            character.campaign = record.campaign
            before, now = getattr(character, field), character.versions.get(field, 0)
            self.versions = character.versions
            if words == before:
                return None
            if version is not None and version != now:
                raise Clash(text, words, before, now)
            self.versions = character.versions = {**character.versions, field: now + 1}
            setattr(character, field, words)
            setattr(self, field, words)
            character.save(update_fields=[field, "versions"])
            facts = {"character": self.key, "name": character.name, "field": field, "from": before, "to": words}
            return character._wrote(record, text, {**facts, "version": now + 1})

    def _wrote(self, record: Recorder, text: Text, facts: dict[str, Any]) -> LogEntry:
        """The entry of the change; what the same hand typed a moment ago is part of it, not another one."""
        kind = "renamed" if text.key == "name" and not self.is_draft else "wrote"
        fight = fighting.of(self) if text.key == "name" else fighting.PEACE
        told, regions = self._readers(text, fight), self._shown_in(text, fight)
        of_text = LogEntry.objects.filter(campaign=self.campaign, topic=self.topic, facts__field=text.key)
        last = of_text.filter(kind__in=["wrote", "renamed"]).first()
        is_same = last and (last.kind, last.by, last.audience) == (kind, record.by, told["audience"])
        if last and is_same and timezone.now() - last.at < ONE_SITTING:
            last.facts |= {"to": facts["to"], "version": facts["version"], "name": facts["name"]}
            last.save(update_fields=["facts"])
            regions.append(f"entry-{last.key}")
            entry = record("touched", self._touch(facts), topic=self.topic, regions=regions, **told)
        else:
            entry = record(kind, facts, topic=self.topic, regions=regions, **told)
        if text.key == "notes" and self.is_open:  # the others learn that they changed, not what was there before
            record("touched", self._touch(facts), topic=self.topic, regions=[f"look-{self.key}"])
        if told["audience"] == Audience.PRIVATE and (text.is_secret or self.is_foe):
            entry.shared_with = None  # those who lead, and not who led when it was written
            entry.save(update_fields=["shared_with"])
        return entry

    @staticmethod
    def _touch(facts: dict[str, Any]) -> dict[str, Any]:
        return {name: facts[name] for name in ("character", "field", "version")}

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
