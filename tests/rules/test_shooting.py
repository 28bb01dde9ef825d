"""What a shot has to reach, what helps it, and from how many places a target is shot at (C7, C9)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Refused, Sheet, Weapon, find_preset, scripted
from rules.checks import Term
from rules.shooting import Reach, Shooting, Shot, place_of

RULES = find_preset("ryf-table")
SHOOTING = RULES.attacks.shooting
SWORD, BOW, LONG_BOW = (RULES.find_weapon(key) for key in ("long_sword", "short_bow", "long_bow"))
ARCHER = Sheet({"dexterity": 4}, {"ranged_weapons": 4}, {}, fixed={"pv": 20})
TARGET = Sheet({}, {}, {}, fixed={"pv": 12, "defense": 13})


def difficulty(band, cover="", is_prone=False):
    return SHOOTING.difficulty(BOW, Shot(band, cover, is_prone)).total


def refusals(shot, rules=RULES, weapon=BOW, **named):
    with pytest.raises(Refused) as refused:
        rules.attack_between(ARCHER, TARGET, weapon, shot=shot, **named)
    assert all(str(problem) for problem in refused.value.problems)
    return [(problem.code, problem.field, problem.rule) for problem in refused.value.problems]


def test_each_distance_has_its_difficulty():
    assert [difficulty(band) for band in ("point_blank", "short", "medium", "long")] == [10, 15, 20, 25]


@pytest.mark.parametrize("band", ["short", "medium", "long"])
def test_cover_makes_a_shot_harder(band):
    covered = [difficulty(band, cover) - difficulty(band) for cover in ("small", "large", "wall")]

    assert covered == [2, 4, 6]


def test_e13_a_long_shot_at_someone_lying_behind_a_wall():
    attack = RULES.attack_between(ARCHER, TARGET, BOW, shot=Shot("long", "wall", is_prone=True))

    assert attack.shot.total == attack.check.difficulty == 33
    assert attack.shot.terms == (Term("long", 25, "C7"), Term("wall", 6, "C7"), Term("prone", 2, "C7"))
    assert Term("ranged", 10, "C7") in attack.check.terms


def test_e14_lying_down_in_the_open():
    assert difficulty("short", is_prone=True) == 5


def test_e15_at_point_blank_neither_cover_nor_lying_down_matters():
    assert difficulty("point_blank", "large", is_prone=True) == 10
    assert difficulty("point_blank", "total") == 10
    assert difficulty("point_blank", is_prone=True) == 10


@pytest.mark.parametrize(
    ("cover", "margin"), [("", 3), ("small", 1), ("large", -1), ("wall", -3)], ids=["open", "small", "large", "wall"]
)
def test_e54_a_medium_shot(cover, margin):
    attack = RULES.attack_between(ARCHER, TARGET, BOW, shot=Shot("medium", cover))

    outcome = RULES.rolls.resolve(attack.check, scripted(2, 5, 9))

    assert attack.check.terms == (Term("dexterity", 4), Term("ranged_weapons", 4), Term("ranged", 10, "C7"))
    assert (outcome.total, outcome.margin, outcome.success) == (23, margin, margin >= 0)


def test_e54_nothing_is_thrown_at_total_cover():
    assert refusals(Shot("medium", "total")) == [("no_shot", "cover", "C7")]


def test_the_log_keeps_the_words_of_the_moment():
    difficulty = SHOOTING.difficulty(BOW, Shot("short", "small", is_prone=True))

    assert difficulty.facts() == {
        "band": {"key": "short", "label": "Short"},
        "cover": {"key": "small", "label": "Small (barrel, stone)"},
        "is_prone": True,
        "terms": [["short", 15, "C7"], ["small", 2, "C7"], ["prone", 2, "C7"]],
        "total": 19,
    }
    assert SHOOTING.difficulty(BOW, Shot("short")).facts()["cover"] is None


def test_the_distances_of_a_weapon():
    reaches = [(reach.band.key, reach.over, reach.up_to) for reach in SHOOTING.reaches(BOW)]

    assert reaches == [("point_blank", 0, 2), ("short", 2, 10), ("medium", 10, 30), ("long", 30, 50)]
    assert SHOOTING.reaches(SWORD) == ()


@pytest.mark.parametrize(
    ("meters", "key"),
    [(0, "point_blank"), (2, "point_blank"), (3, "short"), (25, "short"), (26, "medium"), (50, "medium"), (51, "long")],
)
def test_the_distance_is_a_hint(meters, key):
    assert SHOOTING.band_at(LONG_BOW, meters).key == key


def test_beyond_the_last_range_there_is_no_attack():
    assert SHOOTING.band_at(LONG_BOW, 100).key == "long"
    assert SHOOTING.band_at(LONG_BOW, 101) is None


def test_a_range_that_holds_nothing_of_its_own_is_not_offered():
    dart = replace(BOW, short=2, medium=5, long=5)

    assert [reach.band.key for reach in SHOOTING.reaches(dart)] == ["point_blank", "medium"]
    assert refusals(Shot("long"), weapon=dart) == [("no_band", "band", "C7")]


def test_a_table_may_have_distances_of_its_own():
    rules = RULES.patched(
        {
            "attacks.shooting.bands.extreme": {"label": "Extreme", "difficulty": 35, "meters": 400},
            "attacks.shooting.bands.point_blank.meters": 3,
            "attacks.shooting.bands.long": None,
        }
    )

    reaches = [(reach.band.key, reach.over, reach.up_to) for reach in rules.attacks.shooting.reaches(BOW)]
    assert reaches == [("point_blank", 0, 3), ("short", 3, 10), ("medium", 10, 30), ("extreme", 30, 400)]


def test_every_number_can_be_changed():
    rules = RULES.patched(
        {
            "attacks.shooting.bonus": 8,
            "attacks.shooting.bands.short.difficulty": 14,
            "attacks.shooting.covers.wall.modifier": 7,
            "attacks.shooting.prone_in_cover": 3,
            "attacks.shooting.prone_in_the_open": -5,
            "attacks.shooting.crossfire": 2,
            "attacks.shooting.bands.point_blank.ignores_cover": False,
        }
    )

    def shot(*numbers):
        return rules.attack_between(ARCHER, TARGET, BOW, shot=Shot(*numbers)).check

    assert shot("short", "wall", True).difficulty == 14 + 7 + 3
    assert shot("short", "", True).difficulty == 14 - 5
    assert shot("point_blank", "small").difficulty == 12
    assert shot("short", "", False, 3).bonus == 4 + 4 + 8 + 2 * 2


def test_a_distance_without_an_end_is_refused():
    with pytest.raises(Refused) as refused:
        RULES.patched({"attacks.shooting.bands.far": {"label": "Far"}})

    assert [(each.code, each.field) for each in refused.value.problems] == [("no_limit", "attacks.shooting.bands.far")]


def test_every_reason_against_a_shot_is_named():
    assert refusals(Shot("nowhere", "fog"), modifier=100) == [
        ("out_of_bounds", "modifier", "R2"),
        ("no_band", "band", "C7"),
        ("unknown_cover", "cover", "C7"),
    ]
    assert refusals(Shot()) == [("no_band", "band", "C7")]


def test_there_is_no_difficulty_where_there_is_no_shot():
    with pytest.raises(Refused) as refused:
        SHOOTING.difficulty(BOW, Shot("short", "total"))

    assert [each.code for each in refused.value.problems] == ["no_shot"]


def test_what_has_no_range_is_not_shot():
    assert ("not_ranged", "ranged", "C7") in refusals(Shot("short"), weapon=SWORD, ranged=True)


def test_without_distances_a_shot_has_to_reach_the_defense():
    rules = replace(RULES, attacks=replace(RULES.attacks, shooting=Shooting(bonus=0, crossfire=0)))

    attack = rules.attack_between(ARCHER, TARGET, BOW, shot=Shot(place=2))

    assert (attack.check.difficulty, attack.check.bonus, attack.shot) == (13, 8, None)
    assert rules.attacks.shooting.reaches(BOW) == ()


def test_a_thrown_weapon_in_the_hand_is_no_shot():
    knife = Weapon("knife", "Knife", short=3, medium=6, long=9)

    held = RULES.attack_between(ARCHER, TARGET, knife, shot=Shot("short"))
    thrown = RULES.attack_between(ARCHER, TARGET, knife, shot=Shot("short"), ranged=True)

    assert (held.check.trait, held.check.difficulty, held.shot) == ("melee_attack", 13, None)
    assert (thrown.check.trait, thrown.check.difficulty) == ("ranged_attack", 15)


def test_a_quick_foe_shoots_with_its_fixed_attack():
    foe = Sheet({}, {}, {}, fixed={"attack": 6, "pv": 9})

    attack = RULES.attack_between(foe, TARGET, replace(BOW, attack=3), shot=Shot("short"))

    assert attack.check.terms == (Term("ranged_attack", 6), Term("ranged", 10, "C7"))


def test_a_scope_is_a_bonus_of_the_weapon():
    attack = RULES.attack_between(ARCHER, TARGET, replace(BOW, attack=2), modifier=-1, shot=Shot("short", place=2))

    assert attack.check.terms[2:] == (
        Term("weapon", 2, "W2"),
        Term("ranged", 10, "C7"),
        Term("crossfire", 1, "C9"),
        Term("modifier", -1, "R2"),
    )


def test_e56_four_archers_from_four_places():
    places = {}
    for archer in ("ana", "blas", "ciro", "dora"):
        places[archer] = place_of(places, archer)
    bonuses = [
        term.value for place in places.values() for term in SHOOTING.help(Shot(place=place)) if term.key == "crossfire"
    ]

    assert places == {"ana": 1, "blas": 2, "ciro": 3, "dora": 4}
    assert bonuses == [1, 2, 3]
    assert list(SHOOTING.help(Shot(place=place_of({}, "ana")))) == [Term("ranged", 10, "C7")]


def test_a_second_shot_keeps_its_place():
    assert place_of({"ana": 1, "blas": 2}, "ana") == 1
    assert place_of({"ana": 1, "blas": 2}, "ana", beside="blas") == 1


def test_who_stands_with_another_shares_that_place():
    assert place_of({"ana": 1, "blas": 2}, "ciro", beside="blas") == 2
    assert place_of({"ana": 1, "blas": 2, "ciro": 2}, "dora") == 3


def test_nobody_shares_the_place_of_who_has_not_shot():
    with pytest.raises(Refused) as refused:
        place_of({"ana": 1}, "ciro", beside="blas")

    assert [(each.code, each.field, each.rule) for each in refused.value.problems] == [("not_shot", "beside", "C9")]


ranges = st.lists(st.integers(1, 60), min_size=3, max_size=3).map(sorted)


@given(limits=ranges, meters=st.integers(0, 70))
def test_each_meter_up_to_the_last_has_one_distance(limits, meters):
    short, medium, long = limits
    reaches = SHOOTING.reaches(replace(BOW, short=short, medium=medium, long=long))
    found = [reach for reach in reaches if reach.over < meters <= reach.up_to]

    assert len(found) == (0 < meters <= max(long, 2))
    assert [reach.over for reach in reaches] == [0, *(reach.up_to for reach in reaches[:-1])]
    assert all(isinstance(reach, Reach) and reach.over < reach.up_to for reach in reaches)
