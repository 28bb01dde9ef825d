"""Shots: how far, behind what, lying or standing, and from how many places (C7, C9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.checks import DIFFICULTIES, MODIFIERS, Term
from rules.gear import MAX_RANGE, Range, Weapon
from rules.messages import gettext_noop as _
from rules.options import column, option, table
from rules.problems import Problem, Refused


@dataclass(frozen=True, slots=True)
class Band:
    """A range band (C7) and the difficulty of a shot in it.

    It goes up to `meters`, whatever the weapon, or else up to the range of the weapon that `up_to` names.
    """

    key: str
    label: str
    difficulty: int = option("C7", _("Difficulty"), 15, DIFFICULTIES.start, DIFFICULTIES.stop - 1)
    meters: int | None = option("C7", _("Up to so many meters, whatever the weapon"), None, 1, MAX_RANGE)
    up_to: Range | None = column(None)  # noqa: RUF009 (ranges are frozen)
    ignores_cover: bool = option("C7", _("Cover and lying down do not matter"), False)

    def limit(self, weapon: Weapon) -> int | None:
        """The meters up to which it goes with that weapon; None if the weapon has no such range."""
        if self.meters is not None or self.up_to is None:
            return self.meters
        return weapon.ranges.get(self.up_to)

    def facts(self) -> dict[str, Any]:
        """What the log keeps of it: plain JSON values."""
        return {"key": self.key, "label": self.label}


@dataclass(frozen=True, slots=True)
class Cover:
    """What someone shot at is behind (C7). Without a modifier nothing can be done: no shot."""

    key: str
    label: str
    modifier: int | None = option(
        "C7", _("Added to the difficulty (none: no shot)"), 2, MODIFIERS.start, MODIFIERS.stop - 1
    )

    def facts(self) -> dict[str, Any]:
        """What the log keeps of it: plain JSON values."""
        return {"key": self.key, "label": self.label}


@dataclass(frozen=True, slots=True)
class Shot:
    """What a shooter says of a shot: the key of the band, and of what the target is behind ("": nothing), whether it
    lies down, and which of the places from which it is shot at in this round is the shooter's, from 1 on (C9)."""

    band: str = ""
    cover: str = ""
    is_prone: bool = False
    place: int = 1


@dataclass(frozen=True, slots=True)
class Reach:
    """A band as a weapon has it: from over so many meters up to so many."""

    band: Band
    over: int
    up_to: int


@dataclass(frozen=True, slots=True)
class ShotDifficulty:
    """What a shot has to reach instead of the defense value, and why: the terms add up to it (C7)."""

    band: Band
    cover: Cover | None
    is_prone: bool
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The difficulty."""
        return sum(term.value for term in self.terms)

    def facts(self) -> dict[str, Any]:
        """Plain JSON values for the log."""
        return {
            "band": self.band.facts(),
            "cover": self.cover and self.cover.facts(),
            "is_prone": self.is_prone,
            "terms": [[term.key, term.value, term.rule] for term in self.terms],
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Shooting:
    """What shots add and have to reach. Without bands they have to reach the defense value, as any attack does."""

    enforces = ("C7", "C8", "C9")
    bonus: int = option("C7", _("Added to ranged attacks"), 10, MODIFIERS.start, MODIFIERS.stop - 1)
    bands: tuple[Band, ...] = table("C7", _("Distances"))
    covers: tuple[Cover, ...] = table("C7", _("Cover"))
    prone_in_cover: int = option("C7", _("Lying down behind cover"), 2, MODIFIERS.start, MODIFIERS.stop - 1)
    prone_in_the_open: int = option("C7", _("Lying down in the open"), -10, MODIFIERS.start, MODIFIERS.stop - 1)
    crossfire: int = option("C9", _("Each further place shot from adds"), 1, 0, 20)

    def reaches(self, weapon: Weapon) -> tuple[Reach, ...]:
        """The bands that a weapon offers, the nearest first: those that hold some meters of their own, none for a
        weapon that is neither shot nor thrown (C7)."""
        if not weapon.is_ranged:
            return ()
        limits = [(limit, band) for band in self.bands if (limit := band.limit(weapon)) is not None]
        found, over = [], 0
        for limit, band in sorted(limits, key=lambda each: each[0]):
            if limit > over:
                found.append(Reach(band, over, limit))
                over = limit
        return tuple(found)

    def band_at(self, weapon: Weapon, meters: int) -> Band | None:
        """The band of a distance, as a hint; None beyond the last (C7)."""
        return next((reach.band for reach in self.reaches(weapon) if meters <= reach.up_to), None)

    def difficulty(self, weapon: Weapon, shot: Shot) -> ShotDifficulty | None:
        """What a shot has to reach; None where the rules have no distances (C7). Raises Refused as `shot_problems`."""
        band, cover = self._named(weapon, shot)
        problems = tuple(self.shot_problems(weapon, shot))
        if problems:
            raise Refused(*problems)
        return ShotDifficulty(band, cover, shot.is_prone, tuple(self._terms(shot, band, cover))) if band else None

    def shot_problems(self, weapon: Weapon, shot: Shot) -> Iterator[Problem]:
        """Why that shot cannot be: fields "band", "cover" (C7)."""
        band, cover = self._named(weapon, shot)
        if self.bands and band is None:
            yield Problem("no_band", _("Choose one of the distances that the weapon reaches."), "band", "C7")
        if self.bands and shot.cover and cover is None:
            yield Problem("unknown_cover", _("There is no such cover."), "cover", "C7")
        if band and cover and cover.modifier is None and not band.ignores_cover:
            yield Problem("no_shot", _("Nobody can be hit behind that."), "cover", "C7")

    def help(self, shot: Shot) -> Iterator[Term]:
        """What is added to the roll of a shot: that it is one, and crossfire (C7, C9)."""
        if self.bonus:
            yield Term("ranged", self.bonus, "C7")
        if further := self.crossfire * (shot.place - 1):
            yield Term("crossfire", further, "C9")

    def problems(self) -> Iterator[Problem]:
        """What does not fit together."""
        for band in self.bands:
            if band.meters is None and band.up_to is None:
                message = _("A distance goes up to so many meters, or up to a range of the weapon.")
                yield Problem("no_limit", message, f"attacks.shooting.bands.{band.key}", "C7")

    def _terms(self, shot: Shot, band: Band, cover: Cover | None) -> Iterator[Term]:
        yield Term(band.key, band.difficulty, "C7")
        if band.ignores_cover:
            return
        if cover:
            yield Term(cover.key, cover.modifier or 0, "C7")
        if shot.is_prone:
            yield Term("prone", self.prone_in_cover if cover else self.prone_in_the_open, "C7")

    def _named(self, weapon: Weapon, shot: Shot) -> tuple[Band | None, Cover | None]:
        band = next((reach.band for reach in self.reaches(weapon) if reach.band.key == shot.band), None)
        return band, next((each for each in self.covers if each.key == shot.cover), None)


def place_of(places: Mapping[str, int], by: str, beside: str | None = None) -> int:
    """Which place a shooter shoots from, given those of who shot at the same target since the round began (C9).

    Who shot before keeps its own, who stands `beside` one of them shares that one's, anybody else has the next. Raises
    Refused, field "beside", if that one has not shot at the target.
    """
    if by in places:
        return places[by]
    if beside is None:
        return max(places.values(), default=0) + 1
    if beside not in places:
        raise Refused(Problem("not_shot", _("That one has not shot at the target in this round."), "beside", "C9"))
    return places[beside]
