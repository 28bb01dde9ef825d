"""Conditions: what else is the matter with a character, in a word and perhaps a note ("poisoned", "until dawn")."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_noop

from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, LogEntry, Membership, Recorder
from characters import fighting
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from characters.fighting import Fighting

MOST_CONDITIONS: Final = 12


class Afflicted:
    """What is noted on a character as its conditions; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        topic: str
        is_foe: bool
        owner: Membership | None
        campaign: Campaign
        conditions: list[dict[str, str]]
        save: Callable[..., None]
        list_region: str
        _at_the_table: Callable[[Recorder], Any]
        told_of_state: Callable[[Fighting], dict[str, Any]]

    def afflict(self, by: Membership, name: str, note: str = "", press: str = "") -> LogEntry:
        """Note a condition. Raises Refused where it has so many already that nobody could read them."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            if len(character.conditions) >= MOST_CONDITIONS:
                message = gettext_noop("%(name)s has %(most)s conditions: take one away first.")
                raise Refused(
                    Problem("too_many", message, "name", params={"name": character.name, "most": MOST_CONDITIONS})
                )
            new = {"key": new_key(), "name": name, "note": note}
            return character._affected(record, None, new)

    def relieve(self, by: Membership, key: str, press: str = "") -> LogEntry:
        """Take a condition away. Raises Refused where it is gone."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            found = next((each for each in character.conditions if each["key"] == key), None)
            if found is None:
                raise Refused(Problem("gone", gettext_noop("That condition is gone already."), "name"))
            return character._affected(record, found, None)

    def replace_condition(self, key: str, condition: dict[str, str] | None) -> None:
        """Store one condition under its key, or none, inside the caller's recording."""
        others = [each for each in self.conditions if each["key"] != key]
        self.conditions = [*others, *([condition] if condition else [])]
        self.save(update_fields=["conditions"])

    def _affected(self, record: Recorder, before: dict[str, str] | None, after: dict[str, str] | None) -> LogEntry:
        known = before or after or {}
        self.replace_condition(known["key"], after)
        told = {"audience": Audience.PRIVATE} if self.is_foe else self.told_of_state(fighting.of(self))
        return record(
            "condition",
            {
                "character": self.key,
                "name": self.name,
                "condition": known["name"],
                "note": known["note"],
                "on": after is not None,
            },
            changes=[{"what": "condition", "of": f"condition:{self.key}:{known['key']}", "from": before, "to": after}],
            topic=self.topic,
            regions=self.regions_of_conditions,
            **told,
        )

    @property
    def regions_of_conditions(self) -> Iterable[str]:
        return [f"conditions-{self.key}", f"look-{self.key}", self.list_region]
