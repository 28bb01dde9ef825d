"""How an attack is made, beyond with what and at whom: whatever the table may say of one before its dice."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaigns.models import Change
from combat.models.choices import HERE, Place
from rules.blows import Share
from rules.fight import Aim
from rules.ruleset.rolling import Given

if TYPE_CHECKING:
    from characters.models import Character

TECHNIQUE = "technique-"
"""What the keys of techniques begin with where they stand among weapons (P2)."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What somebody gives for a throw: a token (R13), a point of protagonism (D3); which of the ruleset's modifiers
    count (D3), and the specialization that covers it (P4)."""

    token: bool = False
    protagonism: bool = False
    modifiers: tuple[str, ...] = ()
    specialization: str = ""

    @property
    def given(self) -> Given:
        """What a roll is made with."""
        given = Given()
        if self.token:
            given["token"] = True
        if self.protagonism:
            given["protagonism"] = True
        if self.modifiers:
            given["modifiers"] = self.modifiers
        if self.specialization:
            given["specialization"] = self.specialization
        return given

    def paid(self, character: "Character") -> Iterator[Change]:
        """Pay for it, inside the caller's recording, and say what changed. Raises Refused without enough."""
        purse, points = character.purse, character.protagonism_left
        if self.token:
            purse = purse.spend()
        if self.protagonism:
            points = character.ruleset.protagonism.spend(points)
        yield from character.pay(purse, points)


NOTHING = Spent()


@dataclass(frozen=True, slots=True)
class Manner:
    """`shares` is what the GM leaves of the damage, by the key of a target (C3); `beside` the key of an earlier shooter
    with whom the attacker stands (C9). `off` is the weapon of the other hand and `off_target` whom it strikes (C4).
    `called` is what is aimed at (D15), `projectiles` those of a burst (D11), `sweeps`: one roll against all of them
    (D10), `is_dodged`: a dodge takes the place of the defense value (D8), with everybody or with the `dodgers` alone,
    by key; `is_lethal`: meant to kill, or as usual (None, C11). `difficulty` is the GM's number for a technique (P2).
    `places` are those of targets that are not where the others are, by key (C7)."""

    shares: Mapping[str, Share] = field(default_factory=dict)
    beside: str = ""
    off: str = ""
    off_target: str = ""
    called: str = ""
    projectiles: int | None = None
    sweeps: bool = False
    is_dodged: bool = False
    dodgers: tuple[str, ...] = ()
    is_lethal: bool | None = None
    difficulty: int | None = None
    places: Mapping[str, Place] = field(default_factory=dict)
    spent: Spent = NOTHING

    def aim(self, target: str, place: Place = HERE) -> Aim:
        """One target of it, from that place, or from its own."""
        place = self.places.get(target, place)
        return Aim(
            target,
            share=self.shares.get(target, Share.WHOLE),
            band=place.band,
            cover=place.cover,
            is_prone=place.is_prone,
            beside=self.beside or None,
            called=self.called,
            is_dodged=self.is_dodged or target in self.dodgers,
        )

    def aims(self, targets: Iterable[str], place: Place = HERE) -> Sequence[Aim]:
        return [self.aim(target, place) for target in targets]


PLAIN = Manner()
"""As attacks are made by default."""
