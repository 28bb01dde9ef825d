"""No list of the panel asks for each of its rows: three rows or thirty, the same queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.campaigns.admin_rows import MODELS, a_table, row_of

MOST = 14
"""Queries of a list, those of the session, the account and the dates to choose from among them."""


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_a_list_asks_the_same_whatever_its_length(db, as_, hugo, model):
    browser = as_(hugo)
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            answer = browser.get(url)
        rows.append(len(answer.context["cl"].result_list))
        return len(queries)

    rows: list[int] = []
    for number in range(3):
        a_table(number)
    browser.get(url)  # what is read once and kept
    few = asked()
    for number in range(3, 30):
        a_table(number)
    many = asked()

    assert rows[0] < 6
    assert rows[1] >= 30
    assert many == few
    assert many <= MOST


def test_the_page_of_a_campaign_asks_the_same_whatever_its_size(db, as_, hugo):
    from campaigns.models import Membership

    table, browser = a_table(1), as_(hugo)
    url = reverse("admin:campaigns_campaign_change", args=[table.pk])

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url).status_code == 200
        return len(queries)

    browser.get(url)
    few = asked()
    for number in range(2, 30):
        Membership.objects.filter(campaign=a_table(number)).update(campaign=table, role="player")

    assert asked() == few


def test_every_link_of_a_campaign_leads_to_its_own_rows(db, as_, hugo):
    one, _other = a_table(1), a_table(2)
    browser = as_(hugo)
    html = browser.get(reverse("admin:campaigns_campaign_change", args=[one.pk])).content.decode()

    for model in MODELS:
        label = model._meta.label_lower
        if label in {
            "campaigns.membership",
            "characters.character",
            "combat.encounter",
            "characters.ledgerentry",
            "campaigns.logentry",
        }:
            list_url = reverse(f"admin:{label.replace('.', '_')}_changelist")
            link = next(part.split('"')[0] for part in html.split('href="') if part.startswith(f"{list_url}?campaign"))
            found = browser.get(link.replace("&amp;", "&")).context["cl"].result_list
            assert list(found) == [row_of(model, one)]
