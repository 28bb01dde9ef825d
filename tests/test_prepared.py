"""Queries that are compiled once answer what the same queries answer anew, with whatever values, in whatever thread."""

import sys
import threading

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F

from accounts.browsers import ROWS, SessionStore
from accounts.prepared import Prepared
from campaigns.changes import LAST, NEWEST_CHANGES
from campaigns.gates import SEATS
from campaigns.models import Campaign, LogEntry, Membership
from campaigns.models.campaign import LOCKED
from campaigns.models.log import CHANGES_OF_OTHERS
from campaigns.tape import LATER
from characters import waiting
from characters.models import Character, Pool
from characters.models.character import BY_KEY, POOLS
from characters.models.ledger import BALANCES
from characters.templatetags.seats import FIRST_OF
from combat.models.fighting import STANDING
from combat.waiting import RUNNING

NAMED = Prepared(lambda campaign, name: Membership.objects.filter(campaign=campaign, name=name), int, str)


@pytest.fixture
def evening(campaign, marta, ines, brianda, goblin, dice):
    """Something for each of the questions below to find."""
    from characters import adventures
    from characters.models.opposing import Rival
    from combat.models import Encounter

    goblin.traits["fixed"] |= {"defense": 5, "initiative": 0}
    goblin.save()
    adventures.award(campaign, marta, brianda, 7, "")
    brianda.change_pool(marta, "pv", -3)
    dice(*[2, 5, 9] * 30)
    brianda.oppose(ines, "stealth", [Rival(goblin, "stealth")])
    fight = Encounter.objects.create(campaign=campaign, name="El vado")
    fight.add(marta, [brianda, goblin])
    Encounter.objects.get(pk=fight.pk).start(marta)
    return fight


def asked(of) -> dict[Prepared, tuple[object, ...]]:
    """Every question that is compiled once, with values for which there is something to find."""
    campaign, ines, brianda = of
    session = SessionStore()
    session.create()
    return {
        ROWS: (session.session_key,),
        NEWEST_CHANGES: (campaign.pk, 0),
        LAST: (campaign.pk, ines.pk),
        SEATS["key"]: (ines.user_id, campaign.key),
        SEATS["characters__key"]: (ines.user_id, brianda.key),
        SEATS["encounters__key"]: (ines.user_id, campaign.encounters.get().key),
        BY_KEY: (brianda.key,),
        POOLS: (brianda.pk,),
        LOCKED: (campaign.pk,),
        LATER: (campaign.pk, 1),
        CHANGES_OF_OTHERS: (campaign.pk, 0, ines.pk),
        BALANCES: (campaign.pk,),
        waiting.HEROES: (campaign.pk,),
        waiting.POOLS: (campaign.pk,),
        waiting.OPPOSED: (campaign.pk,),
        STANDING: (brianda.pk,),
        RUNNING: (campaign.pk,),
        FIRST_OF: (ines.pk,),
    }


def test_each_answers_what_the_same_query_answers_anew(evening, campaign, ines, brianda):
    for prepared, values in asked((campaign, ines, brianda)).items():
        expected = list(prepared._build(*values))

        for _ in range(2):
            found = prepared(*values)
            assert found == expected != []
            for row, same in zip(found, expected, strict=True):
                if isinstance(row, tuple):
                    continue
                columns = [field.attname for field in row._meta.concrete_fields]
                assert [getattr(row, name) for name in columns] == [getattr(same, name) for name in columns]
                assert row._state.fields_cache.keys() == same._state.fields_cache.keys()
                assert (row._state.db, row._state.adding) == (same._state.db, False)


def test_no_query_is_compiled_once_and_not_looked_at_here(evening, campaign, ines, brianda):
    ours = tuple(each.name for each in apps.get_app_configs() if not each.name.startswith("django"))
    found = set()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ours:
            for value in vars(module).values():
                found |= {
                    each for each in (value.values() if isinstance(value, dict) else [value]) if type(each) is Prepared
                }

    assert found == asked((campaign, ines, brianda)).keys()


def test_other_values_find_other_rows(campaign, ines, pablo, brianda):
    other = Campaign.objects.create(name="Otra")

    assert [each.name for each in NAMED(campaign.pk, "Ines")] == ["Ines"]
    assert [each.name for each in NAMED(campaign.pk, "Pablo")] == ["Pablo"]
    assert NAMED(other.pk, "Ines") == []
    assert NAMED(campaign.pk, "value 1 of a query") == []


def test_rows_are_read_anew_each_time(campaign, ines, brianda, marta):
    brianda.change_pool(marta, "pv", -1)
    before = POOLS(brianda.pk)[0].current

    Pool.objects.filter(character=brianda).update(current=F("current") - 2)

    assert POOLS(brianda.pk)[0].current == before - 2
    assert POOLS(brianda.pk)[0] is not POOLS(brianda.pk)[0]


def test_what_comes_with_a_row_asks_nothing_more(campaign, ines, django_assert_num_queries):
    with django_assert_num_queries(1):
        (seat,) = SEATS["key"](ines.user_id, campaign.key)
        assert (seat.campaign.name, seat.user_id) == (campaign.name, seat.user.pk)


def test_a_value_that_is_no_parameter_is_refused(db):
    changed = Prepared(lambda name: Campaign.objects.filter(name=name.upper()), str)

    with pytest.raises(TypeError):
        changed("x")


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_get_each_others_rows(campaign, ines, pablo, marta):
    faults: list[BaseException] = []
    asked_anew = Prepared(lambda key: Membership.objects.filter(key=key).select_related("campaign"), str)

    def ask(seat: Membership) -> None:
        try:
            for _ in range(50):
                assert [each.key for each in asked_anew(seat.key)] == [seat.key]
        except BaseException as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=(seat,)) for seat in (ines, pablo, marta)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not faults


def test_a_press_meets_a_character_that_is_gone(campaign, marta, brianda):
    Character.objects.filter(pk=brianda.pk).delete()
    LogEntry.objects.all().delete()

    with pytest.raises(Character.DoesNotExist):
        brianda.change_pool(marta, "pv", -1)
