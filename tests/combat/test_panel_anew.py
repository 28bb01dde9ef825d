"""Which pages ask for their attack panel anew: those for whom something changed in it, as the mark of the turn says."""

import re

import pytest

from tests.combat.fights import key, stored


@pytest.fixture
def mark(as_, fight):
    """`mark(ines)`: the sign on the page of a seat; the panel is asked for when it becomes another one."""

    def read(seat: object) -> str:
        html = as_(seat).get(fight.get_absolute_url()).content.decode()
        (found,) = re.findall(r'data-changes="turn" data-state="([^"]+)"', html)
        return found

    return read


def pass_on(fight, marta) -> None:
    stored(fight).next_turn(marta, stored(fight).turn)


def test_a_turn_that_ends_changes_the_panels_of_its_player_and_of_who_leads_only(fight, mark, marta, ines, pablo, vera):
    before = {seat: mark(seat) for seat in (marta, ines, pablo, vera)}

    pass_on(fight, marta)

    changed = {seat for seat, sign in before.items() if mark(seat) != sign}
    assert changed == {marta, ines}


def test_a_turn_between_foes_changes_no_players_panel(fight, mark, marta, ines, pablo):
    pass_on(fight, marta)
    before = {seat: mark(seat) for seat in (marta, ines, pablo)}

    pass_on(fight, marta)

    assert {seat for seat, sign in before.items() if mark(seat) != sign} == {marta}


def test_an_action_that_is_spent_changes_the_panel_of_its_player(fight, press, mark, marta, ines, pablo):
    before = {seat: mark(seat) for seat in (marta, ines, pablo)}

    assert press(ines, "attack", fight, weapon=f"{key(fight, 'Brianda')}:unarmed", target=key(fight, "Goblin 1"),
                 modifier=0).status_code == 204  # fmt: skip

    assert {seat for seat, sign in before.items() if mark(seat) != sign} == {marta, ines}


def test_a_pause_changes_every_panel(fight, press, mark, marta, ines, pablo):
    before = {seat: mark(seat) for seat in (marta, ines, pablo)}

    press(marta, "pause", fight)

    assert {seat for seat, sign in before.items() if mark(seat) != sign} == {marta, ines, pablo}


def test_who_has_the_turn_again_has_another_panel(fight, mark, marta, ines):
    before = mark(ines)

    for _ in range(4):
        pass_on(fight, marta)

    assert stored(fight).turn == key(fight, "Brianda")
    assert mark(ines) != before


@pytest.mark.parametrize(("who", "words"), [("marta", "goes on where it was"), ("ines", "nothing is lost")])
def test_a_fight_that_is_paused_says_so_where_the_attack_was(fight, press, as_, marta, request, who, words):
    press(marta, "pause", fight)

    page = as_(request.getfixturevalue(who)).get(fight.get_absolute_url(), headers={"accept-language": "en"})

    assert words in re.search(r'<div id="panel".*?</div>', page.content.decode(), re.S)[0]


def test_a_hero_aims_at_those_in_sight_first(fight, hidden, as_, marta):
    """The GM knows of the hidden one, who comes next, and the hero does not."""
    page = as_(marta).get(fight.get_absolute_url()).content.decode()

    targets = re.findall(r"<option[^>]*>([^<]+)", re.search(r'<select\s+id="target".*?</select>', page, re.S)[0])

    assert targets == ["Goblin 2", "Goblin 1", hidden.name]


def test_odds_that_are_asked_while_nobody_can_attack_any_more_leave_the_fields_as_they_are(fight, press, as_, marta):
    """Else no weapon would be left in them, and the next question would be refused."""
    asked = {"weapon": f"{key(fight, 'Brianda')}:unarmed", "target": key(fight, "Goblin 1"), "modifier": 0}
    odds = f"{fight.get_absolute_url()}odds/"
    assert as_(marta).get(odds, asked).status_code == 200

    press(marta, "end", fight)

    assert as_(marta).get(odds, asked).status_code == 204
