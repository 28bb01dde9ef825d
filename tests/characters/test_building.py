"""A draft and its changes: what they may cost, who hears of them, and the end of it (P1–P3, W)."""

import threading

import pytest
from django.db import connection

from campaigns.models import LogEntry, Repeated
from characters.models import Character
from rules.problems import Refused
from tests.characters.conftest import HALF


def again(character: Character) -> Character:
    return Character.objects.select_related("campaign").get(pk=character.pk)


def codes(refusal) -> set[tuple[str, str]]:
    return {(problem.code, problem.field) for problem in refusal.value.problems}


def test_a_draft_begins_with_the_least_of_every_attribute(tello):
    assert set(tello.traits["attributes"].values()) == {1}
    assert tello.spending.left == (14, 50)  # six of the twenty pay the minimums (P1)


def test_the_table_hears_that_someone_begins_and_not_what(campaign, tello, pablo, ines, as_):
    url = campaign.get_absolute_url()

    assert "Tello" in as_(pablo).get(url).content.decode()
    others = as_(ines).get(url).content.decode()
    assert "Tello" not in others
    assert tello.key not in others
    assert "<b>Pablo</b>" in others


def test_steps_of_two_hands_add_up_and_a_typed_value_sets(tello, pablo, marta):
    mine, hers = again(tello), again(tello)

    mine.spend(pablo, "skills", "dodge", step=1)
    hers.spend(marta, "skills", "dodge", step=1)
    assert again(tello).traits["skills"] == {"dodge": 2}

    mine.spend(pablo, "skills", "dodge", to=5)
    hers.spend(marta, "attributes", "physique", to=3)
    hers.describe(marta, "concept", "Desertor")

    found = again(tello)
    assert (found.traits["skills"]["dodge"], found.traits["attributes"]["physique"], found.concept) == (
        5,
        3,
        "Desertor",
    )


def test_what_is_so_already_is_no_entry(tello, pablo):
    before = LogEntry.objects.count()

    assert tello.spend(pablo, "attributes", "physique", to=1) is None
    assert tello.describe(pablo, "name", "Tello") is None
    assert tello.wear(pablo, "armor", "plate", on=False) is None
    assert LogEntry.objects.count() == before


def test_one_press_counts_once(tello, pablo):
    tello.spend(pablo, "skills", "dodge", step=1, press="pulsada")

    with pytest.raises(Repeated):
        tello.spend(pablo, "skills", "dodge", step=1, press="pulsada")

    assert again(tello).traits["skills"] == {"dodge": 1}


@pytest.mark.parametrize(
    ("group", "trait", "value", "code", "field"),
    [
        ("attributes", "physique", 6, "over", "attributes.physique"),
        ("attributes", "physique", 0, "under", "attributes.physique"),
        ("skills", "dodge", 6, "over", "skills.dodge"),
        ("skills", "dodge", -1, "under", "skills.dodge"),
        ("skills", "juggling", 1, "unknown_trait", "skills.juggling"),
    ],
)
def test_out_of_bounds_is_refused_and_stores_nothing(tello, pablo, group, trait, value, code, field):
    before = again(tello).traits

    with pytest.raises(Refused) as refusal:
        tello.spend(pablo, group, trait, to=value)

    assert (code, field) in codes(refusal)
    assert again(tello).traits == before


def test_a_draft_is_never_over_budget(ready, pablo):
    with pytest.raises(Refused) as refusal:
        ready.spend(pablo, "attributes", "charisma", step=1)
    assert codes(refusal) == {("over_budget", "attributes")}

    ready.spend(pablo, "skills", "ride", to=5)
    with pytest.raises(Refused) as refusal:
        ready.spend(pablo, "skills", "music", step=1)
    assert codes(refusal) == {("over_budget", "skills")}


def test_a_draft_that_new_house_rules_break_is_mended_step_by_step(campaign, ready, pablo):
    campaign.changes = {"creation.attribute_points": 15, "creation.skill_maximum": 3}
    campaign.save()
    draft = again(ready)

    draft.spend(pablo, "attributes", "physique", to=4)  # still four too many, and better than before
    draft.spend(pablo, "skills", "dodge", to=4)
    with pytest.raises(Refused):
        draft.spend(pablo, "attributes", "charisma", step=1)


def test_a_trait_that_the_campaign_did_away_with_can_be_given_back(campaign, ready, pablo):
    campaign.changes = {"skills.ride": None}
    campaign.save()
    draft = again(ready)

    with pytest.raises(Refused) as refusal:
        draft.finish(pablo, losing=draft.spending.left.skills)
    assert codes(refusal) == {("unknown_trait", "skills.ride")}

    draft.spend(pablo, "skills", "ride", to=0)
    assert "ride" not in again(ready).traits["skills"]


def test_edits_are_for_the_player_and_the_gm_only(campaign, tello, pablo, marta, coral, ines, vera):
    entry = tello.spend(pablo, "attributes", "physique", step=1)

    readers = {seat for seat in (pablo, marta, coral, ines, vera) if LogEntry.objects.visible_to(seat).contains(entry)}
    assert readers == {pablo, marta, coral}


def test_an_edit_of_the_gm_is_shared_with_the_player(tello, pablo, marta):
    entry = tello.spend(marta, "attributes", "physique", step=1)

    assert entry.shared_with == pablo


def test_finishing_names_every_problem_at_once(campaign, tello, pablo):
    for key, value in HALF.items():
        tello.spend(pablo, "attributes", key, to=value)
    campaign.changes = {"creation.attribute_maximum": 4}
    campaign.save()

    with pytest.raises(Refused) as refusal:
        again(tello).finish(pablo)

    assert codes(refusal) == {("over", "attributes.perception"), ("unspent", "attributes")}
    assert not again(tello).is_finished


def test_unspent_skill_points_are_lost_only_by_who_agrees_to_that_number(ready, pablo):
    for losing in (0, 2, 4):
        with pytest.raises(Refused):
            ready.finish(pablo, losing=losing)

    entry = ready.finish(pablo, losing=3)

    assert entry.facts["lost"] == 3
    assert again(ready).is_finished


def test_points_that_the_other_hand_spent_meanwhile_are_not_lost_unseen(ready, pablo):
    ready.spend(pablo, "skills", "ride", to=5)

    with pytest.raises(Refused) as refusal:
        ready.finish(pablo, losing=3)

    assert codes(refusal) == {("spent_meanwhile", "skills")}


def test_a_finished_character_is_changed_here_no_more(ready, pablo, marta):
    stale = again(ready)
    ready.finish(pablo, losing=3)

    for change in (
        lambda: stale.spend(marta, "skills", "ride", step=1),
        lambda: stale.describe(pablo, "name", "Otro"),
        lambda: stale.take(pablo, "dagger"),
        lambda: stale.wear(pablo, "shield", "buckler"),
        lambda: stale.finish(pablo, losing=3),
    ):
        with pytest.raises(Refused) as refusal:
            change()
        assert codes(refusal) == {("finished", None)}


def test_a_draft_neither_rolls_nor_loses_points(tello, pablo, marta, dice):
    dice()

    with pytest.raises(Refused):
        tello.roll(pablo, "dodge", difficulty=10)
    with pytest.raises(Refused):
        tello.change_pool(marta, "pv", -1)


def test_gear_weighs_and_protects(ready, pablo):
    """W: scale 5/3, heavy shield 2/1; C0: initiative 5 + 5, defense 4 + 5 + 5."""
    ready.wear(pablo, "armor", "leather")
    ready.wear(pablo, "armor", "scale")
    ready.wear(pablo, "shield", "heavy_shield")
    ready.take(pablo, "long_sword")
    ready.take(pablo, "dagger")
    ready.take(pablo, "dagger", carry=False)

    found = again(ready)
    rules, sheet = found.ruleset, found.sheet
    assert (sheet.absorption, sheet.encumbrance) == (5, 4)
    assert (rules.value(sheet, "initiative"), rules.value(sheet, "defense")) == (6, 16)
    assert [weapon.key for weapon in found.weapons] == ["long_sword"]


@pytest.mark.parametrize("key", ["vorpal", "", "__class__"])
def test_gear_that_the_campaign_lacks_is_refused(tello, pablo, key):
    with pytest.raises(Refused):
        tello.take(pablo, key)
    with pytest.raises(Refused):
        tello.wear(pablo, "armor", key or "none")


def test_many_hands_at_once_lose_nothing(transactional_db, tello, pablo):
    skills = ["dodge", "notice", "stealth", "brawl"]

    def press(skill: str) -> None:
        try:
            for _ in range(4):
                again(tello).spend(pablo, "skills", skill, step=1)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=(skill,)) for skill in skills]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert again(tello).traits["skills"] == dict.fromkeys(skills, 4)


def test_a_full_pyramid_refuses_one_skill_more(campaign, tello, pablo):
    campaign.changes = {
        "creation.pyramid.level_2": {"level": 2, "count": 1},
        "creation.pyramid.level_1": {"level": 1, "count": 1},
    }
    campaign.save()
    draft = again(tello)
    draft.spend(pablo, "skills", "dodge", to=2)
    draft.spend(pablo, "skills", "swim", to=1)

    for skill, level in (("swim", 2), ("climb", 1)):
        with pytest.raises(Refused) as refusal:
            draft.spend(pablo, "skills", skill, to=level)
        assert codes(refusal) == {("pyramid", "skills")}


def test_a_draft_over_a_new_pyramid_is_mended_step_by_step(campaign, ready, pablo):
    campaign.changes = {"creation.pyramid.level_5": {"level": 5, "count": 3}}
    campaign.save()
    draft = again(ready)

    draft.spend(pablo, "skills", "swim", to=0)  # still seven too many
    with pytest.raises(Refused):
        draft.spend(pablo, "skills", "swim", to=1)


def test_generation_points_are_lost_only_by_who_agrees(campaign, ready, pablo):
    campaign.changes = {"creation.generation_points": 40}
    campaign.save()

    with pytest.raises(Refused) as refusal:
        again(ready).finish(pablo, losing=3)
    assert codes(refusal) == {("unspent", "skills"), ("unspent", "generation")}

    again(ready).finish(pablo, losing=43)
