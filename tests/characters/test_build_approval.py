"""A prodigy waits for the GM, who approves it on the sheet and may take that back (P3)."""

from datetime import datetime

import pytest
from django.urls import reverse

from campaigns import feed
from campaigns.models import LogEntry
from characters.models import Character
from rules.problems import Refused

HTMX = {"headers": {"HX-Request": "true"}}


def url(name: str, *args: str) -> str:
    return reverse(f"characters:{name}", args=args)


def again(character: Character) -> Character:
    return Character.objects.select_related("campaign").get(pk=character.pk)


@pytest.fixture
def giant(campaign, tello, pablo) -> Character:
    """Tello with physique 16 at a table that lets a new character be so strong; all points are spent."""
    campaign.changes = {
        "creation.attribute_maximum": 20,
        "creation.attribute_points": 21,
        "creation.skill_points": 0,
    }
    campaign.save(update_fields=["changes"])
    tello.spend(pablo, "attributes", "physique", to=16)
    return again(tello)


def row(browser, draft: Character) -> str:
    feed.forget()
    page = browser.get(url("build", draft.key), headers={"accept-language": "en"}).content.decode()
    return page.partition('id="trait-physique"')[2].partition("</li>")[0]


def test_it_waits_for_the_gm_and_nobody_finishes_it_before(as_, giant, pablo, marta):
    assert "Waits for the GM." in row(as_(pablo), giant)
    assert 'value="approve"' not in row(as_(pablo), giant)
    assert 'value="approve"' in row(as_(marta), giant)

    with pytest.raises(Refused) as refusal:
        giant.finish(pablo)
    assert {(each.code, each.field) for each in refusal.value.problems} == {("prodigy", "attributes.physique")}


def test_the_gm_approves_it_and_who_and_when_are_kept(as_, giant, pablo, marta):
    answer = as_(marta).post(url("approve", giant.key, "physique"), {"answer": "approve"}, **HTMX)

    assert answer.status_code == 204
    how = again(giant).approved["attributes.physique"]
    assert how["by"] == "Marta"
    assert datetime.fromisoformat(how["at"]).tzinfo
    assert "approved by Marta" in row(as_(pablo), giant)
    assert 'value="withdraw"' in row(as_(marta), giant)

    again(giant).finish(pablo)
    assert again(giant).is_finished


def test_it_is_withdrawn_again(as_, giant, pablo, marta):
    giant.approve(marta, "physique")

    answer = as_(marta).post(url("approve", giant.key, "physique"), {"answer": "withdraw"})

    assert answer.headers["Location"] == url("build", giant.key) + "#trait-physique"
    assert again(giant).approved == {}
    with pytest.raises(Refused):
        again(giant).finish(pablo)


def test_approving_is_logged_for_the_gm_and_the_player(giant, pablo, ines, marta):
    entry = giant.approve(marta, "physique")

    assert (entry.facts["attribute"], entry.facts["value"], entry.facts["on"]) == ("physique", 16, True)
    readers = {who for who in (pablo, ines, marta) if LogEntry.objects.listed_for(who).contains(entry)}
    assert readers == {pablo, marta}
    assert giant.approve(marta, "physique") is None
    assert giant.approve(marta, "physique", on=False).facts["on"] is False


def test_only_who_leads_approves(as_, giant, pablo, coral, ines, vera, sergio):
    form = {"answer": "approve"}

    assert as_(pablo).post(url("approve", giant.key, "physique"), form).status_code == 403
    for who in (ines, vera, sergio):
        assert as_(who).post(url("approve", giant.key, "physique"), form).status_code == 404
    assert again(giant).approved == {}
    assert as_(coral).post(url("approve", giant.key, "physique"), form).status_code == 302


@pytest.mark.parametrize(
    ("attribute", "answer"), [("dexterity", "approve"), ("dodge", "approve"), ("physique", ""), ("physique", "yes")]
)
def test_there_is_nothing_else_to_approve(as_, giant, marta, attribute, answer):
    assert as_(marta).post(url("approve", giant.key, attribute), {"answer": answer}).status_code == 422
    assert again(giant).approved == {}


def test_a_finished_one_may_be_approved_too(giant, pablo, marta):
    """Attributes grow by px (X2) up to 20."""
    giant.approve(marta, "physique")
    giant.finish(pablo)
    done = again(giant)
    done.traits["attributes"]["dexterity"] = 16
    done.save(update_fields=["traits"])

    assert done.approve(marta, "dexterity").facts["value"] == 16
