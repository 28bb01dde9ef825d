"""Who is in an encounter, as the rules see it and as the table may know it (S2, S3)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from characters.models import Character, Gender
from combat.models.choices import ShownPoints
from rules.fight import Fighter
from rules.gear import Weapon
from rules.problems import Problem, Refused

KEPT_OF_COMBATANT = ("position", "is_present", "is_hidden", "alias", "shown_points", "is_defense_known", "unnumbered")
KEPT_OF_CHARACTER = ("vitals", "withheld", "name")
COUNTED = ("lost", "regained", "falls")
SEEN_OF_TURNS = ("majors", "minors", "has_acted")


class Combatant(models.Model):
    """A character in an encounter: its place in the order, what only the fight knows of it, and what the table sees."""

    encounter = models.ForeignKey("combat.Encounter", models.CASCADE, related_name="combatants")
    character = models.ForeignKey(Character, models.CASCADE, related_name="combatants")
    position = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    is_present = models.BooleanField(default=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)
    alias = models.CharField(_("alias"), max_length=60, blank=True, default="")
    unnumbered = models.CharField(max_length=60, blank=True, default="", editable=False)
    kind = models.CharField(max_length=60, blank=True, default="", editable=False)  # of a group: its name, no number
    shown_points = models.CharField(
        _("PV for the table"), max_length=8, choices=ShownPoints.choices, default=ShownPoints.WORD
    )
    is_defense_known = models.BooleanField(_("defense known"), default=False)

    class Meta:
        verbose_name = _("combatant")
        verbose_name_plural = _("combatants")
        constraints: ClassVar = [models.UniqueConstraint(fields=["encounter", "character"], name="once_in_a_fight")]

    def __str__(self) -> str:
        return str(self.character)

    @property
    def is_hero(self) -> bool:
        return not self.character.is_foe

    @property
    def is_out(self) -> bool:
        return self.character.condition.out

    @property
    def fighter(self) -> Fighter:
        """As the rules see it; kept as long as its state and its sheet are the same: a page asks several times."""
        state, sheet, kept = self.state, self.character.sheet, self.__dict__.get("_fighter")
        if kept is None or kept[0] is not state or kept[1] is not sheet:
            fighter = Fighter(self.character.key, sheet, is_heroic=self.is_hero)
            known = {name: value for name, value in state.items() if name != "seen"}
            kept = self.__dict__["_fighter"] = (state, sheet, fighter.with_state(known))
        return kept[2]

    @property
    def seen(self) -> dict[str, Any]:
        """What the table sees of its turn and actions: while a hidden foe acts, what it saw before."""
        return self.state.get("seen") or {name: self.state.get(name, 0) for name in SEEN_OF_TURNS}

    @property
    def called(self) -> dict[str, Any]:
        """Its name for those who lead and for the table, and how words for it are inflected."""
        table = None if self.is_hidden else self.alias or self.character.name
        gender = Gender.NEUTRAL if self.alias else self.character.gender
        return {
            "gm": self.character.name,
            "table": table,
            "gender": self.character.gender,
            "table_gender": gender,
            "is_hero": self.is_hero,
            "knows": self.known,
        }

    @property
    def known(self) -> dict[str, bool]:
        """What the table knows of its numbers (S2, S3); of heroes all."""
        return {
            "defense": self.is_hero or self.is_defense_known,
            "points": self.is_hero or self.shown_points == ShownPoints.NUMBER,
            "words": self.is_hero or self.shown_points != ShownPoints.NOTHING,
        }

    @property
    def weapons(self) -> dict[str, Weapon | None]:
        """What it can attack with, by key; a quick foe has one attack of its own (P6)."""
        if "damage" in self.character.traits:
            return {"own": None}
        unarmed = self.character.ruleset.unarmed
        return {weapon.key: weapon for weapon in [*self.character.weapons, unarmed]}

    def weapon(self, key: str) -> Weapon | None:
        if key not in self.weapons:
            raise refused("no_weapon", gettext_noop("That weapon is not at hand."), "weapon")
        return self.weapons[key]

    @property
    def at_hand(self) -> str:
        """The key of what it attacks with unless somebody says otherwise: what is in its main hand."""
        held = [weapon.key for weapon in self.character.wielded]
        return next(key for key in (*held, self.character.ruleset.unarmed.key, "own") if key in self.weapons)

    def hands_after(self, *used: str) -> list[str]:
        """What is in hand once it has struck with these: a technique, and a quick foe's one attack, change nothing."""
        if not set(used) <= self.weapons.keys() or "own" in used:
            return [weapon.key for weapon in self.character.wielded]
        return self.character.hands_after(*used)

    def kept(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in KEPT_OF_COMBATANT},
            "state": dict(self.state),
            **{name: getattr(self.character, name) for name in KEPT_OF_CHARACTER},
        }

    def put_back(self, values: Mapping[str, Any], instead_of: Mapping[str, Any]) -> None:
        """Set kept values in place of others; what is counted of points changes by the difference (T8)."""
        for name, value in values.items():
            if name in KEPT_OF_CHARACTER:
                setattr(self.character, name, value)
            elif name == "state":
                self.state = {**value, **self._recounted(value, instead_of[name])}
            else:
                setattr(self, name, value)

    def _recounted(self, now: Mapping[str, Any], was: Mapping[str, Any]) -> dict[str, int]:
        held = {name: self.state[name] for name in COUNTED if name in self.state}
        return {name: max(0, number + now.get(name, 0) - was.get(name, 0)) for name, number in held.items()}


def refused(code: str, message: str, field: str, **params: object) -> Refused:
    return Refused(Problem(code, message, field, params=params))
