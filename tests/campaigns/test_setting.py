"""Where and when a campaign plays: chosen at its founding, changed by those who lead, taken back like anything else."""

import pytest
from django.urls import reverse

from campaigns.models import Campaign, LogEntry


def setting_of(campaign: Campaign) -> str:
    return Campaign.objects.get(pk=campaign.pk).setting


@pytest.mark.parametrize("setting", ["", "medieval", "contemporary", "future"])
def test_it_is_chosen_with_the_rules(as_, sergio, setting):
    as_(sergio).post(reverse("campaigns:new"), {"campaign": "Los pozos", "preset": "ryf-table", "setting": setting})

    assert Campaign.objects.get(name="Los pozos").setting == setting


def test_one_that_is_none_founds_nothing(as_, sergio):
    answer = as_(sergio).post(reverse("campaigns:new"), {"campaign": "Los pozos", "setting": "stone age"})

    assert answer.status_code == 422
    assert not Campaign.objects.filter(name="Los pozos").exists()


def test_the_gm_changes_it_and_the_table_reads_so(as_, campaign, marta, ines):
    answer = as_(marta).post(reverse("campaigns:setting", args=[campaign.key]), {"setting": "future"})

    assert answer.headers["Location"] == campaign.get_absolute_url() + "#setting"
    assert setting_of(campaign) == "future"
    entry = LogEntry.objects.get(kind="setting")
    assert entry.facts == {"from": "", "to": "future"}
    assert LogEntry.objects.listed_for(ines).contains(entry)
    assert 'value="future" selected' in as_(marta).get(campaign.get_absolute_url()).content.decode()


def test_what_is_so_already_is_no_entry(campaign, marta):
    assert campaign.choose_setting(marta, "") is None
    assert not LogEntry.objects.exists()


def test_it_is_taken_back_and_done_again(as_, campaign, marta):
    entry = campaign.choose_setting(marta, "medieval")
    toggle = reverse("campaigns:toggle", args=[campaign.key, entry.key])

    as_(marta).post(toggle)
    assert setting_of(campaign) == ""
    as_(marta).post(toggle)
    assert setting_of(campaign) == "medieval"


def test_a_player_neither_sees_the_form_nor_changes_it(as_, campaign, ines):
    assert 'id="setting"' not in as_(ines).get(campaign.get_absolute_url()).content.decode()
    answer = as_(ines).post(reverse("campaigns:setting", args=[campaign.key]), {"setting": "future"})

    assert answer.status_code == 403
    assert setting_of(campaign) == ""
