"""Weapons, armor and shields of a campaign in its library; a weapon counts its points as it is picked (W1, W2)."""

import pytest
from django.urls import reverse

from campaigns.changes import toggle
from campaigns.models import Campaign, LogEntry
from characters.models import Character

KATANA = {
    "label": "Catana", "damage": "1d6+3", "kind": "edged", "melee": "on", "short": "", "medium": "", "long": "",
    "attack": "1", "defense": "1", "initiative": "1", "absorption": "0", "projectiles": "1",
}  # fmt: skip
"""Six points: three steps of damage, three bonuses of one (W1)."""


@pytest.fixture
def keep(as_, campaign):
    """`keep(marta, "new-gear", "weapons", **KATANA)`: a press on a page of the gear; its answer."""

    def press(seat, page, *args, **fields):
        return as_(seat).post(reverse(f"combat:{page}", args=[campaign.key, *args]), fields)

    return press


def now(campaign) -> Campaign:
    return Campaign.objects.get(pk=campaign.pk)


def test_a_weapon_of_six_points_is_made_and_offered_to_all(keep, as_, campaign, marta, ines):
    assert keep(marta, "new-gear", "weapons", **KATANA).status_code == 302

    weapon = now(campaign).ruleset.find_weapon("catana")
    assert (str(weapon.damage), weapon.attack, weapon.defense, weapon.initiative) == ("1d6+3", 1, 1, 1)
    draft = Character.begin(now(campaign), ines, ines, name="Tello", concept="", gender="")
    assert "Catana" in as_(ines).get(reverse("characters:gear", args=[draft.key])).content.decode()
    assert "Catana" in as_(marta).get(reverse("combat:new-foe", args=[campaign.key])).content.decode()
    assert "Catana" in as_(ines).get(reverse("campaigns:rules", args=[campaign.key])).content.decode()


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 6),
        ({"damage": "1d6", "attack": "0", "defense": "0", "initiative": "0"}, 0),
        ({"damage": "2d6"}, 7),
        ({"short": "10", "medium": "20", "long": "30"}, 8),
        ({"melee": "", "short": "10", "medium": "20", "long": "30"}, 7),
    ],
)
def test_what_it_costs_is_said_as_it_is_picked(as_, campaign, marta, changes, points):
    """W1: 1 ranged, 2 both, 1 a step of damage and a point of each bonus."""
    fields = {name: value for name, value in (KATANA | changes).items() if value}
    url = reverse("combat:weapon-cost", args=[campaign.key])

    html = as_(marta).get(url, fields, headers={"accept-language": "es"}).content.decode()

    assert f"<b>{points}</b> de 6 puntos" in html
    assert ('class="problem"' in html) == (points > 6)
    assert not LogEntry.objects.exists()


def test_what_is_typed_half_has_no_price_and_breaks_nothing(as_, campaign, marta):
    for fields in ({}, {**KATANA, "damage": "2d"}, {**KATANA, "attack": "muchos"}, {**KATANA, "short": "10"}):
        answer = as_(marta).get(reverse("combat:weapon-cost", args=[campaign.key]), fields)
        assert answer.status_code == 200
        assert "<b>" not in answer.content.decode()


def test_over_its_points_it_is_kept_only_where_that_is_ticked(keep, campaign, marta):
    fields = KATANA | {"damage": "2d6"}
    assert keep(marta, "new-gear", "weapons", **fields).status_code == 422
    assert now(campaign).changes == {}

    assert keep(marta, "new-gear", "weapons", **fields, anyway="1").status_code == 302

    assert now(campaign).ruleset.find_weapon("catana")


@pytest.mark.parametrize(
    "changes",
    [
        {"label": ""}, {"label": "x" * 81}, {"damage": ""}, {"damage": "espada"}, {"kind": "mágica"},
        {"melee": ""}, {"short": "30", "medium": "20", "long": "10"}, {"short": "10"}, {"attack": "99"},
        {"projectiles": "0"},
    ],
)  # fmt: skip
def test_what_is_no_weapon_is_refused(keep, campaign, marta, changes):
    fields = {name: value for name, value in (KATANA | changes).items() if value or name != "melee"}

    assert keep(marta, "new-gear", "weapons", **fields, anyway="1").status_code == 422

    assert (now(campaign).changes, LogEntry.objects.count()) == ({}, 0)


def test_another_price_of_a_starter_keeps_its_name_in_every_language(keep, as_, campaign, marta):
    fields = KATANA | {"label": "Daga", "damage": "1d6+1", "attack": "0", "defense": "0", "initiative": "0"}
    url = reverse("combat:gear", args=[campaign.key, "weapons", "dagger"])

    assert as_(marta).post(url, fields, headers={"accept-language": "es"}).status_code == 302

    assert now(campaign).changes == {"weapons.dagger": {"damage": "1d6+1"}}
    assert now(campaign).ruleset.find_weapon("dagger").label == "Dagger"


def test_armor_and_shields_are_written_too(keep, campaign, marta):
    assert (
        keep(marta, "new-gear", "armors", label="Escamas de dragón", absorption="8", encumbrance="2").status_code == 302
    )
    assert keep(marta, "new-gear", "shields", label="Torre", defense="3", encumbrance="2").status_code == 302

    rules = now(campaign).ruleset
    assert (rules.find_armor("escamas_de_dragon").absorption, rules.find_shield("torre").defense) == (8, 3)


def test_two_of_one_name_have_two_keys(keep, campaign, marta):
    keep(marta, "new-gear", "shields", label="Torre", defense="3", encumbrance="2", press="a")
    keep(marta, "new-gear", "shields", label="Torre", defense="2", encumbrance="1", press="b")
    keep(marta, "new-gear", "shields", label="龍", defense="2", encumbrance="1", press="c")

    assert {"torre", "torre_2", "own"} <= {row.key for row in now(campaign).ruleset.shields}


def test_taken_out_it_is_offered_no_more_and_comes_back(keep, as_, campaign, marta, brianda):
    brianda.gear = {"weapons": ["dagger"]}
    brianda.save()

    assert keep(marta, "remove-gear", "weapons", "dagger").status_code == 302

    assert Character.objects.get(pk=brianda.pk).weapons == []
    page = as_(marta).get(reverse("combat:library", args=[campaign.key])).content.decode()
    assert 'id="back-weapons-dagger"' in page
    assert keep(marta, "put-back-gear", "weapons", "dagger").status_code == 302
    assert now(campaign).changes == {}
    assert [each.key for each in Character.objects.get(pk=brianda.pk).weapons] == ["dagger"]


def test_each_change_is_an_entry_that_can_be_taken_back_and_done_again(keep, campaign, marta):
    keep(marta, "new-gear", "weapons", **KATANA)
    entry = LogEntry.objects.get()

    toggle(entry, marta)
    assert now(campaign).changes == {}
    toggle(LogEntry.objects.get(pk=entry.pk), marta)

    assert now(campaign).ruleset.find_weapon("catana")


def test_a_press_that_comes_twice_counts_once(keep, campaign, marta):
    for _twice in range(2):
        assert keep(marta, "new-gear", "weapons", **KATANA, press="una-1").status_code == 302

    assert [each.key for each in now(campaign).ruleset.weapons if each.key.startswith("catana")] == ["catana"]


def test_whoever_does_not_lead_changes_nothing(keep, campaign, ines, vera, sergio):
    """B32."""
    for seat, status in ((ines, 403), (vera, 403), (sergio, 404)):
        assert keep(seat, "new-gear", "weapons", **KATANA).status_code == status
        assert keep(seat, "gear", "weapons", "dagger", **KATANA).status_code == status
        assert keep(seat, "remove-gear", "weapons", "dagger").status_code == status
        assert keep(seat, "put-back-gear", "weapons", "dagger").status_code == status
    assert now(campaign).changes == {}


def test_what_is_not_there_is_not_found(keep, marta):
    assert keep(marta, "gear", "weapons", "excalibur", **KATANA).status_code == 404
    assert keep(marta, "new-gear", "skills", label="x").status_code == 404
    assert keep(marta, "remove-gear", "armors", "excalibur").status_code == 404
    assert keep(marta, "put-back-gear", "weapons", "excalibur").status_code == 404


def test_a_foe_that_carries_it_strikes_with_it(keep, campaign, marta):
    keep(marta, "new-gear", "weapons", **KATANA)

    foe = Character(campaign=now(campaign), name="Ronin", is_foe=True, gear={"weapons": ["catana"]})

    assert [str(each.damage) for each in foe.weapons] == ["1d6+3"]
