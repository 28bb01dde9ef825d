"""The order by hand: initiative anew, ties, places, turns that wait or fall out, actions (C1, C2, D6, D7, T3, T4).

Brianda 14, Goblin 3 13, Goblin 2 10, Goblin 1 7; Brianda has the turn.
"""

import pytest

from campaigns.changes import toggle
from campaigns.models import Audience, Campaign, LogEntry
from combat.models import Encounter
from tests.combat.fights import key, names, sign, stored, turn, who, whole
from tests.combat.sight import leaks


def totals(encounter):
    return [row.fighter.initiative.total for row in stored(encounter).present]


@pytest.fixture
def page_of(as_, fight):
    """`page_of(pablo)`: the encounter's page as that seat reads it."""
    return lambda seat: as_(seat).get(fight.get_absolute_url(), headers={"accept-language": "en"}).content.decode()


# --- initiative anew --------------------------------------------------------------------------------------------------


def test_for_all_it_is_a_new_round(fight, press, marta, dice):
    """T3. In order of entry: goblins 5 + 2, 5 + 3, 5 + 4, Brianda 8 + 5."""
    press(marta, "next", fight, ends=key(fight, "Brianda"))
    dice(1, 2, 10, 1, 3, 10, 1, 4, 10, 1, 5, 10)

    assert press(marta, "for-all", fight).status_code == 204

    assert names(fight) == ["Brianda", "Goblin 3", "Goblin 2", "Goblin 1"]
    assert totals(fight) == [13, 9, 8, 7]
    assert (stored(fight).round, turn(fight)) == (2, "Brianda")


def test_for_one_only_that_one_moves_and_the_turn_stays(fight, press, marta, dice):
    dice(1, 6, 10)

    assert press(marta, "initiative", fight, who=key(fight, "Goblin 1"), dice="").status_code == 204

    assert (names(fight), totals(fight)) == (["Brianda", "Goblin 3", "Goblin 1", "Goblin 2"], [14, 13, 11, 10])
    assert (turn(fight), stored(fight).round) == ("Brianda", 1)


def test_dice_of_the_table_count_and_are_marked(fight, press, marta, page_of, pablo, dice):
    dice()  # the site throws none

    press(marta, "initiative", fight, who=key(fight, "Goblin 1"), dice="9 10 7")

    assert totals(fight) == [14, 14, 13, 10]
    assert LogEntry.objects.first().facts["rolls"][0]["typed"] is True
    assert "dice of the table" in page_of(pablo)


@pytest.mark.parametrize("faces", ["1 2", "1 2 11", "1 2 3 4", "uno", "0 1 2"])
def test_dice_that_are_none_are_refused(fight, press, marta, said, faces):
    before = sign(fight)

    answer = press(marta, "initiative", fight, who=key(fight, "Goblin 1"), dice=faces)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == before


def test_before_the_start_it_is_kept_and_told_to_nobody(ambush, press, marta, brianda, pablo, dice):
    """B18: rolled by hand, then start throws for nobody else's."""
    press(marta, "heroes", ambush)
    press(marta, "line", ambush, line="goblin 8 12 6 1d6")
    press(marta, "initiative", ambush, who=key(ambush, "goblin"), dice="1 9 10")
    assert not LogEntry.objects.first().is_visible_to(pablo)
    dice(1, 2, 10)

    press(marta, "start", ambush)

    assert (names(ambush), totals(ambush)) == (["goblin", "Brianda"], [14, 10])


# --- ties -------------------------------------------------------------------------------------------------------------


def test_a_tie_is_explained_where_it_stands(ambush, add, start, as_, marta, pablo):
    """C1: 7 + 5 and 5 + 7 are told apart by the fixed initiative, the two rats by lot."""
    add("Vivo", initiative=7)
    add("Lento", initiative=5)
    add("Rata", 2, initiative=1)
    start(5, 7, 2, 2, lots=(10, 20))

    for seat in (marta, pablo):
        page = as_(seat).get(ambush.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
        assert page.count("tie: fixed one") == 2
        assert page.count("tie: by lot") == 2


def test_a_tie_with_a_hidden_one_is_not_told(fight, hidden, marta, page_of, pablo):
    """The hidden foe gets Brianda's 14."""
    row = who(fight, hidden.name)
    row.state["initiative"] |= {"total": 14}
    row.save()

    assert "tie: " in page_of(marta)
    assert "tie: " not in page_of(pablo)


# --- places -----------------------------------------------------------------------------------------------------------


def test_the_gm_moves_one_and_no_number_changes(fight, press, marta):
    """B14, C1."""
    second = key(fight, "Goblin 2")
    before = dict(zip(names(fight), totals(fight), strict=True))

    assert press(marta, "move", fight, who=second, step="up").status_code == 204

    assert names(fight) == ["Brianda", "Goblin 2", "Goblin 3", "Goblin 1"]
    assert dict(zip(names(fight), totals(fight), strict=True)) == before
    assert turn(fight) == "Brianda"
    press(marta, "move", fight, who=second, step="down")
    press(marta, "move", fight, who=second, step="down")
    assert names(fight) == ["Brianda", "Goblin 3", "Goblin 1", "Goblin 2"]


def test_one_is_put_before_another_or_last(fight, press, marta):
    press(marta, "move", fight, who=key(fight, "Goblin 1"), before=key(fight, "Goblin 3"))
    assert names(fight) == ["Brianda", "Goblin 1", "Goblin 3", "Goblin 2"]

    press(marta, "move", fight, who=key(fight, "Goblin 1"), before="")

    assert names(fight) == ["Brianda", "Goblin 3", "Goblin 2", "Goblin 1"]


@pytest.mark.parametrize(
    "fields", [{"step": "up"}, {"step": "sideways"}, {"before": "zzzz"}, {"before": "{self}"}, {"before": "{next}"}]
)
def test_a_move_that_is_none_is_refused(fight, press, marta, said, fields):
    brianda, third = key(fight, "Brianda"), key(fight, "Goblin 3")
    asked = {name: value.format(self=brianda, next=third) for name, value in fields.items()}
    before = sign(fight)

    answer = press(marta, "move", fight, who=brianda, **asked)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == before


def test_a_move_past_a_hidden_one_alone_changes_no_byte(fight, hidden, all_of, table_of, press, marta):
    """Goblin 2 goes before the hidden one: the table's order is the same."""
    before = {seat.name: all_of(seat) for seat in table_of}

    assert press(marta, "move", fight, who=key(fight, "Goblin 2"), step="up").status_code == 204

    assert {seat.name: all_of(seat) for seat in table_of} == before


# --- turns that wait --------------------------------------------------------------------------------------------------


def test_a_player_waits_and_comes_later_in_the_round(fight, press, ines, marta):
    brianda = key(fight, "Brianda")

    assert press(ines, "delay", fight, who=brianda).status_code == 204
    assert turn(fight) == "Goblin 3"
    assert press(ines, "take-up", fight, who=brianda).status_code == 204
    assert turn(fight) == "Goblin 3"

    press(marta, "next", fight, ends=key(fight, "Goblin 3"))

    assert (turn(fight), stored(fight).round) == ("Brianda", 1)
    assert totals(fight) == [14, 13, 10, 7]
    press(ines, "next", fight, ends=brianda)
    assert turn(fight) == "Goblin 2"


def test_the_page_offers_it_to_its_player(fight, press, page_of, ines, pablo):
    brianda = key(fight, "Brianda")
    assert f'id="wait-{brianda}"' in page_of(ines)
    press(ines, "delay", fight, who=brianda)

    assert f'id="take-up-{brianda}"' in page_of(ines)
    assert f'id="take-up-{brianda}"' not in page_of(pablo)
    assert "waits" in page_of(pablo)


def test_others_do_not_wait_for_her(fight, press, pablo, vera, sergio):
    brianda = key(fight, "Brianda")
    for action in ("delay", "take-up", "spend/minor", "spend/major", "extra"):
        assert [press(seat, action, fight, who=brianda).status_code for seat in (pablo, vera, sergio)] == [
            403,
            403,
            404,
        ]


def test_a_player_who_takes_up_while_a_hidden_one_acts_learns_nothing(fight, hidden, press, ines, marta):
    """The press is taken as always, and counts once that turn is over."""
    brianda = key(fight, "Brianda")
    press(ines, "delay", fight, who=brianda)
    assert turn(fight) == hidden.name

    assert press(ines, "take-up", fight, who=brianda).status_code == 204

    press(marta, "next", fight, ends=hidden.key)
    assert turn(fight) == "Brianda"


def test_a_hidden_one_that_waits_is_told_only_by_whose_turn_it_makes(fight, hidden, press, all_of, table_of, marta):
    press(marta, "next", fight, ends=key(fight, "Brianda"))
    assert press(marta, "delay", fight, who=hidden.key).status_code == 204
    assert turn(fight) == "Goblin 2"

    for seat in table_of:
        pages = all_of(seat)
        assert leaks(pages, hidden.name, hidden.key) == {}
    assert stored(fight).shown_turn == key(fight, "Goblin 2")
    assert LogEntry.objects.first().kind == "turn"  # as if it had ended its turn

    before = {seat.name: all_of(seat) for seat in table_of}
    assert press(marta, "take-up", fight, who=hidden.key).status_code == 204
    assert {seat.name: all_of(seat) for seat in table_of} == before


# --- turns that fall out ----------------------------------------------------------------------------------------------


def test_the_gm_lets_a_turn_fall_out(fight, press, marta):
    assert press(marta, "skip", fight, who=key(fight, "Goblin 3")).status_code == 204
    assert turn(fight) == "Brianda"

    press(marta, "next", fight, ends=key(fight, "Brianda"))

    assert turn(fight) == "Goblin 2"
    press(marta, "skip", fight, who=key(fight, "Goblin 2"))
    assert turn(fight) == "Goblin 1"


def test_that_a_hidden_one_loses_its_turn_changes_no_byte(fight, hidden, all_of, table_of, press, marta):
    before = {seat.name: all_of(seat) for seat in table_of}

    assert press(marta, "skip", fight, who=hidden.key).status_code == 204

    assert {seat.name: all_of(seat) for seat in table_of} == before
    press(marta, "next", fight, ends=key(fight, "Brianda"))
    assert turn(fight) == "Goblin 2"


# --- actions ----------------------------------------------------------------------------------------------------------


def left(fight, name="Brianda"):
    fighter = who(fight, name).fighter
    return fighter.majors, fighter.minors


def test_a_player_spends_a_major_and_a_minor(fight, press, ines, said):
    brianda = key(fight, "Brianda")

    assert press(ines, "spend/minor", fight, who=brianda).status_code == 204
    assert press(ines, "spend/major", fight, who=brianda).status_code == 204

    assert left(fight) == (0, 0)
    answer = press(ines, "spend/minor", fight, who=brianda)
    assert answer.status_code == 422
    assert said(answer)


def test_only_on_her_turn_but_the_gm_always(fight, press, ines, marta):
    brianda = key(fight, "Brianda")
    press(ines, "next", fight, ends=brianda)

    assert press(ines, "spend/minor", fight, who=brianda).status_code == 422
    assert press(marta, "spend/minor", fight, who=brianda).status_code == 204
    assert left(fight) == (1, 0)


def test_the_gm_calls_a_major_a_minor(fight, press, marta, ines, said):
    brianda = key(fight, "Brianda")
    press(ines, "spend/major", fight, who=brianda)

    assert press(ines, "give-back/major", fight, who=brianda).status_code == 403
    assert press(marta, "give-back/major", fight, who=brianda).status_code == 204
    press(marta, "spend/minor", fight, who=brianda)

    assert left(fight) == (1, 0)
    assert press(marta, "give-back/major", fight, who=brianda).status_code == 422


def test_a_named_action_is_said_in_the_log(fight, press, marta, page_of, pablo):
    press(marta, "spend/minor", fight, who=key(fight, "Brianda"), named="drink")

    assert "drink a potion" in page_of(pablo)
    assert press(marta, "spend/minor", fight, who=key(fight, "Brianda"), named="dance").status_code == 422


def test_an_action_that_is_none_is_not_found(fight, press, marta):
    assert press(marta, "spend/huge", fight, who=key(fight, "Brianda")).status_code == 404


def test_rules_without_extra_actions_refuse_them(fight, press, marta, said):
    answer = press(marta, "extra", fight, who=key(fight, "Brianda"))

    assert answer.status_code == 422
    assert said(answer)


def test_extra_actions_weigh_on_the_turn(campaign, ambush, press, marta, brianda, ines, as_, dice):
    """D6, D7 in 2d10: two different minors are free, the third costs an action, one more is declared at −3."""
    Campaign.objects.filter(pk=campaign.pk).update(preset="d10x2")
    press(marta, "heroes", ambush)
    dice(5, 6)
    press(marta, "start", ambush)
    hero = key(ambush, "Brianda")
    majors = who(ambush, "Brianda").fighter.majors

    for minor in ("drop", "drink", "hand"):
        assert press(marta, "spend/minor", ambush, who=hero, named=minor).status_code == 204
    assert left(ambush) == (majors - 1, 2)
    assert press(marta, "spend/minor", ambush, who=hero, named="drop").status_code == 422
    assert press(ines, "extra", ambush, who=hero).status_code == 204

    assert left(ambush) == (majors, 2)
    page = as_(ines).get(ambush.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    assert "takes on 1 extra action" in page
    assert "\N{MINUS SIGN}3 on the rolls of this turn" in page


# --- all of it is taken back ------------------------------------------------------------------------------------------


ACTS = ["for-all", "initiative", "move", "delay", "skip", "spend/major", "spend/minor", "pause"]


@pytest.mark.parametrize("action", ACTS)
def test_each_is_taken_back_and_done_again_exactly(fight, press, marta, action):
    before = whole(fight)
    fields = {} if action in {"for-all", "pause"} else {"who": key(fight, "Brianda")}
    fields |= {"step": "down"} if action == "move" else {}
    assert press(marta, action, fight, **fields).status_code == 204
    entry, after = LogEntry.objects.first(), whole(fight)
    assert after != before
    assert entry.audience == Audience.TABLE

    toggle(entry, marta)
    assert whole(fight) == before
    toggle(LogEntry.objects.get(pk=entry.pk), marta)

    assert whole(fight) == after


# --- pauses -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["next", "harm", "attack", "heroes", "for-all", "start", "pause", "remove", "delay"])
def test_while_it_is_paused_nothing_happens_in_it(fight, press, marta, said, action):
    press(marta, "pause", fight)
    before = sign(fight)
    fields = {"ends": stored(fight).turn, "who": stored(fight).turn, "amount": "1"}
    fields |= {"weapon": f"{stored(fight).turn}:unarmed", "target": key(fight, "Goblin 1"), "modifier": "0"}

    answer = press(marta, action, fight, **fields)

    assert answer.status_code == 422
    assert "paus" in said(answer)
    assert sign(fight) == before


def test_nobody_fights_in_two_that_run(fight, campaign, press, marta, said, dice):
    second = Encounter.objects.create(campaign=campaign, name="La torre")
    press(marta, "heroes", second)

    answer = press(marta, "start", second)

    assert answer.status_code == 422
    assert "Brianda" in said(answer)
    assert "Emboscada" in said(answer)
    press(marta, "pause", fight)
    dice(1, 2, 3)
    assert press(marta, "start", second).status_code == 204
    assert press(marta, "resume", fight).status_code == 422
    press(marta, "end", second)
    assert press(marta, "resume", fight).status_code == 204
    assert (turn(fight), stored(fight).round) == ("Brianda", 1)


def test_nor_comes_late_into_a_second_one(fight, campaign, press, marta, dice):
    second = Encounter.objects.create(campaign=campaign, name="La torre")
    press(marta, "line", second, line="orco 8 12 6 1d6")
    dice(1, 2, 3)
    press(marta, "start", second)

    assert press(marta, "heroes", second).status_code == 422
    assert names(second) == ["orco"]


def test_taking_a_pause_back_is_refused_while_they_fight_elsewhere(fight, campaign, press, marta, dice, as_):
    press(marta, "pause", fight)
    pause = LogEntry.objects.first()
    second = Encounter.objects.create(campaign=campaign, name="La torre")
    press(marta, "heroes", second)
    dice(1, 2, 3)
    press(marta, "start", second)

    answer = as_(marta).post(f"/t/{campaign.key}/log/{pause.key}/toggle/", headers={"hx-request": "true"})

    assert answer.status_code == 422
    assert stored(fight).status == "paused"


def test_every_screen_says_that_it_is_paused(fight, press, page_of, marta, ines):
    press(marta, "pause", fight)

    for seat in (marta, ines):
        assert "Paused" in page_of(seat)
    assert f'id="next-{fight.key}"' not in page_of(marta)
    assert f'id="resume-{fight.key}"' in page_of(marta)
    assert f'id="resume-{fight.key}"' not in page_of(ines)


def test_nobody_has_no_initiative(ambush, press, marta, said):
    answer = press(marta, "for-all", ambush)

    assert answer.status_code == 422
    assert said(answer)


def test_a_group_of_whom_one_is_hidden_is_named_by_who_is_seen(ambush, press, marta, pablo, as_, dice):
    press(marta, "line", ambush, line="2 goblin 8 12 6 1d6", together="on")
    dice(1, 5, 10)
    press(marta, "start", ambush)
    press(marta, "hide", ambush, who=key(ambush, "goblin 1"))

    press(marta, "initiative", ambush, who=key(ambush, "goblin 1"), dice="2 6 9")

    page = as_(pablo).get(ambush.get_absolute_url(), headers={"accept-language": "en"}).content.decode()
    assert "Initiative of <b>goblin 2</b>" in page
    assert totals(ambush) == [11, 11]
