"""Tokens and points of protagonism: what is spent before the dice, and what the GM gives back (R13, D3)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns.models import Campaign, Change, LogEntry, Membership
from characters import fighting
from rules.problems import Problem, Refused
from rules.tokens import Purse

if TYPE_CHECKING:
    from characters.models.character import Character
    from rules.ruleset import Ruleset


class Pursed:
    """What a character may spend besides its points; the rest of `Character` is in the files beside."""

    if TYPE_CHECKING:
        key: str
        name: str
        gender: str
        topic: str
        is_foe: bool
        tokens: int | None
        forced: int
        protagonism: int | None
        campaign: Campaign
        ruleset: Ruleset
        regions_of_pools: list[str]

        def save(self, **given: Any) -> None: ...
        def _at_the_table(self, record: Any) -> "Character": ...

    @property
    def purse(self) -> Purse:
        """Its player's tokens, the GM's, and those given back that no throw has felt yet (R13). Foes have none."""
        initial = 0 if self.is_foe else self.ruleset.tokens.initial
        return Purse(initial if self.tokens is None else self.tokens, self.campaign.tokens, self.forced)

    @property
    def protagonism_left(self) -> int:
        """Points of protagonism (D3). Foes have none."""
        initial = 0 if self.is_foe else self.ruleset.protagonism.initial
        return initial if self.protagonism is None else self.protagonism

    @property
    def has_tokens(self) -> bool:
        """Whether tokens matter to it: the table plays with them, or some are left."""
        return not self.is_foe and bool(self.ruleset.tokens.initial or self.purse.held)

    @property
    def has_protagonism(self) -> bool:
        return not self.is_foe and bool(self.ruleset.protagonism.initial or self.protagonism_left)

    def give_token_back(self, by: Membership, press: str = "") -> LogEntry:
        """The GM returns a token that he holds; the next throw of the character keeps a die lower (R13).

        Raises Refused where he holds none, or to a foe.
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            if character.is_foe:
                raise Refused(Problem("no_token", gettext_noop("Only heroes have tokens."), "token", "R13"))
            after = character.purse.give_back()
            facts = {"character": self.key, "name": character.name, "gender": character.gender, "held": after.held}
            changes = list(character.pay(after, character.protagonism_left))
            return record("token", facts, changes=changes, topic=self.topic, regions=character.regions_of_purse)

    def give_protagonism(self, by: Membership, press: str = "") -> LogEntry:
        """The GM gives a point of protagonism (D3). Raises Refused where the table plays without."""
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            if not character.has_protagonism:
                message = gettext_noop("Nobody has protagonism here.")
                raise Refused(Problem("no_protagonism", message, "protagonism", "D3"))
            changes = [character.change_purse(protagonism=1)]
            facts = {
                "character": self.key,
                "name": character.name,
                "gender": character.gender,
                "held": character.protagonism_left,
            }
            return record("protagonism", facts, changes=changes, topic=self.topic, regions=character.regions_of_purse)

    def pay(self, after: Purse, protagonism: int) -> Iterator[Change]:
        """Store what becomes of the purse and of the points of protagonism, and say what changed, if anything did."""
        before = self.purse
        by = {
            "held": after.held - before.held,
            "gm": after.gm - before.gm,
            "forced": after.forced - before.forced,
            "protagonism": protagonism - self.protagonism_left,
        }
        if any(by.values()):
            yield self.change_purse(**by)

    def change_purse(self, held: int = 0, gm: int = 0, forced: int = 0, protagonism: int = 0) -> Change:
        """Add these differences, none below 0, inside the caller's recording; the change says what really changed."""
        campaign, before, points = self.campaign, self.purse, self.protagonism_left
        after = Purse(max(0, before.held + held), max(0, before.gm + gm), max(0, before.forced + forced))
        left = max(0, points + protagonism)
        by = {
            "held": after.held - before.held,
            "gm": after.gm - before.gm,
            "forced": after.forced - before.forced,
            "protagonism": left - points,
        }
        if by["held"]:
            self.tokens = after.held
        if by["protagonism"]:
            self.protagonism = left
        self.forced, campaign.tokens = after.forced, after.gm
        self.__dict__.pop("sheet", None)
        self.save(update_fields=["tokens", "forced", "protagonism"])
        if by["gm"]:
            Campaign.objects.filter(pk=campaign.pk).update(tokens=campaign.tokens)
        made = {name: number for name, number in by.items() if number}
        return {"what": "purse", "of": f"purse:{self.key}", **made}

    @property
    def regions_of_purse(self) -> list[str]:
        """What shows tokens: the sheet, the roster, and an encounter that runs."""
        return [*self.regions_of_pools, *fighting.of(self).regions]
