"""The library as a file and from another campaign: what goes out comes in again, and nothing hostile does (B40)."""

import json

import pytest
from django.urls import reverse
from jsonschema import Draft202012Validator

from campaigns.changes import toggle
from campaigns.models import Audience, Campaign, LogEntry, Membership, Role
from characters.models import Gender
from combat import exchange
from combat.models import FoeTemplate, Group, SavedEncounter
from rules.problems import Refused

URUK = {
    "name": "Uruk",
    "gender": Gender.MASCULINE,
    "traits": {"attributes": {"physique": 4}, "fixed": {"pv": 20, "defense": 13}, "damage": "2d6+1"},
    "gear": {"weapons": ["battle_axe"], "armor": "leather"},
    "alias": "Sombra",
    "shown_points": "nothing",
    "is_defense_known": True,
    "notes": "Odia a los elfos.\nY a los enanos.",
}


@pytest.fixture
def other(marta) -> Campaign:
    """Another campaign that Marta leads, its shelves empty."""
    made = Campaign.objects.create(name="El bosque")
    Membership.objects.create(campaign=made, user=marta.user, name="Marta", role=Role.GM)
    FoeTemplate.objects.filter(campaign=made).delete()
    return made


@pytest.fixture
def full(campaign) -> Campaign:
    """This campaign with an uruk and an ambush of three of them, one group of it hidden."""
    FoeTemplate.objects.create(campaign=campaign, **URUK)
    groups = [Group(**URUK, count=3, is_hidden=True, together=True).plain(), Group("Rata", {"damage": "1b2d6"}).plain()]
    SavedEncounter.objects.create(campaign=campaign, name="Emboscada", groups=groups, has_heroes=False)
    return campaign


def gm_of(campaign) -> Membership:
    return campaign.memberships.get(role=Role.GM)


def written(campaign) -> dict:
    of = (model.objects.of(campaign) for model in (FoeTemplate, SavedEncounter))
    return exchange.document_of(campaign, *of) | {"exported_at": ""}


@pytest.fixture
def take(as_, campaign):
    """`take(marta, data)`: the text of a file, taken in; its answer."""

    def send(seat, data, **fields):
        text = data if isinstance(data, str) else json.dumps(data)
        url = reverse("combat:take-library", args=[campaign.key])
        return as_(seat).post(url, {"text": text, "press": "", **fields}, headers={"accept-language": "es"})

    return send


def test_what_goes_out_comes_in_just_the_same(as_, full, marta, other):
    """B40: its own export, into a library that has nothing."""
    answer = as_(marta).get(reverse("combat:export-library", args=[full.key]))
    assert 'filename="la-sal-y-el-hierro-library.json"' in answer.headers["Content-Disposition"]

    exchange.take_in(other, gm_of(other), exchange.read(answer.content))

    assert written(other) == written(full)
    assert SavedEncounter.objects.get(campaign=other).foes[0].count == 3


def test_what_goes_out_fits_the_published_schema(full, client):
    schema = client.get(reverse("combat:library-schema", args=["1"])).json()

    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(written(full))) == []
    assert client.get(reverse("combat:library-schema", args=["2"])).status_code == 404


def test_a_foe_kept_from_a_fight_goes_out_and_comes_in(full, other, marta, goblin):
    """Long names and long notes of a character too."""
    long = {"name": "G" * 50, "notes": "n" * 20_000}
    FoeTemplate.objects.create(campaign=full, traits=goblin.traits, gear={}, **long)

    exchange.take_in(other, gm_of(other), exchange.read(exchange.file_of(written(full)).encode()))

    assert FoeTemplate.objects.filter(campaign=other, **long).exists()


def test_one_entry_for_those_who_lead_and_it_can_be_taken_back(take, full, other, marta, pablo):
    FoeTemplate.objects.filter(campaign=full).delete()
    assert (
        take(
            marta, {"format": "mesa-ryf/library", "version": 1, "foes": [{"name": "Uno"}, {"name": "Dos"}]}
        ).status_code
        == 302
    )

    entry = LogEntry.objects.get()
    assert (entry.kind, entry.audience, entry.facts["foes"]) == ("library-filled", Audience.PRIVATE, 2)
    assert not entry.is_visible_to(pablo)
    toggle(entry, marta)
    assert not FoeTemplate.objects.of(full).exists()
    toggle(LogEntry.objects.get(pk=entry.pk), marta)
    assert FoeTemplate.objects.of(full).count() == 2


def test_what_lies_there_already_is_not_there_twice(take, full, marta):
    before = FoeTemplate.objects.count()

    answer = take(marta, written(full))

    assert answer.status_code == 422
    assert FoeTemplate.objects.count() == before


def test_a_second_press_brings_nothing_in(take, full, marta):
    file = {"format": "mesa-ryf/library", "version": 1, "foes": [{"name": "Uno"}]}

    assert [take(marta, file, press="una-1").status_code for _twice in range(2)] == [302, 302]

    assert FoeTemplate.objects.filter(name="Uno").count() == 1


BAD = {
    "no json": "{",
    "another format": {"format": "mesa-ryf/character", "version": 1},
    "a newer version": {"version": 2},
    "a list": [],
    "a name that is none": {"foes": [{"name": "  "}]},
    "two lines": {"foes": [{"name": "a\nb"}]},
    "a column of the database": {"foes": [{"name": "x", "campaign_id": 1}]},
    "points without end": {"foes": [{"name": "x", "fixed": {"pv": 10**9}}]},
    "half points": '{"format":"mesa-ryf/library","version":1,"foes":[{"name":"x","fixed":{"pv":1.5}}]}',
    "dice that are none": {"foes": [{"name": "x", "damage": "99999d99999"}]},
    "gear of elsewhere": {"foes": [{"name": "x", "gear": {"weapons": ["excalibur"]}}]},
    "a skill of elsewhere": {"foes": [{"name": "x", "traits": {"skills": {"magic": 3}}}]},
    "nobody in it": {"encounters": [{"name": "x", "groups": []}]},
    "an army": {"encounters": [{"name": "x", "groups": [{"foe": {"name": "y"}, "count": 10_000}]}]},
    "too many": {"foes": [{"name": str(number)} for number in range(201)]},
    "a sign": {"foes": [{"name": "a\u0007"}]},
    "nothing": {},
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_hostile_file_is_refused_and_nothing_is_kept(take, campaign, marta, what):
    file = BAD[what]
    before = FoeTemplate.objects.count()
    good = {"format": "mesa-ryf/library", "version": 1}

    answer = take(
        marta, {**good, **file} if isinstance(file, dict) else file if isinstance(file, str) else json.dumps(file)
    )

    assert answer.status_code == 422
    assert 'class="problem"' in answer.content.decode()
    assert (FoeTemplate.objects.count(), SavedEncounter.objects.count(), LogEntry.objects.count()) == (before, 0, 0)


def test_each_fault_is_told_with_its_path(marta, campaign):
    uno = {"name": "Uno", "gear": {"weapons": ["excalibur"]}}
    file = {
        "foes": [{"name": "Cero"}, uno],
        "encounters": [{"name": "E", "groups": [{"foe": {"name": "x", "damage": "z"}}]}],
    }

    with pytest.raises(Refused) as refused:
        exchange.take_in(campaign, marta, file)

    fields = [problem.field for problem in refused.value.problems]
    assert fields == ["foes[2].gear.weapons", "encounters[1].groups[1].foe.damage"]


def test_no_more_than_a_library_has_room_for(campaign, marta):
    """Also where several files bring them."""
    there = FoeTemplate.objects.filter(campaign=campaign).count()
    foes = [{"name": f"Rata {number}"} for number in range(200 - there)]
    exchange.take_in(campaign, marta, {"foes": foes})

    with pytest.raises(Refused):
        exchange.take_in(campaign, marta, {"foes": [{"name": "Una más"}]})


# --- from another campaign --------------------------------------------------------------------------------------------


def test_what_is_ticked_comes_from_another_campaign_that_one_leads(as_, full, other, marta):
    uruk, url = FoeTemplate.objects.get(name="Uruk"), reverse("combat:copy-library", args=[other.key, full.key])
    page = as_(marta).get(url).content.decode()
    assert "Uruk" in page
    assert "Emboscada" in page

    assert as_(marta).post(url, {"foes": [uruk.key]}).status_code == 302

    (copied,) = FoeTemplate.objects.filter(campaign=other)
    assert {name: getattr(copied, name) for name in URUK} == URUK
    assert copied.key != uruk.key
    assert LogEntry.objects.get().facts["of"] == "La sal y el hierro"
    assert not SavedEncounter.objects.filter(campaign=other).exists()


def test_nothing_comes_from_where_one_does_not_lead(as_, full, other, marta, pablo):
    """B32, B33: as a player of it, as a stranger, or where one leads no more."""
    url = reverse("combat:copy-library", args=[other.key, full.key])
    as_(marta).get(url)
    for role in (Role.PLAYER, Role.SPECTATOR):
        Membership.objects.filter(pk=marta.pk).update(role=role)
        assert [as_(marta).get(url).status_code, as_(marta).post(url, {"foes": ["x"]}).status_code] == [404, 404]
        assert full.name not in as_(marta).get(reverse("combat:take-library", args=[other.key])).content.decode()
    Membership.objects.create(campaign=other, user=pablo.user, name="Pablo", role=Role.PLAYER)
    assert as_(pablo).get(url).status_code == 403
    assert not FoeTemplate.objects.filter(campaign=other).exists()


def test_gear_that_this_table_does_not_have_is_named(as_, full, other, marta):
    Campaign.objects.filter(pk=other.pk).update(changes={"weapons.battle_axe": None})
    uruk, url = FoeTemplate.objects.get(name="Uruk"), reverse("combat:copy-library", args=[other.key, full.key])

    answer = as_(marta).post(url, {"foes": [uruk.key]}, headers={"accept-language": "es"})

    assert answer.status_code == 422
    assert "battle_axe" in answer.content.decode()
    assert not FoeTemplate.objects.filter(campaign=other).exists()
