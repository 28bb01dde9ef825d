"""Rolls of a character: checks, and the one at 0 (R1–R6, C11)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import Audience, Campaign, Change, LogEntry, Membership
from characters import fighting
from characters.fighting import Fighting
from rules.problems import Problem, Refused
from rules.typed import at_the_table
from rules.vitals import Fate

if TYPE_CHECKING:
    from rules.injuries import Condition


class Rolling:
    """What one rolls with a character; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        gender: str
        topic: str
        is_foe: bool
        campaign: Campaign
        condition: "Condition"

    def roll(
        self,
        by: Membership,
        trait: str,
        *,
        difficulty: int | None,
        modifier: int = 0,
        audience: Audience = Audience.TABLE,
        typed: Sequence[int] = (),
        press: str = "",
    ) -> LogEntry:
        """Make a check (R1–R6) and log it; `typed` are the faces of dice thrown at the table, marked as such.

        Raises Refused for an unknown trait, numbers out of bounds, or faces that are none.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            check = record.campaign.ruleset.check(character.sheet, trait, difficulty=difficulty, modifier=modifier)
            outcome = (
                at_the_table(record.campaign.ruleset.rolls, check, typed, "dice")
                if typed
                else (record.campaign.ruleset.rolls.resolve(check, chance.draw))
            )
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "typed": bool(typed),
                "outcome": outcome.facts(),
                **character.secret(fight := fighting.of(character)),
            }
            audience = character.audience_for(audience, fight)
            regions = [f"tray-{self.key}", f"brief-{self.key}"]
            return record("check", facts, audience=audience, topic=self.topic, regions=regions)

    def stay_up(self, by: Membership, press: str = "") -> LogEntry:
        """The check of one who fell to 0 where there is no encounter (C11); in one the encounter has it thrown.

        Raises Refused if no check waits.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            if character.condition.fate is not Fate.FALLING or fighting.of(character).in_encounter:
                raise Refused(Problem("no_check", gettext_noop("There is no check at 0 to throw."), "fighter", "C11"))
            ruleset = record.campaign.ruleset
            outcome, after = ruleset.stayed_up(character.sheet, chance.draw)
            pool = ruleset.injuries.pool
            gained = ruleset.points(after, pool) - ruleset.points(character.sheet, pool)
            change = character.apply_to_pool(pool, gained, clamp_silently=True)
            changes: list[Change] = [{"what": "pool", "of": change["of"], "by": change["by"]}]
            changes += character.set_vitals(after.vitals)
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "outcome": outcome.facts(),
                "now": change["now"],
                "pool": pool,
                "is": character.condition.word,
            }
            told = character.told_of_state(fighting.PEACE)
            regions = character.regions_of_pools
            return record("stay-up", facts, changes=changes, topic=self.topic, regions=regions, **told)

    def secret(self, fight: Fighting) -> dict[str, Any]:
        """What entries about a foe say of what the table knows of it; nothing about heroes."""
        return {"foe": {"name": fight.table_name, "points": fight.shows_points}} if self.is_foe else {}

    def audience_for(self, wanted: Audience, fight: Fighting) -> Audience:
        """Who reads an entry: of a foe that the table does not see, only those who lead."""
        return Audience.PRIVATE if self.is_foe and fight.table_name is None else wanted
