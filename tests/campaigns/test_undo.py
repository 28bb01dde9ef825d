"""Taking back, and doing again (T8): a GM anything in any order, a player the own last one while nothing builds on it.

Brianda has 16 PV: physique 4 (C0).
"""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from campaigns import changes
from campaigns.changes import REVERSALS
from campaigns.models import Audience, LogEntry, Membership
from characters.models import Character
from rules.problems import Refused

PV = 16


@pytest.fixture
def toggle(as_, campaign):
    """`toggle(marta, entry)`: the press that takes back, or does again; its answer."""

    def press(seat, entry, **more):
        headers = {"hx-request": "true"} if more.pop("htmx", False) else {}
        return as_(seat).post(f"{campaign.get_absolute_url()}log/{entry.key}/toggle/", more, headers=headers)

    return press


def points(character):
    return Character.objects.get(pk=character.pk).pools.get(key="pv").current


def made(campaign, name, *, pv, **more):
    return Character.objects.create(
        campaign=campaign, name=name, is_finished=True, traits={"fixed": {"pv": pv}}, **more
    )


def is_undone(entry):
    return LogEntry.objects.get(pk=entry.pk).is_undone


# --- those who lead -------------------------------------------------------------------------------------------------


def test_the_gm_takes_back_and_does_again(brianda, marta, toggle):
    entry = brianda.change_pool(marta, "pv", -5)

    assert toggle(marta, entry).status_code == 302
    assert (points(brianda), is_undone(entry)) == (PV, True)

    toggle(marta, entry)
    assert (points(brianda), is_undone(entry)) == (PV - 5, False)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)])
def test_in_any_order(brianda, marta, pablo, ines, toggle, order):
    entries = [brianda.change_pool(by, "pv", amount) for by, amount in ((marta, -4), (ines, 1), (marta, -7))]

    for index in order:
        toggle(marta, entries[index])

    assert points(brianda) == PV
    assert all(map(is_undone, entries))


def test_only_the_difference_goes_and_what_others_changed_stays(brianda, marta, ines, toggle):
    """16 − 6 − 3 = 7; without the 6 it is 13, whatever came after."""
    first = brianda.change_pool(marta, "pv", -6)
    brianda.change_pool(ines, "pv", -3)

    toggle(marta, first)

    assert points(brianda) == 13


def test_what_counted_is_taken_back_not_what_was_asked(brianda, marta, toggle):
    """At 4 of 16, nine more lost are four (C0: PV stop at 0)."""
    brianda.change_pool(marta, "pv", -12)
    entry = brianda.change_pool(marta, "pv", -9)
    assert points(brianda) == 0

    toggle(marta, entry)

    assert points(brianda) == 4


def test_points_never_pass_the_maximum(brianda, marta, toggle):
    """−5, +5: taking back the −5 would make 21."""
    loss = brianda.change_pool(marta, "pv", -5)
    brianda.change_pool(marta, "pv", 5)

    toggle(marta, loss)

    assert points(brianda) == PV


def test_nor_fall_below_nothing(brianda, marta, toggle):
    """−10, +6, −12: taking back the +6 would make −6."""
    brianda.change_pool(marta, "pv", -10)
    gain = brianda.change_pool(marta, "pv", 6)
    brianda.change_pool(marta, "pv", -12)

    toggle(marta, gain)

    assert points(brianda) == 0


def test_doing_again_gives_what_was_there_before_it_was_taken_back(brianda, marta, toggle):
    """Also where the taking back was cut short by the maximum."""
    loss = brianda.change_pool(marta, "pv", -5)
    brianda.change_pool(marta, "pv", 3)
    assert points(brianda) == 14

    toggle(marta, loss)
    assert points(brianda) == 16
    toggle(marta, loss)

    assert points(brianda) == 14


CHANGES = st.lists(st.integers(-20, 20).filter(bool), min_size=1, max_size=6)
PRESSES = st.lists(st.integers(0, 5), max_size=10)
EACH = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@EACH
@given(amounts=CHANGES, presses=PRESSES)
def test_far_from_the_bounds_points_are_the_sum_of_what_stands(campaign, marta, amounts, presses):
    giant = made(campaign, "Gigante", pv=1000)
    giant.change_pool(marta, "pv", -500)
    entries = [giant.change_pool(marta, "pv", amount) for amount in amounts]
    stands = [True] * len(entries)
    for index in (press % len(entries) for press in presses):
        stands[index] = not stands[index]
        changes.toggle(entries[index], marta)

        assert points(giant) == 500 + sum(amount for amount, good in zip(amounts, stands, strict=True) if good)
        assert is_undone(entries[index]) is not stands[index]


@EACH
@example(amounts=[1, -6], presses=[0, 1, 0])
@given(amounts=CHANGES, presses=PRESSES)
def test_at_the_bounds_they_stay_within_and_doing_again_restores(campaign, marta, amounts, presses):
    dwarf = made(campaign, "Enano", pv=9)
    dwarf.change_pool(marta, "pv", -4)
    entries = []
    for amount in amounts:
        with suppress(Refused):  # nothing to lose, or nothing to gain
            entries.append(dwarf.change_pool(marta, "pv", amount))
    for index in (press % len(entries) for press in presses if entries):
        before = points(dwarf)
        changes.toggle(entries[index], marta)
        assert 0 <= points(dwarf) <= 9

        changes.toggle(entries[index], marta)
        assert points(dwarf) == before

        changes.toggle(entries[index], marta)


def test_a_state_goes_and_comes_with_the_points(brianda, marta, toggle):
    """5 PV or fewer: wounded (C10)."""
    entry = brianda.change_pool(marta, "pv", -11)
    assert Character.objects.get(pk=brianda.pk).condition.wounded

    toggle(marta, entry)
    assert not Character.objects.get(pk=brianda.pk).condition.wounded

    toggle(marta, entry)
    assert Character.objects.get(pk=brianda.pk).condition.wounded


def test_doing_a_roll_again_throws_no_dice(brianda, marta, ines, toggle, dice):
    dice(2, 7, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10)
    before = LogEntry.objects.values("facts", "by", "at", "key").get(pk=entry.pk)

    toggle(marta, entry)
    toggle(marta, entry)

    assert LogEntry.objects.values("facts", "by", "at", "key").get(pk=entry.pk) == before
    assert not is_undone(entry)


def test_a_co_gm_may_too(brianda, marta, coral, toggle):
    entry = brianda.change_pool(marta, "pv", -5)

    toggle(coral, entry)

    assert points(brianda) == PV


def test_each_of_them_is_an_entry_of_the_log_itself(campaign, brianda, marta, coral, toggle):
    entry = brianda.change_pool(marta, "pv", -5)

    toggle(marta, entry)
    toggle(coral, entry)

    kinds = list(campaign.log.values_list("kind", "by__name", "version"))
    assert kinds == [("undo", "Coral", 3), ("undo", "Marta", 2), ("pool", "Marta", 1)]


def test_what_took_something_back_is_not_taken_back_itself(campaign, brianda, marta, toggle):
    """The entry it is about has the button."""
    toggle(marta, brianda.change_pool(marta, "pv", -5))

    answer = toggle(marta, campaign.log.get(kind="undo"))

    assert answer.status_code == 422
    assert points(brianda) == PV


# --- players --------------------------------------------------------------------------------------------------------


def test_a_player_takes_back_the_own_last_change(brianda, ines, toggle):
    entry = brianda.change_pool(ines, "pv", -2)

    assert toggle(ines, entry).status_code == 302
    assert points(brianda) == PV


def test_and_does_it_again(brianda, ines, toggle):
    entry = brianda.change_pool(ines, "pv", -2)

    toggle(ines, entry)
    toggle(ines, entry)

    assert points(brianda) == PV - 2


def test_and_the_own_last_roll(brianda, ines, toggle, dice):
    dice(2, 7, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10)

    toggle(ines, entry)

    assert is_undone(entry)


def test_not_one_before_the_last(brianda, ines, toggle, dice):
    dice(2, 7, 9)
    entry = brianda.change_pool(ines, "pv", -2)
    brianda.roll(ines, "stealth", difficulty=10)

    assert 400 <= toggle(ines, entry).status_code < 500
    assert points(brianda) == PV - 2


def test_not_what_the_gm_has_built_on(brianda, ines, marta, toggle):
    entry = brianda.change_pool(ines, "pv", -2)
    brianda.change_pool(marta, "pv", -4)

    assert toggle(ines, entry).status_code == 422
    assert points(brianda) == PV - 6


def test_what_goes_on_elsewhere_does_not_matter(campaign, brianda, goblin, ines, pablo, marta, toggle, dice):
    fadrique = made(campaign, "Fadrique", pv=20, owner=pablo)
    dice(2, 7, 9)
    entry = brianda.change_pool(ines, "pv", -2)
    goblin.change_pool(marta, "pv", -3)
    fadrique.change_pool(pablo, "pv", -1)
    fadrique.roll(pablo, "stealth", difficulty=10)

    toggle(ines, entry)

    assert points(brianda) == PV


def test_what_the_gm_built_and_took_back_does_not_matter_any_more(brianda, ines, marta, toggle):
    entry = brianda.change_pool(ines, "pv", -2)
    toggle(marta, brianda.change_pool(marta, "pv", -4))

    toggle(ines, entry)

    assert points(brianda) == PV


def test_not_what_somebody_else_did(brianda, ines, pablo, vera, marta, toggle):
    entry = brianda.change_pool(marta, "pv", -2)

    for seat in (ines, pablo, vera):
        assert 400 <= toggle(seat, entry).status_code < 500
    assert points(brianda) == PV - 2


def test_what_the_gm_took_back_stays_taken_back(brianda, ines, marta, toggle):
    entry = brianda.change_pool(ines, "pv", -2)
    toggle(marta, entry)

    assert 400 <= toggle(ines, entry).status_code < 500
    assert points(brianda) == PV


def test_who_only_watches_now_takes_nothing_back(brianda, ines, marta, toggle):
    """T8 gives it to players, and a spectator acts for nobody."""
    entry = brianda.change_pool(ines, "pv", -2)
    Membership.objects.filter(pk=ines.pk).update(role="spectator")

    assert 400 <= toggle(ines, entry).status_code < 500
    assert points(brianda) == PV - 2


def test_the_refusal_says_the_rule(brianda, ines, marta, toggle):
    entry = brianda.change_pool(ines, "pv", -2)
    brianda.change_pool(marta, "pv", -4)

    assert "T8" in toggle(ines, entry).content.decode()
    fragment = toggle(ines, entry, htmx=True)
    assert (fragment.status_code, fragment.headers["HX-Retarget"]) == (422, "#refusal")


def test_the_page_offers_the_own_last_one_while_it_can_be_taken_back(as_, campaign, brianda, ines, pablo, marta):
    entry = brianda.change_pool(ines, "pv", -2)
    url = f"log/{entry.key}/toggle/"
    pages = {seat: as_(seat) for seat in (ines, pablo, marta)}

    def offered(seat):
        return url in pages[seat].get(campaign.get_absolute_url()).content.decode()

    assert [offered(seat) for seat in (ines, pablo, marta)] == [True, False, True]
    brianda.change_pool(marta, "pv", -4)
    assert [offered(seat) for seat in (ines, pablo, marta)] == [False, False, True]


# --- what is private stays private ----------------------------------------------------------------------------------


@pytest.fixture
def private(brianda, ines, dice):
    dice(2, 7, 9)
    return brianda.roll(ines, "stealth", difficulty=10, audience=Audience.PRIVATE)


@pytest.mark.parametrize("by", ["ines", "marta", "coral"])
def test_taking_back_a_private_roll_is_as_private_as_the_roll(
    as_, campaign, private, ines, marta, coral, pablo, vera, toggle, by
):
    toggle({"ines": ines, "marta": marta, "coral": coral}[by], private)

    undo = campaign.log.get(kind="undo")
    assert undo.audience == Audience.PRIVATE
    assert [undo.is_visible_to(seat) for seat in (ines, marta, coral, pablo, vera)] == [True, True, True, False, False]
    for seat, role in ((pablo, "player"), (vera, "spectator")):
        browser = as_(seat)
        for page in ("", "log/", f"news/?page=table&as={role}&lang=es&after="):
            text = browser.get(campaign.get_absolute_url() + page).content.decode()
            assert not any(secret in text for secret in (private.key, undo.key, "entry-"))


def test_another_player_does_not_learn_that_it_exists(private, pablo, vera, toggle):
    for seat in (pablo, vera):
        assert toggle(seat, private).status_code == 404
    assert not is_undone(private)


def test_what_the_table_saw_the_table_sees_taken_back(brianda, ines, pablo, toggle, dice):
    dice(2, 7, 9)
    entry = brianda.roll(ines, "stealth", difficulty=10)

    toggle(ines, entry)

    assert LogEntry.objects.get(kind="undo").is_visible_to(pablo)


# --- presses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_the_same_press_sent_twice_counts_once(campaign, brianda, marta, toggle, htmx):
    entry = brianda.change_pool(marta, "pv", -5)

    first, second = (toggle(marta, entry, press="pulsada-1", htmx=htmx) for _ in range(2))

    assert first.status_code == second.status_code == (204 if htmx else 302)
    assert first.headers.get("Mesa-Entry") == second.headers.get("Mesa-Entry")
    assert campaign.log.filter(kind="undo").count() == 1
    assert points(brianda) == PV


def test_a_refused_press_changes_nothing_and_leaves_no_entry(campaign, brianda, ines, marta):
    entry = brianda.change_pool(ines, "pv", -2)
    brianda.change_pool(marta, "pv", -4)
    version = type(campaign).objects.get(pk=campaign.pk).version

    with pytest.raises(Refused):
        changes.toggle(entry, ines, "pulsada-1")

    assert campaign.log.count() == version == 2


def test_the_answer_names_the_entry_so_that_the_page_knows_when_its_stream_is_late(campaign, brianda, marta, toggle):
    entry = brianda.change_pool(marta, "pv", -5)

    answer = toggle(marta, entry, htmx=True)

    assert answer.headers["Mesa-Entry"] == campaign.log.get(kind="undo").key


def test_taking_back_what_lasts_says_what_it_really_did(brianda):
    """Something else changed it meanwhile: that stays, and the answer says so."""
    Character.objects.filter(pk=brianda.pk).update(vitals={"linger": 2})
    change = {"what": "vitals", "of": f"vitals:{brianda.key}", "from": {}, "to": {"linger": 1}}

    made = REVERSALS["vitals"](brianda.campaign, change)

    assert (made["from"], made["to"]) == ({"linger": 2}, {"linger": 2})
    assert Character.objects.get(pk=brianda.pk).vitals == {"linger": 2}
