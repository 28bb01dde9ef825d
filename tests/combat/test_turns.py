"""Initiative, order and turns of an encounter that is stored (C1, C2, T1–T4)."""

import pytest

from campaigns.models import LogEntry
from combat.models import Encounter, Status
from rules.dice import scripted
from rules.problems import Refused
from tests.combat.fights import key, names, sign, slay, stored, turn, who, whole


@pytest.fixture
def passes(ambush, marta):
    """`passes()`: the turn that is ends; the name of whoever comes next."""

    def end() -> str:
        stored(ambush).next_turn(marta, stored(ambush).turn)
        return turn(ambush)

    return end


# --- the start ------------------------------------------------------------------------------------------------------


def test_start_rolls_for_all_and_the_highest_begins(fight):
    now = stored(fight)

    assert (now.status, now.round) == (Status.RUNNING, 1)
    assert names(fight) == ["Brianda", "Goblin 3", "Goblin 2", "Goblin 1"]
    assert turn(fight) == "Brianda"
    assert [row.fighter.initiative.total for row in now.present] == [14, 13, 10, 7]


def test_initiatives_rolled_before_are_kept(ambush, marta, add, brianda, dice):
    """B18: the goblin rolled 5 + 9 by hand; start throws for Brianda only."""
    (goblin,) = add("Goblin")
    stored(ambush).add(marta, [brianda])
    now = stored(ambush)
    rolled = now.fight.roll_initiative([goblin.key], scripted(1, 9, 10)).fight.fighter(goblin.key)
    row = now.known[goblin.key]
    row.state = {name: value for name, value in rolled.state().items() if name != "vitals"}
    row.save()
    dice(1, 2, 10)

    entry = stored(ambush).start(marta)

    assert [roll["fighter"] for roll in entry.facts["rolls"]] == [brianda.key]
    assert who(ambush, "Goblin").fighter.initiative.total == 14
    assert names(ambush) == ["Goblin", "Brianda"]


@pytest.mark.parametrize(("total", "majors"), [(7, 1), (19, 1), (20, 2), (29, 2), (30, 3), (40, 4)])
def test_high_initiative_gives_extra_major_actions(ambush, add, start, total, majors):
    """C2: max(0, ⌊total / 10⌋ − 1) more: 20 → +1, 30 → +2, 40 → +3."""
    add("Lobo", initiative=total - 5)

    start(5)

    lobo = who(ambush, "Lobo").fighter
    assert (lobo.initiative.total, lobo.majors, lobo.minors) == (total, majors, 1)


def test_extra_actions_are_spent_one_by_one_and_come_back_with_the_round(
    ambush, add, start, marta, brianda, dice, passes
):
    """Lobo: 22 + 5 = 27, two majors; Brianda far behind."""
    (lobo,) = add("Lobo", initiative=22)
    stored(ambush).add(marta, [brianda])
    start(5, 5)
    dice(*[1, 2, 3] * 2)  # 6 + 2 against 13 misses
    left = []
    for _ in range(2):
        stored(ambush).attack(marta, lobo.key, "own", brianda.key)
        left.append(who(ambush, "Lobo").fighter.majors)

    assert left == [1, 0]
    assert [passes(), passes()] == ["Brianda", "Lobo"]
    assert who(ambush, "Lobo").fighter.majors == 2


def test_a_fight_starts_once(fight, press, marta, said):
    before = sign(fight)

    answer = press(marta, "start", fight)

    assert answer.status_code == 422
    assert said(answer)
    assert sign(fight) == before


def test_nobody_cannot_start(ambush, press, marta, said):
    answer = press(marta, "start", ambush)

    assert answer.status_code == 422
    assert said(answer)
    assert stored(ambush).status == Status.PREPARING


# --- the order ------------------------------------------------------------------------------------------------------


def test_four_who_tie_keep_their_order_for_ten_rounds_and_after_every_reload(ambush, add, start, marta, passes):
    """B13, C1: equal totals and equal fixed values, so lots are drawn, once: 10, 30, 20, 40 of what is left."""
    add("Rata", 4, initiative=12)
    start(5, 5, 5, 5, lots=(10, 30, 20, 40))
    order = names(ambush)
    assert order == ["Rata 4", "Rata 2", "Rata 3", "Rata 1"]
    assert {row.fighter.initiative.total for row in stored(ambush).present} == {17}
    assert turn(ambush) == order[0]

    for round_ in range(1, 11):
        assert stored(ambush).round == round_
        assert [turn(ambush), *(passes() for _ in range(3))] == order
        assert names(ambush) == order
        passes()


def test_equal_totals_go_by_the_fixed_initiative(ambush, add, start):
    """C1: 3 + 9 = 12 and 7 + 5 = 12; the higher fixed one comes first, and no lot is drawn."""
    add("Lento", initiative=3)
    add("Vivo", initiative=7)
    start(9, 5)
    assert names(ambush) == ["Vivo", "Lento"]


# --- passing --------------------------------------------------------------------------------------------------------


def test_turns_go_down_the_order_and_a_round_is_everyone_once(fight, passes):
    seen = [(stored(fight).round, turn(fight))]
    for _ in range(5):
        passes()
        seen.append((stored(fight).round, turn(fight)))

    assert seen == [
        (1, "Brianda"), (1, "Goblin 3"), (1, "Goblin 2"), (1, "Goblin 1"), (2, "Brianda"), (2, "Goblin 3"),
    ]  # fmt: skip


def test_the_command_names_the_turn_it_ends(fight, press, marta, said):
    """Two hands press while Brianda's turn is on: one ends it, the other is told."""
    brianda = key(fight, "Brianda")
    assert press(marta, "next", fight, ends=brianda).status_code == 204

    answer = press(marta, "next", fight, ends=brianda)

    assert answer.status_code == 422
    assert said(answer) == "Ese turno ya ha pasado. T1"
    assert turn(fight) == "Goblin 3"


def test_the_same_press_twice_ends_one_turn_and_gets_the_same_answer(fight, press, marta):
    brianda = key(fight, "Brianda")

    answers = [press(marta, "next", fight, ends=brianda, press="pulsada-1") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [204, 204]
    assert answers[0].headers["Mesa-Entry"] == answers[1].headers["Mesa-Entry"]
    assert turn(fight) == "Goblin 3"
    assert LogEntry.objects.filter(kind="turn").count() == 1


def test_a_turn_may_be_ended_again_when_it_comes_again(duel, passes):
    assert [passes(), passes(), passes()] == ["Goblin", "Brianda", "Goblin"]


def test_players_end_the_turn_of_their_own_only(fight, press, pablo, ines, vera, marta):
    brianda, third = key(fight, "Brianda"), key(fight, "Goblin 3")

    assert [press(seat, "next", fight, ends=brianda).status_code for seat in (pablo, vera)] == [403, 403]
    assert press(ines, "next", fight, ends=third).status_code == 403
    assert turn(fight) == "Brianda"
    assert press(ines, "next", fight, ends=brianda).status_code == 204
    assert press(ines, "next", fight, ends=third).status_code == 403
    assert turn(fight) == "Goblin 3"


def test_no_turn_ends_before_the_fight_begins(ambush, press, marta, brianda, said):
    stored(ambush).add(marta, [brianda])

    for ends in ("", brianda.key):
        answer = press(marta, "next", ambush, ends=ends)
        assert answer.status_code == 422
        assert said(answer)


# --- who is out -----------------------------------------------------------------------------------------------------


def test_who_is_out_is_skipped(fight, marta, passes):
    stored(fight).harm(marta, key(fight, "Goblin 3"), 8)

    assert [passes(), passes(), passes()] == ["Goblin 2", "Goblin 1", "Brianda"]


def test_a_defeated_first_one_does_not_get_the_first_turn_of_a_round(fight, marta, passes, dice):
    """B16: the highest is out, so each round begins with the second."""
    slay(fight, marta, "Brianda", dice)

    assert [passes() for _ in range(4)] == ["Goblin 3", "Goblin 2", "Goblin 1", "Goblin 3"]
    assert stored(fight).round == 2


def test_with_everybody_out_the_round_stands(fight, marta, press, said, dice):
    """B16, T4: no endless loop; nobody has the turn, the round stays, and pressing on is refused."""
    for name in names(fight):
        slay(fight, marta, name, dice)

    assert press(marta, "next", fight, ends=stored(fight).turn).status_code == 204
    assert (turn(fight), stored(fight).round) == ("", 1)

    answer = press(marta, "next", fight, ends="")
    assert answer.status_code == 422
    assert said(answer)
    assert stored(fight).round == 1


def test_a_round_that_stood_goes_on_when_somebody_is_healed(fight, marta, press, dice):
    for name in names(fight):
        slay(fight, marta, name, dice)
    stored(fight).next_turn(marta, stored(fight).turn)

    stored(fight).heal(marta, key(fight, "Goblin 1"), 1)

    assert press(marta, "next", fight, ends="").status_code == 204
    assert turn(fight) == "Goblin 1"


# --- who leaves -----------------------------------------------------------------------------------------------------


def test_removing_somebody_earlier_leaves_the_turn(fight, marta, passes):
    """B15: A, B, C, and C acts; A goes: C still acts, and the order goes on after C."""
    passes()
    assert passes() == "Goblin 2"

    stored(fight).remove(marta, key(fight, "Brianda"))

    assert turn(fight) == "Goblin 2"
    assert [passes(), passes()] == ["Goblin 1", "Goblin 3"]


def test_removing_whoever_has_the_turn_begins_the_next(fight, marta):
    stored(fight).remove(marta, key(fight, "Brianda"))

    assert turn(fight) == "Goblin 3"
    assert names(fight) == ["Goblin 3", "Goblin 2", "Goblin 1"]


def test_removing_the_last_one_leaves_nobody_and_breaks_nothing(duel, marta, as_, ines):
    for name in ("Brianda", "Goblin"):
        stored(duel).remove(marta, key(duel, name))

    assert (names(duel), turn(duel)) == ([], "")
    assert [as_(seat).get(duel.get_absolute_url()).status_code for seat in (marta, ines)] == [200, 200]


def test_who_left_cannot_be_removed_again(fight, press, marta, said):
    gone = key(fight, "Goblin 1")
    assert press(marta, "remove", fight, who=gone).status_code == 204

    answer = press(marta, "remove", fight, who=gone)

    assert answer.status_code == 422
    assert said(answer)


def test_another_fight_leaves_a_paused_one_alone(fight, campaign, marta, passes, dice):
    """B20: the first is paused in round 4, the second starts and ends; the first goes on in round 4, untouched."""
    for _ in range(13):
        passes()
    assert (stored(fight).round, turn(fight)) == (4, "Goblin 3")
    before = whole(fight)
    stored(fight).pause(marta)
    second = Encounter.objects.create(campaign=campaign, name="Otra")
    second.add(marta, [who(fight, "Brianda").character])
    dice(1, 2, 3)
    stored(second).start(marta)
    stored(second).next_turn(marta, stored(second).turn)
    stored(second).end(marta)

    stored(fight).resume(marta)

    assert whole(fight) == before
    assert (stored(fight).round, turn(fight)) == (4, "Goblin 3")


def test_a_refusal_leaves_no_entry(fight, marta):
    entries = LogEntry.objects.count()

    with pytest.raises(Refused):
        stored(fight).next_turn(marta, key(fight, "Goblin 1"))

    assert LogEntry.objects.count() == entries
