"""What is in hand, in a fight: it defends, it counts in the initiative, and what one strikes with is in hand (W2, D10).

Brianda's defense is 13, her initiative 8 + die; the katana of the campaign's library has +1 of each, +1 to its attacks.
"""

import re

import pytest
from django.urls import reverse

from campaigns import changes, feed
from campaigns.models import Audience, Campaign, LogEntry
from characters.models import Character
from combat.models import FoeTemplate
from rules.notation import parse
from tests.combat.fights import key, sign, stored, who
from tests.combat.sight import ALIAS, NAME, leaks
from tests.combat.test_armoury import KATANA


@pytest.fixture
def katana(as_, campaign, marta, brianda):
    """The GM makes it in the library; Brianda carries it, and a dagger in hand."""
    made = as_(marta).post(reverse("combat:new-gear", args=[campaign.key, "weapons"]), KATANA)
    assert made.status_code == 302
    brianda.gear = {"weapons": ["dagger", "catana", "short_sword"]}
    brianda.save()


@pytest.fixture
def hold(as_, brianda):
    """`hold(ines, weapon="catana")`: a press in the fight, as htmx sends it."""

    def press(seat, who=brianda, **fields):
        url = reverse("characters:wield", args=[who.key])
        return as_(seat).post(url, fields, headers={"hx-request": "true", "accept-language": "es"})

    return press


def defense(fight, name="Brianda"):
    row = who(fight, name)
    return row.character.ruleset.value(row.character.sheet, "defense")


def hands(fight, name="Brianda"):
    return [weapon.key for weapon in who(fight, name).character.wielded]


def strike(press, fight, seat, weapon, attacker="Brianda", target="Goblin 3", **fields):
    return press(
        seat, "attack", fight, weapon=f"{key(fight, attacker)}:{weapon}", target=key(fight, target),
        modifier=fields.pop("modifier", 0), **fields,
    )  # fmt: skip


def test_w2_what_is_in_hand_defends(fight, katana, hold, press, marta, ines, dice):
    """A goblin attacks with 6 + 7 = 13: it hits a defense of 13, and not one of 14."""
    dice(1, 7, 10, 1)
    strike(press, fight, marta, "own", attacker="Goblin 1", target="Brianda")
    assert LogEntry.objects.filter(kind="attack").first().facts["outcome"]["success"]
    hold(ines, weapon="catana")
    dice(1, 7, 10, 1)
    strike(press, fight, marta, "own", attacker="Goblin 1", target="Brianda")

    attack = LogEntry.objects.filter(kind="attack").first()
    assert (attack.facts["defense"], attack.facts["outcome"]["success"]) == (14, False)


def test_d5_the_weapon_in_hand_as_it_starts_counts_in_the_initiative(
    ambush, katana, hold, add, marta, ines, brianda, start
):
    """Of 2: 8 + 1 + 2 = 11; whatever she takes in hand later, the number stays until it is rolled anew (C1)."""
    hold(ines, weapon="catana")
    stored(ambush).add(marta, [Character.objects.get(pk=brianda.pk)])
    add("Goblin")
    start(2, 8)

    assert who(ambush, "Brianda").fighter.initiative.total == 11
    hold(ines, weapon="dagger")
    assert who(ambush, "Brianda").fighter.initiative.total == 11


def test_what_one_strikes_with_is_in_hand_from_then_on(fight, katana, press, ines, marta, dice):
    before = sign(fight)
    dice(1, 3, 10, 5)
    assert strike(press, fight, ines, "catana").status_code == 204

    assert (hands(fight), defense(fight)) == (["catana"], 14)
    changes.toggle(LogEntry.objects.filter(kind="attack").first(), marta)
    assert (sign(fight), hands(fight), defense(fight)) == (before, ["dagger"], 13)
    changes.toggle(LogEntry.objects.filter(kind="attack").first(), marta)
    assert hands(fight) == ["catana"]


def test_bare_hands_hold_nothing_and_a_blow_with_one_of_two_leaves_both(fight, katana, press, hold, marta, ines, dice):
    hold(ines, weapon="catana")
    hold(ines, other="dagger")
    dice(1, 3, 10, 5)
    strike(press, fight, marta, "dagger")
    assert hands(fight) == ["catana", "dagger"]
    dice(1, 3, 10, 5)
    strike(press, fight, marta, "unarmed")
    assert hands(fight) == []


def test_c4_an_attack_with_both_hands_has_both_in_hand(fight, katana, press, marta, dice):
    dice(1, 5, 10, 1, 1, 5, 10, 1)
    target = {"off": "dagger", "off_target": key(fight, "Goblin 3")}
    assert strike(press, fight, marta, "short_sword", **target).status_code == 204

    assert hands(fight) == ["short_sword", "dagger"]


def test_a_refused_attack_leaves_the_hands_as_they_were(fight, katana, press, ines):
    assert strike(press, fight, ines, "catana", modifier=5000).status_code == 422
    assert hands(fight) == ["dagger"]


def test_it_is_taken_back_in_order_with_the_rest_of_the_fight(fight, katana, hold, press, ines, marta, dice):
    """T8: what came after it is taken back first."""
    hold(ines, weapon="catana")
    taken = LogEntry.objects.get(kind="wielded")
    assert taken.topic == fight.topic
    dice(1, 3, 10, 5)
    strike(press, fight, marta, "short_sword")

    assert not changes.can_take_back(taken, marta)
    changes.toggle(LogEntry.objects.filter(kind="attack").first(), marta)
    changes.toggle(LogEntry.objects.get(pk=taken.pk), marta)
    assert hands(fight) == ["dagger"]


def test_only_its_player_and_who_leads_take_it_up(fight, katana, hold, marta, pablo):
    assert hold(pablo, weapon="catana").status_code == 403
    assert hold(marta, weapon="catana").status_code in {204, 302}


def test_all_screens_of_the_fight_hear_of_it(fight, katana, hold, as_, campaign, ines, marta, brianda):
    places = {}
    for seat in (ines, marta):
        page = as_(seat).get(fight.get_absolute_url()).content.decode()
        places[seat] = re.search(r'data-after="([^"]*)"', page)[1]
    hold(ines, weapon="catana")

    for seat, after in places.items():
        query = {"page": f"fight-{fight.key}", "as": seat.role, "lang": "es", "after": after}
        news = as_(seat).get(reverse("campaigns:news", args=[campaign.key]), query).content.decode()
        assert "en mano: Catana" in news


def test_the_panel_begins_with_what_is_in_hand(fight, katana, hold, as_, ines, brianda):
    hold(ines, weapon="catana")
    page = as_(ines).get(fight.get_absolute_url()).content.decode()

    assert re.search(rf'<option value="{brianda.key}:catana" selected', page)


def test_a_foe_of_the_library_wields_its_first_weapon_and_the_gm_another(
    campaign, fight, katana, hold, as_, marta, pablo
):
    """Dexterity 3 and no dodge: 3 + 5, and 1 of the katana."""
    foe = Character.objects.create(
        campaign=campaign, name="Ronin", is_foe=True, is_finished=True, gear={"weapons": ["catana", "dagger"]},
        traits={"attributes": {"physique": 3, "dexterity": 3, "perception": 3}},
    )  # fmt: skip
    stored(fight).add(marta, [foe])
    assert defense(fight, "Ronin") == 9
    feed.forget()
    before = as_(pablo).get(fight.get_absolute_url()).content.decode()
    assert hold(marta, who=foe, weapon="dagger").status_code == 204

    assert defense(fight, "Ronin") == 8
    entry = LogEntry.objects.get(kind="wielded")
    assert (entry.audience, entry.topic) == (Audience.PRIVATE, fight.topic)
    after = as_(pablo).get(fight.get_absolute_url()).content.decode()
    plain = [re.sub(r'data-after="[^"]*"|name="press" value="[^"]*"|nonce[-="\w]*|data-now="[^"]*"|X-CSRFToken[^}]*'
                    r'|csrfmiddlewaretoken" value="[^"]*"', "", page) for page in (before, after)]  # fmt: skip
    assert plain[0] == plain[1]
    stored(fight).keep_foe(marta, foe.key)
    assert "wielded" not in FoeTemplate.objects.get(name="Ronin").gear


def test_a_quick_foe_has_its_blow_and_nothing_in_hand(fight, press, marta, dice):
    """P6: its fixed values know no gear."""
    dice(1, 9, 10, 1)
    strike(press, fight, marta, "own", attacker="Goblin 1", target="Brianda")

    assert "wielded" not in who(fight, "Goblin 1").character.gear


def test_d10_mastery_defends_with_the_weapon_it_is_fighting_with(
    margins, press, hold, marta, ines, brianda, monkeypatch
):
    """Agility 5, no athletics: 12 + 3; grade 2 of the long sword gives 2 more, and the evasion range 3 (D11)."""
    brianda.traits = {**brianda.traits, "masteries": {"long_sword": 2}}
    brianda.gear = {"weapons": ["dagger", "long_sword"]}
    brianda.save()

    def now():
        row = who(margins, "Brianda")
        return defense(margins), row.character.ruleset.grade(row.character.sheet).rev

    assert now() == (15, 1)
    hold(ines, weapon="long_sword")
    assert now() == (17, 3)
    strike(press, margins, marta, "dagger", target="Goblin")
    assert now() == (15, 1)


def test_d10_the_odds_count_the_mastery_that_the_blow_puts_in_hand(margins, as_, ines, brianda):
    """Three enemies at once: 2 too many for a dagger, −6; grade 2 of the long sword faces three."""
    brianda.traits = {**brianda.traits, "masteries": {"long_sword": 2}}
    brianda.gear = {"weapons": ["dagger", "long_sword"]}
    brianda.save()
    stored(margins).add_foes(margins.campaign.gm, "Lobo", count=2, fixed={"pv": 9, "defense": 9, "attack": 1,
                             "initiative": 0}, damage=parse("1d6"))  # fmt: skip
    foes = [key(margins, name) for name in ("Goblin", "Lobo 1", "Lobo 2")]

    def asked(weapon):
        query = {"weapon": f"{brianda.key}:{weapon}", "target": foes[0], "also": foes[1:], "modifier": "0",
                 "sweeps": "1", "actor": brianda.key}  # fmt: skip
        answer = as_(ines).get(reverse("combat:odds", args=[margins.key]), query)
        return [value for _label, value in answer.context["forecast"].terms if value < 0]

    assert (asked("dagger"), asked("long_sword")) == ([-6], [])
    assert hands(margins) == ["dagger"]


@pytest.mark.parametrize("preset", ["ryf-table", "ryf-core", "d10x2"])
def test_w2_in_every_system(campaign, preset, as_, marta, ines, brianda, hold):
    Campaign.objects.filter(pk=campaign.pk).update(preset=preset)
    campaign.refresh_from_db()
    campaign.__dict__.pop("ruleset", None)
    brianda.traits = {"attributes": {each.key: 5 for each in campaign.ruleset.attributes}, "skills": {}}
    brianda.gear = {"weapons": ["dagger", "catana"]}
    brianda.save()
    as_(marta).post(reverse("combat:new-gear", args=[campaign.key, "weapons"]), KATANA)

    def numbers():
        now = Character.objects.with_pools().select_related("campaign").get(pk=brianda.pk)
        return now.ruleset.value(now.sheet, "defense"), now.ruleset.initiative(now.sheet).bonus

    before = numbers()
    assert hold(ines, weapon="catana").status_code == 204
    assert numbers() == (before[0] + 1, before[1] + 1)


def test_what_a_hidden_foe_takes_in_hand_reaches_nobody(fight, hidden, hold, all_of, table_of, marta):
    hidden.gear = {"weapons": ["dagger", "mace"]}
    hidden.save()
    hold(marta, who=hidden, weapon="mace")

    for seat in table_of:
        assert leaks(all_of(seat), NAME, ALIAS) == {}
