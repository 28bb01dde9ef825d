"""Where a hit lands, and what it costs to aim there (D15)."""

from dataclasses import dataclass

from rules.dice import SIDES, Draw
from rules.messages import gettext_noop as _
from rules.options import column, option, table


@dataclass(frozen=True, slots=True)
class Zone:
    """A main zone of the body, hit by the faces of 1d10 after those of the zone before and up to this one."""

    key: str
    label: str
    up_to: int = column(SIDES, 1, SIDES)


@dataclass(frozen=True, slots=True)
class CalledShot:
    """A part of the body that can be aimed at, and what aiming there adds to the roll."""

    key: str
    label: str
    modifier: int = column(0, -99, 99)


ZONES = (
    Zone("left_leg", _("Left leg"), 2),
    Zone("right_leg", _("Right leg"), 4),
    Zone("torso", _("Torso"), 7),
    Zone("left_arm", _("Left arm"), 8),
    Zone("right_arm", _("Right arm"), 9),
    Zone("head", _("Head"), 10),
)
CALLED_SHOTS = (
    CalledShot("shoulder", _("Shoulder"), -1),
    CalledShot("arm", _("Arm"), -3),
    CalledShot("hand", _("Hand"), -4),
    CalledShot("head", _("Head"), -6),
    CalledShot("leg", _("Leg"), -3),
)


@dataclass(frozen=True, slots=True)
class Locations:
    """Whether hits have a location, and which. From `refined_from` successes on it may be told more exactly."""

    counts: bool = option("D15", _("Hits have a location"), False)
    zones: tuple[Zone, ...] = table("D15", _("Zones of the body"), ZONES)
    called_shots: tuple[CalledShot, ...] = table("D15", _("Called shots"), CALLED_SHOTS)
    refined_from: int = 3

    @property
    def enforces(self) -> tuple[str, ...]:
        """The rules that this puts in force."""
        return ("D15",) if self.counts else ()

    def zone(self, face: int) -> Zone | None:
        """The main zone of that face of 1d10; None if no zone goes so far."""
        return next((row for row in sorted(self.zones, key=lambda row: row.up_to) if face <= row.up_to), None)

    def find_called_shot(self, key: str) -> CalledShot | None:
        return next((row for row in self.called_shots if row.key == key), None)

    def throw(self, draw: Draw) -> tuple[int, Zone | None]:
        """Throw the location die: its face and the zone."""
        face = draw(SIDES)
        return face, self.zone(face)

    def can_refine(self, margin: int) -> bool:
        """Whether a hit by that margin may be told more exactly than by its main zone."""
        return margin >= self.refined_from
