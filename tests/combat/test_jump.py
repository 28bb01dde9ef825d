"""To any point of the log in one (T8): everything is as it was there, on every screen, or nothing has changed.

Brianda attacks with 9 + the kept die against 12; a goblin has 8 PV.
"""

import re

import pytest
from django.urls import reverse

from campaigns import feed
from campaigns.models import LogEntry, Role
from characters.models import Character
from combat.models import Encounter
from combat.regions import regions_of
from tests.combat.fights import key, pv, sign, stored, who

SPANISH = {"accept-language": "es"}


@pytest.fixture
def jump(as_, fight):
    """`jump(marta, entry, "after")`: the press that goes there; its answer."""

    def press(seat, entry, to="after", *, htmx=True, **more):
        url = reverse("combat:jump", args=[fight.key, entry.key])
        headers = SPANISH | ({"hx-request": "true"} if htmx else {})
        return as_(seat).post(url, {"to": to, **more}, headers=headers)

    return press


@pytest.fixture
def story(fight, marta, ines, brianda, dice):
    """Six steps, each with the sign of the fight after it; the first is that of the beginning."""
    entries = [LogEntry.objects.get(kind="started")]
    signs = [sign(fight)]

    def step(entry):
        entries.append(entry)
        signs.append(sign(fight))

    dice(1, 3, 10, 6, 6, 1)
    step(stored(fight).attack(ines, brianda.key, "unarmed", key(fight, "Goblin 3")))
    step(stored(fight).next_turn(marta, brianda.key))
    step(stored(fight).harm(marta, brianda.key, 11))
    step(stored(fight).hide_or_reveal(marta, key(fight, "Goblin 2")))
    step(stored(fight).remove(marta, key(fight, "Goblin 1")))
    dice(1, 2, 4, *[5] * 30)
    step(stored(fight).harm(marta, brianda.key, 99))
    return list(zip(entries, signs, strict=True))


def read_anew(story):
    return [LogEntry.objects.get(pk=entry.pk) for entry, _sign in story]


@pytest.mark.parametrize("place", range(6))
def test_back_to_any_entry_and_forward_again_exactly(fight, story, jump, marta, place):
    """PV, states, tallies, order, turn and who is there, by one sign of all of it."""
    entry, there = story[place]

    assert jump(marta, entry).status_code == 204
    assert sign(fight) == there
    assert jump(marta, story[-1][0]).status_code == 204
    assert sign(fight) == story[-1][1]


def test_to_just_before_an_entry(fight, story, jump, marta):
    assert jump(marta, story[3][0], "before").status_code == 204

    assert sign(fight) == story[2][1]
    assert [entry.is_undone for entry in read_anew(story)] == [False, False, False, True, True, True, True]


def test_part_of_the_way_forward(fight, story, jump, marta):
    jump(marta, story[0][0])

    assert jump(marta, story[4][0]).status_code == 204

    assert sign(fight) == story[4][1]


def test_it_is_one_press_one_transaction_and_one_line_in_the_log(fight, story, jump, marta, ines, as_, campaign):
    """B25: the same press again does nothing more."""
    version = LogEntry.objects.first().version

    answers = [jump(marta, story[1][0], press="pulsada-1") for _ in range(2)]

    assert answers[0].headers["Mesa-Entry"] == answers[1].headers["Mesa-Entry"]
    assert sign(fight) == story[1][1]
    new = LogEntry.objects.filter(version__gt=version)
    assert sorted(new.values_list("kind", flat=True)) == ["jump", *["step"] * 5]
    listed = LogEntry.objects.listed_for(marta).filter(version__gt=version)
    assert [entry.kind for entry in listed] == ["jump"]
    page = as_(marta).get(f"{campaign.get_absolute_url()}log/", headers=SPANISH).content.decode()
    assert "5 entradas" in page


def test_what_was_changed_outside_stays(fight, story, jump, marta, brianda):
    """16 of 16; −2 on the sheet after the fight had taken 11 and then all of the rest: 14 at the beginning."""
    Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", 4)
    Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", -2)

    assert jump(marta, story[0][0]).status_code == 204

    assert pv(brianda) == 16
    assert pv(who(fight, "Goblin 3")) == 8


def test_one_that_is_in_the_way_is_named_and_nothing_changes(fight, story, jump, marta, campaign, brianda, said):
    """Paused, and Brianda fights elsewhere now: the pause cannot be taken back."""
    stored(fight).pause(marta)
    other = Encounter.objects.create(campaign=campaign, name="El puente")
    other.add(marta, [brianda])
    stored(other).start(marta)
    before, entries = sign(fight), LogEntry.objects.count()

    answer = jump(marta, story[0][0])

    assert answer.status_code == 422
    assert "pausa" in said(answer)
    assert "El puente" in said(answer)
    assert (sign(fight), LogEntry.objects.count()) == (before, entries)


def test_not_to_what_was_taken_back_for_good(fight, story, jump, marta, said, as_):
    jump(marta, story[2][0])
    stored(fight).harm(marta, key(fight, "Goblin 2"), 1)
    before = sign(fight)

    answer = jump(marta, story[4][0])

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == before
    page = as_(marta).get(reverse("combat:jump", args=[fight.key, story[4][0].key]), headers=SPANISH).content.decode()
    assert "para siempre" in page
    assert "jump-here" not in page


@pytest.mark.parametrize("to", ["", "abc", "-5", "after,before", "x" * 5000])
def test_a_side_that_is_none_is_refused(fight, story, jump, marta, said, to):
    answer = jump(marta, story[1][0], to)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == story[-1][1]


def test_the_question_says_how_many_go_back(fight, story, as_, marta):
    page = as_(marta).get(reverse("combat:jump", args=[fight.key, story[2][0].key]), headers=SPANISH).content.decode()

    assert "las 4 que vienen después" in page
    assert page.split('class="way"')[1].split("</ol>")[0].count("<li>") == 4
    assert "turno de Goblin 3" not in page.split('class="way"')[1]


def test_only_those_who_lead(fight, story, jump, marta, coral, ines, vera, sergio):
    entry = story[0][0]

    assert [jump(seat, entry).status_code for seat in (ines, vera, sergio)] == [403, 403, 404]
    assert sign(fight) == story[-1][1]
    assert jump(coral, entry, htmx=False).status_code == 302
    assert sign(fight) == story[0][1]


def test_every_entry_offers_it_to_those_who_lead_alone(fight, story, marta, ines):
    def offered(seat):
        feed.forget()
        log = feed.page(seat, regions_of(fight.key, seat), "es").regions["log"]
        return set(re.findall(r'href="[^"]*/to/([^/"]+)/"', log))

    assert {entry.key for entry, _sign in story} <= offered(marta)
    assert offered(ines) == set()


def test_every_screen_follows(fight, story, jump, marta, ines):
    """One push brings each screen what the page itself would show."""

    def shown(seat):
        feed.forget()
        page = feed.page(seat, regions_of(fight.key, seat), "es").regions
        return {name: html for name, html in page.items() if name != "log"}

    before = {seat.name: shown(seat) for seat in (marta, ines)}
    jump(marta, story[2][0])
    there = {seat.name: shown(seat) for seat in (marta, ines)}
    jump(marta, story[-1][0])

    assert {seat.name: shown(seat) for seat in (marta, ines)} == before
    assert all(there[name] != before[name] for name in before)


def test_the_table_does_not_hear_of_what_it_did_not_see(fight, hidden, jump, marta, ines, as_, campaign):
    """Back over two entries about a hidden foe and one that all saw: the line of the log says no number and no name;
    back over hidden ones alone says nothing at all."""
    shown = stored(fight).harm(marta, key(fight, "Goblin 1"), 1)
    stored(fight).harm(marta, hidden.key, 2)
    secret = stored(fight).harm(marta, hidden.key, 3)
    stored(fight).harm(marta, hidden.key, 4)

    def read(seat):
        return as_(seat).get(f"{campaign.get_absolute_url()}log/", headers=SPANISH).content.decode()

    before = LogEntry.objects.visible_to(ines).count()
    assert jump(marta, secret).status_code == 204
    assert LogEntry.objects.visible_to(ines).count() == before
    assert jump(marta, shown, "before").status_code == 204
    told = LogEntry.objects.visible_to(ines).filter(kind="jump")
    assert told.count() == 1
    page = read(ines)
    assert "vuelve a" in page
    assert hidden.name not in page
    assert "3 entradas" not in page
    assert "3 entradas" in read(marta)
    assert ines.role == Role.PLAYER


def test_a_long_way_asks_the_database_in_proportion(fight, marta, jump, django_assert_max_num_queries):
    """Forty steps: no step costs more for those beside it."""
    first = stored(fight).harm(marta, key(fight, "Goblin 1"), 1)
    for _ in range(40):
        stored(fight).hide_or_reveal(marta, key(fight, "Goblin 2"))

    with django_assert_max_num_queries(40 * 20 + 60):
        assert jump(marta, first).status_code == 204
