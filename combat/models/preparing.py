"""Who comes into an encounter and leaves it, and what the table sees of them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.models import Audience, Campaign, LogEntry, Membership, Recorder
from characters.models import Character, Gender
from combat.models.choices import ShownPoints, Status
from combat.models.combatant import Combatant, refused
from combat.names import lettered, numbered
from rules.notation import Dice

if TYPE_CHECKING:
    from combat.models.encounter import Encounter


class Preparing:
    """What one does to get an encounter ready; the rest of `Encounter` is in the files beside."""

    @classmethod
    def prepare(cls, campaign: Campaign, by: Membership, name: str, press: str = "") -> "Encounter":
        """A new encounter, which the table does not see until it starts."""
        with campaign.recording(by, press) as record:
            encounter = cls.objects.create(campaign=campaign, name=name)
            record("prepared", {"name": name}, audience=Audience.PRIVATE, regions=["encounters"])
            return encounter

    def add(self, by: Membership, characters: Iterable[Character], press: str = "") -> LogEntry:
        """Heroes or foes at hand come into the fight; those who are there already stay as they are."""
        with self.acting(by, press) as (encounter, record):
            there = {row.character.key for row in encounter.present}
            coming = [character for character in characters if character.key not in there]
            if not coming:
                raise refused("here_already", gettext_noop("They are all in the fight already."), "who")
            return encounter._enter(record, coming)

    def add_foes(
        self,
        by: Membership,
        name: str,
        *,
        count: int,
        fixed: Mapping[str, int],
        damage: Dice,
        is_hidden: bool = False,
        alias: str = "",
        press: str = "",
    ) -> LogEntry:
        """Quick foes with fixed values (P6), numbered where they come in a group."""
        with self.acting(by, press) as (encounter, record):
            taken = [row.character.name for row in encounter.known.values()]
            names = lettered(name, count, taken) if is_hidden else numbered(name, count, taken)
            aliases = [alias] * count
            if alias and not is_hidden:
                aliases = numbered(alias, count, encounter.aliases_seen)
            foes = [
                Character.objects.create(
                    campaign=record.campaign,
                    name=each,
                    gender=Gender.NEUTRAL,
                    is_foe=True,
                    is_finished=True,
                    traits={"fixed": dict(fixed), "damage": str(damage)},
                )
                for each in names
            ]
            looks = {
                foe.key: {
                    "is_hidden": is_hidden,
                    "alias": each,
                    "unnumbered": name if foe.name != name and is_hidden else "",
                }
                for foe, each in zip(foes, aliases, strict=True)
            }
            return encounter._enter(record, foes, looks)

    def _enter(
        self, record: Recorder, characters: list[Character], looks: Mapping[str, Mapping[str, Any]] | None = None
    ) -> LogEntry:
        new = [character for character in characters if character.key not in self.known]
        last = max((row.position for row in self.known.values()), default=0)
        rows = [
            Combatant(
                encounter=self,
                character=character,
                position=position,
                is_present=False,
                **(looks or {}).get(character.key, {}),
            )
            for position, character in enumerate(new, start=last + 1)
        ]
        for row in Combatant.objects.bulk_create(rows):
            row.character.campaign = record.campaign
            self.known[row.character.key] = row
        keys = [character.key for character in characters]
        progress = self.fight.add(*(self.known[key].fighter for key in keys))
        if self.status == Status.RUNNING:  # late entry: they roll at once, and only they move (T3)
            progress = progress.fight.roll_initiative(keys, chance.draw)
        return self._keep(record, "joined-fight", progress, about=keys)

    @property
    def aliases_seen(self) -> list[str]:
        """The aliases under which the table knows somebody."""
        return [row.alias for row in self.known.values() if not row.is_hidden]

    def remove(self, by: Membership, target: str, press: str = "") -> LogEntry:
        """Someone leaves the fight; whoever has the turn keeps it (T1)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.combatant(target)
            if row.is_hidden and encounter.turn == target:
                encounter._pass_on(record, target)  # an entry of its own: the table hears whose turn it is now
            progress = encounter.fight.remove(target, chance.draw)
            return encounter._keep(record, "left-fight", progress, about=[target], is_secret=row.is_hidden)

    def hide_or_reveal(self, by: Membership, target: str, press: str = "") -> LogEntry:
        """The table sees a foe from now on, or no longer."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.foe(target)
            before = encounter.kept()
            names = encounter.names([target])
            row.is_hidden = not row.is_hidden
            if not row.is_hidden:
                encounter._number(row)
                names = encounter.names([target])
                if encounter.turn == target:
                    encounter.shown_turn, encounter.shown_round = encounter.turn, encounter.round
                    for each in encounter.known.values():
                        each.state = {name: value for name, value in each.state.items() if name != "seen"}
            elif encounter.shown_turn == target:
                encounter.shown_turn = ""
            facts = {"people": names, "about": [target], "revealed": not row.is_hidden}
            return encounter._record(record, "revealed", facts, before, is_secret=False)

    def _number(self, row: Combatant) -> None:
        """Who comes into sight gets the next number of its kind, or of its alias."""
        others = [each for each in self.known.values() if each is not row]
        if row.unnumbered:
            (row.character.name,) = numbered(row.unnumbered, 1, [each.character.name for each in others])
            row.unnumbered = ""
        if row.alias:
            (row.alias,) = numbered(row.alias, 1, [each.alias for each in others if not each.is_hidden])

    def show(
        self,
        by: Membership,
        target: str,
        *,
        alias: str,
        shown_points: ShownPoints,
        is_defense_known: bool,
        press: str = "",
    ) -> LogEntry:
        """What the table is told of a foe: its name, how its PV look, whether it knows its defense (S2, S3)."""
        with self.acting(by, press) as (encounter, record):
            row = encounter.foe(target)
            before = encounter.kept()
            row.alias, row.shown_points, row.is_defense_known = alias, shown_points, is_defense_known
            facts = {"people": encounter.names([target]), "about": [target]}
            return encounter._record(record, "shown", facts, before, is_secret=row.is_hidden)
