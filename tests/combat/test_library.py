"""The library: foes before they fight, in groups, and encounters to be met again."""

import pytest
from django.urls import reverse

from campaigns.changes import toggle
from campaigns.models import Audience, Campaign, LogEntry
from characters.models import Character
from combat.models import Encounter, FoeTemplate, SavedEncounter, ShownPoints, Status
from combat.starters import STARTERS
from rules.presets import PRESETS
from tests.access.forms import FOE
from tests.combat.fights import key, names, pv, stored, who


@pytest.fixture
def orc(campaign):
    return FoeTemplate.objects.create(
        campaign=campaign,
        name="Uruk",
        gender="m",
        traits={"fixed": {"pv": 20, "defense": 13, "attack": 9, "initiative": 5}},
        gear={"weapons": ["battle_axe"], "armor": "leather"},
        alias="Sombra",
        shown_points=ShownPoints.NOTHING,
        is_defense_known=True,
        notes="Odia a los elfos.",
    )


@pytest.fixture
def ask(as_, campaign):
    """`ask(marta, "new-foe", orc.key, name=…)`: a press on the library's pages; its answer."""

    def press(seat, page, /, *args, **fields):
        url = reverse(f"combat:{page}", args=[campaign.key, *args])
        return as_(seat).post(url, fields, headers={"accept-language": "es"})

    return press


# --- foes -------------------------------------------------------------------------------------------------------------


def test_a_new_campaign_has_some_whom_any_rules_can_fight(db):
    for preset in PRESETS:
        made = Campaign.objects.create(name="Nueva", preset=preset)
        foes = FoeTemplate.objects.of(made)
        assert len(foes) == len(STARTERS)
        for foe in foes:
            character = Character.objects.create(campaign=made, name="x", is_foe=True, traits=foe.traits)
            rules, sheet = made.ruleset, character.sheet
            assert rules.maximum(sheet, "pv") == foe.traits["fixed"]["pv"]
            assert rules.value(sheet, "defense") == foe.traits["fixed"]["defense"]
            assert str(rules.damage(sheet, None)) == foe.traits["damage"]
    assert not FoeTemplate.objects.of(Campaign.objects.create(name="Mi hoja", is_solo=True)).exists()


def test_those_who_lead_write_one_and_read_it(ask, as_, campaign, marta, coral):
    assert ask(marta, "new-foe", **FOE).status_code == 302

    foe = FoeTemplate.objects.get(name="Ogro viejo")
    assert foe.traits == {
        "fixed": {"pv": 30, "defense": 11, "attack": 9, "initiative": 4, "absorption": 2},
        "damage": "2d6",
    }
    page = as_(coral).get(reverse("combat:library", args=[campaign.key])).content.decode()
    assert "Ogro viejo" in page


def test_an_entry_of_the_library_is_read_by_those_who_lead_alone(ask, marta, pablo):
    ask(marta, "new-foe", **FOE)

    entry = LogEntry.objects.first()

    assert (entry.kind, entry.audience) == ("foe-template", Audience.PRIVATE)
    assert not entry.is_visible_to(pablo)


def test_what_it_carries_takes_the_place_of_damage_and_absorption(ask, marta, campaign):
    fields = FOE | {"damage": "", "absorption": "", "armor": "mail"}
    assert ask(marta, "new-foe", **fields).status_code == 422

    assert ask(marta, "new-foe", **fields, weapons=["spear", "dagger"]).status_code == 302

    foe = FoeTemplate.objects.get(name="Ogro viejo")
    assert foe.gear == {"weapons": ["spear", "dagger"], "armor": "mail"}
    assert "damage" not in foe.traits
    assert "absorption" not in foe.traits["fixed"]


def test_changing_it_keeps_what_the_form_does_not_show(ask, marta, orc):
    orc.traits["attributes"] = {"physique": 5}
    orc.save()

    assert ask(marta, "foe", orc.key, **FOE).status_code == 302

    orc.refresh_from_db()
    assert (orc.name, orc.traits["attributes"], orc.traits["fixed"]["pv"]) == ("Ogro viejo", {"physique": 5}, 30)


def test_a_change_that_is_none_is_refused(ask, marta, orc):
    ask(marta, "foe", orc.key, **FOE)
    entries = LogEntry.objects.count()

    answer = ask(marta, "foe", orc.key, **FOE | {"press": "otra-2"})

    assert answer.status_code == 422
    assert LogEntry.objects.count() == entries


def test_a_copy_is_another_one(ask, marta, orc):
    assert ask(marta, "copy-foe", orc.key).status_code == 302

    copy = FoeTemplate.objects.get(name__startswith="Uruk,")
    assert (copy.traits, copy.gear, copy.notes) == (orc.traits, orc.gear, orc.notes)


def test_what_is_put_away_comes_no_more_until_it_is_back(ask, press, ambush, marta, campaign, orc, said):
    ask(marta, "put-away-foe", orc.key)
    assert orc not in FoeTemplate.objects.of(campaign)
    refused = press(marta, "line", ambush, line="2 uruk")
    assert refused.status_code == 422
    assert "uruk" in said(refused)

    ask(marta, "put-away-foe", orc.key)

    assert press(marta, "line", ambush, line="2 uruk").status_code == 204


def test_each_change_is_taken_back_and_done_again(ask, marta, orc):
    ask(marta, "foe", orc.key, **FOE)
    changed = LogEntry.objects.first()
    ask(marta, "put-away-foe", orc.key)
    away = LogEntry.objects.first()

    toggle(away, marta)
    orc.refresh_from_db()
    assert orc.archived_at is None
    toggle(changed, marta)
    orc.refresh_from_db()
    assert (orc.name, orc.traits["fixed"]["pv"]) == ("Uruk", 20)
    toggle(LogEntry.objects.get(pk=changed.pk), marta)
    orc.refresh_from_db()
    assert orc.name == "Ogro viejo"


# --- into a fight -----------------------------------------------------------------------------------------------------


def test_a_group_of_the_library_numbers_itself_and_looks_as_it_does(press, ambush, marta, orc):
    assert press(marta, "from-library", ambush, foe=orc.key, count="2").status_code == 204

    assert names(ambush) == ["Uruk 1", "Uruk 2"]
    row = who(ambush, "Uruk 2")
    assert (row.alias, row.shown_points, row.is_defense_known) == ("Sombra 2", ShownPoints.NOTHING, True)
    foe = row.character
    assert (foe.gender, foe.gear, foe.gm_notes) == ("m", orc.gear, "Odia a los elfos.")
    assert list(row.weapons) == ["battle_axe", "unarmed"]
    assert (pv(row), foe.ruleset.absorption(foe.sheet)) == (20, 1)


def test_what_is_chosen_for_this_fight_goes_before(press, ambush, marta, orc):
    press(marta, "from-library", ambush, foe=orc.key, count="1", alias="Bulto", shown_points="number", hidden="on")

    row = who(ambush, "Uruk")
    assert (row.alias, row.shown_points, row.is_hidden) == ("Bulto", ShownPoints.NUMBER, True)


def test_a_line_with_values_makes_quick_foes(press, ambush, marta):
    assert press(marta, "line", ambush, line="2 lobo gris 10 13 +7 1d6+1 a1 i+8").status_code == 204

    assert names(ambush) == ["lobo gris 1", "lobo gris 2"]
    foe = who(ambush, "lobo gris 1").character
    assert foe.traits == {
        "fixed": {"pv": 10, "defense": 13, "attack": 7, "absorption": 1, "initiative": 8},
        "damage": "1d6+1",
    }


def test_a_line_without_values_takes_them_from_the_library_and_says_more(press, ambush, marta, orc):
    press(marta, "line", ambush, line="2 uruks i+9 oculto")

    assert names(ambush) == ["Uruk A", "Uruk B"]
    row = who(ambush, "Uruk A")
    assert (row.is_hidden, row.character.traits["fixed"]) == (True, {**orc.traits["fixed"], "initiative": 9})
    orc.refresh_from_db()
    assert orc.traits["fixed"]["initiative"] == 5


def test_a_line_that_cannot_be_read_adds_nobody(press, ambush, marta, said):
    answer = press(marta, "line", ambush, line="2 lobo 10 trece 7 1d6")

    assert answer.status_code == 422
    assert "trece" in said(answer)
    assert "11" in said(answer)
    assert names(ambush) == []
    assert not Character.objects.foes().exists()


def test_a_group_may_have_one_initiative(press, ambush, marta, brianda, dice):
    """5 + 6 for all goblins, thrown once; Brianda 8 + 2."""
    press(marta, "line", ambush, line="3 goblin 8 12 6 1d6", together="on")
    press(marta, "heroes", ambush)
    dice(1, 6, 10, 1, 2, 10)

    assert press(marta, "start", ambush).status_code == 204

    assert names(ambush) == ["goblin 1", "goblin 2", "goblin 3", "Brianda"]
    assert {row.fighter.initiative.total for row in stored(ambush).present if not row.is_hero} == {11}


def test_the_log_says_the_one_throw_of_a_group_once(press, ambush, as_, marta, pablo, brianda, dice):
    press(marta, "line", ambush, line="3 goblin 8 12 6 1d6", together="on")
    dice(1, 6, 10)
    press(marta, "start", ambush)

    page = as_(pablo).get(ambush.get_absolute_url()).content.decode()

    assert "goblin 1, goblin 2, goblin 3" in page
    assert page.count("<b>11</b>") == 1


# --- encounters to be met again ---------------------------------------------------------------------------------------


@pytest.fixture
def saved(ambush, press, marta, brianda, add):
    """Three goblins, one of them wounded, a hidden one under an alias, two wolves with one initiative, Brianda."""
    press(marta, "heroes", ambush)
    goblins = add("Goblin", 3)
    stored(ambush).harm(marta, goblins[1].key, 5)
    add("Azcona", hidden=True, alias="Figura", pv=30)
    press(marta, "line", ambush, line="2 lobo 10 13 7 1d6+1", together="on")
    assert press(marta, "keep-all", ambush, name="El vado").status_code == 204
    return SavedEncounter.objects.get()


def test_an_encounter_is_kept_in_groups(saved):
    assert [(each.count, each.name, each.is_hidden, each.together) for each in saved.foes] == [
        (3, "Goblin", False, False), (1, "Azcona", True, False), (2, "lobo", False, True),
    ]  # fmt: skip
    assert saved.has_heroes


def test_and_met_again_with_new_and_unhurt_foes(saved, ask, marta, ambush):
    before = {row.character.key for row in stored(ambush).present if not row.is_hero}

    answer = ask(marta, "prepare-saved", saved.key)

    again = Encounter.objects.exclude(pk=ambush.pk).get()
    assert answer.headers["Location"] == again.get_absolute_url()
    assert (again.name, again.status) == ("El vado", Status.PREPARING)
    assert names(again) == ["Brianda", "Goblin 1", "Goblin 2", "Goblin 3", "Azcona", "lobo 1", "lobo 2"]
    assert pv(who(again, "Goblin 2")) == 8
    assert (who(again, "Azcona").is_hidden, who(again, "Azcona").alias) == (True, "Figura")
    assert not before & {row.character.key for row in stored(again).present}
    groups = {row.state["group"] for row in stored(again).present if row.state.get("group")}
    assert len(groups) == 1


def test_the_same_press_prepares_one(saved, ask, marta, ambush):
    for _ in range(2):
        assert ask(marta, "prepare-saved", saved.key, press="pulsada-1").status_code == 302

    assert Encounter.objects.exclude(pk=ambush.pk).count() == 1


def test_without_foes_there_is_nothing_to_keep(ambush, press, marta, brianda, said):
    press(marta, "heroes", ambush)

    answer = press(marta, "keep-all", ambush, name="Nada")

    assert answer.status_code == 422
    assert said(answer)
    assert not SavedEncounter.objects.exists()


def test_a_foe_of_a_fight_goes_to_the_library_without_its_number_and_unhurt(ambush, press, marta, add):
    goblins = add("Goblin", 2, defense=14)
    stored(ambush).harm(marta, goblins[1].key, 5)

    assert press(marta, "keep", ambush, who=goblins[1].key).status_code == 204

    kept = FoeTemplate.objects.order_by("-pk").first()
    assert (kept.name, kept.traits["fixed"]["defense"]) == ("Goblin", 14)


def test_heroes_do_not_go_to_the_library(ambush, press, marta, brianda):
    press(marta, "heroes", ambush)
    assert press(marta, "keep", ambush, who=key(ambush, "Brianda")).status_code == 422


@pytest.mark.parametrize("name", ["library", "new-foe"])
def test_nobody_else_comes_into_the_library(as_, campaign, pablo, vera, sergio, orc, name):
    url = reverse(f"combat:{name}", args=[campaign.key])

    assert [as_(seat).get(url).status_code for seat in (pablo, vera, sergio)] == [403, 403, 404]
    page = as_(pablo).get(campaign.get_absolute_url()).content.decode()
    assert reverse("combat:library", args=[campaign.key]) not in page


# --- attributes and skills (P6) ---------------------------------------------------------------------------------------

WITHOUT_VALUES = dict.fromkeys(("points", "defense", "attack", "damage", "absorption", "initiative"), "")


@pytest.fixture
def captain(campaign):
    """A foe as a hero is, with no fixed value."""
    return FoeTemplate.objects.create(
        campaign=campaign,
        name="Capitana",
        traits={"attributes": {"physique": 4, "dexterity": 3}, "skills": {"dodge": 2}, "techniques": []},
        gear={"weapons": ["long_sword"]},
    )


def test_attributes_and_skills_are_shown_and_changed_without_a_budget(ask, as_, marta, campaign, captain):
    """C0: 9 × 4 PV; 9 + 8 + 5 of defense. Nobody may spend 18 points of attributes on two at creation."""
    page = as_(marta).get(reverse("combat:foe", args=[campaign.key, captain.key])).content.decode()
    assert 'name="attributes-physique" value="4"' in page

    fields = {"attributes-physique": "9", "attributes-dexterity": "9", "skills-dodge": "8", "skills-stealth": "6"}
    kept = {"name": "Capitana", "shown_points": "word", "weapons": ["long_sword"]}
    assert ask(marta, "foe", captain.key, **kept, **WITHOUT_VALUES, **fields).status_code == 302

    captain.refresh_from_db()
    assert captain.traits == {
        "attributes": {"physique": 9, "dexterity": 9},
        "skills": {"dodge": 8, "stealth": 6},
        "techniques": [],
        "fixed": {},
    }
    sheet, rules = captain.sheet(campaign.ruleset), campaign.ruleset
    assert (rules.maximum(sheet, "pv"), rules.value(sheet, "defense")) == (36, 22)
    toggle(LogEntry.objects.first(), marta)
    captain.refresh_from_db()
    assert captain.traits["attributes"] == {"physique": 4, "dexterity": 3}


def test_a_fixed_value_stands_above_what_follows_from_them(ask, marta, campaign, captain):
    fields = {**WITHOUT_VALUES, "points": "50", "attributes-physique": "9"}

    ask(marta, "foe", captain.key, name="Capitana", shown_points="word", **fields)

    captain.refresh_from_db()
    assert campaign.ruleset.maximum(captain.sheet(campaign.ruleset), "pv") == 50


def test_without_attributes_it_needs_its_values(ask, marta, said):
    before = FoeTemplate.objects.count()

    answer = ask(marta, "new-foe", name="Nadie", shown_points="word", **WITHOUT_VALUES, **{"skills-dodge": "3"})

    assert answer.status_code == 422
    assert said(answer)
    assert FoeTemplate.objects.count() == before


@pytest.mark.parametrize("value", ["abc", "1e9", "-5", "3,5", "100", "a\0b"])
def test_a_level_that_is_none_is_refused(ask, marta, said, captain, value):
    kept = {"name": "Capitana", "shown_points": "word", **WITHOUT_VALUES}

    answer = ask(marta, "foe", captain.key, **kept, **{"attributes-physique": value})

    assert answer.status_code == 422
    assert said(answer)
    captain.refresh_from_db()
    assert captain.traits["attributes"]["physique"] == 4


def test_what_the_rules_of_the_table_do_not_name_stays(ask, marta, captain):
    captain.traits["skills"]["alchemy_of_old"] = 3
    captain.save()
    kept = {"name": "Capitana", "shown_points": "word", **WITHOUT_VALUES}

    ask(marta, "foe", captain.key, **kept, **{"attributes-physique": "5", "skills-dodge": ""})

    captain.refresh_from_db()
    assert captain.traits["skills"] == {"alchemy_of_old": 3}
