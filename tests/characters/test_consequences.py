"""What a change of house rules does, before it is saved: sheets, wounds, odds. Numbers by hand from rules.md."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.translation import override

from characters.consequences import consequences
from characters.models import Character
from rules.presets import find_preset
from tests.rules.variants import CUSTOM, SUMMED, WIDE


@pytest.fixture
def after(campaign):
    """`after({"pools.pv.formula": …})`: what that change would do."""

    def asked(changes):
        return consequences(campaign, campaign.ruleset, campaign.ruleset.patched(changes))

    return asked


def page(found, language="en"):
    """What the preview shows, spaces made one."""
    request = RequestFactory().get("/")
    with override(language):
        html = render_to_string("characters/_consequences.html", {"consequences": found}, request=request)
    return re.sub(r"\s+", " ", html)


def test_each_sheet_shows_its_old_and_new_numbers(after, hero):
    """Physique 4: 16 PV; × 5 is 20, and what is full stays full."""
    found = after({"pools.pv.formula": "physique * 5"})

    (changed,) = found.heroes
    assert changed.name == "Brianda"
    assert [(each.before, each.after) for each in changed.difference.maxima] == [(16, 20)]
    told = page(found)
    assert "1 sheet changes." in told
    assert "16, then 20" in told
    assert "odds of the common checks stay" in told


def test_what_changes_nothing_says_so(after, hero):
    found = after({"first_aid.difficulty": 16})

    assert found.is_nothing
    assert found.untouched == 1
    assert "No sheet changes and no odds move." in page(found)


def test_who_becomes_wounded_is_named(after, hero, marta):
    """C10: 7 PV are above 5 and not above 8."""
    hero.change_pool(marta, "pv", -9)

    found = after({"injuries.threshold_formula": "8"})

    assert [(each.name, each.became_wounded) for each in found.heroes] == [("Brianda", True)]
    assert found.wounded == 1
    assert "malherida</span>" in page(found, "es")


def test_who_is_well_again_is_named(campaign, after, hero, marta):
    hero.change_pool(marta, "pv", -12)

    found = after({"injuries.threshold_formula": "2"})

    assert found.heroes[0].is_well_again
    assert found.wounded == 0
    assert "ya no está malherida" in page(found, "es")


def test_a_lower_maximum_cuts_what_is_there(after, hero):
    found = after({"pools.pv.formula": "physique * 3"})

    assert [(each.before, each.after) for each in found.heroes[0].difference.points] == [(16, 12)]


def test_a_smaller_budget_is_a_problem_of_every_sheet_that_spent_more(after, hero, tello):
    """P1: Brianda's twenty points are two too many; Tello's draft has spent six."""
    found = after({"creation.attribute_points": 18})

    by_name = {each.name: each for each in found.heroes}
    assert [each.problem.code for each in by_name["Brianda"].appeared] == ["over_budget"]
    assert by_name["Tello"].appeared == ()
    assert by_name["Tello"].is_draft
    assert [(each.before, each.after) for each in by_name["Tello"].difference.budgets] == [(14, 12)]
    assert found.wrong == 1
    assert "2 attribute points too many." in page(found)


def test_a_larger_budget_leaves_points_to_spend(after, hero):
    found = after({"creation.attribute_points": 22})

    assert [each.problem.code for each in found.heroes[0].appeared] == ["unspent"]


def test_a_problem_names_its_trait_even_if_the_rules_lose_it(after, hero):
    lost = after({"skills.stealth": None})
    bound = after({"creation.attribute_maximum": 3})

    assert ("Stealth", "unknown_trait") in _wrong(lost)
    assert ("Dexterity", "over") in _wrong(bound)


def _wrong(found):
    return [(str(each.label), each.problem.code) for each in found.heroes[0].appeared]


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def test_foes_are_counted_apart(after, goblin, hero):
    """A foe without fixed numbers goes by the formulas; the goblin's 8 PV are fixed (P6)."""
    Character.objects.create(
        campaign=goblin.campaign, name="Ogro", is_foe=True, is_finished=True, traits={"attributes": {"physique": 5}}
    )

    found = after({"pools.pv.formula": "physique * 5"})

    assert [each.name for each in found.foes] == ["Ogro"]
    assert [each.name for each in found.heroes] == ["Brianda"]
    assert "1 foe changes" in page(found)


def test_who_is_put_away_is_left_out(after, hero, marta):
    hero.archive(marta)

    assert after({"pools.pv.formula": "physique * 5"}).heroes == ()


def test_the_odds_that_move_are_a_picture_with_its_words(after, hero):
    """Brianda's skills add up to 7, 8, 8, 8 and 9; against 16 instead of 15 a bonus of 8 takes an 8, not a 7."""
    found = after({"rolls.difficulties.normal.skill": 16})

    told = page(found)
    assert "Attribute 4, skill 4" in told
    assert 'aria-label="Success: 35.2% before, 21.6% after"' in told
    assert '<path class="before" d="M0 4H352"/><path class="after" d="M0 11H216"/>' in told
    assert "35,2 % antes" in page(found, "es")
    assert not found.heroes


def test_the_queries_do_not_grow_with_the_table(after, campaign, hero, rich, django_assert_num_queries):
    rich(10)
    change = {"pools.pv.formula": "physique * 5"}
    with django_assert_num_queries(3):
        after(change)
    for number in range(12):
        Character.objects.create(campaign=campaign, name=f"Bestia {number}", is_foe=True, is_finished=True)
        Character.objects.create(
            campaign=campaign, name=f"Aldea {number}", is_finished=True, traits={"attributes": {"physique": 3}}
        )
    with django_assert_num_queries(3):
        found = after(change)

    assert len(found.heroes) == 13


@pytest.mark.parametrize("variant", [SUMMED, WIDE, CUSTOM], ids=["summed", "wide", "custom"])
@pytest.mark.parametrize("language", ["es", "en"])
def test_house_rules_in_the_wild_are_told(variant, language, campaign, hero, goblin):
    before = find_preset(variant.preset)

    told = page(consequences(campaign, before, before.patched(variant.changes)), language)

    assert "Brianda" in told
    assert "%(" not in told


def test_another_preset_is_a_change_like_any_other(campaign, hero, goblin):
    presets = [find_preset(key) for key in ("ryf-table", "ryf-core", "d10x2")]

    for before in presets:
        for other in presets:
            found = consequences(campaign, before, other)
            assert found.is_nothing == (before is other)
            page(found)


def test_nothing_is_stored(after, campaign, hero):
    after({"pools.pv.formula": "physique * 3"})

    found = Character.objects.get(pk=hero.pk)
    assert found.campaign.ruleset == campaign.ruleset
    assert found.sheet.pools == {}
