"""What sways a roll: tokens (R13), specializations (P4), protagonism and modifiers (D3), support (D9)."""

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import Campaign, LogEntry
from characters.models import Character
from rules.problems import Refused
from rules.vitals import Vitals

MARGINS = {
    "attributes": {
        "strength": 4, "constitution": 5, "dexterity": 6, "agility": 4, "perception": 5, "intelligence": 6,
        "charisma": 4, "willpower": 5,
    },
    "skills": {"stealth": 3, "persuasion": 4, "notice": 2},
}  # fmt: skip


@pytest.fixture
def core(campaign) -> Campaign:
    """The campaign plays with tokens and specializations."""
    campaign.preset = "ryf-core"
    campaign.save()
    return campaign


@pytest.fixture
def hero(core, brianda) -> Character:
    brianda.campaign = core
    brianda.traits["specializations"] = [{"skill": "stealth", "name": "En la sombra"}]
    brianda.save()
    return brianda


@pytest.fixture
def two_tens(campaign, ines) -> Character:
    campaign.preset = "d10x2"
    campaign.save()
    return Character.objects.create(campaign=campaign, owner=ines, name="Leonor", is_finished=True, traits=MARGINS)


def fresh(character: Character) -> Character:
    return Character.objects.with_pools().get(pk=character.pk)


def outcome(entry: LogEntry) -> dict:
    return entry.facts["outcome"]


def test_a_token_keeps_the_high_die_and_goes_to_the_gm(hero, ines, dice):
    dice(2, 6, 9)

    entry = hero.roll(ines, "stealth", difficulty=15, token=True)

    assert (outcome(entry)["keep"], outcome(entry)["total"]) == ("high", 9 + 4 + 3)
    assert "R13" in outcome(entry)["rules"]
    assert (fresh(hero).purse.held, fresh(hero).purse.gm) == (0, 1)


def test_without_a_token_nothing_is_thrown(hero, ines, dice):
    dice(2, 6, 9)
    hero.roll(ines, "stealth", difficulty=15, token=True)
    dice()

    with pytest.raises(Refused) as refused:
        hero.roll(ines, "stealth", difficulty=15, token=True)

    assert refused.value.problems[0].rule == "R13"
    assert LogEntry.objects.count() == 1


def test_with_the_high_die_kept_already_a_token_is_refused_and_stays(hero, ines, dice):
    dice()

    with pytest.raises(Refused):
        hero.roll(ines, "stealth/En la sombra", difficulty=15, token=True)

    assert fresh(hero).purse.held == 1


def test_a_specialization_keeps_the_high_die(hero, ines, dice):
    dice(2, 6, 9)

    entry = hero.roll(ines, "stealth/En la sombra", difficulty=15)

    assert outcome(entry)["keep"] == "high"
    assert ["specialization", 1, "P4", "En la sombra"] in outcome(entry)["check"]["factors"]


@pytest.mark.parametrize("what", ["stealth/De noche", "notice/En la sombra"])
def test_a_specialization_that_the_sheet_has_not_is_refused(hero, ines, what):
    with pytest.raises(Refused):
        hero.roll(ines, what, difficulty=15)


def test_a_token_given_back_keeps_the_next_throw_lower_once(hero, ines, marta, dice):
    dice(2, 6, 9)
    hero.roll(ines, "stealth", difficulty=15, token=True)
    hero.give_token_back(marta)
    assert (fresh(hero).purse.held, fresh(hero).purse.gm, fresh(hero).forced) == (1, 0, 1)

    hero = fresh(hero)
    dice(2, 6, 9, 2, 6, 9)
    assert outcome(hero.roll(ines, "stealth", difficulty=15))["keep"] == "low"
    assert outcome(fresh(hero).roll(ines, "stealth", difficulty=15))["keep"] == "mid"


def test_initiative_from_the_sheet_feels_a_token_given_back(hero, ines, dice):
    hero.forced = 1
    hero.save()
    dice(2, 6, 9)

    entry = hero.roll(ines, "initiative", difficulty=None)

    assert (outcome(entry)["keep"], outcome(entry)["total"]) == ("low", 2 + 4 + 4)
    assert fresh(hero).forced == 0


def test_the_gm_gives_back_only_what_he_holds(hero, marta):
    with pytest.raises(Refused):
        hero.give_token_back(marta)
    assert not LogEntry.objects.exists()


def test_taking_a_roll_back_returns_its_token(hero, ines, dice):
    dice(2, 6, 9)
    entry = hero.roll(ines, "stealth", difficulty=15, token=True)

    changes.toggle(entry, ines)
    assert (fresh(hero).purse.held, fresh(hero).purse.gm) == (1, 0)

    entry.refresh_from_db()
    changes.toggle(entry, ines)
    assert (fresh(hero).purse.held, fresh(hero).purse.gm) == (0, 1)


def test_both_pools_of_tokens_are_shown(as_, hero, ines, dice):
    dice(2, 6, 9)
    hero.roll(ines, "stealth", difficulty=15, token=True)

    page = as_(ines).get(hero.get_absolute_url()).content.decode()
    assert "0 fichas" in page
    assert "máster 1" in page


def test_only_those_who_lead_give_tokens_back(as_, hero, ines, marta, dice):
    dice(2, 6, 9)
    hero.roll(ines, "stealth", difficulty=15, token=True)
    url = reverse("characters:give-token", args=[hero.key])

    assert as_(ines).post(url).status_code == 403
    assert as_(marta).post(url).status_code == 302
    assert fresh(hero).forced == 1
    assert f"token-{hero.key}" not in as_(ines).get(hero.campaign.get_absolute_url()).content.decode()


def test_where_all_dice_count_a_token_is_of_no_use(two_tens, ines):
    two_tens.tokens = 1
    two_tens.save()
    with pytest.raises(Refused):
        two_tens.roll(ines, "stealth", difficulty=15, token=True)


def test_modifiers_of_the_table_add_up_with_the_plain_one(two_tens, ines, dice):
    dice(4, 5)

    entry = two_tens.roll(ines, "stealth", difficulty=15, modifier=1, modifiers=["huge_target", "noise"])

    assert outcome(entry)["total"] == 9 + 4 + 3 + 1 + 6 - 1


def test_a_modifier_that_the_table_has_not_is_refused(as_, two_tens, ines):
    url = reverse("characters:roll", args=[two_tens.key])
    form = {"trait": "stealth", "difficulty": "normal", "modifiers": ["protagonist"]}

    assert as_(ines).post(url, form).status_code == 422
    assert not LogEntry.objects.exists()


def test_a_point_of_protagonism_adds_six_once(two_tens, ines, marta, dice):
    dice(4, 5)
    entry = two_tens.roll(ines, "stealth", difficulty=15, protagonism=True)
    assert outcome(entry)["total"] == 9 + 4 + 3 + 6

    with pytest.raises(Refused):
        fresh(two_tens).roll(ines, "stealth", difficulty=15, protagonism=True)
    two_tens.give_protagonism(marta)
    assert fresh(two_tens).protagonism_left == 1


def test_a_support_waits_for_its_roll_and_is_used_up(two_tens, ines, dice):
    dice(9, 9)  # 18 + 5 + 2 = 25: a margin of 10
    two_tens.roll(ines, "notice", difficulty=15, supports="persuasion")
    dice(2, 3, 2, 3)

    two_tens = fresh(two_tens)
    assert outcome(two_tens.roll(ines, "persuasion", difficulty=15))["margin"] == 5 + 4 + 4 + 10 - 15
    assert outcome(fresh(two_tens).roll(ines, "persuasion", difficulty=15))["margin"] == 5 + 4 + 4 - 15


def test_a_margin_that_waits_for_a_technique_says_its_name(two_tens, ines, dice, as_):
    two_tens.traits["techniques"] = [
        {"key": "k3y0fth3f1r3", "name": "Lengua de fuego", "level": 3, "attribute": "willpower"}
    ]
    two_tens.save()
    dice(9, 9)
    two_tens.roll(ines, "notice", difficulty=15, supports="k3y0fth3f1r3")

    page = as_(ines).get(two_tens.get_absolute_url()).content.decode()

    assert "El margen espera a Lengua de fuego" in page


def test_taking_the_main_roll_back_brings_its_support_back(two_tens, ines, dice):
    dice(9, 9)
    two_tens.roll(ines, "notice", difficulty=15, supports="persuasion")
    dice(2, 3)
    main = fresh(two_tens).roll(ines, "persuasion", difficulty=15)

    changes.toggle(main, ines)

    assert [each.margin for each in fresh(two_tens).sheet.vitals.supports] == [10]


def test_without_margins_nothing_is_supported(brianda, ines):
    with pytest.raises(Refused):
        brianda.roll(ines, "notice", difficulty=15, supports="stealth")
    assert Character.objects.get(pk=brianda.pk).vitals == Vitals().plain()


def test_the_odds_follow_what_is_picked(as_, hero, ines):
    client, url = as_(ines), reverse("characters:traits", args=[hero.key])
    plain = client.get(url, {"difficulty": "normal", "about": "stealth"}).content.decode()
    swayed = client.get(url, {"difficulty": "normal", "about": "stealth", "token": "1"}).content.decode()

    # stealth 7 against 15 needs 8: the middle of three d10 in 216 of 1000 throws, the high one in 657
    assert "21,6" in plain
    assert "65,7" in swayed


def test_before_a_roll_the_page_says_what_a_token_would_change(as_, hero, ines):
    url = reverse("characters:traits", args=[hero.key])
    page = as_(ines).get(url, {"difficulty": "normal", "about": "stealth"}).content.decode()
    explained = page[page.index('id="explained"') :]

    assert "Se queda el dado medio" in explained
    assert "65,7" in explained  # with a token


def test_what_was_chosen_is_remembered_for_this_sheet(as_, brianda, ines):
    client = as_(ines)
    client.get(reverse("characters:traits", args=[brianda.key]), {"difficulty": "hard", "modifier": "2"})

    page = client.get(brianda.get_absolute_url()).content.decode()
    assert '<option value="hard" selected>' in page
    assert 'name="modifier" type="number" inputmode="numeric" min="-99" max="99" value="2"' in page


def test_a_cookie_of_nonsense_is_ignored(as_, brianda, ines):
    client = as_(ines)
    client.cookies[f"against-{ines.key}"] = "difficulty=%FFabc&modifier=1e9"
    assert client.get(brianda.get_absolute_url()).status_code == 200
