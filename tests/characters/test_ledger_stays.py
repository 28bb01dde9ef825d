"""The ledger is only ever added to (X1): the database itself refuses everything else."""

import pytest
from django.contrib.admin.sites import site
from django.db import IntegrityError, connection, transaction
from django.db.models import RestrictedError
from django.urls import reverse

from campaigns.models import Campaign
from characters.models import Erasure, LedgerEntry
from rules.growth import Movement, MovementKind

pytestmark = pytest.mark.postgres


@pytest.fixture
def entry(campaign, brianda) -> LedgerEntry:
    movement = Movement("premio", MovementKind.AWARD, 10, reason="El vado", by="Marta")
    return LedgerEntry.objects.enter(campaign, movement, balance=10, character=brianda)


def raw(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


REWRITES = {
    "a saved row": lambda entry: entry.save(),
    "a bulk update": lambda entry: LedgerEntry.objects.update(px=30),
    "an update of nothing": lambda entry: LedgerEntry.objects.update(px=10),
    "bulk_update": lambda entry: LedgerEntry.objects.bulk_update([entry], ["px"]),
    "an upsert": lambda entry: LedgerEntry.objects.update_or_create(key=entry.key, defaults={"px": 30}),
    "a deleted row": lambda entry: entry.delete(),
    "a bulk delete": lambda entry: LedgerEntry.objects.all().delete(),
    "a raw update": lambda entry: raw("UPDATE characters_ledgerentry SET balance = 99"),
    "a raw delete": lambda entry: raw("DELETE FROM characters_ledgerentry"),
    "another campaign's erasure": lambda entry: (
        Erasure.objects.create(campaign_id=entry.campaign_id + 1),
        LedgerEntry.objects.all().delete(),
    ),
}


@pytest.mark.parametrize("how", REWRITES)
def test_no_row_is_changed_or_deleted(entry, how):
    before = list(LedgerEntry.objects.values())

    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
        REWRITES[how](entry)

    assert list(LedgerEntry.objects.values()) == before


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_nor_is_one_put_in_the_place_of_another(entry):
    """SQLite's REPLACE deletes what stands in its way, and fires its triggers only where they are asked for."""
    columns = "campaign_id, number, character_id, kind, px, balance, trait, before, after, reason, award, reverses"
    with pytest.raises(IntegrityError), transaction.atomic():
        raw(
            f"REPLACE INTO characters_ledgerentry (id, key, by, at, {columns})"
            f" SELECT id, key, by, at, {columns.replace('balance', '99')} FROM characters_ledgerentry"
        )


def test_a_character_with_a_ledger_is_not_deleted(entry, brianda):
    with pytest.raises(RestrictedError):
        brianda.delete()


def test_nor_is_an_adventure_with_a_pool(entry, campaign, brianda):
    adventure = campaign.adventures.create(name="El molino")
    movement = Movement("fondo", MovementKind.AWARD, 2, adventure=adventure.key, earned_by=brianda.key)
    LedgerEntry.objects.enter(campaign, movement, balance=2, adventure=adventure, earned_by=brianda)

    with pytest.raises(RestrictedError):
        adventure.delete()


@pytest.mark.parametrize("erase", [Campaign.delete, lambda campaign: Campaign.objects.filter(pk=campaign.pk).delete()])
def test_a_whole_campaign_goes_with_its_ledger_and_no_other(entry, campaign, marta, brianda, erase):
    adventure = campaign.adventures.create(name="El molino")
    movement = Movement("parte", MovementKind.SHARE, 2, adventure=adventure.key)
    LedgerEntry.objects.enter(campaign, movement, balance=12, character=brianda, adventure=adventure)
    other = Campaign.objects.create(name="Otra mesa")
    kept = LedgerEntry.objects.enter(
        other, Movement("ajeno", MovementKind.AWARD, 1), balance=1, character=other.characters.create(name="Nuño")
    )

    erase(campaign)

    assert list(LedgerEntry.objects.all()) == [kept]
    assert not Erasure.objects.exists()


def test_the_admin_deletes_a_whole_campaign_with_its_log_and_its_ledger(entry, as_, hugo, campaign, marta, brianda):
    brianda.change_pool(marta, "pv", -1)

    answer = as_(hugo).post(reverse("admin:campaigns_campaign_delete", args=[campaign.pk]), {"post": "yes"})

    assert answer.status_code == 302
    assert not Campaign.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_the_admin_says_why_a_character_with_a_ledger_stays(entry, as_, hugo, brianda):
    answer = as_(hugo).post(reverse("admin:characters_character_delete", args=[brianda.pk]), {"post": "yes"})

    assert answer.status_code == 200
    assert "No se puede eliminar" in answer.content.decode()
    assert LedgerEntry.objects.exists()


def test_the_admin_reads_the_ledger_and_writes_nothing(entry, as_, hugo):
    browser, admin = as_(hugo), site.get_model_admin(LedgerEntry)
    listed = reverse("admin:characters_ledgerentry_changelist")

    assert "Brianda" in browser.get(listed, {"q": "vado"}).content.decode()
    assert "Brianda" not in browser.get(listed, {"q": "molino"}).content.decode()
    change = browser.post(reverse("admin:characters_ledgerentry_change", args=[entry.pk]), {"px": "30"})
    assert change.status_code == 403
    assert not any((admin.has_add_permission(None), admin.has_delete_permission(None)))
