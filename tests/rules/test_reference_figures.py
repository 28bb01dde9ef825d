"""The odds that stand beside a rule. Chances by counting faces, or from rules.md, examples.md and the vectors."""

from fractions import Fraction
from itertools import product

import pytest

from rules.presets import PRESETS, find_preset
from rules.reference import RULES, Figure, Shares, enforced, reference
from rules.reference.figures import figures
from tests.rules.variants import CUSTOM, HEROIC, REALISTIC, SUMMED, TWO_TENS, WIDE

TABLE, CORE, TENS = find_preset("ryf-table"), find_preset("ryf-core"), find_preset("d10x2")
THROWS = [sorted(faces) for faces in product(range(1, 11), repeat=3)]
PAIRS = list(product(range(1, 11), repeat=2))
SIXTH = Fraction(1, 6)


def kept(keep, need):
    """Of the thousand throws, those whose die of that rank counts so much and is no 1 (R3, R4)."""
    return Fraction(sum(faces[keep] >= need and faces[keep] > 1 for faces in THROWS), 1000)


def curves(ruleset, rule, place=0):
    return {curve.label: dict(curve.points) for curve in figures(ruleset, rule)[place].curves}


def shares(ruleset, rule):
    return list(dict(figures(ruleset, rule)[0].rows).values())


def test_success_by_the_die_that_is_kept():
    """R3: with 8 against 15 the die must show a 7."""
    found = curves(TABLE, "R3")

    assert [found[label][8] for label in found] == [kept(0, 7), kept(1, 7), kept(2, 7)]


def test_natural_ones_by_the_die_that_is_kept():
    assert shares(TABLE, "R4") == [Fraction(sum(f[place] == 1 for f in THROWS), 1000) for place in range(3)]
    assert figures(TABLE.patched({"rolls.natural_one_fails": []}), "R4") == ()


def test_fumbles_as_the_rule_says():
    """R5: exactly 196, 13 and 1 of 1000."""
    assert shares(TABLE, "R5") == [Fraction(196, 1000), Fraction(13, 1000), Fraction(1, 1000)]


def test_criticals_come_ten_above():
    """R6: 5 above the difficulty takes a kept 5."""
    found = curves(TABLE, "R6")

    assert [found[label][5] for label in found] == [kept(0, 5), kept(1, 5), kept(2, 5)]


def test_kept_tens():
    assert shares(CORE, "R7") == [Fraction(sum(f[place] == 10 for f in THROWS), 1000) for place in range(3)]


def test_success_against_each_difficulty():
    found = curves(TABLE, "R8")

    assert list(found) == [
        "Easy 10", "Normal 15", "Moderate 18", "Hard 20", "Very hard 25", "Almost impossible 30",
    ]  # fmt: skip
    assert found["Hard 20"][11] == kept(1, 9)


def test_a_side_against_one_other():
    """R9: a natural one loses to any that is none, and ties with another; else the higher total, here 3 ahead."""
    found = curves(TABLE, "R9")
    weights = {face: sum(faces[1] == face for faces in THROWS) for face in range(1, 11)}
    wins = sum(
        weights[mine] * weights[theirs]
        for mine, theirs in product(weights, repeat=2)
        if mine > 1 and (theirs == 1 or mine + 3 > theirs)
    )

    assert found["it wins"][3] == Fraction(wins, 1_000_000)
    assert found["it wins"][0] == (1 - found["a tie"][0]) / 2


def test_saves_end_an_effect_turn_after_turn():
    """R10: an attribute of 3 against 12 takes a 9."""
    found = curves(TABLE, "R10")

    assert list(found) == ["attribute 1", "attribute 3", "attribute 5"]
    assert found["attribute 3"][1] == kept(1, 9)
    assert found["attribute 3"][2] == 1 - (1 - kept(1, 9)) ** 2


def test_damage_that_is_thrown_again():
    """R11: 7 takes a six and anything after it, 8 a six and a 2."""
    found = curves(TABLE, "R11")

    assert found["plain"][6] == SIXTH
    assert 7 not in found["plain"]
    assert (found["thrown again"][6], found["thrown again"][7], found["thrown again"][8]) == (
        SIXTH, SIXTH, SIXTH * Fraction(5, 6),
    )  # fmt: skip
    assert list(curves(TENS, "R11")) == ["plain"]


def test_the_damage_scale():
    """R12: −1 is the lower of two, 4 is 2d6, 8 is 3d6."""
    found = curves(TENS, "R12")

    assert list(found) == ["1b2d6", "1d6", "2d6", "3d6"]
    assert found["1b2d6"][6] == SIXTH**2
    assert found["2d6"][11] == Fraction(3, 36)
    assert found["3d6"][18] == SIXTH**3


def test_actions_by_initiative():
    """C2: 20 gives a second action. D5: 20 gives two, 30 three."""
    assert curves(TABLE, "C2")["2 actions"][12] == Fraction(sum(f[1] >= 8 for f in THROWS), 1000)
    assert curves(TENS, "D5")["2 actions"][5] == Fraction(sum(sum(pair) >= 15 for pair in PAIRS), 100)


def test_attacks_against_a_defense():
    assert curves(TABLE, "C3")["with 8"][15] == kept(1, 7)
    assert curves(TENS, "D8")["with 8"][15] == Fraction(sum(sum(pair) >= 7 for pair in PAIRS), 100)


def test_shots_against_each_distance():
    """C7: 10 more on the roll; 8 against 25 takes a 7."""
    assert curves(TABLE, "C7")["Long 25"][8] == kept(1, 7)
    bands = {f"attacks.shooting.bands.{each.key}": None for each in TABLE.attacks.shooting.bands}
    assert figures(TABLE.patched(bands), "C7") == ()


def test_a_dodge_against_the_total_of_a_shot():
    assert curves(TABLE, "C8")["with 10"][18] == kept(1, 8)


def test_the_hurt_beside_the_sound():
    """C10: one rank lower. D16: five less."""
    table, tens = curves(TABLE, "C10"), curves(TENS, "D16")

    assert (table["hurt"][8], table["sound"][8]) == (kept(0, 7), kept(1, 7))
    assert tens["hurt"][8] == Fraction(sum(sum(pair) >= 12 for pair in PAIRS), 100)


def test_the_check_at_0():
    """C11: willpower 5 of somebody wounded takes a low 10: 1 of 1000."""
    assert curves(TABLE, "C11")[""][5] == Fraction(1, 1000)


def test_how_a_tally_ends():
    """C12: a 10 or a 1 at the first throw: a fifth."""
    found = figures(TABLE, "C12")

    assert sum(chance for _label, chance in found[0].rows) == 1
    assert dict(found[1].curves[0].points)[1] == Fraction(1, 5)


def test_a_breather():
    """C13: 2d6 that do not explode."""
    assert curves(TABLE, "C13")[""][12] == SIXTH**2
    assert figures(TENS, "C13") == ()


def test_many_dice_with_a_bonus_are_drawn_too():
    found = curves(TABLE.patched({"recovery.breather": "20d6+10"}), "C13")[""]

    assert found[10] == found[30] == 1
    assert 9 not in found, "what the bonus alone reaches"
    assert 0 < found[100] < found[31] < 1


def test_dice_that_take_away_begin_where_they_can():
    assert curves(TABLE.patched({"recovery.breather": "1d6-2"}), "C13")[""] == {
        1: Fraction(4, 6), 2: Fraction(3, 6), 3: Fraction(2, 6), 4: SIXTH,
    }  # fmt: skip


def test_healing_and_medicine():
    """C14: against 15. D17: against 18."""
    assert curves(TABLE, "C14")[""][8] == kept(1, 7)
    assert curves(TENS, "D17")[""][8] == Fraction(sum(sum(pair) >= 10 for pair in PAIRS), 100)
    assert figures(TENS, "C14") == figures(TABLE, "D17") == ()


def test_margins():
    """D2: level with the ND anything succeeds; 4 under it fails by six or more on no pair, by one on a 3."""
    found = curves(TENS, "D2")

    assert found["success"][0] == 1
    assert found["success"][-4] == Fraction(sum(sum(pair) >= 4 for pair in PAIRS), 100)
    assert found["fumble"][-10] == Fraction(sum(sum(pair) <= 4 for pair in PAIRS), 100)
    assert found["great benefit"][-5] == Fraction(sum(sum(pair) >= 14 for pair in PAIRS), 100)


def test_natural_twenties():
    assert figures(TENS, "D4")[0].rows == (("20", Fraction(1, 100)),)


def test_hazards_by_level():
    """D12: 15 and the level, in full by no fracaso."""
    assert curves(TENS, "D12")["with 8"][3] == Fraction(sum(sum(pair) >= 10 for pair in PAIRS), 100)
    assert figures(TABLE, "D12") == ()


def test_bearing_pain():
    """D16: willpower against 18."""
    assert curves(TENS, "D16", 1)[""][8] == Fraction(sum(sum(pair) >= 10 for pair in PAIRS), 100)
    assert figures(TABLE, "D16") == ()


def test_zones_where_hits_have_one():
    found = figures(TABLE.patched({"locations.counts": True}), "D15")

    assert [chance * 10 for _label, chance in found[0].rows] == [2, 2, 3, 1, 1, 1]


def test_few_difficulties_leave_the_usual_ones():
    rows = TABLE.rolls.difficulties
    alone = TABLE.patched({f"rolls.difficulties.{row.key}": None for row in rows[1:]})

    assert figures(alone, "R3")[0].caption == "Chance of a success against 15"
    assert figures(alone, "R10")[0].caption.startswith("Chance that a save against 12")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_chance_is_one(preset):
    for rule in (rule for chapter in reference(find_preset(preset)) for rule in chapter.rules):
        for figure in rule.figures:
            assert_sound(figure)


@pytest.mark.parametrize("variant", [CUSTOM, HEROIC, REALISTIC, SUMMED, TWO_TENS, WIDE])
def test_tables_in_the_wild_are_drawn(variant):
    ruleset = find_preset(variant.preset).patched(variant.changes)
    for rule in set(enforced(ruleset)) & RULES.keys():
        for figure in figures(ruleset, rule):
            assert_sound(figure)


def assert_sound(figure):
    if isinstance(figure, Shares):
        assert figure.rows
        assert all(0 <= chance <= 1 for _label, chance in figure.rows)
        return
    assert isinstance(figure, Figure)
    assert figure.curves
    assert figure.numbers
    assert all(0 <= chance <= 1 for curve in figure.curves for _number, chance in curve.points)
