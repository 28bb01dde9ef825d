"""Who comes into an encounter and leaves it, and what the table sees of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns import chance
from campaigns.keys import new_key
from campaigns.models import Audience, Campaign, LogEntry, Membership, Recorder
from characters.models import Character
from combat.models.choices import ShownPoints, Status
from combat.models.combatant import Combatant, refused
from combat.models.library import KEPT_OF_FOE, FoeTemplate, Group, SavedEncounter
from combat.names import lettered, numbered, unmarked
from rules.notation import Dice

if TYPE_CHECKING:
    from combat.models.encounter import Encounter


class Preparing:
    """What one does to get an encounter ready; the rest of `Encounter` is in the files beside."""

    @classmethod
    def prepare(
        cls, campaign: Campaign, by: Membership, name: str, press: str = "", *, heroes: Iterable[Character] = ()
    ) -> "Encounter":
        """A new encounter, which the table does not see until it starts; with these in it."""
        with campaign.recording(by, press) as record:
            encounter = cls.objects.create(campaign=campaign, name=name)
            record("prepared", {"name": name}, audience=Audience.PRIVATE, regions=["encounters"])
            encounter.campaign = record.campaign
            if coming := list(heroes):
                encounter._enter(record, coming)
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
        traits = {"fixed": dict(fixed), "damage": str(damage)}
        return self.bring(by, [Group(name, traits, count, alias=alias, is_hidden=is_hidden)], press=press)

    def bring(
        self, by: Membership, groups: Iterable[Group], heroes: Iterable[Character] = (), press: str = ""
    ) -> LogEntry:
        """Groups of foes come into the fight, and heroes before them."""
        with self.acting(by, press) as (encounter, record):
            return encounter._bring(record, groups, heroes)

    def _bring(self, record: Recorder, groups: Iterable[Group], heroes: Iterable[Character]) -> LogEntry:
        there = {row.character.key for row in self.present}
        coming = [hero for hero in heroes if hero.key not in there]
        looks: dict[str, Mapping[str, Any]] = {}
        names = [row.character.name for row in self.known.values()]
        aliases = self.aliases_seen
        for group in groups:
            for foe, look in _made(record.campaign, group, names, aliases):
                looks[foe.key] = look
                coming.append(foe)
                names.append(foe.name)
                aliases += [look["alias"]] * (not group.is_hidden)
        return self._enter(record, coming, looks)

    def _enter(
        self, record: Recorder, characters: list[Character], looks: Mapping[str, Mapping[str, Any]] | None = None
    ) -> LogEntry:
        new = [character for character in characters if character.key not in self.known]
        last = max((row.position for row in self.known.values()), default=0)
        if self.status == Status.RUNNING:
            self._claim(characters)
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

    def save_as(self, by: Membership, name: str, press: str = "") -> LogEntry:
        """Its foes as they came, to the library, to be met again; the heroes of then come too if they are in it now."""
        with self.campaign.recording(by, press) as record:
            encounter = record.campaign.encounters.get(pk=self.pk)
            encounter.campaign = record.campaign
            groups = _grouped(row for row in encounter.present if not row.is_hero)
            if not groups:
                raise refused("no_foes", gettext_noop("There are no foes in it to keep."), "name")
            saved = SavedEncounter.objects.create(
                campaign=record.campaign,
                name=name,
                groups=[each.plain() for each in groups],
                has_heroes=any(row.is_hero for row in encounter.present),
            )
            return saved._told(record, "made", {"is_archived": True})

    def keep_foe(self, by: Membership, who: str, press: str = "") -> LogEntry:
        """A foe to the library, as it came: unhurt, and without its number."""
        row = self.foe(who)
        (group,) = _grouped([row])
        return FoeTemplate.make(
            self.campaign, by, press, **{name: getattr(group, name) for name in KEPT_OF_FOE} | {"name": group.name[:50]}
        )

    @classmethod
    def prepare_saved(cls, saved: SavedEncounter, by: Membership, press: str = "") -> "Encounter":
        """A new encounter with the foes of a saved one; Refused, and none made, where they cannot come."""
        with saved.campaign.recording(by, press) as record:
            encounter = cls.objects.create(campaign=record.campaign, name=saved.name)
            record("prepared", {"name": saved.name}, audience=Audience.PRIVATE, regions=["encounters"])
            heroes = Character.objects.heroes().filter(campaign=record.campaign).with_pools()
            encounter._bring(record, saved.foes, heroes if saved.has_heroes else ())
            return encounter


def _made(
    campaign: Campaign, group: Group, names: list[str], aliases: list[str]
) -> Iterator[tuple[Character, dict[str, Any]]]:
    """The foes of a group as characters, and how each looks to the table."""
    called = (lettered if group.is_hidden else numbered)(group.name, group.count, names)
    known_as = [group.alias] * group.count
    if group.alias and not group.is_hidden:
        known_as = numbered(group.alias, group.count, aliases)
    foes = Character.objects.bulk_create(
        Character(
            campaign=campaign,
            name=name,
            gender=group.gender,
            is_foe=True,
            is_finished=True,
            traits=dict(group.traits),
            gear=dict(group.gear),
            gm_notes=group.notes,
        )
        for name in called
    )
    together = {"group": new_key()} if group.together and group.count > 1 else {}
    for foe, alias in zip(foes, known_as, strict=True):
        yield (
            foe,
            {
                "kind": group.name,
                "is_hidden": group.is_hidden,
                "alias": alias,
                "unnumbered": group.name if foe.name != group.name and group.is_hidden else "",
                "shown_points": group.shown_points,
                "is_defense_known": group.is_defense_known,
                "state": dict(together),
            },
        )


def _grouped(rows: Iterable[Combatant]) -> list[Group]:
    """The groups in which they could come again, in order."""
    found: dict[str, tuple[Group, str]] = {}
    for row in rows:
        foe, unit = row.character, row.state.get("group", "")
        one = Group(
            row.kind or foe.name,
            foe.traits,
            gear={part: value for part, value in foe.gear.items() if part != "wielded"},
            gender=foe.gender,
            alias=unmarked(row.alias) if row.kind != foe.name else row.alias,
            is_hidden=row.is_hidden,
            shown_points=row.shown_points,
            is_defense_known=row.is_defense_known,
            together=bool(unit),
            notes=foe.gm_notes,
        )
        at = json.dumps([one.plain(), unit], sort_keys=True)
        group, _unit = found.get(at, (replace(one, count=0), unit))
        found[at] = replace(group, count=group.count + 1), unit
    return [group for group, _unit in found.values()]
