"""The rules in force, as everyone at the table reads them."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse

from campaigns.templatetags.curves import by_total, curve_chart, curve_key
from rules.reference import Curve, Figure, enforced

HALF = Fraction(1, 2)


@pytest.fixture
def rules_page(campaign, as_, pablo):
    """`rules_page({"rolls.critical_margin": 8})`: the page of a campaign with these changes, as a player reads it."""

    def read(changes=None, language="es"):
        campaign.changes = changes or {}
        campaign.save()
        response = as_(pablo).get(
            reverse("campaigns:rules", args=[campaign.key]), headers={"accept-language": language}
        )
        assert response.status_code == 200
        return response.content.decode()

    return read


def entry(page, id):
    """The part of the page about one rule."""
    return re.search(rf'<article [^>]*id="{id}">.*?</article>', page, re.DOTALL).group()


def test_each_rule_in_force_has_its_anchor(rules_page, campaign):
    page = rules_page()

    anchors = re.findall(r'<article [^>]*id="(\w+)"', page)
    assert sorted(anchors) == sorted(set(enforced(campaign.ruleset)))
    assert all(f'href="#{id}"' in page for id in anchors)
    assert 'id="C10"' in page
    assert 'id="R7"' not in page


def test_the_numbers_of_the_table_stand_there(rules_page):
    page = rules_page()

    assert "<dt>Margen de un crítico, y de cada grado</dt><dd><b>10</b></dd>" in entry(page, "R6")
    assert "<dd><b>Físico × 4 + nivel × 5</b></dd>" in entry(page, "C0")
    assert re.search(r"Casi imposible</th><td [^>]*>30</td><td [^>]*>21</td>", entry(page, "R8"))
    assert "otro modo" not in page


def test_what_a_table_changes_is_marked_and_listed(rules_page):
    changes = {"rolls.critical_margin": 8, "rolls.difficulties.easy": None, "rolls.difficulties.hard.skill": 21}

    page = rules_page(changes)

    head = page[: page.index('class="rules-index"')]
    assert re.findall(r'href="#(\w+)"><span class="rule">', head) == ["R6", "R8"]
    assert "<b>8</b><small>de serie: 10</small>" in entry(page, "R6")
    assert "cambia en esta mesa" in entry(page, "R6")
    assert re.search(r"Difícil <span[^>]*>cambia en esta mesa</span></th>", entry(page, "R8"))
    assert "Quitado en esta mesa: Fácil" in entry(page, "R8")
    assert "cambia en esta mesa" not in entry(page, "R5")


def test_a_rule_switched_on_is_there(rules_page):
    page = rules_page({"rolls.explodes_in": ["skill"]})

    assert "<b>habilidad</b><small>de serie: ninguna</small>" in entry(page, "R7")


def test_a_long_table_is_folded_unless_it_is_changed(rules_page):
    assert "<details><summary>Armas" in entry(rules_page(), "W")
    assert "<details open><summary>Armas" in entry(rules_page({"weapons.club": {"damage": "1d6+1"}}), "W")


def test_the_odds_of_the_throw_are_drawn_and_told(rules_page):
    told = entry(rules_page(), "R1")

    assert told.count('class="curve ') == 6, "three curves, and three in the key"
    assert re.search(r'<th scope="row">10</th><td class="num">0,1\s%</td><td class="num">2,8\s%</td>', told)
    assert "se queda el medio, al menos 6: 50,0\N{NO-BREAK SPACE}%" in told


def test_in_english(rules_page):
    page = rules_page({"rolls.critical_margin": 8}, language="en")

    assert "<small>preset: 10</small>" in entry(page, "R6")
    assert "changed here" in entry(page, "R6")


def test_a_name_that_a_table_gives_is_text(rules_page):
    page = rules_page({"rolls.difficulties.easy": {"label": "<b>Fácil</b>"}})

    assert "&lt;b&gt;Fácil&lt;/b&gt;" in entry(page, "R8")


def drawn(*curves, head="at least"):
    return Figure("Chance", head, curves)


def test_a_single_curve_needs_no_key():
    figure = drawn(Curve("", ((2, Fraction(1)), (3, HALF))))

    chart = curve_chart(figure)

    assert curve_key(figure) == ""
    assert '<path class="curve main" d="M34 10L374 68"/>' in chart
    assert ">2</text>" in chart


def test_what_is_too_unlikely_is_not_drawn():
    endless = tuple((total, Fraction(1, 2) ** total) for total in range(40))

    assert [total for total, _chances in by_total(drawn(Curve("", endless)))] == list(range(7))


def test_where_nothing_is_likely_everything_is_drawn():
    never = tuple((total, Fraction(0)) for total in range(3))

    assert [total for total, _chances in by_total(drawn(Curve("", never)))] == [0, 1, 2]


def test_where_one_curve_has_no_more_it_is_at_nothing():
    figure = drawn(Curve("a", ((1, Fraction(1)),)), Curve("b", ((1, Fraction(1)), (2, HALF))))

    assert by_total(figure) == [(1, [1, 1]), (2, [0, HALF])]


def test_under_many_numbers_only_each_fifth_is_named():
    figure = drawn(Curve("", tuple((total, Fraction(1)) for total in range(1, 31))))

    assert re.findall(r">(\d+)</text>", curve_chart(figure)) == ["100", "50", "0", "5", "10", "15", "20", "25", "30"]


def test_many_curves_are_named_where_they_are():
    """Four curves are too many for a key: each has its last word where it is nearest to a half."""
    curves = [Curve(f"Fácil {n}", ((1, Fraction(1)), (n, HALF), (9, Fraction(0)))) for n in (2, 3, 4, 5)]

    chart = curve_chart(drawn(*curves))

    assert re.findall(r'<text class="mark" [^>]*>(\w+)</text>', chart) == ["2", "3", "4", "5"]
    assert chart.count('class="curve many"') == 4
    assert "<svg" not in curve_key(drawn(*curves))


def test_each_rule_has_its_odds(rules_page):
    page = rules_page()

    for id in ("R3", "R6", "R8", "R9", "R10", "R11", "R12", "C2", "C3", "C7", "C8", "C10", "C11", "C13", "C14"):
        assert '<figure class="chart">' in entry(page, id), id
    for id in ("R4", "R5", "C12"):
        assert '<figure class="shares">' in entry(page, id), id
    assert "<figure" not in entry(page, "P1")
    low = r"<dt>se queda el bajo</dt><dd><svg.*?</svg><b>19,6\s%</b>"
    assert re.search(low, entry(page, "R5")), "196 of 1000 (R5)"


def test_a_number_that_changes_has_the_presets_beside_it(rules_page):
    page = rules_page({"rolls.difficulties.hard.skill": 21, "rolls.difficulties.odd": {"label": "Rara", "skill": 12}})

    assert re.search(r"<td [^>]*>21<small>de serie: 20</small></td>", entry(page, "R8"))
    assert re.search(r"Rara <span[^>]*>nuevo en esta mesa</span>", entry(page, "R8"))


# --- finding --------------------------------------------------------------------------------------------------------


def found(page):
    return [id for id, rest in re.findall(r'<article [^>]*id="(\w+)"([^>]*)>', page) if "hidden" not in rest]


@pytest.fixture
def find(campaign, as_, pablo):
    def asked(words):
        address = reverse("campaigns:rules", args=[campaign.key])
        response = as_(pablo).get(address, {"q": words}, headers={"accept-language": "es"})
        assert response.status_code == 200
        return response.content.decode()

    return asked


def test_a_rule_is_found_by_its_words_whatever_their_accents(find):
    assert "R5" in found(find("pifia"))
    assert found(find("CRITICO grado")) == found(find("crítico grado"))
    assert "R6" in found(find("critico"))
    assert "R1" not in found(find("critico grado"))


def test_a_rule_is_found_by_its_number_and_by_its_table(find):
    assert "C12" in found(find("c12"))
    assert found(find("mandoble")) == ["W"]


def test_how_many_there_are_is_said(find):
    assert "1 regla</span>" in find("mandoble")
    assert "Ninguna regla dice eso.</span>" in find("xyzzy")
    assert found(find("xyzzy")) == []


def test_without_a_word_all_are_there(find, rules_page):
    assert found(find("   ")) == found(rules_page())


def test_what_is_asked_stands_in_the_field_as_text(find):
    page = find('"><script>alert(1)</script>')

    assert "<script>alert" not in page
    assert "&quot;&gt;&lt;script&gt;" in page


def test_rules_know_nobody(find, goblin):
    """B33: the name of a hidden foe finds nothing."""
    assert found(find("Goblin Secreto")) == []


def test_the_page_is_made_of_few_queries(campaign, as_, pablo, django_assert_max_num_queries):
    browser = as_(pablo)
    address = reverse("campaigns:rules", args=[campaign.key])
    browser.get(address)
    with django_assert_max_num_queries(6):
        browser.get(address)
