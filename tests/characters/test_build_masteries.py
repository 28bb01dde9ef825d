"""Masteries of a draft: one for each kind of weapon, paid in generation points, resting on its skill (D10, P5)."""

import pytest
from django.urls import reverse

from campaigns import feed
from characters.models import Character
from rules.problems import Refused

HTMX = {"headers": {"HX-Request": "true"}}


def url(name: str, *args: str) -> str:
    return reverse(f"characters:{name}", args=args)


def again(character: Character) -> Character:
    return Character.objects.select_related("campaign").get(pk=character.pk)


def codes(refusal) -> set[tuple[str, str]]:
    return {(problem.code, problem.field) for problem in refusal.value.problems}


@pytest.fixture
def campaign(campaign):
    """The same table, by the rules of two tens."""
    campaign.preset = "d10x2"
    campaign.save(update_fields=["preset"])
    return campaign


@pytest.fixture
def fencer(tello, pablo) -> Character:
    """Tello with melee 5 and ranged 2."""
    tello.spend(pablo, "skills", "melee", to=5)
    tello.spend(pablo, "skills", "ranged", to=2)
    return again(tello)


def row_of(page: str, field: str) -> str:
    return page.partition(f'id="trait-{field}"')[2].partition("</li>")[0]


def test_each_grade_is_paid_by_itself(as_, fencer, pablo):
    """3n for grade n: 3 + 6 + 9 of the forty."""
    for left in (37, 31, 22):
        address = url("spend", fencer.key, "masteries", "long_sword")
        assert as_(pablo).post(address, {"step": "1"}, **HTMX).status_code == 204
        assert again(fencer).spending.generation_left == left

    assert again(fencer).traits["masteries"] == {"long_sword": 3}
    page = as_(pablo).get(url("build", fencer.key)).content.decode()
    assert f'data-left="generation">{22}<' in page


def test_a_row_says_what_the_grade_gives_and_what_the_next_one_costs(as_, fencer, pablo):
    fencer.spend(pablo, "masteries", "long_sword", to=2)

    page = as_(pablo).get(url("build", fencer.key), headers={"accept-language": "en"}).content.decode()

    row = row_of(page, "mastery-long_sword")
    for words in ("+2 to damage", "+2 to defense", "3 enemies", "REV 3", "Grade 3: 9 GP"):
        assert words in row
    assert "Grade 1: 3 GP" in row_of(page, "mastery-unarmed")


def test_a_grade_needs_the_skill_at_a_level(as_, fencer, pablo):
    """Grade n needs the skill at n + 2: melee 5 carries grade 3, ranged 2 none; a dagger is melee."""
    for key, value, level in (("long_sword", 4, 6), ("long_bow", 1, 3)):
        address = url("spend", fencer.key, "masteries", key)
        answer = as_(pablo).post(address, {"value": str(value)}, **HTMX)
        assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, f"#told-mastery-{key}")
        assert f"nivel {level}" in answer.content.decode()
    assert "masteries" not in again(fencer).traits

    fencer.spend(pablo, "masteries", "unarmed", to=3)
    fencer.spend(pablo, "masteries", "dagger", to=1)


def test_a_skill_does_not_fall_away_under_its_mastery(as_, fencer, pablo):
    fencer.spend(pablo, "masteries", "long_sword", to=3)

    answer = as_(pablo).post(url("spend", fencer.key, "skills", "melee"), {"step": "-1"}, **HTMX)

    assert answer.status_code == 422
    assert "Espada larga" in answer.content.decode()  # it says whose mastery
    assert again(fencer).traits["skills"]["melee"] == 5


def test_a_new_house_rule_is_said_at_the_weapon_and_in_the_list(as_, campaign, fencer, pablo):
    fencer.spend(pablo, "masteries", "long_sword", to=3)
    campaign.changes = {"attacks.mastery.lead": 4}
    campaign.save(update_fields=["changes"])
    feed.forget()

    page = as_(pablo).get(url("build", fencer.key), headers={"accept-language": "en"}).content.decode()

    assert "needs the skill at level 7" in row_of(page, "mastery-long_sword")
    link = f'href="{url("build", fencer.key)}#trait-mastery-long_sword">Mastery: Long sword'
    assert link in page
    again(fencer).spend(pablo, "masteries", "long_sword", step=-1)  # mended step by step


def test_more_points_than_there_are_are_refused(campaign, fencer, pablo):
    fencer.spend(pablo, "masteries", "long_sword", to=3)
    fencer.spend(pablo, "masteries", "mace", to=3)

    with pytest.raises(Refused) as refusal:  # 18 + 18 of forty are gone
        fencer.spend(pablo, "masteries", "dagger", to=2)

    assert codes(refusal) == {("over_budget", "generation")}


def test_a_grade_is_given_back(fencer, pablo):
    fencer.spend(pablo, "masteries", "long_sword", to=2)
    fencer.spend(pablo, "masteries", "long_sword", to=0)

    assert again(fencer).traits["masteries"] == {}
    assert again(fencer).spending.generation_left == 40


@pytest.mark.parametrize("value", ["", "abc", "1e9", "-5", "3,5", "9" * 10_000, "🎲", "<b>", "-1", "99"])
def test_grades_that_are_none_are_refused(as_, fencer, pablo, value):
    for extra in ({}, HTMX):
        answer = as_(pablo).post(url("spend", fencer.key, "masteries", "mace"), {"value": value}, **extra)
        assert answer.status_code == 422
        assert 'class="problem"' in answer.content.decode()
    assert "masteries" not in again(fencer).traits


def test_kinds_of_weapons_that_the_table_lacks_are_refused(as_, campaign, fencer, pablo):
    assert as_(pablo).post(url("spend", fencer.key, "masteries", "vorpal"), {"value": "1"}).status_code == 422

    fencer.spend(pablo, "masteries", "mace", to=1)
    campaign.changes = {"weapons.mace": None}
    campaign.save(update_fields=["changes"])
    feed.forget()
    page = as_(pablo).get(url("build", fencer.key)).content.decode()
    assert 'class="problem"' in row_of(page, "mastery-mace")
    with pytest.raises(Refused):
        again(fencer).spend(pablo, "masteries", "mace", step=1)
    again(fencer).spend(pablo, "masteries", "mace", to=0)


def test_where_there_is_no_mastery_there_is_no_list(as_, campaign, fencer, pablo):
    fencer.spend(pablo, "masteries", "mace", to=1)
    campaign.changes = {"attacks.mastery.counts": False}
    campaign.save(update_fields=["changes"])
    feed.forget()

    page = as_(pablo).get(url("build", fencer.key)).content.decode()
    assert f'href="{url("build", fencer.key)}#masteries"' in page  # what is left of it is to be given back
    with pytest.raises(Refused) as refusal:
        again(fencer).spend(pablo, "masteries", "mace", step=1)
    assert ("off", "masteries") in codes(refusal)
    again(fencer).spend(pablo, "masteries", "mace", to=0)
    feed.forget()
    assert 'id="masteries"' not in as_(pablo).get(url("build", fencer.key)).content.decode()


def test_the_defense_follows_the_mastery_of_bare_hands(as_, fencer, pablo):
    """D8, D10: 12 + 3·⌊(1 + 0)/3⌋ + grade."""
    fencer.spend(pablo, "masteries", "unarmed", to=2)

    assert 'data-derived="defense">14<' in as_(pablo).get(url("build", fencer.key)).content.decode()


def test_a_skill_and_a_weapon_of_one_key_do_not_meet(as_, campaign, fencer, pablo):
    campaign.changes = {"skills.mace": {"label": "Malabares", "attribute": "agility"}}
    campaign.save(update_fields=["changes"])
    feed.forget()
    browser = as_(pablo)
    browser.post(url("spend", fencer.key, "skills", "mace"), {"value": "4"})
    browser.post(url("spend", fencer.key, "masteries", "mace"), {"value": "1"})

    page = browser.get(url("build", fencer.key)).content.decode()
    assert page.count('id="value-mace" name="value" value="4"') == 1
    assert page.count('id="value-mastery-mace" name="value" value="1"') == 1
