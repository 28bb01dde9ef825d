"""The proof of a sheet as its page shows it: trait by trait, where each point comes from and what is wrong (X1)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from characters.log.growth import label_of
from characters.models import Character
from rules.growth import Origin, Proof
from rules.problems import Problem
from rules.traits import chapter_and_key

Told = tuple[str, Problem]
"""A problem with its sentence in the reader's language."""


@dataclass(frozen=True, slots=True)
class Traced:
    """A trait, what it is now, and what its points come from."""

    label: str
    now: int
    origins: tuple[Origin, ...]
    problems: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Tracing:
    """`general` is what is wrong with no single trait: budgets, px."""

    hero: Character
    proof: Proof
    traits: tuple[Traced, ...]
    general: tuple[Told, ...]


def trace(hero: Character) -> Tracing:
    """The proof of a hero that was read `with_ledger`; it asks the database nothing more."""
    proof, levels = hero.proof, hero.build.levels
    paths = dict.fromkeys([*(each.trait for each in proof.origins), *levels])
    wrong = [each.field or "" for each in proof.problems if chapter_and_key(each.field or "")]
    traits = []
    for path in dict.fromkeys([*paths, *wrong]):
        origins = tuple(each for each in proof.origins if each.trait == path and (each.points or each.movement))
        told = tuple(_told(proof, {path}))
        if origins or told or levels.get(path):
            traits.append(Traced(label_of(hero, path), levels.get(path, 0), origins, told))
    elsewhere = {each.field for each in proof.problems} - {*paths, *wrong}
    return Tracing(hero, proof, tuple(traits), tuple(_told(proof, elsewhere)))


def _told(proof: Proof, fields: set[str | None]) -> Iterator[Told]:
    return ((each.show(_), each) for each in proof.problems if each.field in fields)
