import re
from fractions import Fraction

import pytest
from django.utils.translation import override

from combat.templatetags.charts import damage_chart, hit_chart

MIDDLE = [(face, Fraction(count, 1000)) for face, count in enumerate((28, 76, 112, 136, 148, 148, 136, 112, 76, 28), 1)]
ONE_SIX = [(points, Fraction(1, 6)) for points in range(1, 7)]
FLAT = [(points, Fraction(1, 20)) for points in range(20)]
NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def kinds(drawn):
    """What each column is, from left to right."""
    return re.findall(r'<path class="(one|miss|hit|again)" d="M[\d.]+ 74', drawn)


def paths(drawn, kind):
    """Every stretch of the one path of that kind, as written."""
    found = re.search(rf'<path class="{kind}" d="([^"]+)"', drawn)
    return re.findall(r"M[^M]+", found[1]) if found else []


def words(drawn):
    return re.findall(r'<text class="strong (?:start|end)" x="([\d.]+)" y="104">([^<]+)<', drawn)


def label(drawn):
    return re.search(r'role="img" aria-label="([^"]+)"', drawn)[1]


# --- which die stays ------------------------------------------------------------------------------------------------


def test_a_natural_one_is_dotted_what_misses_outlined_what_hits_filled():
    assert kinds(hit_chart(MIDDLE, 4, True)) == ["one", "miss", "miss", *["hit"] * 7]


def test_columns_are_as_high_as_their_chance_and_have_cut_corners():
    drawn = hit_chart(MIDDLE, 4, True)

    # The likeliest is 58 high, 2.8 of 14.8 % is 11 high; the axis is at 74 and a corner takes 5.
    assert '<path class="hit" d="M156 74V21l5 -5h20l5 5V74z"/><text class="strong" x="171" y="89">5</text>' in drawn
    assert '<path class="one" d="M4 74V68l5 -5h20l5 5V74z"/><text x="19" y="89">1</text>' in drawn
    assert '<text x="19" y="59">2.8%</text>' in drawn
    assert '<text x="171" y="12">14.8</text>' in drawn


def test_a_column_lower_than_its_corners_keeps_its_shape():
    high = [(face, Fraction(face**3 - (face - 1) ** 3, 1000)) for face in range(1, 11)]

    assert 'd="M4 74V74l0.2 -0.2h29.6l0.2 0.2V74z"' in hit_chart(high, 5, True)  # 0.1 of 27.1 %


def test_the_mark_stands_before_the_first_face_that_hits():
    drawn = hit_chart(MIDDLE, 4, True)

    assert '<path class="mark" d="M114 2V94"/>' in drawn
    assert words(drawn) == [("108", "misses"), ("120", "hits with 4 or more")]
    assert label(drawn) == "Which die stays: hits with 4 or more, 78.4%"


@pytest.mark.parametrize("needed", [-20, 0, 1, 2])
def test_a_one_fails_however_little_is_needed(needed):
    drawn = hit_chart(MIDDLE, needed, True)

    assert kinds(drawn) == ["one", *["hit"] * 9]
    assert label(drawn) == "Which die stays: hits with 2 or more, 97.2%"


def test_where_a_one_does_not_fail_any_die_may_hit():
    drawn = hit_chart(MIDDLE, 1, False)

    assert kinds(drawn) == ["hit"] * 10
    assert "mark" not in drawn
    assert words(drawn) == [("4", "hits with any die")]
    assert label(drawn) == "Which die stays: hits with any die, 100.0%"


def test_where_a_one_does_not_fail_it_may_still_miss():
    assert kinds(hit_chart(MIDDLE, 3, False)) == ["miss", "miss", *["hit"] * 8]


def test_sums_of_two_dice_have_a_column_each_too():
    sums = tuple((total, Fraction(10 - abs(total - 11), 100)) for total in range(2, 21))

    drawn = hit_chart(sums, 9, False, True)

    assert kinds(drawn) == [*["miss"] * 7, *["hit"] * 12]
    assert '<path class="mark" d="M140 2V94"/>' in drawn  # seven columns of 20
    assert '<path class="hit" d="M362.1 74V' in drawn  # the last one begins and ends inside
    assert words(hit_chart(sums, -3, False, True)) == [("4", "hits with any die")]
    assert kinds(hit_chart(sums, 25, False, True)) == [*["miss"] * 18, "again"]


def test_words_near_the_edge_stay_inside():
    assert words(hit_chart(MIDDLE, 10, True))[1] == ("380", "hits with 10 only")
    assert label(hit_chart(MIDDLE, 10, True)) == "Which die stays: hits with 10 only, 2.8%"
    for needed in range(2, 11):
        (misses, _), (hits, word) = words(hit_chart(MIDDLE, needed, True))
        begins = float(hits) - 6.2 * len(word) * (hits == "380")
        assert float(misses) < begins


def test_what_no_die_reaches_is_all_outlined():
    drawn = hit_chart(MIDDLE, 11, True)

    assert kinds(drawn) == ["one", *["miss"] * 9]
    assert words(drawn) == [("380", "misses")]
    assert label(drawn) == "Which die stays: none hits"


def test_an_exploding_ten_may_still_reach_it():
    drawn = hit_chart(MIDDLE, 14, True, explodes=True)

    assert kinds(drawn) == ["one", *["miss"] * 8, "again"]
    assert '<path class="again lines"' in drawn
    assert words(drawn) == [("380", "only a 10, thrown again, can hit")]


def test_who_may_not_know_what_is_needed_sees_only_the_chances():
    drawn = hit_chart(MIDDLE, None, True)

    assert kinds(drawn) == ["one", *["miss"] * 9]
    assert words(drawn) == []
    assert "mark" not in drawn
    assert label(drawn) == "Which die stays: the chance of each face"


# --- how much damage ------------------------------------------------------------------------------------------------


def test_a_scratch_is_outlined_wounded_hatched_and_down_filled():
    drawn = damage_chart(ONE_SIX, 3, 5)

    # Seven columns, 0 to 6, of 54.3 each with a gap of 8.
    assert paths(drawn, "scratch") == ["M58.3 74V18H104.6V74z", "M112.6 74V18H158.9V74z"]
    assert paths(drawn, "hurt") == ["M166.9 74V18H213.1V74z", "M221.1 74V18H267.4V74z"]
    assert paths(drawn, "kill") == ["M275.4 74V18H321.7V74z", "M329.7 74V18H376V74z"]
    assert re.findall(r'y="88">([^<]+)<', drawn) == ["0", "1", "2", "3", "4", "5", "6"]


def test_the_marks_stand_where_wounded_and_down_begin():
    drawn = damage_chart(ONE_SIX, 3, 5)

    assert '<path class="mark" d="M162.9 4V94M271.4 4V94"/>' in drawn
    assert words(drawn) == [("166.9", "wounded"), ("275.4", "down: 5 PV")]
    assert label(drawn) == "Damage that passes the armor, most likely 1; wounded or worse, 66.7%; down, 33.3%"


def test_heights_follow_the_chances():
    drawn = damage_chart([(0, Fraction(1, 4)), (1, Fraction(1, 2)), (2, Fraction(1, 4))])

    assert [re.search(r"V([\d.]+)H", path)[1] for path in paths(drawn, "scratch")] == ["46", "18", "46"]


def test_hatching_stays_inside_its_columns():
    drawn = damage_chart(ONE_SIX, 3, 5)

    lines = [tuple(map(float, re.findall(r"[\d.]+", line))) for line in paths(drawn, "hurt lines")]
    assert lines
    for left, bottom, right, top in lines:
        assert right - left == pytest.approx(bottom - top, abs=0.11)  # slanted by 45 degrees
        assert (166.8 < left <= right < 213.2) or (221.0 < left <= right < 267.5)
        assert 17.9 < top <= bottom < 74.1
    assert "url(" not in drawn
    assert "id=" not in drawn


def test_the_last_column_collects_the_rest():
    drawn = damage_chart(FLAT, None, 8)

    assert re.findall(r'y="88">([^<]+)<', drawn) == ["0", "2", "4", "6", "8", "10", "12", "14", "16", "18+"]
    assert [re.search(r"V([\d.]+)H", path)[1] for path in paths(drawn, "kill")] == ["46"] * 10 + ["18"]
    assert label(drawn) == "Damage that passes the armor, most likely 0; down, 60.0%"


def test_what_a_cut_off_distribution_leaves_out_is_in_the_last_column():
    certain = damage_chart([(points, Fraction(1, 2 ** (points + 1))) for points in range(30)], None, 0)

    assert label(certain).endswith("down, 100.0%")


def test_more_columns_show_what_brings_down_a_target_with_many_points():
    drawn = damage_chart([(points, Fraction(1, 40)) for points in range(40)], 24, 30)

    assert re.findall(r'y="88">([^<]+)<', drawn) == ["0", "5", "10", "15", "20", "25", "30", "32+"]
    assert [word for _, word in words(drawn)] == ["wounded", "down: 30 PV"]


def test_what_the_dice_do_not_reach_is_not_marked():
    drawn = damage_chart(ONE_SIX, 4, 30)

    assert [word for _, word in words(drawn)] == ["wounded"]
    assert paths(drawn, "kill") == []
    assert label(drawn) == "Damage that passes the armor, most likely 1; wounded or worse, 50.0%; down, 0.0%"


def test_who_may_not_know_the_points_of_the_target_sees_only_the_damage():
    drawn = damage_chart(ONE_SIX)

    assert len(paths(drawn, "scratch")) == 6
    assert "mark" not in drawn
    assert label(drawn) == "Damage that passes the armor, most likely 1"


def test_who_is_wounded_already_has_no_mark_for_it():
    drawn = damage_chart(ONE_SIX, 0, 3)

    assert paths(drawn, "scratch") == []
    assert len(paths(drawn, "hurt")) == 2
    assert [word for _, word in words(drawn)] == ["down: 3 PV"]


def test_words_that_would_meet_move_apart():
    near = damage_chart(FLAT, 4, 5)
    at_the_start = damage_chart(FLAT, 1, 2)

    assert words(near) == [("76", "wounded"), ("104", "down: 5 PV")]  # marks at 80 and 100
    assert 'class="strong end" x="76"' in near
    assert [word for _, word in words(at_the_start)] == ["down: 2 PV"]  # no room for the other, its mark stands
    assert '<path class="mark" d="M20 4V94M40 4V94"/>' in at_the_start


def test_no_damage_at_all_is_one_column():
    drawn = damage_chart([(0, Fraction(1))], 3, 8)

    assert paths(drawn, "scratch") == ["M4 74V18H50.3V74z"]
    assert words(drawn) == []


# --- both -----------------------------------------------------------------------------------------------------------


def test_attributes_keep_their_points_in_spanish_and_words_have_commas():
    with override("es"):
        drawn = hit_chart(MIDDLE, 4, True)

    assert 'd="M42 74V49.2l5 -5h20l5 5V74z"' in drawn
    assert '<text x="57" y="40.2">7,6</text>' in drawn
    assert f'<text x="19" y="59">2,8{NBSP}%</text>' in drawn
    assert f"78,4{NBSP}%" in label(drawn)


def test_the_same_chart_is_drawn_once_for_each_language():
    assert hit_chart(MIDDLE, 7, True) is hit_chart(iter(MIDDLE), 7, True)
    english = damage_chart(FLAT, 3, 8)
    assert english is damage_chart(FLAT, 3, 8)
    with override("es"):
        assert damage_chart(FLAT, 3, 8) is not english


def test_who_is_hurt_is_called_what_the_rules_call_it():
    """D16 knows no wounded: below the limit one is in pain."""
    drawn = damage_chart(FLAT, 3, 8, "pain")

    assert "in pain or worse" in drawn
    assert ">in pain<" in drawn
    assert "wounded" not in drawn
