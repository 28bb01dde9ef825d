"""House rules as tables in the wild play them, each a preset and its changes, as a campaign stores them."""

from collections.abc import Mapping
from typing import NamedTuple


class Variant(NamedTuple):
    """A preset's key, and a campaign's changes to it."""

    preset: str
    changes: Mapping[str, object]


def pyramid(*counts: int) -> dict[str, object]:
    """A pyramid from the top: of two counts, the first is of level 2 (P3)."""
    levels = range(len(counts), 0, -1)
    return {
        f"creation.pyramid.level_{level}": {"level": level, "count": count}
        for level, count in zip(levels, counts, strict=True)
    }


SOCIAL = ("threaten", "interrogate", "smooth_talk", "leadership", "haggle", "seduce")
WITHOUT_WILLPOWER = {"attributes.willpower": None}
WITHOUT_CHARISMA = {
    "attributes.charisma": None,
    **{f"skills.{key}": {"attribute": "intelligence"} for key in SOCIAL},
}
FOUR_TO_TEN = {"creation.attribute_minimum": 4, "creation.attribute_maximum": 10}

HEROIC = Variant(
    "ryf-table",
    {
        **WITHOUT_WILLPOWER,
        **WITHOUT_CHARISMA,
        **FOUR_TO_TEN,
        "creation.attribute_points": 30,
        "pools.pv.formula": "physique × 4 + level × 5",
        **pyramid(1, 3, 3, 3, 3, 3),
        "creation.skill_points": 51,
        "creation.skill_maximum": 6,
    },
)
"""Thirty points in 4–10 over four attributes."""

REALISTIC = Variant(
    "ryf-table",
    {
        **WITHOUT_WILLPOWER,
        **WITHOUT_CHARISMA,
        **FOUR_TO_TEN,
        "creation.attribute_points": 22,
        "pools.pv.formula": "physique × 3 + level × 5",
        **pyramid(2, 2, 2, 2, 2),
        "creation.skill_points": 30,
    },
)
"""Twenty-two points: people like ourselves."""

WIDE = Variant(
    "ryf-table",
    {
        **WITHOUT_WILLPOWER,
        "creation.attribute_points": 37,
        "creation.attribute_maximum": 10,
        "creation.skill_points": 90,
        "creation.skill_maximum": 10,
    },
)
"""Thirty-seven points over five attributes, ninety for skills up to 10."""

SUMMED = Variant(
    "ryf-table",
    {
        **WITHOUT_WILLPOWER,
        "creation.attribute_points": 40,
        "creation.attribute_minimum": 2,
        "creation.attribute_maximum": 10,
        "creation.skill_points": 40,
        "creation.skill_maximum": 10,
        "creation.sum_maximum": 15,
        "growth.raises_attributes": False,
    },
)
"""Forty points over five attributes in 2–10 that px never raise; attribute and skill together at most 15."""

LABELS = Variant(
    "ryf-table",
    {
        "rolls.difficulties.moderate": None,
        "rolls.difficulties.easy": {"label": "Rutina", "skill": 10},
        "rolls.difficulties.normal": {"label": "Reto", "skill": 15},
        "rolls.difficulties.hard": {"label": "Proeza", "skill": 20},
        "rolls.difficulties.very_hard": {"label": "Hazaña", "skill": 25},
        "rolls.difficulties.almost_impossible": {"label": "Milagro", "skill": 30},
    },
)
"""Five difficulties under other names."""

FRAIL = Variant("ryf-table", {"injuries.threshold_formula": "physique", "injuries.linger_turns": 0})
"""Wounded at the physique or below, and no longer once above."""

NIMBLE = Variant("ryf-table", {"derived.defense.formula": "10 + dodge + shield + level"})
"""Defense is ten and dodge."""

CUSTOM = Variant(
    "ryf-table",
    {
        "attributes.luck": {"label": "Suerte", "short": "SUE"},
        "attributes.dexterity": {"label": "Agilidad", "short": "AGI"},
        "derived.sanity": {"label": "Cordura", "formula": "willpower × 5 + luck"},
        "skills.gamble": {"label": "Azar", "attribute": "luck"},
        "skills.notice": {"minimum": 1},
        "rolls.unskilled_level": 1,
        "growth.raises_attributes": False,
    },
)
"""An attribute more and one renamed, a derived value more, level 1 still unskilled, a skill that everyone has."""

TWO_TENS = Variant(
    "d10x2",
    {
        "creation.attribute_points": 24,
        "creation.attribute_base": 3,
        "creation.attribute_minimum": 3,
        "creation.generation_points": 40,
        "pools.stamina.formula": "6 × (willpower + constitution) + level × 5",
    },
)
"""Twenty-four points over eight attributes from 3 upwards, forty PG, more stamina."""

VARIANTS = {
    "heroic": HEROIC,
    "realistic": REALISTIC,
    "wide": WIDE,
    "summed": SUMMED,
    "labels": LABELS,
    "frail": FRAIL,
    "nimble": NIMBLE,
    "custom": CUSTOM,
    "two tens": TWO_TENS,
}
