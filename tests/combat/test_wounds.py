"""Harm and healing by hand, wounds and their two turns, one number for sheet and tracker (C0, C10, T5).

Brianda has 16 PV and is wounded at 5.
"""

import pytest
from django.urls import reverse

from campaigns import feed
from campaigns.models import LogEntry
from characters.models import Character
from combat.models import Encounter, Status
from combat.regions import regions_of
from live import Screen
from rules.problems import Refused
from tests.combat.fights import condition, key, pv, sign, stored, turn, who


@pytest.fixture
def passes(duel, marta):
    """`passes()`: the turn that is ends."""
    return lambda: stored(duel).next_turn(marta, stored(duel).turn)


def state(character):
    now = condition(character)
    return "out" if now.out else "wounded" if now.wounded else ""


# --- by hand --------------------------------------------------------------------------------------------------------


def test_harm_takes_what_the_gm_says_whatever_is_worn(ambush, add, press, marta):
    (armored,) = add("Acorazado", absorption=7)

    assert press(marta, "harm", ambush, who=armored.key, amount=3).status_code == 204

    assert pv(armored) == 5


def test_healing_stops_at_the_maximum(duel, press, marta, brianda):
    press(marta, "harm", duel, who=brianda.key, amount=4)
    press(marta, "heal", duel, who=brianda.key, amount=999)

    entry = LogEntry.objects.get(kind="heal")
    assert pv(brianda) == 16
    assert entry.changes[0]["by"] == 4


def test_where_nothing_would_change_it_is_said_and_not_logged(duel, press, marta, brianda, said):
    press(marta, "harm", duel, who=key(duel, "Goblin"), amount=50)
    before, entries = sign(duel), LogEntry.objects.count()

    full = press(marta, "heal", duel, who=brianda.key, amount=1)
    empty = press(marta, "harm", duel, who=key(duel, "Goblin"), amount=1)

    assert (full.status_code, empty.status_code) == (422, 422)
    assert "Brianda" in said(full)
    assert "Goblin" in said(empty)
    assert (sign(duel), LogEntry.objects.count()) == (before, entries)


def test_nine_pressed_twice_are_nine_once(duel, press, marta, brianda):
    """B25."""
    for _ in range(2):
        assert press(marta, "harm", duel, who=brianda.key, amount=9, press="pulsada-1").status_code == 204

    assert pv(brianda) == 7
    entry = LogEntry.objects.get(kind="harm")
    assert (entry.facts["target"], entry.facts["points"]["by"], entry.by) == (brianda.key, -9, marta)


@pytest.mark.parametrize(("harm", "is_"), [(10, ""), (11, "wounded"), (15, "wounded"), (16, "out"), (99, "out")])
def test_the_states_of_points(duel, marta, brianda, harm, is_):
    """6 of 16 is nothing yet, 5 is wounded, 0 is out of combat."""
    stored(duel).harm(marta, brianda.key, harm)
    assert state(brianda) == is_


@pytest.mark.parametrize(("harm", "is_"), [(2, ""), (3, "wounded"), (4, "wounded"), (5, "out")])
def test_a_foe_of_five_points_is_wounded_at_half_unrounded(ambush, add, marta, harm, is_):
    """C10: a maximum at or below 5 has its threshold at 2½."""
    (rata,) = add("Rata", pv=5)
    stored(ambush).harm(marta, rata.key, harm)
    assert state(rata) == is_


# --- its two turns --------------------------------------------------------------------------------------------------


def healed(how, duel, marta, brianda):
    if how == "tracker":
        stored(duel).heal(marta, brianda.key, 1)
    else:
        Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", 1)


@pytest.mark.parametrize("how", ["tracker", "sheet"])
def test_healed_on_the_own_turn_two_more_own_turns_are_wounded(duel, marta, brianda, passes, how):
    """T5: each own turn that *begins* afterwards counts; the one that is on does not."""
    stored(duel).harm(marta, brianda.key, 11)
    healed(how, duel, marta, brianda)
    assert (pv(brianda), turn(duel)) == (6, "Brianda")
    seen = []
    for _ in range(3):
        seen.append((turn(duel), state(brianda)))
        passes()
        seen.append((turn(duel), state(brianda)))
        passes()

    assert seen == [
        ("Brianda", "wounded"), ("Goblin", "wounded"),
        ("Brianda", "wounded"), ("Goblin", "wounded"),
        ("Brianda", "wounded"), ("Goblin", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("how", ["tracker", "sheet"])
def test_healed_on_the_turn_of_another_the_next_two_own_turns_are(duel, marta, brianda, passes, how):
    stored(duel).harm(marta, brianda.key, 11)
    passes()
    healed(how, duel, marta, brianda)
    assert turn(duel) == "Goblin"
    seen = []
    for _ in range(4):
        passes()
        seen.append((turn(duel), state(brianda)))

    assert seen == [("Brianda", "wounded"), ("Goblin", "wounded"), ("Brianda", "wounded"), ("Goblin", "")]


def test_falling_to_the_threshold_again_starts_over(duel, marta, brianda, passes):
    stored(duel).harm(marta, brianda.key, 11)
    stored(duel).heal(marta, brianda.key, 1)
    for _ in range(4):  # two own turns end, one is left
        passes()
    stored(duel).harm(marta, brianda.key, 1)
    stored(duel).heal(marta, brianda.key, 1)
    seen = []
    for _ in range(3):
        passes()
        passes()
        seen.append(state(brianda))

    assert seen == ["wounded", "wounded", ""]


@pytest.mark.parametrize("how", ["tracker", "sheet"])
def test_the_end_of_the_encounter_ends_it_at_once(duel, marta, brianda, how):
    stored(duel).harm(marta, brianda.key, 11)
    healed(how, duel, marta, brianda)
    assert state(brianda) == "wounded"

    stored(duel).end(marta)

    assert state(brianda) == ""
    assert Character.objects.get(pk=brianda.pk).vitals == {}


def test_leaving_the_fight_ends_it_too(duel, marta, brianda):
    stored(duel).harm(marta, brianda.key, 11)
    stored(duel).heal(marta, brianda.key, 1)

    stored(duel).remove(marta, brianda.key)

    assert state(brianda) == ""


def test_outside_an_encounter_nothing_lingers(ambush, marta, brianda):
    stored(ambush).add(marta, [brianda])
    brianda.change_pool(marta, "pv", -11)
    brianda.change_pool(marta, "pv", 1)
    assert state(brianda) == ""


def test_a_wound_that_lingers_keeps_the_low_die(duel, marta, ines, brianda, dice):
    """Of 2, 5, 9 the 2: 9 + 2 = 11 against 12."""
    stored(duel).harm(marta, brianda.key, 11)
    stored(duel).heal(marta, brianda.key, 5)
    dice(5, 9, 2)

    entry = stored(duel).attack(ines, brianda.key, "unarmed", key(duel, "Goblin"))

    assert entry.facts["hit"] is False


# --- one number -----------------------------------------------------------------------------------------------------


def test_damage_of_a_fight_is_there_afterwards_everywhere(duel, campaign, as_, press, marta, ines, brianda):
    """B04: −7, the fight ends; the sheet says 9 of 16, and so does the next fight."""
    press(marta, "harm", duel, who=brianda.key, amount=7)
    press(marta, "end", duel)

    sheet = as_(ines).get(brianda.get_absolute_url()).content.decode()
    second = Encounter.objects.create(campaign=campaign, name="Otra")
    second.add(marta, [brianda])

    assert (pv(brianda), pv(who(second, "Brianda"))) == (9, 9)
    assert 'value="9"' in sheet or ">9<" in sheet


def test_the_sheet_moves_the_tracker(duel, as_, ines, brianda):
    as_(ines).post(reverse("characters:points", args=[brianda.key, "pv"]), {"amount": "-5"})

    assert pv(who(duel, "Brianda")) == 11
    ladder = feed.page(ines, regions_of(duel.key, ines), "es").regions[f"ladder-{duel.key}"]
    assert "11<small> / 16" in ladder


@pytest.mark.parametrize("how", ["tracker", "sheet"])
def test_number_and_state_come_in_one_message_on_every_page(duel, marta, ines, brianda, how):
    """B06: a blow to 5 of 16 brings the number and “Malherida” together, to the table, the sheet and the fight."""
    pages = {
        "table": ["roster", "log"],
        f"fight-{duel.key}": regions_of(duel.key, ines),
        f"sheet-{brianda.key}": [f"pools-{brianda.key}"],
    }
    after = feed.page(ines, ["log"], "es").after

    if how == "tracker":
        stored(duel).harm(marta, brianda.key, 11)
    else:
        Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", -11)

    for name, regions in pages.items():
        screen = Screen(ines.campaign.key, feed.Reader(ines, "es", tuple(regions)), name, after)
        (fresh,) = feed.fresh_for([screen])
        assert "Malherida" in fresh.html, name
        assert fresh.html.count("<div data-entries") == 1


# --- over -----------------------------------------------------------------------------------------------------------


def test_an_encounter_that_is_over_refuses_everything(duel, press, marta, ines, brianda, said, dice):
    goblin = key(duel, "Goblin")
    stored(duel).end(marta)
    before, entries = sign(duel), LogEntry.objects.count()
    dice()
    attempts = {
        "start": {}, "end": {}, "heroes": {}, "next": {"ends": brianda.key}, "harm": {"who": brianda.key, "amount": 1},
        "heal": {"who": brianda.key, "amount": 1}, "hide": {"who": goblin}, "remove": {"who": goblin},
        "look": {"who": goblin, "alias": "", "shown_points": "word"},
        "attack": {"weapon": f"{brianda.key}:unarmed", "target": goblin},
        "foes": {
            "name": "Lobo", "count": 1, "points": 8, "defense": 12, "attack": 6, "damage": "1d6", "initiative": 5,
        },
    }  # fmt: skip

    answers = {action: press(marta, action, duel, **fields) for action, fields in attempts.items()}
    answers["own attack"] = press(ines, "attack", duel, **attempts["attack"])

    assert {action: answer.status_code for action, answer in answers.items()} == dict.fromkeys(answers, 422)
    assert all(said(answer) for answer in answers.values())
    assert (sign(duel), LogEntry.objects.count()) == (before, entries)
    assert stored(duel).status == Status.ENDED


def test_and_its_page_can_still_be_read(duel, as_, marta, ines):
    stored(duel).end(marta)
    for seat in (marta, ines):
        assert as_(seat).get(duel.get_absolute_url()).status_code == 200


def test_a_foe_made_for_an_encounter_that_is_over_does_not_stay(duel, marta, add):
    stored(duel).end(marta)
    foes = Character.objects.foes().count()

    with pytest.raises(Refused):
        add("Lobo", 3)

    assert Character.objects.foes().count() == foes


def test_why_another_die_stayed_is_told_of_heroes_and_of_foes_to_who_leads(fight, brianda, marta, ines, as_, dice):
    """R1, C10: a wounded hero's low die has a reason for all; a foe's would tell its state (S3)."""
    goblin = key(fight, "Goblin 1")
    brianda.change_pool(marta, "pv", -12)
    stored(fight).harm(marta, goblin, 4)
    stored(fight).combatants.filter(character__key=goblin).update(shown_points="nothing")
    for seat, by, to in ((ines, brianda.key, goblin), (marta, goblin, brianda.key)):
        dice(2, 7, 9)
        entry = stored(fight).attack(seat, by, "unarmed" if by == brianda.key else "own", to)
        pages = {
            who.name: as_(who).get(reverse("campaigns:entry", args=[fight.campaign.key, entry.key])).content.decode()
            for who in (marta, ines)
        }
        found = {name: ": baja un dado" in page for name, page in pages.items()}
        assert found == {"Marta": True, "Ines": by == brianda.key}
