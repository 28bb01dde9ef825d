"""What other rules make of the same character (C0, C10, D16, P1–P5). Numbers are worked out by hand from rules.md."""

from fractions import Fraction

from rules.difference import Reading, difference
from rules.gear import equipped
from rules.presets import find_preset
from rules.sheet import Sheet

TABLE, TENS = find_preset("ryf-table"), find_preset("d10x2")
ATTRIBUTES = {"physique": 4, "dexterity": 4, "intelligence": 3, "perception": 4, "charisma": 2, "willpower": 3}
SKILLS = {"stealth": 3, "dodge": 4}


def reading(ruleset, *, pools=None, created=True, **sheet):
    """Twenty attribute points, seven skill points, as a ruleset reads them."""
    build = ruleset.draft(ATTRIBUTES, SKILLS) if created else None
    weapons = tuple(weapon for key in ("dagger",) if (weapon := ruleset.find_weapon(key)))
    known = Sheet(ATTRIBUTES, SKILLS, pools or {}, **sheet)
    return Reading(
        ruleset,
        equipped(known, armor=ruleset.find_armor("leather")),
        weapons,
        build,
        build.finishing_problems() if build else (),
    )


def told(moved):
    return {each.key: (each.before, each.after) for each in moved}


def test_the_same_rules_move_nothing():
    found = difference(reading(TABLE), reading(TABLE))

    assert found.is_nothing


def test_a_formula_moves_the_maximum_and_what_is_full():
    after = TABLE.patched({"pools.pv.formula": "physique * 5"})

    found = difference(reading(TABLE), reading(after))

    assert told(found.maxima) == {"pv": (16, 20)}
    assert told(found.points) == {"pv": (16, 20)}
    assert not found.is_nothing
    assert found.numbers == ()


def test_a_lower_maximum_cuts_what_is_there_now():
    """C0: current is cut to a maximum that falls, and stays when it rises."""
    lower = TABLE.patched({"pools.pv.formula": "physique * 2"})
    higher = TABLE.patched({"pools.pv.formula": "physique * 6"})

    assert told(difference(reading(TABLE, pools={"pv": 12}), reading(lower, pools={"pv": 12})).points) == {
        "pv": (12, 8)
    }
    assert difference(reading(TABLE, pools={"pv": 12}), reading(higher, pools={"pv": 12})).points == ()


def test_a_higher_threshold_wounds():
    """C10: wounded at or below it."""
    after = TABLE.patched({"injuries.threshold_formula": "8"})

    found = difference(reading(TABLE, pools={"pv": 7}), reading(after, pools={"pv": 7}))

    assert (found.was, found.now) == ("", "wounded")
    assert told(found.values) == {"threshold": (Fraction(5), Fraction(8))}


def test_pain_begins_elsewhere():
    """D16: in pain below so many points."""
    after = TENS.patched({"injuries.pain_below": 4})
    hurt = Sheet({"constitution": 5, "willpower": 4}, {}, {"pv": 6})

    found = difference(Reading(TENS, hurt), Reading(after, hurt))

    assert (found.was, found.now) == ("pain", "")
    assert found.budgets == ()


def test_a_budget_that_shrinks_is_overspent():
    """P1: attributes cost their value; twenty are spent."""
    found = difference(reading(TABLE), reading(TABLE.patched({"creation.attribute_points": 18})))

    assert told(found.budgets) == {"attributes": (0, -2)}
    assert [(each.code, each.field) for each in found.appeared] == [("over_budget", "attributes")]
    assert found.resolved == ()


def test_a_problem_that_only_has_other_numbers_does_not_go_away():
    over = TABLE.patched({"creation.attribute_points": 18})
    further = TABLE.patched({"creation.attribute_points": 15})

    found = difference(reading(over), reading(further))

    assert [each.params["over"] for each in found.appeared] == [5]
    assert found.resolved == ()
    assert [each.code for each in difference(reading(over), reading(TABLE)).resolved] == ["over_budget"]


def test_generation_points_are_a_budget_where_there_are_any():
    """P5: 40 PG."""
    other = TENS.patched({"creation.generation_points": 30})
    builds = [ruleset.draft({}, {}) for ruleset in (TENS, other)]
    sheet = Sheet({"constitution": 5}, {}, {})

    found = difference(Reading(TENS, sheet, (), builds[0]), Reading(other, sheet, (), builds[1]))

    assert told(found.budgets) == {"generation": (40, 30)}


def test_gear_of_the_tables_moves_with_them():
    after = TABLE.patched({"weapons.dagger": {"damage": "1d6+1"}, "armors.leather": {"absorption": 2}})

    found = difference(reading(TABLE), reading(after))

    assert [(each.key, str(each.before), str(each.after)) for each in found.damage] == [("dagger", "1d6", "1d6+1")]
    assert told(found.values) == {"absorption": (1, 2)}


def test_what_is_taken_from_the_tables_is_gone():
    found = difference(reading(TABLE), reading(TABLE.patched({"weapons.dagger": None, "armors.leather": None})))

    assert [(each.key, str(each.before), each.after) for each in found.damage] == [("dagger", "1d6", None)]
    assert told(found.values)["absorption"] == (1, 0)
    assert [each.label for each in found.damage] == ["Dagger"]


def test_derived_values_move_unless_a_foe_has_them_fixed():
    """C0, P6."""
    after = TABLE.patched({"derived.defense.formula": "dexterity + dodge + 6 + shield + level"})

    heroes = difference(reading(TABLE), reading(after))
    foes = difference(*(reading(each, created=False, fixed={"defense": 14}) for each in (TABLE, after)))

    assert told(heroes.values) == {"derived.defense": (13, 14)}
    assert foes.is_nothing
