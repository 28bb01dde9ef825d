"""House rules: read by the table, changed by those who lead, looked at before they are saved, logged, taken back.

Brianda has physique 4: 16 PV by the preset (C0), 20 by physique × 5, 12 by physique × 3.
"""

import json

import pytest
from django.urls import reverse

from campaigns.models import Campaign, LogEntry, Membership, Overtaken, Role
from characters.models import Character
from rules.problems import Refused

FIVE = {"pools.pv.formula": "physique * 5 + level * 5"}
THREE = {"pools.pv.formula": "physique * 3 + level * 5"}


def now(campaign: Campaign) -> Campaign:
    return Campaign.objects.get(pk=campaign.pk)


def pv(character: Character) -> tuple[int, int]:
    """What it has, and its maximum."""
    found = Character.objects.with_pools().select_related("campaign").get(pk=character.pk)
    return found.ruleset.points(found.sheet, "pv"), found.ruleset.maximum(found.sheet, "pv")


def house(campaign: Campaign, name: str = "house") -> str:
    return reverse(f"characters:{name}", args=[campaign.key])


def filled(campaign: Campaign, **fields: object) -> dict[str, object]:
    """What the form of the page sends, of it only what is given; __ for the dots of a path."""
    return {"was": json.dumps(now(campaign).changes)} | {name.replace("__", "."): text for name, text in fields.items()}


@pytest.fixture
def save(as_, campaign, marta):
    return lambda **fields: as_(marta).post(house(campaign), filled(campaign, **fields))


@pytest.fixture
def look(as_, campaign, marta):
    return lambda **fields: as_(marta).post(house(campaign, "house-preview"), filled(campaign, **fields))


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["ryf-table", "ryf-core", "d10x2"])
def test_every_option_of_every_preset_stands_there_to_be_changed(as_, campaign, marta, preset):
    from rules.options import options

    Campaign.objects.filter(pk=campaign.pk).update(preset=preset)
    html = as_(marta).get(house(campaign)).content.decode()

    for option in options(now(campaign).ruleset):
        assert f'id="o-{option.path}"' in html, option.path


def test_a_member_reads_them_and_has_no_form(as_, campaign, marta, ines):
    campaign.amend(marta, FIVE)
    html = as_(ines).get(house(campaign)).content.decode()

    assert "Físico × 5 + nivel × 5" in html
    assert 'name="pools.pv.formula"' not in html
    assert 'id="house-form"' not in html


def test_what_differs_is_marked_with_the_presets_value_and_a_way_back(as_, campaign, marta):
    before = as_(marta).get(house(campaign)).content.decode()
    campaign.amend(marta, {"rolls.critical_margin": 8})
    after = as_(marta).get(house(campaign)).content.decode()

    assert 'name="reset" value="rolls.critical_margin"' not in before
    assert 'name="reset" value="rolls.critical_margin"' in after
    assert "10" in after.split('id="o-rolls.critical_margin"')[1].split("</div>")[0]


def test_queries_do_not_grow_with_the_changes(as_, campaign, marta, django_assert_max_num_queries):
    browser = as_(marta)
    browser.get(house(campaign))
    browser.get(house(campaign))
    with django_assert_max_num_queries(8):
        browser.get(house(campaign))
    for margin in range(3, 9):
        campaign.amend(marta, {"rolls.critical_margin": margin})
    browser.get(house(campaign))
    with django_assert_max_num_queries(8):
        browser.get(house(campaign))


# --- to look at, and to save ------------------------------------------------------------------------------------------


def test_a_look_says_what_would_change_and_stores_nothing(look, campaign):
    answer = look(pools__pv__formula="físico × 5 + nivel × 5")

    assert answer.status_code == 200
    assert [each.path for each in answer.context["unsaved"]] == ["pools.pv.formula"]
    assert 'value="físico × 5 + nivel × 5"' in answer.content.decode()
    assert now(campaign).changes == {}
    assert not LogEntry.objects.exists()


def test_saving_changes_the_rules_and_is_one_entry_that_all_read(save, campaign, brianda, ines):
    answer = save(pools__pv__formula="físico × 5 + nivel × 5", rolls__fumble_next="4", rolls__critical_margin="10")

    assert answer.headers["Location"] == house(campaign)
    assert now(campaign).changes == {**FIVE, "rolls.fumble_next": 4}
    (entry,) = LogEntry.objects.filter(kind="rules")
    assert LogEntry.objects.listed_for(ines).contains(entry)
    assert [(each["path"], each["from"], each["to"]) for each in entry.facts["differences"]] == [
        ("rolls.fumble_next", 5, 4),
        ("pools.pv.formula", "physique * 4 + level * 5", "physique * 5 + level * 5"),
    ]
    assert pv(brianda)[1] == 20


def test_the_entry_is_worded_in_either_language(as_, save, campaign, ines):
    save(rolls__fumble_next="4")
    browser = as_(ines)
    page = reverse("campaigns:log", args=[campaign.key])

    assert "Dado siguiente de una pifia, como mucho" in browser.get(page).content.decode()
    browser.cookies["django_language"] = "en"
    assert "Next die of a fumble, at most" in browser.get(page).content.decode()


def test_what_is_so_already_is_no_entry(save, campaign):
    assert save(rolls__critical_margin="10", rolls__difficulties__easy__label="Fácil").status_code == 302
    assert not LogEntry.objects.exists()


def test_every_problem_comes_at_once_at_its_field_and_nothing_is_changed(save, campaign):
    answer = save(
        rolls__fumble_next="11", pools__pv__formula="fuerza × 5", recovery__breather="dos", creation__sum_maximum=""
    )

    assert answer.status_code == 422
    html = answer.content.decode()
    for path in ("rolls.fumble_next", "pools.pv.formula", "recovery.breather"):
        assert f'id="p-{path}"' in html
        assert f'href="#o-{path}"' in html
    assert 'value="fuerza × 5"' in html
    assert 'value="11"' in html
    assert now(campaign).changes == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("físico ×", "a medias"),
        ("físico / 2", "Los números son enteros"),
        ("suerte + 1", "suerte"),
        ("9" * 30, "pasa de"),
        ("", "a medias"),
        ("((((((((((((((((((((((((1))))))))))))))))))))))))", "Demasiadas cosas"),
    ],
)
def test_a_formula_that_is_none_is_told_at_its_field(save, campaign, text, sentence):
    answer = save(pools__pv__formula=text)

    assert answer.status_code == 422
    assert sentence in answer.content.decode().split('id="p-pools.pv.formula"')[1].split("</div>")[0]
    assert now(campaign).changes == {}


def test_ticks_choices_and_numbers_that_may_be_missing(save, campaign):
    save(
        creation__has_specializations=["off", "on"],
        injuries__half_when_small="off",
        rolls__natural_one_fails=["", "opposed", "skill"],
        rolls__explodes_in="",
        growth__skill_maximum="9",
        last_stand__attribute="physique",
    )

    assert now(campaign).changes == {
        "creation.has_specializations": True,
        "injuries.half_when_small": False,
        "rolls.natural_one_fails": ["opposed", "skill"],
        "growth.skill_maximum": 9,
        "last_stand.attribute": "physique",
    }
    save(growth__skill_maximum="")
    assert "growth.skill_maximum" not in now(campaign).changes


def test_back_to_the_presets_is_looked_at_first(as_, campaign, marta, look):
    campaign.amend(marta, {"rolls.critical_margin": 8, "rolls.fumble_next": 4})
    answer = look(rolls__critical_margin="8", rolls__fumble_next="4", reset="rolls.critical_margin")

    assert [(each.path, each.after) for each in answer.context["unsaved"]] == [("rolls.critical_margin", "10")]
    assert now(campaign).changes["rolls.critical_margin"] == 8


def test_a_double_press_counts_once(as_, campaign, marta):
    sent = filled(campaign, rolls__critical_margin="8", press="p1")
    as_(marta).post(house(campaign), sent)
    answer = as_(marta).post(house(campaign), {**sent, "was": json.dumps(now(campaign).changes)})

    assert answer.status_code == 302
    assert LogEntry.objects.filter(kind="rules").count() == 1


def test_a_player_changes_nothing(as_, campaign, ines):
    for name in ("house", "house-preview"):
        assert as_(ines).post(house(campaign, name), filled(campaign, rolls__critical_margin="8")).status_code == 403
    assert now(campaign).changes == {}


@pytest.mark.parametrize("was", ["", "no", "[]", "[" * 100_000, '{"luck": 3}', '{"rolls.critical_margin": "x"}'])
def test_a_page_that_this_site_did_not_make_is_refused(as_, campaign, marta, was):
    answer = as_(marta).post(house(campaign), {"was": was, "rolls.critical_margin": "8"})

    assert answer.status_code == 422
    assert now(campaign).changes == {}


# --- two who change them at once --------------------------------------------------------------------------------------


def test_who_comes_second_sees_what_the_first_did_and_keeps_their_own(as_, campaign, marta, coral):
    sent = filled(campaign, rolls__critical_margin="8", rolls__fumble_next="5")
    campaign.amend(coral, {"rolls.fumble_next": 4})
    answer = as_(marta).post(house(campaign), sent)

    assert answer.status_code == 409
    assert [(each.path, each.after) for each in answer.context["meanwhile"]] == [("rolls.fumble_next", "4")]
    assert [(each.path, each.after) for each in answer.context["unsaved"]] == [("rolls.critical_margin", "8")]
    assert now(campaign).changes == {"rolls.fumble_next": 4}

    again = {**sent, "was": answer.context["draft"].was, "rolls.fumble_next": "4"}
    assert as_(marta).post(house(campaign), again).status_code == 302
    assert now(campaign).changes == {"rolls.fumble_next": 4, "rolls.critical_margin": 8}


def test_the_model_writes_nothing_over_what_it_did_not_begin_at(campaign, marta, coral):
    campaign.amend(coral, {"rolls.fumble_next": 4})

    with pytest.raises(Overtaken):
        campaign.amend(marta, {"rolls.critical_margin": 8}, was={})
    assert now(campaign).changes == {"rolls.fumble_next": 4}


# --- points -----------------------------------------------------------------------------------------------------------


def test_the_story_physique_times_five(save, look, campaign, brianda):
    """Product, step 1: PV by physique × 5, and it is seen which numbers that changes."""
    (changed,) = look(pools__pv__formula="físico × 5").context["consequences"].heroes
    assert changed.name == "Brianda"
    assert [(move.before, move.after) for move in changed.difference.maxima] == [(16, 20)]
    assert pv(brianda) == (16, 16)

    save(pools__pv__formula="físico × 5")
    assert pv(brianda) == (16, 20)  # when a maximum rises, current stays (C0)


def test_a_maximum_that_falls_cuts_and_taking_it_back_gives_back(as_, save, campaign, brianda, marta, goblin):
    save(pools__pv__formula="físico × 3")
    assert pv(brianda) == (12, 12)
    assert pv(goblin) == (8, 8)  # fixed (P6)

    brianda.change_pool(marta, "pv", -3)
    entry = LogEntry.objects.get(kind="rules")
    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))
    assert pv(brianda) == (13, 16)  # as a difference: the three are gone all the same

    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))
    assert pv(brianda) == (9, 12)


def test_taking_back_a_greater_maximum_cuts_what_was_healed_meanwhile(as_, save, campaign, brianda, marta):
    save(pools__pv__formula="físico × 5")
    brianda.change_pool(marta, "pv", 4)
    assert pv(brianda) == (20, 20)

    entry = LogEntry.objects.get(kind="rules")
    toggle = reverse("campaigns:toggle", args=[campaign.key, entry.key])
    as_(marta).post(toggle)
    assert pv(brianda) == (16, 16)
    as_(marta).post(toggle)
    assert pv(brianda) == (20, 20)


def test_the_points_of_many_are_cut_in_as_many_queries_as_those_of_one(
    campaign, marta, brianda, django_assert_max_num_queries
):
    for number in range(12):
        Character.objects.create(campaign=campaign, name=f"N{number}", is_finished=True, traits=brianda.traits)

    with django_assert_max_num_queries(14):
        campaign.amend(marta, THREE)
    assert all(pv(each) == (12, 12) for each in campaign.characters.all())


# --- taken back -------------------------------------------------------------------------------------------------------


def test_each_change_is_taken_back_by_itself(as_, campaign, marta):
    first = campaign.amend(marta, {"rolls.critical_margin": 8})
    campaign.amend(marta, {"rolls.critical_margin": 8, "rolls.fumble_next": 4})

    as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, first.key]))
    assert now(campaign).changes == {"rolls.fumble_next": 4}


def test_not_while_what_it_changed_was_changed_again(as_, campaign, marta):
    first = campaign.amend(marta, {"rolls.critical_margin": 8})
    campaign.amend(marta, {"rolls.critical_margin": 7})

    answer = as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, first.key]))
    assert answer.status_code == 422
    assert now(campaign).changes == {"rolls.critical_margin": 7}
    assert not LogEntry.objects.get(pk=first.pk).is_undone


def test_not_while_something_else_needs_it(as_, campaign, marta):
    first = campaign.amend(marta, {"attributes.luck": {"label": "Suerte", "short": "SUE"}})
    campaign.amend(marta, {**now(campaign).changes, "pools.pv.formula": "luck * 4"})

    answer = as_(marta).post(reverse("campaigns:toggle", args=[campaign.key, first.key]))
    assert answer.status_code == 422
    assert now(campaign).ruleset.find_attribute("luck")


def test_who_leads_no_longer_takes_back_nothing_of_it(as_, campaign, coral):
    entry = campaign.amend(coral, {"rolls.critical_margin": 8})
    Membership.objects.filter(pk=coral.pk).update(role=Role.PLAYER)

    answer = as_(coral).post(reverse("campaigns:toggle", args=[campaign.key, entry.key]))
    assert answer.status_code == 422
    assert now(campaign).changes == {"rolls.critical_margin": 8}


def test_the_history_is_on_the_page_with_a_way_back_for_those_who_lead(as_, campaign, marta, ines):
    entry = campaign.amend(marta, {"rolls.critical_margin": 8})
    button = f'id="toggle-{entry.key}"'

    assert button in as_(marta).get(house(campaign)).content.decode()
    read = as_(ines).get(house(campaign)).content.decode()
    assert "Margen de un crítico" in read.split('id="houselog"')[1]
    assert button not in read


def test_a_refusal_leaves_no_entry(campaign, marta):
    with pytest.raises(Refused):
        campaign.amend(marta, {"rolls.critical_margin": 0})
    assert not LogEntry.objects.exists()
