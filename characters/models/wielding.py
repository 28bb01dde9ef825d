"""Which of the weapons that a character carries are in hand: their bonuses are for whoever wields them (W2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop

from campaigns.models import Audience, Campaign, Change, LogEntry, Membership, Recorder
from characters import fighting
from rules.problems import Problem, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from characters.fighting import Fighting
    from rules.gear import Weapon
    from rules.ruleset import Ruleset

BARE: list[str] = []
"""Nothing in hand, because somebody said so."""


@dataclass(frozen=True, slots=True)
class Grip:
    """A weapon that may be in hand: its key ("" for bare hands, or for nothing in the other one), and whether it is."""

    key: str
    label: str
    is_held: bool


class Wielding:
    """What a character has in hand; the rest of `Character` is in the files beside.

    `gear["wielded"]` holds the keys, the main hand's first. Where it says nothing, or only what is carried no longer,
    it is the first weapon carried; an empty list is bare hands.
    """

    if TYPE_CHECKING:
        key: str
        name: str
        topic: str
        is_foe: bool
        gear: dict[str, Any]
        campaign: Campaign
        ruleset: Ruleset
        weapons: list[Weapon]
        regions_of_pools: list[str]
        save: Callable[..., None]
        _at_the_table: Callable[[Recorder], Any]
        told_of_state: Callable[[Fighting], dict[str, Any]]

    @property
    def wielded(self) -> "list[Weapon]":
        """The weapons in hand: none, one, or two (C4)."""
        chosen = self.gear.get("wielded")
        carried = {weapon.key: weapon for weapon in self.weapons}
        found = [carried[key] for key in chosen or () if key in carried]
        return found if found or chosen == BARE else self.weapons[:1]

    @property
    def grips(self) -> list[Grip]:
        """What may be taken in hand in one tap; nothing where nothing is carried."""
        held = [weapon.key for weapon in self.wielded]
        carried = [Grip(each.key, each.label, each.key in held[:1]) for each in self.weapons]
        return [*carried, Grip("", self.ruleset.unarmed.label, not held)] if carried else []

    @property
    def other_grips(self) -> list[Grip]:
        """What the other hand may hold beside it, or nothing, where two weapons are fought with (C4)."""
        held = [weapon.key for weapon in self.wielded]
        if self.ruleset.attacks.two_weapons is None or not held:
            return []
        fit = [Grip(each.key, each.label, each.key in held[1:]) for each in self.weapons if _fits(each, held[0])]
        return [*fit, Grip("", gettext_noop("nothing"), len(held) == 1)] if fit else []

    def wield(self, by: Membership, weapon: str, *, other: bool = False, press: str = "") -> LogEntry | None:
        """Take that weapon in hand in place of all that is in it, or with `other` in the other hand; "" for nothing.

        In a fight it is taken back in order with the rest (T8). None where it is so already. Raises Refused, field
        "weapon", for what is not carried, and for two weapons at once where the rules know none (C4).
        """
        with self.campaign.recording(by, press) as record:
            character = self._at_the_table(record)
            changes = list(character.take_in_hand(character._hands_with(weapon, other=other)))
            if not changes:
                return None
            fight = fighting.of(character)
            seen = {"audience": Audience.PRIVATE} if self.is_foe else character.told_of_state(fight)
            held = [each.label for each in character.wielded]
            return record(
                "wielded",
                {"character": self.key, "name": character.name, "weapons": held},
                changes=[*changes, *fight.in_order],
                topic=fight.topic or self.topic,
                regions=[*character.regions_of_hands, *fight.regions],
                **seen,
            )

    def take_in_hand(self, keys: Sequence[str]) -> Iterator[Change]:
        """Store what is in hand now, inside the caller's recording, and say what changed, if anything did."""
        if list(keys) != [weapon.key for weapon in self.wielded]:
            before = self.gear.get("wielded")
            self.put_in_hand(list(keys))
            yield {"what": "wielded", "of": f"wielded:{self.key}", "before": before, "after": list(keys)}

    def put_in_hand(self, keys: list[str] | None) -> None:
        """Set it; None: it was never said."""
        others = {part: value for part, value in self.gear.items() if part != "wielded"}
        self.gear = others if keys is None else {**others, "wielded": keys}
        self.save(update_fields=["gear"])
        self.__dict__.pop("sheet", None)

    def hands_after(self, *used: str) -> list[str]:
        """The keys of what is in hand once somebody has struck with these; who strikes with what is in hand already has
        in hand what they had. Bare hands, and what is not carried, hold nothing."""
        held = [weapon.key for weapon in self.wielded]
        carried = {weapon.key for weapon in self.weapons}
        striking = [key for key in dict.fromkeys(used) if key in carried]
        return held if striking and set(striking) <= set(held) else striking

    @property
    def regions_of_hands(self) -> list[str]:
        """What shows what it has in hand, and what follows from that."""
        return [f"hands-{self.key}", *self.regions_of_pools]

    def _hands_with(self, key: str, *, other: bool) -> list[str]:
        weapon = next((each for each in self.weapons if each.key == key), None)
        if key and weapon is None:
            raise Refused(Problem("no_weapon", gettext_noop("That weapon is not at hand."), "weapon"))
        main = [each.key for each in self.wielded][:1] if other else []
        if weapon is None:
            return main
        if main and self.ruleset.attacks.two_weapons is None:
            message = gettext_noop("Nobody fights with two weapons at once here.")
            raise Refused(Problem("two_weapons", message, "weapon", "C4"))
        if main and not _fits(weapon, main[0]):
            message = gettext_noop("The other hand takes another weapon, for close combat.")
            raise Refused(Problem("other_hand", message, "weapon", "C4"))
        return [*main, weapon.key]


def _fits(weapon: "Weapon", main: str) -> bool:
    """Whether the other hand may strike with it (C4)."""
    return weapon.melee and weapon.key != main
