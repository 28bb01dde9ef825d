"""Nothing of a campaign is forgotten: whatever leads to one goes into its file, or stays behind for a reason."""

from dataclasses import fields

import pytest
from django.apps import apps
from django.db import models

from campaigns.changes import REVERSALS
from campaigns.exchange.campaign import CAMPAIGN
from campaigns.exchange.changed import CHANGED
from campaigns.exchange.tables import LEFT_OUT, TABLES, in_order
from campaigns.models import Campaign
from characters.models import Character
from combat.file_tables import GROUP, KEPT, KEPT_OF_EACH
from combat.models import Group
from combat.models.combatant import KEPT_OF_CHARACTER, KEPT_OF_COMBATANT
from combat.models.keeping import KEPT_OF_FIGHT


def leads_to_campaign(model: type[models.Model], on_the_way: tuple[type[models.Model], ...] = ()) -> bool:
    named = {field.related_model for field in model._meta.get_fields() if field.many_to_one or field.one_to_one}
    named = {each for each in named if each not in (*on_the_way, model) and not _is_reverse(model, each)}
    return Campaign in named or any(leads_to_campaign(each, (*on_the_way, model)) for each in named)


def _is_reverse(model: type[models.Model], other: type[models.Model]) -> bool:
    """Whether the way goes from the other to this one only."""
    return all(
        not field.concrete for field in model._meta.get_fields() if field.is_relation and field.related_model is other
    )


OF_CAMPAIGNS = [model for model in apps.get_models() if model is not Campaign and leads_to_campaign(model)]


def test_the_models_of_a_campaign_are_found():
    assert {"Membership", "Scene", "Pool", "Combatant", "LedgerEntry"} <= {model.__name__ for model in OF_CAMPAIGNS}


@pytest.mark.parametrize("model", OF_CAMPAIGNS, ids=lambda model: model.__name__)
def test_each_model_is_in_the_file_or_left_out_with_the_reason(model):
    tables = {table.model for table in TABLES.values()}

    assert (model in tables) != (model in LEFT_OUT), "register it in the app's exchange, or leave_out(it, the reason)"


@pytest.mark.parametrize("table", [CAMPAIGN, *TABLES.values()], ids=lambda table: table.name)
def test_each_column_is_written_in_a_way_that_can_be_checked(table):
    assert set(table.left_out) <= {field.name for field in table.model._meta.concrete_fields}
    assert all(reason for reason in table.left_out.values())
    for name, column in table.columns.items():
        if isinstance(column, models.JSONField):
            assert name in table.shapes, f"{table.name}.{name}: say what is in it"
        if isinstance(column, models.BinaryField):
            assert name in table.brings, f"{table.name}.{name}: say how it is checked"
        if column.is_relation:
            assert name in table.references
    assert table.shape["properties"].keys() == table.columns.keys()


def test_rows_come_after_those_that_they_name():
    order = [table.name for table in in_order()]

    assert order.index("seats") < order.index("characters") < order.index("pools")
    assert order.index("encounters") < order.index("combatants")


def test_all_that_can_be_taken_back_says_how_it_is_written():
    assert set(REVERSALS) == set(CHANGED)


def test_what_undo_puts_back_of_a_fight_is_what_is_kept_of_it():
    assert set(KEPT) == set(KEPT_OF_FIGHT)
    assert set(KEPT_OF_EACH["properties"]) == {*KEPT_OF_COMBATANT, *KEPT_OF_CHARACTER, "state"}
    assert set(GROUP["properties"]) == {each.name for each in fields(Group)}


def test_defaults_are_those_of_the_columns():
    """What a file does not say is as it is by default: a column without one has to be there."""
    assert "name" in TABLES["characters"].shape["required"]
    assert "notes" not in TABLES["characters"].shape["required"]
    assert Character().notes == ""
