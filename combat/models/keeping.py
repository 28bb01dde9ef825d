"""What is kept of an encounter: how an action of the rules is stored, recorded, and put back exactly."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from campaigns.models import Audience, Campaign, Change, LogEntry, Recorder
from characters.models import Character
from combat.models.choices import Status
from combat.models.combatant import KEPT_OF_CHARACTER, KEPT_OF_COMBATANT, Combatant
from rules.fight import Fight, Progress

KEPT_OF_FIGHT = ("round", "turn", "state", "shown_round", "shown_turn", "status", "patience", "foes_dodge")
IN_COLUMNS = {"round", "turn", "order"}
"""What the rules keep of a fight and has its own place here."""


class Keeping:
    """How an encounter stores what an action came to; the actions are in encounter.py."""

    if TYPE_CHECKING:
        key: str
        name: str
        campaign: Campaign
        topic: str
        regions: list[str]
        known: dict[str, Combatant]
        present: list[Combatant]
        save: Callable[..., None]
        _claim: Callable[[Iterable[Character]], None]
        asked: dict[str, str]
        ask: Callable[[datetime], bool]

    status: str
    round: int
    turn: str
    state: dict[str, Any]
    shown_round: int
    shown_turn: str

    def _keep(
        self,
        record: Recorder,
        kind: str,
        progress: Progress,
        *,
        about: Iterable[str],
        is_secret: bool = False,
        status: Status | None = None,
        facts: Mapping[str, Any] | None = None,
        paid: Iterable[Change] = (),
        withholds: bool = False,
    ) -> LogEntry:
        """Store what an action came to and what was `paid` for it, and record it. `withholds`: the table goes on seeing
        what it saw, and is told with the next turn that it may see."""
        before = self.kept()
        seen = {row: row.character.lasting for row in self.known.values() if withholds and not row.is_hidden}
        self._write_points(progress.fight)
        pools = [change for change in progress.changes if change["what"] == "pool"]
        for change in pools:
            _fighter, key, pool = change["of"].split(":")
            self.known[key].character.apply_to_pool(pool, change["by"], clamp_silently=True)
        untold = self.state.get("untold", [])
        is_told = self._take_over(progress.fight)
        if withholds:
            self.state["untold"] = [*untold, *progress.facts["events"]]
            for row, was in seen.items():
                row.character.withhold(was)
        if status is not None:
            self.status = status
        about = list(about)
        told = (*progress.facts.get("rolls", ()), *progress.facts.get("events", ()), *untold)
        mentioned = [*about, *(each["fighter"] for each in told)]
        people = {"people": self.names(mentioned), "about": about, "encounter": self.name}
        words = {**progress.facts, **(facts or {}), **({"untold": untold} if untold and is_told else {}), **people}
        paid = [*paid, *self._felt(progress)]
        hurt = [self.known[change["of"].split(":")[1]] for change in [*pools, *paid]]
        is_secret = is_secret or (kind == "joined-fight" and all(self.known[key].is_hidden for key in about))
        return self._record(record, kind, words, before, pools=[*pools, *paid], hurt=hurt, is_secret=is_secret)

    def _write_points(self, fight: Fight) -> None:
        """Points that stand nowhere are all there are: they are written down before a maximum changes (C0)."""
        for key, fighter in fight.known.items():
            row = self.known[key]
            before, after = (
                [each.raises for each in sheet.vitals.effects] for sheet in (row.character.sheet, fighter.sheet)
            )
            if before != after:
                for kind in self.campaign.ruleset.pools:
                    row.character.apply_to_pool(kind.key, 0, clamp_silently=True)

    def _felt(self, progress: Progress) -> Iterator[Change]:
        """Tokens given back weigh no more on those whose throw has felt them (R13)."""
        for change in progress.changes:
            if change["what"] == "forced":
                character = self.known[change["of"].split(":")[1]].character
                yield from character.pay(character.purse.thrown(), character.protagonism_left)

    def _record(
        self,
        record: Recorder,
        kind: str,
        facts: Mapping[str, Any],
        before: Mapping[str, Any],
        *,
        pools: Iterable[Change] = (),
        hurt: Iterable[Combatant] = (),
        is_secret: bool,
    ) -> LogEntry:
        after = self.kept()
        changes = [*pools, *_difference(self.key, before, after)]
        self._save(before, after)
        regions = [*self.regions, *(["encounters"] if before["fight"] != after["fight"] else [])]
        hurt = list(dict.fromkeys([*hurt, *self._changed(before)]))
        handed = {change["of"] for change in changes if change["what"] == "wielded"}
        for row in hurt:
            its = row.character
            regions += its.regions_of_hands if f"wielded:{its.key}" in handed else its.regions_of_pools
        if self.status == Status.PREPARING and not any(row.is_hero for row in hurt):
            is_secret = True  # nobody sees it until it starts, but everyone the points of heroes (S3)
        by = record.by
        return record(
            kind,
            facts,
            changes=changes,
            audience=Audience.PRIVATE if is_secret else Audience.TABLE,
            shared_with=self.campaign.gm if is_secret and by and not by.leads else None,  # else it were the player's
            topic=self.topic,
            regions=dict.fromkeys(regions),
        )

    def kept(self) -> dict[str, Any]:
        """All that is kept of this encounter but points, as plain values: what undo puts back exactly."""
        return {
            "fight": {name: getattr(self, name) for name in KEPT_OF_FIGHT},
            **{key: row.kept() for key, row in self.known.items()},
        }

    def put_back(
        self, values: Mapping[str, Mapping[str, Any]], instead_of: Mapping[str, Mapping[str, Any]]
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Set kept values of the fight ("fight") and of those in it, in place of others, and save them; answers the
        same fields as they really were and are."""
        before = self.kept()
        for key, fields in values.items():
            if key == "fight":
                for name, value in fields.items():
                    setattr(self, name, value)
            else:
                self.known[key].put_back(fields, instead_of[key])
        after = self.kept()
        if self.status == Status.RUNNING:
            came_back = [row for key, row in self.known.items() if row.is_present and key in values]
            resumed = before["fight"]["status"] != Status.RUNNING
            self._claim(row.character for row in (self.present if resumed else came_back))
        self._save(before, after)
        was, now = (
            {key: {name: kept[key][name] for name in values[key]} for key in values} for kept in (before, after)
        )
        return was, now

    def _take_over(self, fight: Fight) -> bool:
        """Take the fight as it is now; answers whether the table sees it, or goes on seeing what it saw."""
        untold = self.state.get("untold")
        self.round, self.turn = fight.round, fight.turn or ""
        self.state = {name: value for name, value in fight.state().items() if name not in IN_COLUMNS}
        in_sight = not self.turn or not self.known[self.turn].is_hidden
        is_told = in_sight or not self.shown_round  # the start is, even where a hidden foe comes first
        if is_told:
            self.shown_round, self.shown_turn = self.round, self.turn if in_sight else ""
        order = {fighter.key: place for place, fighter in enumerate(fight.fighters, start=1)}
        for key, fighter in fight.known.items():
            row = self.known[key]
            row.is_present = key in order
            row.position = order.get(key, row.position)
            seen, state = row.seen, fighter.state()
            row.character.vitals, vitals = state.pop("vitals"), row.character.vitals
            row.state = state
            if is_told:
                row.character.withheld = {}
            elif seen != row.seen:
                row.state["seen"] = seen
            if row.character.vitals != vitals:
                row.character.__dict__.pop("sheet", None)
        if not is_told and untold is not None:
            self.state["untold"] = untold
        return is_told

    def _save(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        asks = self._asks(before["fight"]["status"] != after["fight"]["status"])
        if before["fight"] != after["fight"] or asks:
            self.save(update_fields=[*KEPT_OF_FIGHT, "asked"])
        keys = [key for key in self.known if before[key] != after[key]]
        other = [name for name in KEPT_OF_COMBATANT if any(before[key][name] != after[key][name] for key in keys)]
        Combatant.objects.bulk_update([self.known[key] for key in keys], ["state", *other])  # each column costs
        Character.objects.bulk_update([row.character for row in self._changed(before)], KEPT_OF_CHARACTER)

    def _changed(self, before: Mapping[str, Any]) -> Iterator[Combatant]:
        """Those whose sheets are not what they were."""
        for key, row in self.known.items():
            if any(before[key][name] != getattr(row.character, name) for name in KEPT_OF_CHARACTER):
                yield row

    def _asks(self, is_anew: bool) -> bool:
        """Whether it is other attacks that wait for an answer, or `is_anew`: the time of all of them begins again."""
        if is_anew:
            self.asked = {}
        return self.ask(timezone.now())

    def names(self, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
        """What those mentioned in an entry are called, by those who lead and by the table (None: it does not know)."""
        return {key: self.known[key].called for key in keys}


def _difference(key: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """All that differs as one change, also where only points do: encounters are undone in order (T8), so that every
    entry of one touches it, and one name for it is enough."""
    was: dict[str, dict[str, Any]] = {}
    now: dict[str, dict[str, Any]] = {}
    for name, fields in after.items():
        old = before.get(name, fields)
        changed = [field for field in fields if old[field] != fields[field]]
        if changed:
            was[name] = {field: old[field] for field in changed}
            now[name] = {field: fields[field] for field in changed}
    yield {"what": "fight", "of": f"fight:{key}", "before": was, "after": now}
