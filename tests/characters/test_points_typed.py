"""Points: typed in, undone, healed to what an effect raised; what is no number changes nothing (B22, B28, B29)."""

from dataclasses import replace

import pytest
from django.urls import reverse

from campaigns import changes
from campaigns.models import LogEntry
from characters.models import Character
from rules.lasting import Lasting
from rules.vitals import Fate, Vitals


def fresh(character: Character) -> Character:
    return Character.objects.with_pools().get(pk=character.pk)


def points(character: Character) -> int:
    character = fresh(character)
    return character.ruleset.points(character.sheet, "pv")


@pytest.fixture
def typed(as_, brianda, ines):
    """`typed("−7")`: Inés writes that beside Brianda's PV (16 of 16)."""
    client, url = as_(ines), reverse("characters:type-points", args=[brianda.key])
    return lambda change, pool="pv": client.post(url, {"pool": pool, "change": change})


@pytest.mark.parametrize(("change", "left"), [("−7", 9), ("-7", 9), (" - 7 ", 9), ("=12", 12), ("=0", 0), ("-99", 0)])
def test_points_are_typed_in(typed, brianda, change, left):
    assert typed(change).status_code == 302
    assert points(brianda) == left


def test_plus_heals_to_the_maximum_and_no_further(typed, brianda):
    typed("-7")
    typed("+99")
    assert points(brianda) == 16


@pytest.mark.parametrize("change", ["", "abc", "1e9", "7", "3,5", "-3,5", "--3", "=-2", "+1e3", "-0", "=16", "-12345"])
def test_what_is_no_change_is_refused_with_a_sentence(typed, brianda, change):
    answer = typed(change)
    assert answer.status_code == 422
    assert points(brianda) == 16
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("amount", ["", "abc", "1e9", "3,5", "0", "9999"])
def test_a_press_with_another_amount_is_refused(as_, brianda, ines, amount):
    url = reverse("characters:points", args=[brianda.key, "pv"])
    assert as_(ines).post(url, {"amount": amount}).status_code == 422
    assert points(brianda) == 16


def test_points_that_there_are_not_are_refused(typed):
    assert typed("-1", "mana").status_code == 422


def test_what_was_typed_is_undone_as_a_difference(typed, brianda, ines, marta):
    typed("=9")
    brianda.change_pool(marta, "pv", -2)
    entry = LogEntry.objects.get(by=ines)

    changes.toggle(entry, marta)

    assert points(brianda) == 14


def test_healing_reaches_a_maximum_that_an_effect_raised_and_not_beyond(typed, brianda):
    vigor = Lasting("vigor-1", "Vigor", turns=3, raises=(("pv", 4),))
    brianda.vitals = replace(Vitals(), effects=(vigor,)).plain()
    brianda.save()
    typed("-5")

    typed("+99")

    assert points(brianda) == 20


@pytest.fixture
def fallen(brianda, marta) -> Character:
    """Down with two failures and a success (C12)."""
    brianda.change_pool(marta, "pv", -16)
    brianda.refresh_from_db()
    brianda.vitals = replace(fresh(brianda).sheet.vitals, fate=Fate.DOWN, successes=1, failures=2).plain()
    brianda.save()
    return fresh(brianda)


def test_healing_by_the_sheet_clears_the_tally_and_undoing_it_brings_it_back(typed, fallen, marta):
    typed("+3")
    assert (points(fallen), fresh(fallen).vitals) == (3, Vitals().plain())

    changes.toggle(LogEntry.objects.first(), marta)
    vitals = fresh(fallen).sheet.vitals
    assert (vitals.fate, vitals.successes, vitals.failures) == (Fate.DOWN, 1, 2)


def test_the_check_at_0_stands_on_the_sheet_with_its_odds(as_, brianda, marta, ines):
    """Willpower 5 against 15, one die lower: three tens, one of a thousand."""
    brianda.traits["attributes"]["willpower"] = 5
    brianda.save()
    brianda.change_pool(marta, "pv", -16)

    page = as_(ines).get(brianda.get_absolute_url()).content.decode()

    button = page.partition(f'id="stay-up-{brianda.key}"')[2].partition("</button>")[0]
    assert "0,1\N{NO-BREAK SPACE}%" in button
    assert 'class="odds"' in button


def test_a_tally_shows_with_its_rule(as_, fallen, ines):
    page = as_(ines).get(fallen.get_absolute_url()).content.decode()
    assert "Caída" in page
    assert "C12" in page


def test_states_cite_the_rules_of_their_system(as_, campaign, ines):
    campaign.preset = "d10x2"
    campaign.save()
    traits = {"attributes": {"constitution": 6, "willpower": 4, "agility": 4}, "skills": {}}
    hero = Character.objects.create(
        campaign=campaign, owner=ines, name="Leonor", gender="f", is_finished=True, traits=traits
    )
    hero.change_pool(ines, "pv", -21)  # 9 of 30: in pain
    hero.change_pool(ines, "stamina", -36)  # 14 of 50: stunned
    page = as_(ines).get(hero.get_absolute_url()).content.decode()

    states = page[page.index('class="states"') :].split("</section>")[0]
    assert "Dolorida" in states
    assert "Aturdida" in states
    assert "D16" in states
    for foreign in ("C10", "C11", "R1<", "Malherida"):
        assert foreign not in states


def test_the_level_is_shown_with_its_rule(as_, brianda, ines):
    brianda.px_spent = 40
    brianda.save()
    page = as_(ines).get(brianda.get_absolute_url()).content.decode()
    assert 'data-derived="level">2' in page
